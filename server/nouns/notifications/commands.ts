import type { Write } from "../../db/database.ts";

/** Notes that somebody has read some of their notifications, or all that they have. `now` in milliseconds. */
export async function markRead(
  tx: Write,
  user: string,
  ids: readonly string[] | undefined,
  now: number,
): Promise<void> {
  let unread = tx
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", user)
    .where("read_at", "is", null);
  if (ids !== undefined) unread = unread.where("id", "in", ids);
  await unread.execute();
}
