import { queryOptions } from "@tanstack/react-query";
import { getTranslationSettings } from "../../../sdk/src/index.ts";
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
