/** Large answers go out one a turn of the event loop. */

/** From here on handing an answer to the system takes a time that others notice, in bytes. */
const LARGE = 256 * 1024;

const waiting: (() => void)[] = [];

/**
 * Waits until a body of so many bytes may be sent. Handing megabytes to a connection takes milliseconds: of 32 that
 * ask for a large tree at once, all were served in one turn, and whoever asked for anything else waited for them.
 */
export function inTurn(bytes: number): Promise<void> | undefined {
  if (bytes < LARGE) return undefined;
  return new Promise((send) => {
    if (waiting.push(send) === 1) setImmediate(sendNext);
  });
}

function sendNext(): void {
  // What it does comes before the next turn, in which the next one is sent.
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(sendNext);
}
