/** What an installation keeps in step: a space, or a site with its spaces. */
import type { Static } from "typebox";
import type { Identity } from "../../access/identity.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalidField, notFound } from "../../http/errors.ts";
import type { SiteThing } from "../sites/site/queries.ts";
import { seeSpace } from "../spaces/queries.ts";
import { pagesIn } from "./known.ts";
import { findSpaceOf, loadInstallation } from "./queries.ts";
import type * as schema from "./installationSchema.ts";
import { seeSite } from "./site/connectSite.ts";

/** What is to be kept in step. @throws 404, 403 */
export async function targetOf(
  caller: { readonly deps: Deps; readonly identity: Identity },
  { target }: Pick<Static<typeof schema.CreateInstallation>, "target">,
) {
  const found =
    target.type === "site" ? await seeSite(caller, target) : await seeSpace(caller, target.spaceId);
  if (found === undefined) throw notFound("The space");
  if (!found.rights.admin)
    throw forbidden(`Your role doesn't let you change the settings of this ${target.type}.`);
  const of = "site" in found ? { site_id: found.site.id } : { space_id: found.space.id };
  const { organization_id: organization } = "site" in found ? found.site : found.space;
  const thing = "site" in found ? await spacesOn(caller.deps, found) : [found.space];
  return { thing, of, organization, member: found.member };
}

/** Who answers for a sync that somebody asks for; undefined for a space of a site that they don't administrate. */
export async function ownerBy(
  { deps, identity }: { readonly deps: Deps; readonly identity: Identity },
  { parent_id }: Row<"git_installations">,
): Promise<string | undefined> {
  if (parent_id === null) return identity.userId;
  const site = await loadInstallation({ deps, identity, params: { gitInstallationId: parent_id } });
  return site?.rights.admin === true ? identity.userId : undefined;
}

/** @throws 400 for what only spaces have that are kept in step by themselves */
export function refuseOfSpaces(body: Static<typeof schema.UpdateInstallation>): void {
  if (body.outgoing === "pull-request" || body.outgoing === "push-or-pull-request")
    throw invalidField("/outgoing", 'must be "push" or "off" for a site.');
  for (const field of ["previewPullRequests", "reviewPullRequests", "previewExternalBranches"] as const)
    if (body[field] === true) throw invalidField(`/${field}`, "must be false for a site.");
}

/** What an installation keeps in step. */
export async function spacesOf(deps: Deps, installation: Row<"git_installations">): Promise<Row<"spaces">[]> {
  const { organization_id, site_id } = installation;
  const space = await findSpaceOf(deps.db.read, installation);
  if (space !== undefined) return [space];
  return site_id === null ? [] : spacesOn(deps, { site: { organization_id, id: site_id } });
}

/** The spaces of a site. */
function spacesOn(
  { db }: Deps,
  { site }: { readonly site: Pick<SiteThing["site"], "organization_id" | "id"> },
): Promise<Row<"spaces">[]> {
  return db.read
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", site.organization_id)
    .where("deleted_at", "is", null)
    .where("id", "in", (shown) =>
      shown
        .selectFrom("site_spaces")
        .select("space_id")
        .where("organization_id", "=", site.organization_id)
        .where("site_id", "=", site.id),
    )
    .execute();
}

/** @throws 409 when pages would go that nobody has said may go */
export async function refuseToReplace(deps: Deps, spaces: readonly SpaceKey[], what: string): Promise<void> {
  let pages = 0;
  for (const space of spaces) pages += await pagesIn(deps, space);
  if (pages === 0) return;
  const count = `${pages} page${pages === 1 ? "" : "s"}`;
  throw conflict(
    "confirm-needed",
    `${what} has ${count}, and the repository takes their place. Send "confirm": true (on the command line --confirm) to go on; the revision before stays in the history.`,
    [{ path: "/confirm", message: `${what} has ${count}, and the repository takes their place.` }],
  );
}
