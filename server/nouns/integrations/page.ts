import type { Identity } from "../../access/identity.ts";
import type { Deps } from "../../deps.ts";
import { type ListBody, pageOf } from "../../http/list.ts";
import type { Paging, PresentedShape } from "../../http/operation.ts";
import { presentIntegration } from "./present.ts";
import type { Integration } from "./schema.ts";
import {
  type IntegrationFilters,
  type IntegrationSelection,
  listIntegrations,
  withOwners,
} from "./queries.ts";

/** A page of integrations with their owners. */
export async function integrationsPage(
  deps: Deps,
  identity: Identity | undefined,
  listed: IntegrationSelection,
  filters: IntegrationFilters,
  paging: Paging,
): Promise<{ status: 200; body: ListBody<PresentedShape<typeof Integration>> }> {
  const page = await listIntegrations(deps.db.read, listed, filters, paging);
  const rows = await withOwners(deps, identity, page.rows);
  return pageOf({ ...page, rows }, (row) => presentIntegration(row, deps.addresses));
}
