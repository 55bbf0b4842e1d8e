import { useMemo } from "react";
import { LecternError } from "../../sdk/src/index.ts";

/** Seconds until something is asked again that the server couldn't take, where it doesn't say when. */
const OTHERWISE_S = 10;

/** When what failed may be asked again, in milliseconds since 1970; undefined where waiting doesn't help. */
export function useRetryAt(error: Error | undefined): number | undefined {
  return useMemo(() => {
    if (!(error instanceof LecternError) || (error.status !== 429 && error.status !== 503)) return undefined;
    return Date.now() + (error.retryAfter ?? OTHERWISE_S) * 1_000;
  }, [error]);
}
