import { queryOptions } from "@tanstack/react-query";
import { getSpaceTranslation, getTranslationSettings, NotFound } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** The key of an organization's translations in the query cache. */
export const translationsOf = (organization: string) =>
  ["organization", organization, "translations"] as const;

export const translationOf = (organization: string, id: string) =>
  queryOptions({
    queryKey: [...translationsOf(organization), id],
    structuralSharing: false,
    queryFn: () => getTranslationSettings(client, organization, id),
  });

/** What a space translates; null for one that translates none. */
export const spaceTranslationOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "translation"],
    structuralSharing: false,
    queryFn: () =>
      getSpaceTranslation(client, space).catch((error: unknown) => {
        if (error instanceof NotFound) return null;
        throw error;
      }),
  });
