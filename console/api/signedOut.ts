/** Whether the session has ended while something is typed: the screen stays, and says so. */
let isOut = false;
const listeners = new Set<() => void>();

export function noteSignedOut(now: boolean): void {
  if (isOut === now) return;
  isOut = now;
  for (const listener of listeners) listener();
}

export const isSignedOut = (): boolean => isOut;

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
