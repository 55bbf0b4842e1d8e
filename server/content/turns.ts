import { onFreshHead } from "./commit.ts";

const last = new Map<string, Promise<unknown>>();

/**
 * Writers of one space take turns within this process, so that they don't make their changes in vain; writers in other
 * processes are met by the head, and then the attempt runs again on the new one.
 */
export function inTurn<T>(space: string, attempt: () => Promise<T>): Promise<T> {
  const before = last.get(space) ?? Promise.resolve();
  const mine = before.then(
    () => onFreshHead(attempt),
    () => onFreshHead(attempt),
  );
  last.set(space, mine);
  const leave = (): void => {
    if (last.get(space) === mine) last.delete(space);
  };
  mine.then(leave, leave);
  return mine;
}
