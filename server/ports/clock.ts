/** The wall clock, in integer milliseconds since 1970 UTC. */
export type Clock = { now(): number };

/** The machine's clock moved by `offsetSeconds` (retention drills set it; 0 otherwise). */
export function systemClock(offsetSeconds = 0): Clock {
  const offset = Math.round(offsetSeconds * 1000);
  return { now: () => Date.now() + offset };
}
