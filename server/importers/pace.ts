import { setImmediate } from "node:timers/promises";

/** Waits now and then, between two pieces of work. */
type Pace = () => Promise<void> | undefined;

/** Milliseconds of work after which others get a turn. */
const SLICE = 8;

/** Lets everybody else have a turn whenever a slice of time is over, so that long work holds up no request. */
export function openPace(): Pace {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    last = performance.now();
  };
  return () => (performance.now() - last < SLICE ? undefined : rest());
}
