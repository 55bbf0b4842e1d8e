/** What is read of a space beside its pages. */
import { queryOptions } from "@tanstack/react-query";
import {
  getDocumentById,
  getPageInRevisionById,
  getRevisionById,
  getReusableContentById,
  getReusableContentInChangeRequestById,
  getRevisionSemanticChanges,
  getTags,
  getTagsInChangeRequest,
  getVariables,
  getVariablesInChangeRequest,
  listChangeRequestReusableContentBacklinks,
  listDeletedPages,
  listMembersInOrganizationById,
  listSpaceLinks,
  listSpaceReusableContentBacklinks,
  NotFound,
  type Page,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";
import type { ContentPlace } from "./content.ts";

/** A place as the API tells it, as far as it is shown. */
export interface ShownPlace {
  readonly space?: { readonly id: string; readonly title: string };
  readonly page?: { readonly id: string; readonly title: string };
  readonly reusableContent?: { readonly id: string; readonly title: string };
}

/** What a revision changed, or how it differs from another. */
export const revisionChanges = (space: string, revision: string, other: string | undefined) =>
  queryOptions({
    queryKey: ["space", space, "revision", revision, "changes", other ?? ""],
    queryFn: () =>
      getRevisionSemanticChanges(client, space, revision, {
        limit: 100,
        ...(other === undefined ? {} : { with: other }),
      }),
  });

/** A text by its id: it never changes. */
export const markdownOf = (space: string, document: string | undefined) =>
  queryOptions({
    queryKey: ["text", space, document ?? ""],
    queryFn: async () => {
      if (document === undefined) return "";
      const { markdown = "" } = (await getDocumentById(client, space, document, { format: "markdown" })) as {
        readonly markdown?: string;
      };
      return markdown;
    },
    staleTime: Infinity,
  });

export const deletedPagesOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "deleted-pages"],
    queryFn: async () => (await listDeletedPages(client, space)).items,
  });

/** A page with its text as a revision has it, which never changes; null where that one doesn't have it. */
export const pageOfRevision = (space: string, revision: string | undefined, page: string) =>
  queryOptions({
    queryKey: ["text", space, "page", page, revision ?? ""],
    staleTime: Infinity,
    queryFn: async (): Promise<Page | null> => {
      if (revision === undefined) return null;
      try {
        return await getPageInRevisionById(client, space, revision, page, { metadata: false });
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
  });

/** A revision: its pages, and when it was made. */
export const revisionOf = (space: string, revision: string) =>
  queryOptions({
    queryKey: ["text", space, "revision", revision],
    staleTime: Infinity,
    queryFn: () => getRevisionById(client, space, revision, { metadata: false }),
  });

/** What people are called, by their ids: as many as one part of the list has. */
export const namesOf = (organization: string | undefined) =>
  queryOptions({
    queryKey: ["organization", organization ?? "", "names"],
    enabled: organization !== undefined,
    staleTime: 60_000,
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const { items } = await listMembersInOrganizationById(client, organization ?? "", { limit: 1000 });
      return new Map(items.map(({ user }) => [user.id, user.displayName]));
    },
  });

/** A reusable content with its text, in the space or in a change request of it. */
export const reusableOf = ({ space, number }: ContentPlace, id: string) =>
  queryOptions({
    queryKey: ["space", space, "reusable", id, number ?? ""],
    queryFn: () =>
      number === undefined
        ? getReusableContentById(client, space, id)
        : getReusableContentInChangeRequestById(client, space, number, id),
  });

/** The same as a text includes it. */
export const shownReusable = (place: ContentPlace, id: string) =>
  queryOptions({ ...reusableOf(place, id), throwOnError: false });

/** Where it is shown: as many places as one part of the list has. */
export const usersOfReusable = ({ space, number }: ContentPlace, id: string) =>
  queryOptions({
    queryKey: ["space", space, "reusable", id, "users", number ?? ""],
    queryFn: async (): Promise<readonly ShownPlace[]> => {
      const { items } = await (number === undefined
        ? listSpaceReusableContentBacklinks(client, space, id, { limit: 100 })
        : listChangeRequestReusableContentBacklinks(client, space, number, id, { limit: 100 }));
      return items as readonly ShownPlace[];
    },
  });

/** The values that pages print where they are written: in the space, or in a change request of it. */
export const variablesOf = (space: string, number?: string) =>
  queryOptions({
    queryKey: ["space", space, "variables", number ?? ""],
    queryFn: async () =>
      (
        await (number === undefined
          ? getVariables(client, space)
          : getVariablesInChangeRequest(client, space, number))
      ).variables,
  });

/** What tags look like where pages are written: in the space, or in a change request of it. */
export const tagsOf = (space: string, number?: string) =>
  queryOptions({
    queryKey: ["space", space, "tags", number ?? ""],
    queryFn: async () =>
      (await (number === undefined ? getTags(client, space) : getTagsInChangeRequest(client, space, number)))
        .tags,
  });

/** Things that are linked to and aren't there: as many as one part of the list has. */
export const brokenLinksOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "broken-links"],
    queryFn: async () => (await listSpaceLinks(client, space, { status: "broken", limit: 1000 })).items,
  });
