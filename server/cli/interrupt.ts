/** Ctrl-C for work that cleans up behind itself. */
import { StartRefused } from "../ports/start-refused.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs work that the first Ctrl-C, or a SIGTERM, ends in an orderly way; the second one ends the process at once.
 * @param reason what is said then: one line
 */
export async function untilInterrupted<T>(
  reason: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new StartRefused(reason));
  for (const name of SIGNALS) process.once(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt);
  }
}
