/**
 * What may be a copy of an installation pushes nothing: two that keep one branch in step would take each other's commits
 * for somebody's work, and a copy that was put somewhere to try things out would push what is tried there.
 */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";

const KEY = "git-address";
const KIND = "copy";

const BEGIN = `{"kind":"${KIND}"`;

/** Attentions of this kind end when somebody lets the sync go on. */
export const OF_COPY = `${BEGIN}%`;

/** Whether it was paused for this, and nobody has let it go on. */
export function mayBeCopy({
  paused_at,
  attention,
}: Pick<Row<"git_installations">, "paused_at" | "attention">): boolean {
  return paused_at !== null && attention?.startsWith(BEGIN) === true;
}

/** What is said of a sync that was paused for this, as it is stored. @param since why it may be a copy */
export function attentionOfCopy(since: "restored" | "moved"): string {
  const why =
    since === "restored"
      ? "Lectern was restored from a backup"
      : "Lectern has another address than when it ran last";
  const message = `${why}, so this may be a copy of another installation, and a copy must not push. Press "Resume" (lectern git resume) where no other installation keeps this branch in step; else disconnect it here.`;
  return JSON.stringify({ kind: KIND, message, choices: [] });
}

/**
 * Pauses all syncs where the public address is another one than at the last start, or where there is none any more. The
 * first that is set is no other one: it was only tried out before.
 * @param address the public one as it is set, if it is
 * @returns how many were paused
 */
export async function pauseCopies(
  { db, clock }: Pick<Deps, "db" | "clock">,
  address: string | undefined,
): Promise<number> {
  const now = address === undefined ? "" : new URL(address).origin;
  return db.transact(async (tx) => {
    const row = await tx.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
    const before = row?.value ?? "";
    if (row !== undefined && before === now) return 0;
    await tx
      .insertInto("meta")
      .values({ key: KEY, value: now })
      .onConflict((on) => on.column("key").doUpdateSet({ value: now }))
      .execute();
    if (before === "") return 0;
    const paused = await tx
      .updateTable("git_installations")
      .set({
        paused_at: clock.now(),
        poll_at: null,
        // What waits for a decision is found again by the first run once it goes on.
        attention: attentionOfCopy("moved"),
      })
      .where("paused_at", "is", null)
      .returning("id")
      .execute();
    return paused.length;
  });
}
