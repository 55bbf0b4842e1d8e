/** Ctrl-C for work that cleans up behind itself. */
import { constants } from "node:os";
import { StartRefused } from "../ports/start-refused.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A signal ended the work in an orderly way. */
export class CommandInterrupted extends StartRefused {
  /** The exit code: the one that shells give a process that the signal kills. */
  readonly code: number;

  /** @param message one line: what came of the work */
  constructor(message: string, signal: (typeof SIGNALS)[number]) {
    super(message);
    this.code = 128 + constants.signals[signal];
  }
}

/**
 * Runs work that the first Ctrl-C, or a SIGTERM, ends in an orderly way; the second one ends the process at once.
 * @param reason what is said when the work has ended because of it: one line
 */
export async function untilInterrupted<T>(
  reason: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const interrupt = (name: (typeof SIGNALS)[number]): void => {
    for (const one of SIGNALS) process.off(one, interrupt);
    stop.abort(new CommandInterrupted(reason, name));
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt);
  }
}
