import { useMemo } from "react";
import { LecternError } from "../../sdk/src/index.ts";

/** Seconds until something is asked again that the server couldn't take, where it doesn't say when. */
const OTHERWISE_S = 10;

/** What passes by itself, where something is only read: a server that is away, or one before it that finds none. */
const PASSING: readonly number[] = [0, 408, 429, 502, 503, 504];

/** When what failed may be asked again, in milliseconds since 1970; undefined where waiting doesn't help. */
export function useRetryAt(
  error: Error | undefined,
  statuses: readonly number[] = [429, 503],
): number | undefined {
  return useMemo(() => {
    if (!(error instanceof LecternError) || !statuses.includes(error.status)) return undefined;
    return Date.now() + (error.retryAfter ?? OTHERWISE_S) * 1_000;
  }, [error]);
}

/** The same of what was only read: it is asked again by itself. */
export const useReadAgainAt = (error: Error | undefined): number | undefined => useRetryAt(error, PASSING);
