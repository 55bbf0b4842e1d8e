import { queryOptions } from "@tanstack/react-query";
import { getIntegrationInstallationById, listOrganizationInstallations } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** More than an organization has. */
const MOST = 100;

/** What is installed in an organization. */
export const installationsOf = (organization: string) =>
  queryOptions({
    queryKey: ["organization", organization, "installations"],
    queryFn: async () =>
      (await listOrganizationInstallations(client, organization, { limit: MOST })).items.map(
        ({ installation }) => installation,
      ),
  });

export const installationOf = (name: string, id: string) =>
  queryOptions({
    queryKey: ["installation", name, id],
    structuralSharing: false,
    queryFn: () => getIntegrationInstallationById(client, name, id),
  });
