/** Whether the server is another version than the one that this tab was loaded from. */
let own: string | undefined;
let isNewer = false;
const listeners = new Set<() => void>();

/** Takes the version that an answer names; the first one is the tab's. */
export function noteVersion({ headers }: Response): void {
  const named = headers.get("lectern-version");
  if (named === null) return;
  own ??= named;
  if (isNewer || named === own) return;
  isNewer = true;
  for (const listener of listeners) listener();
}

export const isServerNewer = (): boolean => isNewer;

export function onServerNewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
