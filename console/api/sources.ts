/** The content sources of a space: what integrations make pages of. */
import { type ContentSource, writtenSource } from "../../engine/contentSource.ts";
import { sameJson } from "../../engine/json.ts";
import { queryOptions } from "@tanstack/react-query";
import { listComputedSources, listSpaceIntegrations, refreshComputedSources } from "../../sdk/src/index.ts";
import { allOf, PART } from "./wholeList.ts";
import { client, savingClient } from "./client.ts";

/** Milliseconds after which it is looked again whether pages have been made. */
const SOON_MS = 3000;

/**
 * What came of the source of a computed page; null where none is kept of it. A page has several: one for each way that it
 * is edited in change requests.
 * @param seed what its pages' ids are made from
 */
export const sourceOf = (space: string, seed: string, source: ContentSource) =>
  queryOptions({
    queryKey: ["space", space, "source", seed, source],
    refetchInterval: ({ state: { data } }) => (data?.state === "waiting" ? SOON_MS : false),
    queryFn: async () => {
      const all = await allOf(listComputedSources(client, space, { limit: PART }));
      const written = writtenSource(source);
      return all.find((one) => one.page === seed && sameJson(one.source, written)) ?? null;
    },
  });

/** Has the pages of a source made anew. */
export const refreshSource = (space: string, seed: string): Promise<void> =>
  refreshComputedSources(savingClient, space, { page: seed });

/** A content source of an integration that is active on a space. */
export interface OfferedSource {
  /** The integration's name. */
  readonly integration: string;
  readonly id: string;
  readonly title: string;
  /** What asks what to make pages of. */
  readonly componentId: string;
}

/** Milliseconds for which what is installed is taken to be the same. */
const SAME_MS = 60_000;

/** What can make pages of a space. */
export const offeredSources = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "offered sources"],
    staleTime: SAME_MS,
    throwOnError: false,
    queryFn: async (): Promise<readonly OfferedSource[]> =>
      (await listSpaceIntegrations(client, space)).items.flatMap(({ name, contentSources }) =>
        contentSources.map(({ id, title, configuration: { componentId } }) => ({
          integration: name,
          id,
          title,
          componentId,
        })),
      ),
  });
