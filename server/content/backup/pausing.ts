/** What a restored database doesn't do by itself: it may be a copy, beside what it was taken from. */
import type { ColumnShape } from "../../db/shape.ts";
import { attentionOfCopy } from "../git/copies.ts";
import { GIT_SYNC } from "../git/queue.ts";

type Row = readonly unknown[];

/**
 * The rows of a backup as they are restored: spaces that are kept in step with a branch are paused, and no sync of them
 * is queued. A copy that is put somewhere to try things out would push to the repository otherwise.
 * @param now when they are paused, in milliseconds
 * @param onPaused called for each that was not paused in the backup
 */
export async function* pausing(
  { name, columns }: { readonly name: string; readonly columns: readonly ColumnShape[] },
  rows: AsyncIterable<Row>,
  { now, onPaused }: { readonly now: number; readonly onPaused: () => void },
): AsyncGenerator<Row> {
  const at = (column: string): number => columns.findIndex((one) => one.name === column);
  const [kind, pausedAt, pollAt, attention, hook] = [
    "kind",
    "paused_at",
    "poll_at",
    "attention",
    "hook_id",
  ].map(at) as [number, number, number, number, number];
  for await (const row of rows) {
    if (name === "jobs" && row[kind] === GIT_SYNC) continue;
    if (name !== "git_installations") yield row;
    // What somebody has paused stays so. Its webhook may be the original's, too.
    else if (row[pausedAt] !== null) yield row.with(hook, null);
    else {
      onPaused();
      yield row.with(pausedAt, now).with(pollAt, null).with(attention, attentionOfCopy("restored"));
    }
  }
}
