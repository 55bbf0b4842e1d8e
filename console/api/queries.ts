/** What screens read, by name: each is kept by the query cache and read again when the screen is entered again. */
import { queryOptions } from "@tanstack/react-query";
import {
  type Collection,
  countDeletionInChangeRequest,
  countDeletionInSpace,
  findInOrganization,
  getAuthenticatedUser,
  getChangeRequestById,
  getCollectionById,
  getIntegrationByName,
  getOpenAPISpecBySlug,
  getOrganizationIntegrationStatus,
  NotFound,
  getOrganizationById,
  getPageById,
  getPageInChangeRequestById,
  getSiteById,
  getSiteCustomizationById,
  getSiteStructure,
  getSpaceById,
  type ListCall,
  listCollectionsInOrganizationById,
  listOrganizationsForAuthenticatedUser,
  listPages,
  listPagesInChangeRequest,
  listSpacesInOrganizationById,
  type Organization,
  type Page,
  type Space,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";
import type { ContentPlace } from "./content.ts";

/** More than anybody looks through; what is behind it is found by searching. */
const MOST_LISTED = 1_000;

async function all<Item>(list: ListCall<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length === MOST_LISTED) break;
  }
  return items;
}

export const user = () => queryOptions({ queryKey: ["user"], queryFn: () => getAuthenticatedUser(client) });

export const organizations = () =>
  queryOptions({
    queryKey: ["organizations"],
    queryFn: (): Promise<readonly Organization[]> =>
      all(listOrganizationsForAuthenticatedUser(client, { limit: 100 })),
  });

// Things that are changed under the version that was read are kept as they came: the client knows them by it.
export const organization = (id: string) =>
  queryOptions({
    queryKey: ["organization", id],
    structuralSharing: false,
    queryFn: () => getOrganizationById(client, id),
  });

export const spacesOf = (id: string) =>
  queryOptions({
    queryKey: ["organization", id, "spaces"],
    queryFn: (): Promise<readonly Space[]> => all(listSpacesInOrganizationById(client, id, { limit: 100 })),
  });

export const collectionsOf = (id: string) =>
  queryOptions({
    queryKey: ["organization", id, "collections"],
    queryFn: (): Promise<readonly Collection[]> =>
      all(listCollectionsInOrganizationById(client, id, { limit: 100, nested: true })),
  });

export const collection = (id: string) =>
  queryOptions({
    queryKey: ["collection", id],
    structuralSharing: false,
    queryFn: () => getCollectionById(client, id),
  });

export const space = (id: string) =>
  queryOptions({
    queryKey: ["space", id],
    structuralSharing: false,
    queryFn: () => getSpaceById(client, id),
  });

/** The pages of a space, or as a change request has them. @param change its number */
export const pagesOf = (id: string, change: string | undefined) =>
  queryOptions({
    queryKey: ["space", id, "pages", change ?? ""],
    queryFn: async () =>
      change === undefined
        ? (await listPages(client, id, { metadata: false, computed: false })).pages
        : (await listPagesInChangeRequest(client, id, change, { metadata: false, computed: false })).pages,
  });

/** A page with its text: one that is stored, computed pages too, or else one that is made of a computed page. */
export const page = (of: string, id: string, change: string | undefined) =>
  queryOptions({
    queryKey: ["space", of, "page", id, change ?? ""],
    queryFn: async ({ client: cache }) => {
      const read = (query: { readonly metadata: false; readonly computed?: false }) =>
        change === undefined
          ? getPageById(client, of, id, query)
          : getPageInChangeRequestById(client, of, change, id, query);
      try {
        return await read({ metadata: false, computed: false });
      } catch (error) {
        // Asked anew: a computed page that the kept list doesn't have yet may have made it.
        const pages = () => cache.fetchQuery({ ...pagesOf(of, change), staleTime: 0 });
        const isMadeThere = async () => (await pages()).some(isComputed);
        if (error instanceof NotFound && (await isMadeThere())) return read({ metadata: false });
        throw error;
      }
    },
  });

/** Whether pages are made of it, or of one below it. */
const isComputed = ({ type, pages = [] }: Page): boolean => type === "computed" || pages.some(isComputed);

/** What deleting pages takes away: asked anew each time. */
export const deletionOf = ({ space: id, number }: ContentPlace, pages: readonly string[]) =>
  queryOptions({
    queryKey: ["space", id, "deletion", number ?? "", pages],
    queryFn: () => {
      const query = { pages: pages.join(",") };
      return number === undefined
        ? countDeletionInSpace(client, id, query)
        : countDeletionInChangeRequest(client, id, number, query);
    },
    staleTime: 0,
    gcTime: 0,
  });

export const changeRequest = (of: string, number: string) =>
  queryOptions({
    queryKey: ["space", of, "change", number],
    structuralSharing: false,
    queryFn: () => getChangeRequestById(client, of, number),
  });

export const site = (of: string, id: string) =>
  queryOptions({
    queryKey: ["organization", of, "site", id],
    structuralSharing: false,
    queryFn: () => getSiteById(client, of, id),
  });

export const siteLook = (of: string, id: string) =>
  queryOptions({
    queryKey: ["organization", of, "site", id, "look"],
    structuralSharing: false,
    queryFn: () => getSiteCustomizationById(client, of, id),
  });

export const siteStructure = (of: string, id: string) =>
  queryOptions({
    queryKey: ["organization", of, "site", id, "structure"],
    queryFn: () => getSiteStructure(client, of, id),
  });

export const spec = (of: string, slug: string) =>
  queryOptions({
    queryKey: ["organization", of, "spec", slug],
    queryFn: () => getOpenAPISpecBySlug(client, of, slug),
  });

export const integration = (name: string) =>
  queryOptions({ queryKey: ["integration", name], queryFn: () => getIntegrationByName(client, name) });

/** Whether an organization has it. */
export const integrationStatus = (of: string, name: string) =>
  queryOptions({
    queryKey: ["organization", of, "integration", name],
    queryFn: () =>
      getOrganizationIntegrationStatus(client, of, name).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotFound) return false;
          throw error;
        },
      ),
  });

/** What is called so, of every kind. */
export const thingsFound = (of: string, text: string) =>
  queryOptions({
    queryKey: ["organization", of, "found", text],
    queryFn: async ({ signal }) => (await findInOrganization(client, of, { query: text }, { signal })).items,
    enabled: text.trim() !== "" && of !== "",
  });
