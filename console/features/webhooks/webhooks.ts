import { queryOptions } from "@tanstack/react-query";
import { getOrganizationWebhook } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** The key of an organization's webhooks in the query cache. */
export const webhooksOf = (organization: string) => ["organization", organization, "webhooks"] as const;

export const webhookOf = (organization: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksOf(organization), id],
    structuralSharing: false,
    queryFn: () => getOrganizationWebhook(client, organization, id),
  });

/** The key of what was sent to one. */
export const deliveriesOf = (organization: string, id: string) =>
  ["organization", organization, "deliveries", id] as const;
