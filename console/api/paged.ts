/** Lists that are read part by part, as somebody asks for more. */
import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { ListCall, ListPage } from "../../sdk/src/index.ts";

/** What is read of a list so far. */
export interface ListSoFar<Item> {
  /** Undefined until the first part is there. */
  readonly items: readonly Item[] | undefined;
  /** How many there are in all. */
  readonly count: number;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly more: () => void;
  readonly again: () => void;
}

interface PagingOptions<Item> {
  /** Reads it again after so many milliseconds, while the items say so. */
  readonly everyWhile?: readonly [milliseconds: number, holds: (items: readonly Item[]) => boolean];
}

/** The parts of a list. @param read asks for the first; it is called anew for another key */
export function usePaged<Item>(
  key: QueryKey,
  read: () => ListCall<Item>,
  { everyWhile: [milliseconds, holds] = [0, () => false] }: PagingOptions<Item> = {},
): ListSoFar<Item> {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: key,
    structuralSharing: false,
    initialPageParam: undefined as ListPage<Item> | undefined,
    // What was behind the last part may be gone when it is asked for.
    queryFn: async ({ pageParam }): Promise<ListPage<Item>> =>
      pageParam === undefined ? await read() : ((await pageParam.next()) ?? { ...pageParam, items: [] }),
    refetchInterval: (query) => {
      const parts = query.state.data?.pages ?? [];
      return holds(parts.flatMap(({ items }) => items)) ? milliseconds : false;
    },
    getNextPageParam: (last, all) => {
      const shown = all.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.count ? last : undefined;
    },
  });
  return {
    items: data?.pages.flatMap(({ items }) => items),
    count: data?.pages[0]?.count ?? 0,
    hasMore: hasNextPage,
    isReading: isFetching,
    error,
    more: () => void fetchNextPage(),
    again: () => void refetch(),
  };
}

/** A list that is read at once, as one of which all is read. */
export function wholeList<Item>(
  items: readonly Item[] | undefined,
  { error, refetch }: { readonly error: Error | null; readonly refetch: () => unknown },
): ListSoFar<Item> {
  return {
    items,
    error,
    count: items?.length ?? 0,
    hasMore: false,
    isReading: false,
    more: () => undefined,
    again: () => void refetch(),
  };
}
