/** What a screen can't be without, and what is told when that can't be read. */
import {
  type Query,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { NotFound } from "../../sdk/src/index.ts";

/** What is not there has one screen, whichever part of the screen asked for it. */
export function isGone(error: Error): boolean {
  return error instanceof NotFound;
}

/**
 * Reads what a screen is about. A first read that fails is the screen of the fault; what was read before stays when it
 * can't be read again, with all that is typed on it, and that it is of before is said above the screen.
 * @param isShownHere what the screen shows in a place of its own
 */
export function useNeeded<Data = unknown, Shown = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Error, Shown, Key>,
  isShownHere: (error: Error) => boolean = () => false,
): UseQueryResult<Shown> {
  return useQuery({
    ...options,
    throwOnError: (error, { state }) => !isShownHere(error) && (isGone(error) || state.data === undefined),
  });
}

/** Whether something on the screen is of before, since it couldn't be read again; what shows its own failures is left out. */
export function isBehind({ state, observers }: Query): boolean {
  return (
    state.status === "error" &&
    state.data !== undefined &&
    state.error !== null &&
    !isGone(state.error) &&
    observers.some(({ options }) => options.enabled !== false && options.throwOnError !== false)
  );
}
