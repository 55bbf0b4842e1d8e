import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pause } from "../../engine/node.ts";

/**
 * The pace of long work that holds this thread: the pause that it gives is asked for between two pieces, and lets all
 * others have their turn once `slice` milliseconds have passed since the last time. Asking costs next to nothing. Not
 * for use inside a transaction.
 */
export function openPace(slice = 10): Pause {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    await nextTurn();
    last = performance.now();
  };
  return () => (performance.now() - last < slice ? undefined : rest());
}
