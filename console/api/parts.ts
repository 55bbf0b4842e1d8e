/** What is read of a space beside its pages. */
import { queryOptions } from "@tanstack/react-query";
import {
  getDocumentById,
  getRevisionSemanticChanges,
  listDeletedPages,
  listMembersInOrganizationById,
  listPagesInRevisionById,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

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

/** The pages of a revision, which never change. */
export const pagesOfRevision = (space: string, revision: string) =>
  queryOptions({
    queryKey: ["space", space, "revision", revision, "pages"],
    queryFn: async () =>
      (await listPagesInRevisionById(client, space, revision, { metadata: false, computed: false })).pages,
    staleTime: Infinity,
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
