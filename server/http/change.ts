import { leaveTrace, type Origin, type Trace } from "../access/trail.ts";
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import type { Outcome } from "./operation.ts";

/** One change in progress: its transaction, its instant, and its trail. */
export interface Change {
  readonly tx: Write;
  /** The instant of the change, in milliseconds: the same for everything it writes. */
  readonly now: number;
  readonly newId: () => string;
  /** The user who makes it; undefined for the installation itself. */
  readonly by: string | undefined;
  /** Leaves the audit row and the event; each change leaves at least one. */
  readonly trace: (trace: Trace) => Promise<void>;
}

/**
 * Runs `work` in one transaction. Under an idempotency key the answer is kept in that same transaction, so that after
 * a crash between commit and reply the repeated request gets the first one's answer and has no second effect.
 */
export async function runChange<R extends Outcome>(
  deps: Deps,
  origin: Origin,
  idempotent: IdempotentRequest | undefined,
  work: (change: Change) => Promise<R>,
): Promise<R> {
  const now = deps.clock.now();
  return deps.db.transact(async (tx) => {
    const earlier = await idempotent?.claim(tx, now);
    if (earlier !== undefined) return earlier as R;
    const outcome = await work({
      tx,
      now,
      newId: deps.newId,
      by: origin.identity?.userId,
      trace: (trace) => leaveTrace(tx, origin, now, deps.newId, trace),
    });
    await idempotent?.keep(tx, outcome);
    return outcome;
  });
}
