import { Queue } from "../turns/queue.ts";

/** From here on handing an answer to the system takes a time that others notice, in bytes. */
const LARGE = 256 * 1024;
const largeAnswers = new Queue();

/**
 * Waits until a body of so many bytes may be sent: large ones go out one a turn of the event loop. Handing megabytes to
 * a connection takes milliseconds: of 32 that ask for a large tree at once, all were served in one turn, and whoever
 * asked for anything else waited for them.
 */
export async function largeTurn(bytes: number): Promise<void> {
  if (bytes >= LARGE) setImmediate(await largeAnswers.enter(""));
}
