import { roleUnder } from "../../../access/scope.ts";
import { siteRights } from "../../../access/table.ts";
import { type Params, prepared } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { LoadCall } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import { loadOrganization, type OrganizationThing } from "../../orgs/queries.ts";
import { findSite, type SiteThing } from "../site/queries.ts";

export interface HostnameThing extends SiteThing {
  readonly claim: Row<"hostname_claims">;
}

const claimsOf = prepared((read, p: Params<{ hostname: string; user: string }>) =>
  read
    .selectFrom("hostname_claims")
    .innerJoin("members", "members.organization_id", "hostname_claims.organization_id")
    .selectAll("hostname_claims")
    .where("hostname_claims.hostname", "=", p("hostname"))
    .where("members.user_id", "=", p("user"))
    .where("members.disabled", "=", 0)
    .orderBy("hostname_claims.created_at")
    .orderBy("hostname_claims.site_id"),
);

/** The claim of a hostname by a site that the caller may see: the one that is proved, else the oldest. */
export async function loadHostname({ deps, identity, params }: LoadCall): Promise<HostnameThing | undefined> {
  const hostname = (params["hostname"] ?? "").toLowerCase();
  const things: HostnameThing[] = [];
  for (const claim of await claimsOf.all(deps.db.read, { hostname, user: identity.userId })) {
    const member = await deps.members.find(claim.organization_id, identity);
    const site = await findSite(deps.db.read, claim.organization_id, claim.site_id);
    if (member === undefined || site === undefined) continue;
    const rights = siteRights(await roleUnder(deps.members, site, member), member);
    if (rights.view) things.push({ site, member, rights, claim, version: versioned("sites", site) });
  }
  return things.find(({ site }) => site.hostname === hostname) ?? things[0];
}

const organizationAt = prepared((read, p: Params<{ hostname: string }>) =>
  read.selectFrom("organizations").select("id").where("hostname", "=", p("hostname")),
);

/** The organization that has a part of addresses, if the caller is a member of it. */
export async function loadSubdomain(call: LoadCall): Promise<OrganizationThing | undefined> {
  const hostname = (call.params["subdomain"] ?? "").toLowerCase();
  const organizationId = (await organizationAt.first(call.deps.db.read, { hostname }))?.id ?? "";
  return loadOrganization({ ...call, params: { organizationId } });
}
