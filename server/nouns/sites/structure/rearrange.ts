import type { Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import type { RunningChange } from "../../../http/change.ts";
import { notFound } from "../../../http/errors.ts";
import { keepFormerPaths, readPaths } from "./formerPaths.ts";
import type { SiteKey } from "../site/present.ts";
import { findSite, type SiteThing } from "../site/queries.ts";
import { readParts, sectionsInOrder, type SiteParts, siteSpacesIn } from "./parts.ts";
import { readStructure, type Structure } from "./queries.ts";

/**
 * Changes what a site consists of, one change after the other, and says how the site stands after it. Paths that its
 * site-spaces leave lead to them from then on.
 * @throws 404 when the site is gone
 */
export async function rearrange(
  deps: Deps,
  { tx, now: at }: RunningChange,
  { site, member }: SiteThing,
  work: (parts: SiteParts) => Promise<void>,
): Promise<Structure> {
  // Writing the site first keeps others from changing its parts meanwhile.
  await tx
    .updateTable("sites")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .execute();
  const paths = await readPaths(tx, site);
  await work(await readParts(tx, site));
  await settleDefaults(tx, site);
  await keepFormerPaths(tx, site, paths, at);
  const now = await findSite(tx, site.organization_id, site.id);
  if (now === undefined) throw notFound("The site");
  return readStructure(deps, now, { member }, tx);
}

/**
 * Sees to it that each section has a default among its site-spaces, and the site one among its sections: the first,
 * where the former one is gone. The site's default site-space is the one at the site's own address.
 */
export async function settleDefaults(tx: Write, site: SiteKey): Promise<void> {
  const parts = await readParts(tx, site);
  const row = await tx
    .selectFrom("sites")
    .select(["default_site_section_id", "default_site_space_id"])
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .executeTakeFirst();
  if (row === undefined) return;
  const chosen = new Map<string, string | null>();
  for (const section of parts.sections) {
    const id = kept(siteSpacesIn(parts.siteSpaces, section.id), section.default_site_space_id);
    chosen.set(section.id, id);
    if (id === section.default_site_space_id) continue;
    await tx
      .updateTable("site_sections")
      .set({ default_site_space_id: id })
      .where("organization_id", "=", section.organization_id)
      .where("id", "=", section.id)
      .execute();
  }
  const section = kept(sectionsInOrder(parts), row.default_site_section_id);
  const alone = siteSpacesIn(parts.siteSpaces, null);
  const siteSpace = section === null ? kept(alone, row.default_site_space_id) : (chosen.get(section) ?? null);
  if (section === row.default_site_section_id && siteSpace === row.default_site_space_id) return;
  await tx
    .updateTable("sites")
    .set({ default_site_section_id: section, default_site_space_id: siteSpace })
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .execute();
}

function kept(parts: readonly { readonly id: string }[], former: string | null): string | null {
  return (parts.find(({ id }) => id === former) ?? parts[0])?.id ?? null;
}
