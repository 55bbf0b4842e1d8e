/** What goes on in this tab for a space, whichever screen is open. */
import { useSyncExternalStore } from "react";

export class BySpace<One> {
  #all: ReadonlyMap<string, One> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly all = (): ReadonlyMap<string, One> => this.#all;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @param one undefined: nothing any more */
  set(space: string, one: One | undefined): void {
    const next = new Map(this.#all);
    if (one === undefined) next.delete(space);
    else next.set(space, one);
    this.#all = next;
    for (const listener of this.#listeners) listener();
  }
}

export const useBySpace = <One>(of: BySpace<One>, space: string): One | undefined =>
  useSyncExternalStore(of.listen, of.all).get(space);
