import type { Console } from "./console.ts";

/** Milliseconds after which whoever waits is told what for, and again after as many. */
const SILENCE_MS = 5_000;

/**
 * Does `work`, and says what it waits for where that takes long: beside a server that is starting a database may be
 * held, and another machine may never answer. What it says goes where notes go, so that output stays what was asked for.
 * @param what as in "Waiting for …, for 5 seconds so far"
 * @throws what `work` throws
 */
export async function sayingWhatFor<T>(
  { note }: Pick<Console, "note">,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  const telling = setInterval(() => {
    waited += SILENCE_MS;
    note(`Waiting for ${what}, for ${waited / 1000} seconds so far …`);
  }, SILENCE_MS);
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}
