import type { Trace } from "../access/trail.ts";
import type { Write } from "../db/database.ts";

/** One change in progress: its transaction, its instant, and its trail. */
export interface RunningChange {
  readonly tx: Write;
  /** The instant of the change, in milliseconds: the same for everything it writes. */
  readonly now: number;
  readonly newId: () => string;
  /** The user who makes it; undefined for the installation itself. */
  readonly by: string | undefined;
  /** The session or token through which they do; undefined where nobody waits for it. */
  readonly through?: string | undefined;
  /** Whether it is one of many small writes, `Prefer: coalesce`: what it makes may take the place of the one before. */
  readonly coalesces?: boolean;
  /** Leaves the audit row and the event; each change leaves at least one. */
  readonly trace: (trace: Trace) => Promise<void>;
}

/** Runs a change in its transaction and gives what it answers. */
export type RunChange<R> = (work: (change: RunningChange) => Promise<R>) => Promise<R>;
