import type { Static } from "typebox";
import { internPolicy, lockOrganization } from "../../access/intern.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import { brokenRule, type Read, type Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Row } from "../../db/schema.ts";
import { numberedSlug } from "../../../engine/slug.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { basenameOf } from "./site/basename.ts";
import type { SiteKey } from "./site/present.ts";
import type { UpdateSite } from "./site/schema.ts";
import { keepFormerBasename } from "./site/formerNames.ts";
import { keepFormerPaths, readPaths } from "./structure/formerPaths.ts";
import { settleDefaults } from "./structure/rearrange.ts";
import { setDefaultSiteSpace } from "./structure/siteSpaces.ts";

interface NewSite {
  readonly id: string;
  readonly organization: string;
  readonly title: string;
  /** What the basename is made from; the title unless given. */
  readonly name?: string;
  readonly type?: Row<"sites">["type"] | undefined;
  readonly visibility?: Row<"sites">["visibility"] | undefined;
  /** Who makes it. */
  readonly by?: string | undefined;
  readonly now: number;
}

/** Makes a site, unpublished; its basename comes from the title and is free in the organization. */
export async function createSite(tx: Write, input: NewSite): Promise<void> {
  // Of two that are made at once, the second sees the basename of the first.
  await lockOrganization(tx, input.organization);
  await tx
    .insertInto("sites")
    .values({
      id: input.id,
      organization_id: input.organization,
      type: input.type ?? "basic",
      title: input.title,
      title_folded: folded(input.title),
      basename: await freeBasename(tx, input.organization, basenameOf(input.name ?? input.title)),
      visibility: input.visibility ?? "public",
      agents_context: "included",
      default_level: "inherit",
      created_by: input.by ?? null,
      acl: await internPolicy(tx, input.organization, []),
      created_at: input.now,
    })
    .execute();
}

/** A basename that no site of the organization has, as it was wanted or with a number. */
export async function freeBasename(read: Read, organization: string, wanted: string): Promise<string> {
  const rows = await read
    .selectFrom("sites")
    .select("basename")
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .execute();
  const taken = new Set(rows.map(({ basename }) => basename));
  for (let number = 0; ; number++) {
    const basename = number === 0 ? wanted : numberedSlug(wanted, number);
    if (!taken.has(basename)) return basename;
  }
}

/**
 * Changes a site. Addresses that it leaves lead to it from then on.
 * @throws 409 for a basename that is taken; 400 for a foreign variant
 */
export async function patchSite(
  tx: Write,
  site: Row<"sites">,
  patch: Static<typeof UpdateSite>,
  now: number,
): Promise<void> {
  const { defaultSiteSection, defaultLevel } = patch;
  if (defaultLevel !== undefined) await lockOrganization(tx, site.organization_id);
  if (defaultSiteSection !== undefined) await refuseForeignSection(tx, site, defaultSiteSection);
  const { title, visibility, basename, adaptiveContent, agentsContext, defaultSiteSpace, proxy } = patch;
  const paths = await readPaths(tx, site);
  const update = tx
    .updateTable("sites")
    .set({
      ...(title === undefined ? {} : { title, title_folded: folded(title) }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(basename === undefined ? {} : { basename }),
      ...(adaptiveContent === undefined ? {} : { adaptive_content: adaptiveContent.enabled ? 1 : 0 }),
      ...(agentsContext === undefined ? {} : { agents_context: agentsContext }),
      ...(defaultLevel === undefined ? {} : { default_level: defaultLevel, level_owner: null }),
      ...(defaultSiteSection === undefined ? {} : { default_site_section_id: defaultSiteSection }),
      ...(proxy === undefined ? {} : { proxy: proxy === null ? null : JSON.stringify({ origin: proxy }) }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id);
  const result = await update.executeTakeFirst().catch((error: unknown) => {
    if (brokenRule(error) !== "unique") throw error;
    throw conflict("basename-taken", "/basename: another site of this organization has it; choose another.", [
      { path: "/basename", message: "is taken; choose another." },
    ]);
  });
  if (result.numUpdatedRows === 0n) throw notFound("The site");
  if (basename !== undefined && basename !== site.basename) await keepFormerBasename(tx, site);
  if (defaultLevel !== undefined)
    await recomputePolicies(tx, site.organization_id, [{ kind: "site", id: site.id }], now);
  if (defaultSiteSpace === undefined && defaultSiteSection === undefined) return;
  const section = defaultSiteSection ?? site.default_site_section_id;
  if (defaultSiteSpace !== undefined) await setDefaultSiteSpace(tx, site, section, defaultSiteSpace);
  await settleDefaults(tx, site);
  await keepFormerPaths(tx, site, paths, now);
}

async function refuseForeignSection(tx: Write, site: SiteKey, section: string): Promise<void> {
  const found = await tx
    .selectFrom("site_sections")
    .select("id")
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", section)
    .where("site_id", "=", site.id)
    .executeTakeFirst();
  if (found === undefined) throw invalidField("/defaultSiteSection", "is not a section of this site.");
}

/** Opens a site to its audience, or closes it; both may be asked for again. */
export async function setPublished(tx: Write, site: SiteKey, published: boolean): Promise<void> {
  await tx
    .updateTable("sites")
    .set({ published: published ? 1 : 0 })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .where("published", "=", published ? 0 : 1)
    .where("deleted_at", "is", null)
    .execute();
}
