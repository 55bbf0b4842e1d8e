import type { PresentedShape } from "../../http/operation.ts";
import type { Organization } from "./schema.ts";
import type { OrganizationRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { organizationRules } from "../merge-rules/stored.ts";

export function presentOrganization(
  row: Row<"organizations">,
  rights: OrganizationRights,
  addresses: Addresses,
): PresentedShape<typeof Organization> {
  return {
    object: "organization",
    id: row.id,
    title: row.title,
    createdAt: timestamp(row.created_at),
    emailDomains: JSON.parse(row.email_domains),
    hostname: row.hostname,
    type: row.type,
    ...given("useCase", row.use_case),
    ...given("communityType", row.community_type),
    defaultRole: row.default_role,
    ...(row.default_content ? { defaultContent: JSON.parse(row.default_content) } : {}),
    sso: row.sso === 1,
    ...given(
      "secondFactor",
      row.factor_from === null
        ? null
        : {
            from: timestamp(row.factor_from),
            singleSignOn: row.factor_by_sso === 1 ? ("counts" as const) : ("asks" as const),
          },
    ),
    ai: row.ai === 1,
    inviteLinks: row.invite_links === 1,
    mergeRules: organizationRules(row.merge_rules),
    plan: row.plan,
    urls: {
      location: `${addresses.app}/v1/orgs/${row.id}`,
      app: `${addresses.app}/o/${row.id}`,
      ...given("logo", row.logo),
    },
    trial: { status: "notapplicable", count: 0 },
    internal_isOnNewTrial: true,
    permissions: rights,
  };
}
