/** What people decide for a sync: once it waits for that, or before. */
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { askForSync, partsOfSite, updateInstallation } from "./commands.ts";
import type { GitChange } from "../../content/git/queue.ts";
import { attentionOf, type StoredAttention } from "./present.ts";
import { findInstallation, type GitKey, partsOf } from "./queries.ts";
import { askedNow } from "./sync/decided.ts";

type Installation = Row<"git_installations">;

/** Has a side count where both differ, the next time that they are synced. @throws 404 */
export async function favourSide(
  tx: Write,
  key: GitKey,
  { choice, isConfirmed }: { readonly choice: "git" | "lectern" | "merge"; readonly isConfirmed: boolean },
): Promise<Installation> {
  const before = await findInstallation(tx, key);
  const decided_about = before === undefined || before.attention === null ? null : askedNow(before);
  const said = { choice, decided_about, ...(isConfirmed ? { confirmed: 1 as const } : {}) };
  const row = await updateInstallation(tx, key).set(said).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  if (row.site_id !== null) await partsOfSite(tx, row).set(said).execute();
  return row;
}

interface Decision {
  readonly choice: StoredAttention["choices"][number];
  /** What the person was asked; undefined: whatever is asked now. */
  readonly question: string | undefined;
  readonly owner: string | undefined;
}

/**
 * Notes what a person has decided, and goes on by it.
 * @throws 409 when nothing waits for that decision, or when they were asked something else; 404
 */
export async function decideSync(
  change: GitChange,
  key: GitKey,
  { choice, question, owner }: Decision,
  isPossible: (row: Installation) => Promise<boolean>,
): Promise<Installation> {
  const { tx } = change;
  const row = await askForSync(change, key, owner);
  if (question !== undefined && question !== askedNow(row))
    throw conflict("git-changed", "Something else is asked by now. Read what waits, then decide again.");
  if (!(await isPossible(row)))
    throw conflict("nothing-to-decide", "Nothing waits for this decision. The status says what does.");
  const said =
    choice === "pull-request"
      ? { outgoing: choice, base_revision: null }
      : { choice, confirmed: 1 as const, decided_about: askedNow(row) };
  if (row.site_id !== null && choice !== "pull-request") await decideParts(tx, row, choice);
  return updateInstallation(tx, row).set(said).returningAll().executeTakeFirstOrThrow();
}

/** What is decided for a site is decided for those of its spaces that wait for the very same. */
async function decideParts(
  tx: Write,
  site: Installation,
  choice: "git" | "lectern" | "apply",
): Promise<void> {
  const { organization_id, attention } = site;
  const kind = attentionOf(site)?.kind;
  if (kind === "config" || kind === "structure") return;
  const question = askedNow(site);
  const decided = { choice, confirmed: 1 as const, decided_about: question };
  if (kind === "rewritten")
    return void (await partsOfSite(tx, site)
      .set({ ...decided, attention })
      .execute());
  const asked = (await partsOf(tx, site)).filter((part) => askedNow(part) === question);
  if (asked.length === 0) return;
  const ids = asked.map(({ id }) => id);
  const parts = partsOfSite(tx, site).set(decided).where("id", "in", ids);
  if (kind !== undefined) return void (await parts.execute());
  await parts
    .where("id", "in", (held) =>
      held.selectFrom("git_held").select("installation_id").where("organization_id", "=", organization_id),
    )
    .execute();
}
