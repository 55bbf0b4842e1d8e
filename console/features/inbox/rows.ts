/** The lines of the inbox: what says the same of the same is one of them. */
import type { Notification } from "../../../sdk/src/index.ts";

/** Notifications that say the same, the newest first. */
export type InboxRow = readonly [Notification, ...Notification[]];

/** What is done as often as it was asked for, while all else is somebody's own act each time. */
const REPEATED: ReadonlySet<Notification["type"]> = new Set(["job-ended"]);

/** The lines of notifications, which keep their order: those that follow each other and say the same are one. */
export function rowsOf(items: readonly Notification[]): readonly InboxRow[] {
  const rows: [Notification, ...Notification[]][] = [];
  for (const one of items) {
    const last = rows.at(-1);
    if (last !== undefined && saysSame(last[0], one)) last.push(one);
    else rows.push([one]);
  }
  return rows;
}

function saysSame(one: Notification, other: Notification): boolean {
  return (
    REPEATED.has(one.type) &&
    one.type === other.type &&
    one.job?.kind === other.job?.kind &&
    one.urls.app === other.urls.app &&
    (one.readAt === undefined) === (other.readAt === undefined)
  );
}
