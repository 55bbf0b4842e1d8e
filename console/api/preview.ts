/** Sites as readers would see them with what is not merged yet. */
import { queryOptions } from "@tanstack/react-query";
import { createSitePublishingPreview, listSites, type Site, type Space } from "../../sdk/src/index.ts";
import { allOf } from "./changes.ts";
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

/** The address at which a site shows a change request. @param changeRequest its id */
export const previewOnSite = (organization: string, site: string, changeRequest: string) =>
  queryOptions({
    queryKey: ["organization", organization, "site", site, "preview of", changeRequest],
    queryFn: async () =>
      (await createSitePublishingPreview(client, organization, site, { changeRequest })).url,
    staleTime: PREVIEW_GOOD_FOR,
    refetchInterval: PREVIEW_GOOD_FOR,
  });
