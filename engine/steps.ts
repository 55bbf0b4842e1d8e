/** Long work that says where others may have their turn. Whoever runs it decides whether they do. */

import type { Pause } from "./node.ts";

/** Work that yields after each few milliseconds at most, and gives `T`. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of it without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does it with a pause wherever one is due. */
export async function inSteps<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
