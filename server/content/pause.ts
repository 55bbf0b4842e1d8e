import { setImmediate } from "node:timers/promises";
import type { Pause } from "../../engine/node.ts";

/**
 * A pause for long work: others get their turn whenever `slice` milliseconds have passed since the last time.
 * Asking costs next to nothing. Not for use inside a transaction.
 */
export function everySlice(slice = 10): Pause {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    last = performance.now();
  };
  return () => (performance.now() - last < slice ? undefined : rest());
}
