/** What the screens of change requests read and write. */
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeRequest,
  type ChangeRequestConflict,
  type ChangeRequestRequestedReviewer,
  type ChangeRequestReview,
  getChangeRequestChanges,
  getDocumentById,
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
  listChangeRequestConflicts,
  listChangeRequestsForSpace,
  listChangeRequestMergeRules,
  type MergeRuleState,
  type SemanticChange,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";
import { allOf, MOST_READ, PART } from "./wholeList.ts";

/** The first key of all that is read of a change request. */
export const changeKey = (space: string, number: string) => ["space", space, "change", number] as const;

interface FoundChanges {
  readonly changes: readonly SemanticChange[];
  /** How many were not read any more. */
  readonly more: number;
}

export const whatChanges = (space: string, number: string) =>
  queryOptions({
    queryKey: [...changeKey(space, number), "changes"],
    queryFn: async ({ signal }): Promise<FoundChanges> => {
      const changes: SemanticChange[] = [];
      let page: string | undefined;
      for (;;) {
        const query = { limit: PART, ...(page === undefined ? {} : { page }) };
        const part = await getChangeRequestChanges(client, space, number, query, { signal });
        changes.push(...part.changes);
        page = part.next?.page;
        if (page === undefined || changes.length >= MOST_READ) return { changes, more: part.more ?? 0 };
      }
    },
  });

/** A text as it is written, by its id: it never changes. */
export const textOf = (space: string, document: string | undefined) =>
  queryOptions({
    queryKey: ["text", space, document ?? ""],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<string> => {
      if (document === undefined) return "";
      const answer = await getDocumentById(client, space, document, { format: "markdown" });
      return (answer as { readonly markdown: string }).markdown;
    },
  });

/** More are a list of their own. */
const MOST_OF_PAGE = 10;

/** The change requests that change a page and are not merged, the newest first. */
export const changesOfPage = (space: string, page: string) =>
  queryOptions({
    queryKey: ["space", space, "changes of", page],
    queryFn: async (): Promise<readonly ChangeRequest[]> => {
      const [open, drafts] = await Promise.all(
        (["open", "draft"] as const).map((status) =>
          listChangeRequestsForSpace(client, space, { status, pageId: page, limit: MOST_OF_PAGE }),
        ),
      );
      return [...(open?.items ?? []), ...(drafts?.items ?? [])];
    },
  });

export const reviewsOf = (space: string, number: string) =>
  queryOptions({
    queryKey: [...changeKey(space, number), "reviews"],
    queryFn: (): Promise<readonly ChangeRequestReview[]> =>
      allOf(getReviewsByChangeRequestId(client, space, number, { limit: PART })),
  });

export const reviewersOf = (space: string, number: string) =>
  queryOptions({
    queryKey: [...changeKey(space, number), "reviewers"],
    queryFn: (): Promise<readonly ChangeRequestRequestedReviewer[]> =>
      allOf(getRequestedReviewersByChangeRequestId(client, space, number, { limit: PART })),
  });

export const mergeRulesOf = (space: string, number: string) =>
  queryOptions({
    queryKey: [...changeKey(space, number), "merge rules"],
    queryFn: async (): Promise<readonly MergeRuleState[]> =>
      (await listChangeRequestMergeRules(client, space, number)).items,
  });

export const conflictsOf = (space: string, number: string) =>
  queryOptions({
    queryKey: [...changeKey(space, number), "conflicts"],
    queryFn: async (): Promise<readonly ChangeRequestConflict[]> =>
      (await listChangeRequestConflicts(client, space, number)).items,
  });

/** Does something to a change request or to what is said; then all that is shown of it, and the lists that it is in, are read again. */
export function useChanging(space: string) {
  const cache = useQueryClient();
  return async <Done>(act: () => Promise<Done>): Promise<Done> => {
    try {
      return await act();
    } finally {
      const isShown = ({ queryKey: [of, id, part] }: { readonly queryKey: readonly unknown[] }): boolean =>
        of === "organization" ? part === "changes" : of === "space" && id === space;
      await cache.invalidateQueries({ predicate: isShown });
    }
  };
}
