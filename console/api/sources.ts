/** The content sources of a space: what integrations make pages of. */
import { queryOptions } from "@tanstack/react-query";
import { listComputedSources, refreshComputedSources } from "../../sdk/src/index.ts";
import { allOf, PART } from "./changes.ts";
import { client, savingClient } from "./client.ts";

/** What came of the source of a computed page; null where none is kept of it. @param seed what its pages' ids are made from */
export const sourceOf = (space: string, seed: string) =>
  queryOptions({
    queryKey: ["space", space, "source", seed],
    queryFn: async () => {
      const all = await allOf(listComputedSources(client, space, { limit: PART }));
      return all.find(({ page }) => page === seed) ?? null;
    },
  });

/** Has the pages of a source made anew. */
export const refreshSource = (space: string, seed: string): Promise<void> =>
  refreshComputedSources(savingClient, space, { page: seed });
