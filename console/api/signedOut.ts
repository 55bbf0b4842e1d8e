/** Whether the session has ended, or is somebody else's, while something is typed: the screen stays, and says so. */
import { LecternError } from "../../sdk/src/index.ts";

let why: Error | undefined;
const listeners = new Set<() => void>();

/** Takes what a call was refused with; undefined once somebody has signed in. */
export function noteSignedOut(error: Error | undefined): void {
  if (why === error) return;
  why = error;
  for (const listener of listeners) listener();
}

export const whySignedOut = (): Error | undefined => why;

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether somebody else has signed in, in another tab of the browser. */
export const isAnotherPerson = (error: Error): boolean =>
  error instanceof LecternError && error.type === "another-person";
