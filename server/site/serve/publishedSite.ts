import { type Believed, openBelieved } from "../../db/believed.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";

/** A space as a variant of a site, with the content that its readers see. */
export interface Variant {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly isDefault: boolean;
  readonly space: string;
  /** Hash of the root of its head. */
  readonly root: string;
}

/** A site as it stands: its settings, and its variants in their order. Deleted spaces are none of them. */
export interface PublishedSite {
  readonly site: Row<"sites">;
  readonly organization: string;
  readonly variants: readonly Variant[];
}

const siteByNames = prepared((read, p: Params<{ organization: string; basename: string }>) =>
  read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .selectAll("sites")
    .where("organizations.hostname", "=", p("organization"))
    .where("sites.basename", "=", p("basename")),
);

const variantsOf = prepared((read, p: Params<{ site: string }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .innerJoin("revisions", "revisions.id", "spaces.head")
    .select([
      "site_spaces.id",
      "site_spaces.path",
      "site_spaces.title",
      "spaces.title as space_title",
      "spaces.id as space",
      "revisions.root",
    ])
    .where("site_spaces.site_id", "=", p("site"))
    .where("spaces.deleted_at", "is", null)
    .orderBy("site_spaces.position")
    .orderBy("site_spaces.id"),
);

/** Finds sites by the names in their addresses. */
export interface PublishedSites {
  find(organization: string, basename: string): Promise<PublishedSite | undefined>;
}

export function openPublishedSites(deps: Pick<Deps, "db">): PublishedSites {
  const believed: Believed<PublishedSite> = openBelieved(deps.db, 10_000);
  return {
    find: (organization, basename) =>
      believed.read(`${organization}/${basename}`, () => readSite(deps, organization, basename)),
  };
}

async function readSite(
  { db }: Pick<Deps, "db">,
  organization: string,
  basename: string,
): Promise<PublishedSite | undefined> {
  const site = await siteByNames.first(db.read, { organization, basename });
  if (site === undefined) return undefined;
  const rows = await variantsOf.all(db.read, { site: site.id });
  const chosen = rows.find(({ id }) => id === site.default_site_space_id) ?? rows[0];
  const variants = rows.map((row) => ({
    id: row.id,
    path: row.path,
    title: row.title ?? row.space_title,
    isDefault: row === chosen,
    space: row.space,
    root: row.root,
  }));
  return { site, organization, variants };
}
