/** `#bounded` where a browser runs, which can't stop a script from outside: the work asks, and stops by itself. */
import type { BoundedRun } from "./bounded.node.ts";

/**
 * Runs `work` until it has asked after so many milliseconds; says whether it came to its end. A step of it that never
 * ends is not stopped: who goes through what others wrote does it in a worker, which can be ended.
 */
export const runBounded: BoundedRun = (work, milliseconds) => {
  const end = performance.now() + milliseconds;
  let stopped = false;
  work(() => (stopped ||= performance.now() >= end));
  return !stopped;
};

/** Milliseconds that grow with work; with waiting as well, since a browser doesn't tell them apart. */
export function processorTime(): number {
  return performance.now();
}
