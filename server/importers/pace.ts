import { setImmediate } from "node:timers/promises";

/** Hears how many characters of work are done, and waits now and then. */
export type Pace = (characters: number) => Promise<void>;

/** Lets everybody else have a turn after each `atOnce` characters, so that long work holds up no request. */
export function openPace(atOnce: number): Pace {
  let sum = 0;
  return async (characters) => {
    sum += characters;
    if (sum < atOnce) return;
    sum = 0;
    await setImmediate();
  };
}
