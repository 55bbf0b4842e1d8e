import { Queue } from "../turns/queue.ts";
import { onFreshHead } from "./commit.ts";

const writers = new Queue();

/**
 * Writers of one space take turns within this process, so that they don't make their changes in vain; writers in other
 * processes are met by the head, and then the attempt runs again on the new one.
 */
export function writeInTurn<T>(space: string, attempt: () => Promise<T>): Promise<T> {
  return writers.take(space, () => onFreshHead(attempt));
}
