import type { Addresses } from "../../../deps.ts";
import type { Operation } from "../../../http/operation.ts";
import { permissionsOf } from "../../permissions/operations.ts";
import { type EveryoneRow, presentEffective } from "../../permissions/present.ts";
import { EffectiveSitePermission } from "../../permissions/schema.ts";
import type { SubjectKind } from "../../permissions/kinds.ts";
import type { Subject } from "../../permissions/subject.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";

/** What a role comes from, as clients of the public API know it. */
function originOf({ reason, team }: EveryoneRow, { row }: Subject) {
  if (reason.kind === "administrator" || reason.kind === "organization")
    return { type: "organization" as const, organization: row.organization_id };
  const at = { type: "site" as const, site: row.id };
  if (reason.kind === "user") return { ...at, reason: "member" as const };
  if (reason.kind === "team")
    return { ...at, reason: "team" as const, ...(team === undefined ? {} : { team: team.id }) };
  return { ...at, reason: "default" as const };
}

const ofSite: SubjectKind = {
  name: "Site",
  resource: "sites",
  scope: "site",
  tag: "Sites",
  noun: "The site",
  url: "/orgs/:organizationId/sites/:siteId/permissions",
  params: SiteParams,
  load: async (call) => {
    const thing = await loadSite(call);
    if (thing === undefined || thing.reader !== undefined) return undefined;
    const { site, rights, member } = thing;
    return { rights, member, row: site, content: { kind: "site", id: site.id } };
  },
  everyone: EffectiveSitePermission,
  present: (row, thing, addresses: Addresses) => ({
    ...presentEffective(row, thing.member, addresses),
    origin: originOf(row, thing),
    disabled: false as const,
  }),
};

export const sitePermissionOperations: readonly Operation[] = permissionsOf(ofSite);
