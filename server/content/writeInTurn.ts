import { Queue } from "../turns/queue.ts";
import { onFreshHead } from "./commit.ts";

/** A space goes to another organization, which takes longer than whoever would write in it waits. */
export class BeingTransferred extends Error {
  override readonly name = "BeingTransferred";
}

const writers = new Queue({
  refusal: () => new BeingTransferred("It is being transferred to another organization."),
});

/** Transfers that are under way or wait for their turn to write; they don't wait for each other here. */
const transfers = new Queue({ atOnce: Infinity });

/**
 * Writers of one space take turns within this process, so that they don't make their changes in vain; writers in other
 * processes are met by the head, and then the attempt runs again on the new one.
 * @param patience milliseconds that a space is waited for while it is transferred; any time unless said
 * @throws BeingTransferred when that takes longer
 */
export function writeInTurn<T>(space: string, attempt: () => Promise<T>, patience?: number): Promise<T> {
  const isPatient = patience === undefined || transfers.load(space).underway === 0;
  const wish = isPatient ? {} : { signal: AbortSignal.timeout(patience) };
  return writers.take(space, () => onFreshHead(attempt), wish);
}

/** The same for what hands a space over, with all that it has. */
export function transferInTurn<T>(space: string, attempt: () => Promise<T>): Promise<T> {
  return transfers.take(space, () => writeInTurn(space, attempt));
}
