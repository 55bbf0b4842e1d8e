/** Long work on the page that lets everything else have its turn: keys that are pressed, pictures that are drawn. */
import type { Pause } from "../../engine/node.ts";

/** Milliseconds of work between two turns of everything else. */
const SLICE = 5;

/**
 * Pauses for long work, from now on. A page that is hidden may be about to be closed: what is begun is done at once then.
 * @param isWanted while it is false, a pause throws: nobody waits for the work any more
 */
export function turns(isWanted: () => boolean = () => true): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE || document.visibilityState === "hidden") return undefined;
    return nextTurn().then(() => {
      since = performance.now();
      if (!isWanted()) throw new Error("nobody waits for it any more");
    });
  };
}

/** After what waits already. Timers would wait longer: browsers hold back those that follow on each other. */
function nextTurn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const go = (): void => {
      document.removeEventListener("visibilitychange", go);
      port1.close();
      done();
    };
    document.addEventListener("visibilitychange", go);
    port1.addEventListener("message", go);
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is its channel's, and takes none
    port2.postMessage(undefined);
  });
}
