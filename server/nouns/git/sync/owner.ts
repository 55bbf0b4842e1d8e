/** Whose rights a sync works with, as long as they have them. */
import type { Membership } from "../../../access/members.ts";
import { roleUnder } from "../../../access/scope.ts";
import { siteRights, spaceRights } from "../../../access/table.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { SiteRow } from "../../sites/site/present.ts";

/** What is kept in step. */
export type SyncTarget = { readonly space: Row<"spaces"> } | { readonly site: SiteRow };

/** Who answers for a sync; undefined: nobody does who may. */
export async function ownerOf(
  { members }: Pick<Deps, "members">,
  { owner_id: owner, organization_id }: Row<"git_installations">,
  target: SyncTarget,
): Promise<Membership | undefined> {
  const member = owner === null ? undefined : await members.ofUser(organization_id, owner);
  if (member === undefined) return undefined;
  const role = await roleUnder(members, "space" in target ? target.space : target.site, member);
  const mayDo = "space" in target ? spaceRights(role).triggerGitSync : siteRights(role, member).admin;
  return mayDo ? member : undefined;
}
