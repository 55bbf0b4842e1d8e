import { leaveTrace, type Origin, type Trace } from "../access/trail.ts";
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { preconditionFailed } from "./errors.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import type { Outcome } from "./operation.ts";
import type { HeldVersion } from "./versioned.ts";

/** One change in progress: its transaction, its instant, and its trail. */
export interface RunningChange {
  readonly tx: Write;
  /** The instant of the change, in milliseconds: the same for everything it writes. */
  readonly now: number;
  readonly newId: () => string;
  /** The user who makes it; undefined for the installation itself. */
  readonly by: string | undefined;
  /** Leaves the audit row and the event; each change leaves at least one. */
  readonly trace: (trace: Trace) => Promise<void>;
}

/** Runs a change in its transaction and gives what it answers. */
export type RunChange<R> = (work: (change: RunningChange) => Promise<R>) => Promise<R>;

/** What a request says about its change beside the change itself. */
interface Conditions {
  readonly idempotent?: IdempotentRequest | undefined;
  /** The version that `If-Match` relies on. */
  readonly held?: HeldVersion | undefined;
}

/**
 * Runs `work` in one transaction, on the version that the request relies on. Under an idempotency key the answer is kept in that same transaction, so that after
 * a crash between commit and reply the repeated request gets the first one's answer and has no second effect.
 * @throws 412 when somebody changed the thing since it was loaded
 */
export async function runChange<R extends Outcome>(
  deps: Deps,
  origin: Origin,
  conditions: Conditions | undefined,
  work: (change: RunningChange) => Promise<R>,
): Promise<R> {
  const { idempotent, held } = conditions ?? {};
  const now = deps.clock.now();
  return deps.db.transact(async (tx) => {
    const earlier = await idempotent?.claim(tx, now);
    if (earlier !== undefined) return earlier as R;
    if (held !== undefined && (await held.now(tx)) !== held.at) throw preconditionFailed();
    const outcome = await work({
      tx,
      now,
      newId: deps.newId,
      by: origin.identity?.userId,
      trace: (trace) => leaveTrace(tx, origin, now, deps.newId, trace),
    });
    await idempotent?.keep(tx, outcome);
    return outcome;
    // Not by a lock on its row: commands lock the organization first, and two orders would wait for each other.
  }, held && "steady");
}
