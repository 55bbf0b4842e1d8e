/** Sites as readers would see them with what is not merged yet. */
import { queryOptions } from "@tanstack/react-query";
import { createSitePublishingPreview, listSites, type Site, type Space } from "../../sdk/src/index.ts";
import { allOf } from "./wholeList.ts";
import { client } from "./client.ts";

/** Milliseconds. Addresses are good for an hour; they are asked for anew a little before. */
export const PREVIEW_GOOD_FOR = 55 * 60_000;

/** The sites on which a space is. */
export const sitesShowing = ({ id, organization }: Space) =>
  queryOptions({
    queryKey: ["organization", organization, "sites", "of", id],
    queryFn: (): Promise<readonly Site[]> =>
      allOf(listSites(client, organization, { space: id, limit: 100 })),
    staleTime: 60_000,
  });

/** What is shown instead of what is published, by its id. */
export type ShownDraft = { readonly changeRequest: string } | { readonly revision: string };

/** The address at which a site shows it. */
export const previewOnSite = (organization: string, site: string, draft: ShownDraft) =>
  queryOptions({
    queryKey: ["organization", organization, "site", site, "preview of", draft],
    queryFn: async () => (await createSitePublishingPreview(client, organization, site, draft)).url,
    staleTime: PREVIEW_GOOD_FOR,
    refetchInterval: PREVIEW_GOOD_FOR,
  });
