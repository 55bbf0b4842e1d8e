import type { Static } from "typebox";
import { brokenRule, type Write } from "../../../db/database.ts";
import { orderBetween } from "../../../../engine/order.ts";
import type { RunningChange } from "../../../http/change.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { addSiteSpace, freePath, setDefaultSiteSpace } from "../structure/siteSpaces.ts";
import type { PublishableSpace } from "../structure/ownSpace.ts";
import type { SiteRow } from "../site/present.ts";
import { refuseUselessCondition } from "../structure/condition.ts";
import { deleteRedirectsTo } from "../structure/redirectsTo.ts";
import { type Section, type SiteParts, siteSpacesIn, topOf } from "../structure/parts.ts";
import type { UpdateSection } from "./schema.ts";

/** Most sections that one site has. */
const MOST = 200;

interface NewSection {
  readonly id: string;
  readonly site: SiteRow;
  readonly space: PublishableSpace;
  readonly title?: string | null | undefined;
  readonly icon?: string | null | undefined;
}

/**
 * Adds a section with a space. Site-spaces that a site without sections has become its first section, the default one.
 * @throws 409 when the site has as many as it may have
 */
export async function addSection(change: RunningChange, parts: SiteParts, input: NewSection): Promise<void> {
  const { tx, now, newId } = change;
  const { id, site, space } = input;
  if (parts.sections.length >= MOST) {
    throw conflict("too-many-sections", `A site has at most ${MOST} sections. Delete one first.`);
  }
  const alone = siteSpacesIn(parts.siteSpaces, null);
  const wrapped = alone.length === 0 ? [] : [await wrapSiteSpaces(change, parts, site)];
  const title = input.title ?? titleFrom(space.title);
  const others = [...parts.sections, ...wrapped];
  const last = topOf({ ...parts, sections: others }).at(-1);
  await insertSection(tx, {
    id,
    organization_id: site.organization_id,
    site_id: site.id,
    title,
    icon: input.icon ?? null,
    path: freePath(
      title,
      others.map(({ path }) => path),
    ),
    position: orderBetween(last?.part.position, undefined),
    created_at: now,
  });
  await addSiteSpace(tx, { id: newId(), site, section: id, space, now });
}

/** Titles of sections have two characters at least, those of spaces one. */
function titleFrom(title: string): string {
  return title.length < 2 ? `Section ${title}` : title;
}

/** Makes the site-spaces of a site without sections its first section. */
async function wrapSiteSpaces(
  { tx, now, newId }: RunningChange,
  parts: SiteParts,
  site: SiteRow,
): Promise<Section> {
  const [first] = topOf(parts);
  const section = await insertSection(tx, {
    id: newId(),
    organization_id: site.organization_id,
    site_id: site.id,
    title: site.title,
    icon: null,
    path: freePath(site.title, []),
    position: orderBetween(undefined, first?.part.position),
    default_site_space_id: site.default_site_space_id,
    created_at: now,
  });
  await tx
    .updateTable("site_spaces")
    .set({ section_id: section.id })
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("section_id", "is", null)
    .execute();
  await tx
    .updateTable("sites")
    .set({ default_site_section_id: section.id })
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .execute();
  return section;
}

function insertSection(
  tx: Write,
  row: Omit<Section, "group_id" | "description" | "condition" | "default_site_space_id" | "version"> &
    Partial<Pick<Section, "default_site_space_id">>,
): Promise<Section> {
  return tx.insertInto("site_sections").values(row).returningAll().executeTakeFirstOrThrow();
}

/**
 * Changes a section.
 * @throws 400 for a condition that can never hold and a foreign default; 409 for a path that is taken; 404 when it is
 * gone
 */
export async function patchSection(
  tx: Write,
  { organization_id, id, site_id }: Section,
  patch: Static<typeof UpdateSection>,
): Promise<void> {
  const { defaultSiteSpace, ...columns } = patch;
  refuseUselessCondition(columns.condition);
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const update = tx
    .updateTable("site_sections")
    .set(given)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  const { numUpdatedRows } = await update.executeTakeFirst().catch((error: unknown) => {
    if (brokenRule(error) !== "unique") throw error;
    throw pathTaken("another section of this site has it");
  });
  if (numUpdatedRows === 0n) throw notFound("The section");
  if (defaultSiteSpace !== undefined)
    await setDefaultSiteSpace(tx, { organization_id, id: site_id }, id, defaultSiteSpace);
}

export function pathTaken(by: string) {
  return conflict("path-taken", `/path: ${by}; choose another.`, [
    { path: "/path", message: "is taken; choose another." },
  ]);
}

/**
 * Removes a section with its site-spaces, and the redirects that lead there; the last one leaves its site-spaces to the
 * site. Their spaces stay in any case.
 * @throws 404 when it is gone
 */
export async function deleteSection(tx: Write, parts: SiteParts, id: string): Promise<void> {
  const section = parts.sections.find((each) => each.id === id);
  if (section === undefined) throw notFound("The section");
  const { organization_id, site_id } = section;
  const isLast = parts.sections.length === 1;
  if (isLast) {
    await tx
      .updateTable("site_spaces")
      .set({ section_id: null })
      .where("organization_id", "=", organization_id)
      .where("site_id", "=", site_id)
      .where("section_id", "=", id)
      .execute();
  } else {
    await tx
      .deleteFrom("site_spaces")
      .where("organization_id", "=", organization_id)
      .where("site_id", "=", site_id)
      .where("section_id", "=", id)
      .execute();
  }
  await tx
    .deleteFrom("site_sections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
  const gone = isLast ? [] : siteSpacesIn(parts.siteSpaces, id);
  const siteSpaceId = gone.map((each) => each.id);
  await deleteRedirectsTo(tx, section, { siteSectionId: [id], siteSpaceId });
}
