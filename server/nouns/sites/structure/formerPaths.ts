/** The paths that site-spaces had: they lead to where these are now. */
import type { Read, Write } from "../../../db/database.ts";
import { type Params, prepared } from "../../../db/database.ts";
import { pathBelowSite } from "../../../../engine/siteAddress.ts";
import type { SiteKey } from "../site/present.ts";

/** Most former paths of one site-space; older ones are forgotten. */
const MOST = 50;

const placesOf = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "site_spaces.organization_id")
        .onRef("sites.id", "=", "site_spaces.site_id"),
    )
    .leftJoin("site_sections", (on) =>
      on
        .onRef("site_sections.organization_id", "=", "site_spaces.organization_id")
        .onRef("site_sections.id", "=", "site_spaces.section_id"),
    )
    .select([
      "site_spaces.id",
      "site_spaces.path",
      "site_spaces.section_id",
      "site_sections.path as section_path",
      "site_sections.default_site_space_id as section_default",
      "sites.default_site_section_id",
      "sites.default_site_space_id",
    ])
    .where("site_spaces.organization_id", "=", p("organization"))
    .where("site_spaces.site_id", "=", p("site")),
);

/** The path of each site-space of a site below its address, by id. */
export async function readPaths(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
): Promise<Map<string, string>> {
  const places = await placesOf.all(read, { organization, site });
  return new Map(places.map((place) => [place.id, pathBelowSite(place)]));
}

/**
 * Notes the paths that site-spaces have left since `before` was read.
 * @param at milliseconds
 */
export async function keepFormerPaths(
  tx: Write,
  site: SiteKey,
  before: ReadonlyMap<string, string>,
  at: number,
): Promise<void> {
  for (const [id, now] of await readPaths(tx, site)) {
    const former = before.get(id);
    if (former === undefined || former === now) continue;
    await tx
      .insertInto("former_site_paths")
      .values({
        organization_id: site.organization_id,
        site_id: site.id,
        path: former,
        site_space_id: id,
        at,
      })
      .onConflict((on) =>
        on
          .columns(["organization_id", "site_id", "path", "site_space_id"])
          .doUpdateSet((set) => ({ at: set.ref("excluded.at") })),
      )
      .execute();
    await forgetOldest(tx, site.organization_id, id);
  }
}

async function forgetOldest(tx: Write, organization: string, siteSpace: string): Promise<void> {
  const rows = await tx
    .selectFrom("former_site_paths")
    .select(["site_id", "path"])
    .where("organization_id", "=", organization)
    .where("site_space_id", "=", siteSpace)
    .orderBy("at", "desc")
    .orderBy("path")
    .execute();
  for (const { site_id, path } of rows.slice(MOST)) {
    await tx
      .deleteFrom("former_site_paths")
      .where("organization_id", "=", organization)
      .where("site_id", "=", site_id)
      .where("path", "=", path)
      .where("site_space_id", "=", siteSpace)
      .execute();
  }
}

/** A site-space that had the beginning of a path, and what follows in the path. */
interface FormerPlace {
  readonly siteSpace: string;
  readonly rest: readonly string[];
}

const byPaths = prepared(
  (read, p: Params<{ organization: string; site: string; paths: readonly string[] }>) =>
    read
      .selectFrom("former_site_paths")
      .select(["path", "site_space_id", "at"])
      .where("organization_id", "=", p("organization"))
      .where("site_id", "=", p("site"))
      .where("path", "in", p.list("paths"))
      .orderBy("at", "desc")
      .orderBy("site_space_id"),
);

/** A section and a variant: no path has more segments. */
const DEEPEST = 2;
/** So many are tried, the latest of the longest first. */
const MOST_TRIED = 10;

/** What may have stood at a path below a site's address: the longest former path first, then who left it last. */
export async function formerPlaces(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
  segments: readonly string[],
): Promise<FormerPlace[]> {
  const folded = segments.slice(0, DEEPEST).map((segment) => segment.toLowerCase());
  const paths = [...folded.keys(), folded.length].map((length) =>
    folded
      .slice(0, length)
      .map((segment) => `${segment}/`)
      .join(""),
  );
  const found = await byPaths.all(read, { organization, site, paths });
  return paths
    .toReversed()
    .flatMap((path) =>
      found
        .filter((row) => row.path === path)
        .map((row) => ({
          siteSpace: row.site_space_id,
          rest: segments.slice(path === "" ? 0 : path.split("/").length - 1),
        })),
    )
    .slice(0, MOST_TRIED);
}
