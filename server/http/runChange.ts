import { leaveTrace, type Origin } from "../access/trail.ts";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "./change.ts";
import { preconditionFailed } from "./errors.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import type { Outcome } from "./operation.ts";
import type { HeldVersion } from "./versioned.ts";

/** What a request says about its change beside the change itself. */
interface Conditions {
  readonly idempotent?: IdempotentRequest | undefined;
  /** The version that `If-Match` relies on. */
  readonly held?: HeldVersion | undefined;
  /** `Prefer: coalesce`. */
  readonly coalesces?: boolean;
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
  const { idempotent, held, coalesces = false } = conditions ?? {};
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
      through: origin.identity?.sessionId ?? origin.identity?.tokenId,
      coalesces,
      trace: (trace) => leaveTrace(tx, origin, now, deps.newId, trace),
    });
    await idempotent?.keep(tx, outcome);
    return outcome;
    // Not by a lock on its row: commands lock the organization first, and two orders would wait for each other.
  }, held && "steady");
}
