/** Pushes of which nobody knows yet whether the host takes them. */
import type { Write } from "../../db/database.ts";
import type { GitKey } from "./queries.ts";

/** Once the branch has moved, what was made for its former place can't come there any more. */
export function endOpenPushes(tx: Write, { organization_id, id }: GitKey): Promise<unknown> {
  return tx
    .updateTable("git_pushes")
    .set({ state: "refused", entries: "" })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "=", "made")
    .execute();
}
