import type { Static } from "typebox";
import { lockOrganization } from "../../access/intern.ts";
import { brokenRule, type Read, type Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Row } from "../../db/schema.ts";
import { orderBetween } from "../../engine/order.ts";
import { numberedSlug, slugFromTitle } from "../../engine/slug.ts";
import { conflict, invalidField, preconditionFailed } from "../../http/errors.ts";
import type { UpdateSite } from "./schema.ts";

export interface NewSite {
  readonly id: string;
  readonly organization: string;
  readonly title: string;
  /** What the basename is made from; the title unless given. */
  readonly name?: string;
  readonly type?: string | undefined;
  readonly visibility?: string | undefined;
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
      basename: await freeBasename(tx, input.organization, input.name ?? input.title),
      visibility: input.visibility ?? "public",
      agents_context: "included",
      created_at: input.now,
    })
    .execute();
}

/** Only letters, digits and hyphens of ASCII: a basename is typed by hand and quoted on paper. */
function basenameOf(title: string): string {
  const ascii = slugFromTitle(title.normalize("NFKD").replace(/\p{M}/gu, ""));
  return ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "docs";
}

async function freeBasename(read: Read, organization: string, title: string): Promise<string> {
  const wanted = basenameOf(title);
  const rows = await read
    .selectFrom("sites")
    .select("basename")
    .where("organization_id", "=", organization)
    .execute();
  const taken = new Set(rows.map(({ basename }) => basename));
  for (let number = 0; ; number++) {
    const basename = number === 0 ? wanted : numberedSlug(wanted, number);
    if (!taken.has(basename)) return basename;
  }
}

export interface NewSiteSpace {
  readonly id: string;
  readonly site: string;
  readonly space: { readonly id: string; readonly title: string };
  readonly now: number;
}

/** Adds a space to a site as a variant, after the others; the first becomes the default. */
export async function addSiteSpace(tx: Write, input: NewSiteSpace): Promise<void> {
  const others = await tx
    .selectFrom("site_spaces")
    .select(["path", "position"])
    .where("site_id", "=", input.site)
    .orderBy("position")
    .execute();
  const taken = new Set(others.map(({ path }) => path));
  const wanted = basenameOf(input.space.title);
  let path = wanted;
  for (let number = 1; taken.has(path); number++) path = numberedSlug(wanted, number);
  await tx
    .insertInto("site_spaces")
    .values({
      id: input.id,
      site_id: input.site,
      section_id: null,
      space_id: input.space.id,
      path,
      title: null,
      condition: null,
      position: orderBetween(others.at(-1)?.position, undefined),
      created_at: input.now,
    })
    .execute();
  await tx
    .updateTable("sites")
    .set({ default_site_space_id: input.id })
    .where("id", "=", input.site)
    .where("default_site_space_id", "is", null)
    .execute();
}

/**
 * Changes a site.
 * @throws 412 when it is no longer at `expected`; 409 for a basename that is taken; 400 for a foreign variant
 */
export async function patchSite(
  tx: Write,
  site: Row<"sites">,
  patch: Static<typeof UpdateSite>,
  expected: number | undefined,
): Promise<void> {
  if (patch.defaultSiteSpace !== undefined) await refuseForeign(tx, site.id, patch.defaultSiteSpace);
  const { title, visibility, basename, adaptiveContent, agentsContext, defaultSiteSpace, proxy } = patch;
  let update = tx
    .updateTable("sites")
    .set({
      ...(title === undefined ? {} : { title, title_folded: folded(title) }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(basename === undefined ? {} : { basename }),
      ...(adaptiveContent === undefined ? {} : { adaptive_content: adaptiveContent.enabled ? 1 : 0 }),
      ...(agentsContext === undefined ? {} : { agents_context: agentsContext }),
      ...(defaultSiteSpace === undefined ? {} : { default_site_space_id: defaultSiteSpace }),
      ...(proxy === undefined ? {} : { proxy: proxy === null ? null : JSON.stringify({ origin: proxy }) }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", site.id);
  if (expected !== undefined) update = update.where("version", "=", expected);
  const result = await update.executeTakeFirst().catch((error: unknown) => {
    if (brokenRule(error) !== "unique") throw error;
    throw conflict("basename-taken", "basename: another site of this organization has it; choose another.", [
      { path: "/basename", message: "is taken; choose another." },
    ]);
  });
  if (result.numUpdatedRows === 0n) throw preconditionFailed();
}

async function refuseForeign(tx: Write, site: string, siteSpace: string): Promise<void> {
  const found = await tx
    .selectFrom("site_spaces")
    .select("id")
    .where("id", "=", siteSpace)
    .where("site_id", "=", site)
    .executeTakeFirst();
  if (found === undefined) throw invalidField("/defaultSiteSpace", "is not a site-space of this site.");
}

/** Opens a site to its audience, or closes it; both may be asked for again. */
export async function setPublished(tx: Write, site: string, published: boolean): Promise<void> {
  await tx
    .updateTable("sites")
    .set({ published: published ? 1 : 0 })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", site)
    .where("published", "=", published ? 0 : 1)
    .execute();
}

/** Removes a site for good; its spaces stay. */
export async function deleteSite(tx: Write, site: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("sites").where("id", "=", site).executeTakeFirst();
  return numDeletedRows > 0n;
}
