import type { Write } from "../../../db/database.ts";
import { orderBetween } from "../../../../engine/order.ts";
import { numberedSlug } from "../../../../engine/slug.ts";
import { invalidField } from "../../../http/errors.ts";
import { basenameOf } from "../site/basename.ts";
import type { SiteKey } from "../site/present.ts";
import type { SiteSpacePlace } from "./parts.ts";

interface NewSiteSpace {
  readonly id: string;
  readonly site: SiteKey;
  /** null: the site itself, which has no sections then. */
  readonly section?: string | null;
  readonly space: { readonly id: string; readonly title: string };
  readonly now: number;
  /** For whom it is, and how it looks otherwise than its site; everybody and in nothing unless said. */
  readonly like?: Pick<SiteSpacePlace, "condition" | "customization"> | undefined;
}

/** A path made from a title that nothing beside it has. */
export function freePath(title: string, beside: readonly string[]): string {
  const taken = new Set(beside);
  const wanted = basenameOf(title);
  let path = wanted;
  for (let number = 1; taken.has(path); number++) path = numberedSlug(wanted, number);
  return path;
}

/** Adds a space to a site as a variant, after the others; the first becomes the default. */
export async function addSiteSpace(tx: Write, input: NewSiteSpace): Promise<void> {
  const section = input.section ?? null;
  const others = await tx
    .selectFrom("site_spaces")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "site_spaces.organization_id")
        .onRef("spaces.id", "=", "site_spaces.space_id"),
    )
    .select(["site_spaces.path", "site_spaces.position", "spaces.language"])
    .where("site_spaces.organization_id", "=", input.site.organization_id)
    .where("site_spaces.site_id", "=", input.site.id)
    .where("site_spaces.section_id", section === null ? "is" : "=", section)
    .orderBy("site_spaces.position")
    .execute();
  const languages = others.map(({ language }) => language);
  const path = freePath(
    await wantedPath(tx, input, languages),
    others.map((other) => other.path),
  );
  await tx
    .insertInto("site_spaces")
    .values({
      organization_id: input.site.organization_id,
      id: input.id,
      site_id: input.site.id,
      section_id: section,
      space_id: input.space.id,
      path,
      title: null,
      condition: input.like?.condition ?? null,
      customization: input.like?.customization ?? null,
      position: orderBetween(others.at(-1)?.position, undefined),
      created_at: input.now,
    })
    .execute();
  await tx
    .updateTable("sites")
    .set({ default_site_space_id: input.id })
    .where("organization_id", "=", input.site.organization_id)
    .where("id", "=", input.site.id)
    .where("default_site_space_id", "is", null)
    .execute();
}

/** A space in another language than all beside it has that for its path, and any other its title. */
async function wantedPath(
  tx: Write,
  { site, space }: NewSiteSpace,
  beside: readonly (string | null)[],
): Promise<string> {
  const { language } = await tx
    .selectFrom("spaces")
    .select("language")
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", space.id)
    .executeTakeFirstOrThrow();
  const isTranslation = beside.some((other) => other !== null) && !beside.includes(language);
  return language !== null && isTranslation ? language : space.title;
}

/**
 * Makes a site-space the one without a path of its own: of a section, or of a site that has none.
 * @throws 400 for one that does not stand there
 */
export async function setDefaultSiteSpace(
  tx: Write,
  site: SiteKey,
  section: string | null,
  siteSpace: string,
): Promise<void> {
  const found = await tx
    .selectFrom("site_spaces")
    .select("id")
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", siteSpace)
    .where("site_id", "=", site.id)
    .where("section_id", section === null ? "is" : "=", section)
    .executeTakeFirst();
  if (found === undefined) {
    const where = section === null ? "of this site" : "of the section";
    throw invalidField("/defaultSiteSpace", `is not a site-space ${where}.`);
  }
  // Sites and sections look alike here; one name stands for both in the types.
  const [table, id] =
    section === null ? (["sites", site.id] as const) : (["site_sections", section] as const);
  await tx
    .updateTable(table as "sites")
    .set({ default_site_space_id: siteSpace })
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", id)
    .execute();
}
