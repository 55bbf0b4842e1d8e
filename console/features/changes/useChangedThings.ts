import { useMemo } from "react";
import { whatChanges } from "../../api/changes.ts";
import { useNeeded } from "../../api/needed.ts";
import { pagesOf } from "../../api/queries.ts";
import { indexPages } from "../../app/pageIndex.ts";
import {
  type ChangedText,
  type ChangedThings,
  changedThings,
  inNavigation,
} from "../../api/changedThings.ts";

interface FoundThings extends ChangedThings {
  /** Pages as they stand in the navigation, then reusable contents. */
  readonly texts: readonly ChangedText[];
  /** How many changes were not read any more. */
  readonly more: number;
}

/** What a change request changes; undefined while it is read. */
export function useChangedThings(space: string, number: string): FoundThings | undefined {
  const { data: found } = useNeeded(whatChanges(space, number));
  const { data: pages } = useNeeded(pagesOf(space, number));
  return useMemo(() => {
    if (found === undefined || pages === undefined) return undefined;
    const things = changedThings(found.changes);
    const order = [...indexPages(pages).entries.keys()];
    return { ...things, texts: [...inNavigation(things.pages, order), ...things.reusable], more: found.more };
  }, [found, pages]);
}
