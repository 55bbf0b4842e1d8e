/** What a change request does to the pages of its space, for the tree of them. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { whatChanges } from "../../api/changes.ts";
import { changedThings, type ChangedText, type PageFate } from "./changedThings.ts";

interface ChangedPages {
  /** Of pages that are there, by their ids. */
  readonly fates: ReadonlyMap<string, PageFate>;
  /** Those that are not there any more. */
  readonly gone: readonly ChangedText[];
}

/** @param number of the change request; without one, nothing is changed */
export function useChangedPages(space: string, number: string | undefined): ChangedPages | undefined {
  const { data } = useQuery({
    ...whatChanges(space, number ?? ""),
    enabled: number !== undefined,
    throwOnError: false,
  });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const { pages } = changedThings(data.changes);
    const gone = pages.filter(({ fates }) => fates.includes("deleted"));
    const fates = pages.flatMap(({ page, fates: [first] }) =>
      page === undefined || first === undefined || first === "deleted" ? [] : [[page, first] as const],
    );
    return { fates: new Map(fates), gone };
  }, [data]);
}
