/** What could not go over is tried again when somebody asks: a token may have ended, or a host let it do more by now. */
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { partsOf } from "./queries.ts";

type Installation = Row<"git_installations">;

/** Has the next run of an installation, or of the spaces of a site, look at all that was kept out of either side. */
export async function tryAgain(tx: Write, asked: Installation): Promise<void> {
  const { organization_id } = asked;
  const all = asked.site_id === null ? [asked] : await partsOf(tx, asked);
  if (all.length === 0) return;
  const kept = await tx
    .deleteFrom("git_held")
    .where("organization_id", "=", organization_id)
    .where(
      "installation_id",
      "in",
      all.map(({ id }) => id),
    )
    // What the host didn't take, or something there was in the way of. What hasn't come in shows by looking.
    .where("why", "in", ["large", "blocked"])
    .returning("installation_id")
    .execute();
  const waiting = new Set(kept.map(({ installation_id }) => installation_id));
  for (const { id, unread } of all) if (unread !== null) waiting.add(id);
  await lookAgain(tx, organization_id, [...waiting]);
}

/** Has the next run look at installations though nothing has changed. */
export async function lookAgain(
  tx: Write,
  organization_id: string,
  installations: readonly string[],
): Promise<void> {
  if (installations.length === 0) return;
  await tx
    .updateTable("git_installations")
    .set({ base_revision: null })
    .where("organization_id", "=", organization_id)
    .where("id", "in", installations)
    .execute();
}
