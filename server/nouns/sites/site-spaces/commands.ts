import { brokenRule, type Write } from "../../../db/database.ts";
import type { RunningChange } from "../../../http/change.ts";
import { conflict, invalidField, notFound } from "../../../http/errors.ts";
import { addSiteSpace } from "../structure/siteSpaces.ts";
import type { PublishableSpace } from "../structure/ownSpace.ts";
import { pathTaken } from "../sections/commands.ts";
import { refuseUselessCondition } from "../structure/condition.ts";
import type { SiteKey } from "../site/present.ts";
import { deleteRedirectsTo } from "../structure/redirectsTo.ts";
import { type SiteParts, type SiteSpacePlace, siteSpacesIn } from "../structure/parts.ts";

/** Most site-spaces that one site has. */
const MOST = 500;

interface AddedSiteSpace {
  readonly id: string;
  readonly site: SiteKey;
  readonly space: PublishableSpace;
  /** Where no section is named: the default one, null for a site without sections. */
  readonly section: string | null;
  /** The one that it is a copy of, whose condition and look it gets. */
  readonly like?: SiteSpacePlace | undefined;
}

/**
 * Adds a space to a section, or to a site without sections.
 * @throws 400 for a foreign section; 409 when the site has as many as it may have
 */
export async function addToSite(
  { tx, now }: RunningChange,
  parts: SiteParts,
  { id, site, space, section, like }: AddedSiteSpace,
): Promise<void> {
  if (parts.siteSpaces.length >= MOST) {
    throw conflict("too-many-site-spaces", `A site has at most ${MOST} site-spaces. Remove one first.`);
  }
  if (section !== null && !parts.sections.some((each) => each.id === section)) {
    throw invalidField("/sectionId", "is not a section of this site.");
  }
  await addSiteSpace(tx, { id, site, section, space, now, like });
}

/** What names a site-space. */
type SiteSpaceKey = Pick<SiteSpacePlace, "organization_id" | "id">;

interface SiteSpacePatch {
  readonly path?: string | undefined;
  readonly condition?: string | null | undefined;
  readonly space_id?: string | undefined;
}

/**
 * Changes a site-space.
 * @throws 400 for a condition that can never hold; 409 for a path that is taken; 404 when it is gone
 */
export async function patchSiteSpace(
  tx: Write,
  { organization_id, id }: SiteSpaceKey,
  patch: SiteSpacePatch,
): Promise<void> {
  refuseUselessCondition(patch.condition);
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const update = tx
    .updateTable("site_spaces")
    .set(given)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  const { numUpdatedRows } = await update.executeTakeFirst().catch((error: unknown) => {
    if (brokenRule(error) !== "unique") throw error;
    throw pathTaken("another site-space beside it has it");
  });
  if (numUpdatedRows === 0n) throw notFound("The site-space");
}

/**
 * Removes a space from a site, and the redirects that lead to it there; the space itself stays.
 * @throws 404 when it is gone; 409 when it is all that its section has
 */
export async function removeSiteSpace(tx: Write, parts: SiteParts, id: string): Promise<void> {
  const place = parts.siteSpaces.find((each) => each.id === id);
  if (place === undefined) throw notFound("The site-space");
  if (place.section_id !== null && siteSpacesIn(parts.siteSpaces, place.section_id).length === 1) {
    throw conflict("last-site-space", "It is the only one in its section. Delete the section instead.");
  }
  await tx
    .deleteFrom("site_spaces")
    .where("organization_id", "=", place.organization_id)
    .where("id", "=", id)
    .execute();
  await deleteRedirectsTo(tx, place, { siteSpaceId: [id] });
}
