/** Whose rights a sync works with, as long as they have them. */
import type { Membership, PolicyCarrier } from "../../access/members.ts";
import { roleUnder } from "../../access/scope.ts";
import { siteRights, spaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { SiteRow } from "../sites/site/present.ts";
import { findSite } from "../sites/site/queries.ts";
import { findSpaceOf } from "./queries.ts";

/** What is kept in step. */
export type SyncTarget = { readonly space: Row<"spaces"> } | { readonly site: SiteRow };

/** What says who may keep it in step. */
export type OwnedTarget = { readonly space: PolicyCarrier } | { readonly site: PolicyCarrier };

/** What of an installation says who answers for it. */
type OwnedInstallation = Pick<
  Row<"git_installations">,
  "organization_id" | "space_id" | "site_id" | "owner_id"
>;

/** What is kept in step; undefined for what is gone, or in the trash. */
export async function targetOf(
  { db }: Pick<Deps, "db">,
  installation: Omit<OwnedInstallation, "owner_id">,
): Promise<SyncTarget | undefined> {
  const { organization_id, site_id } = installation;
  const space = await findSpaceOf(db.read, installation);
  if (space?.deleted_at === null) return { space };
  const site = site_id === null ? undefined : await findSite(db.read, organization_id, site_id);
  return site && { site };
}

/** Who answers for a sync; undefined: nobody does who may. */
export async function ownerOf(
  { members }: Pick<Deps, "members">,
  { owner_id: owner, organization_id }: Pick<OwnedInstallation, "owner_id" | "organization_id">,
  target: OwnedTarget,
): Promise<Membership | undefined> {
  const member = owner === null ? undefined : await members.ofUser(organization_id, owner);
  if (member === undefined) return undefined;
  const role = await roleUnder(members, "space" in target ? target.space : target.site, member);
  const mayDo = "space" in target ? spaceRights(role).triggerGitSync : siteRights(role, member).admin;
  return mayDo ? member : undefined;
}
