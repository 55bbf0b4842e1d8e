import { queryOptions } from "@tanstack/react-query";
import { getOrganizationSAMLProviderById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** The key of an organization's identity providers in the query cache. */
export const providersOf = (organization: string) => ["organization", organization, "saml"] as const;

export const providerOf = (organization: string, id: string) =>
  queryOptions({
    queryKey: [...providersOf(organization), id],
    structuralSharing: false,
    queryFn: () => getOrganizationSAMLProviderById(client, organization, id),
  });
