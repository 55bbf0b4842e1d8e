/** The content sources of a space: what integrations make pages of. */
import { type ContentSource, writtenSource } from "../../engine/contentSource.ts";
import { sameJson } from "../../engine/json.ts";
import { queryOptions } from "@tanstack/react-query";
import { listComputedSources, refreshComputedSources } from "../../sdk/src/index.ts";
import { allOf, PART } from "./changes.ts";
import { client, savingClient } from "./client.ts";

/**
 * What came of the source of a computed page; null where none is kept of it. A page has several: one for each way that it
 * is edited in change requests.
 * @param seed what its pages' ids are made from
 */
export const sourceOf = (space: string, seed: string, source: ContentSource) =>
  queryOptions({
    queryKey: ["space", space, "source", seed, source],
    queryFn: async () => {
      const all = await allOf(listComputedSources(client, space, { limit: PART }));
      const written = writtenSource(source);
      return all.find((one) => one.page === seed && sameJson(one.source, written)) ?? null;
    },
  });

/** Has the pages of a source made anew. */
export const refreshSource = (space: string, seed: string): Promise<void> =>
  refreshComputedSources(savingClient, space, { page: seed });
