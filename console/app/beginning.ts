/** What an address asks of its screen beside showing it, as commands do: done once, and taken from the address. */
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

/** What commands may ask a screen to begin with. */
export type NewThing =
  | "space"
  | "collection"
  | "import"
  | "page"
  | "site"
  | "change"
  | "invite"
  | "review"
  | "publish";

/** The address of a screen that is asked for something. */
export const asking = (href: string, what: NewThing): string => `${href}?new=${what}`;

/** @param act begins with it; undefined while that can't be */
export function useBeginning(what: readonly NewThing[], act: ((asked: NewThing) => void) | undefined): void {
  const [path, go] = useLocation();
  const search = useSearch();
  const found = what.find((one) => new URLSearchParams(search).get("new") === one);
  useEffect(() => {
    if (found === undefined || act === undefined) return;
    go(path, { replace: true });
    act(found);
  }, [found, act === undefined]);
}
