/** What people decide for a sync: once it waits for that, or before. */
import type { ExpressionBuilder } from "kysely";
import type { Write } from "../../db/database.ts";
import type { Row, Schema } from "../../db/schema.ts";
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
  const decided_about =
    before === undefined || before.attention === null ? null : ((await askedNow(tx, before)) ?? null);
  const said = decided({ choice, decided_about, ...(isConfirmed ? { confirmed: 1 as const } : {}) });
  const row = await updateInstallation(tx, key).set(said).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  if (row.site_id !== null) await partsOfSite(tx, row).set(said).execute();
  return row;
}

/** What somebody decides: a run that is under way leaves it for the next one. */
const decided =
  <T extends object>(said: T) =>
  (eb: ExpressionBuilder<Schema, "git_installations">) => ({ ...said, decisions: eb("decisions", "+", 1) });

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
  isPossible: (row: Installation) => boolean,
): Promise<Installation> {
  const { tx } = change;
  const row = await askForSync(change, key, owner);
  const asked = await askedNow(tx, row);
  if (question !== undefined && question !== asked)
    throw conflict("git-changed", "Something else is asked by now. Read what waits, then decide again.");
  if (asked === undefined || !isPossible(row))
    throw conflict("nothing-to-decide", "Nothing waits for this decision. The status says what does.");
  const said =
    choice === "pull-request"
      ? { outgoing: choice, base_revision: null }
      : { choice, confirmed: 1 as const, decided_about: asked };
  if (row.site_id !== null && choice !== "pull-request") await decideParts(tx, row, choice);
  return updateInstallation(tx, row).set(decided(said)).returningAll().executeTakeFirstOrThrow();
}

/** What is decided for a site is decided for those of its spaces that wait for the very same. */
async function decideParts(
  tx: Write,
  site: Installation,
  choice: "git" | "lectern" | "apply",
): Promise<void> {
  const { attention } = site;
  const kind = attentionOf(site)?.kind;
  if (kind === "config" || kind === "structure") return;
  const question = await askedNow(tx, site);
  const said = { choice, confirmed: 1 as const };
  if (kind === "rewritten") {
    const all = decided({ ...said, decided_about: question, attention });
    return void (await partsOfSite(tx, site).set(all).execute());
  }
  for (const part of await partsOf(tx, site)) {
    const asked = await askedNow(tx, part);
    // Of what is held each space has its own question.
    const isAsked = kind === undefined ? part.attention === null && asked !== undefined : asked === question;
    if (!isAsked) continue;
    await updateInstallation(tx, part)
      .set(decided({ ...said, decided_about: asked }))
      .execute();
  }
}
