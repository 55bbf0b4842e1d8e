import { sql } from "kysely";
import type { Member } from "../../access/policy.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { pathBelowSite, siteUrl } from "../../engine/siteAddress.ts";
import type { Paging } from "../../http/operation.ts";
import type { SpaceRowWithSite } from "./present.ts";
import { TRASH_MS } from "./queries.ts";

/** Which spaces of an organization: all, those directly in a collection, or those in the trash. */
export type Which = { readonly kind: "all" | "trash" } | { readonly kind: "in"; readonly collection: string };

interface Bounds {
  readonly organization: string;
  readonly acls: readonly string[];
  readonly collection: string;
  readonly since: number;
  readonly limit: number;
  readonly position: string;
  readonly id: string;
}

/** Prepared once for each kind of list. */
function listQueries(kind: Which["kind"]) {
  const visible = (read: Read, p: Params<Bounds>) => {
    const spaces = read
      .selectFrom("spaces")
      .where("organization_id", "=", p("organization"))
      .where("acl", "in", p.list("acls"));
    if (kind === "trash") return spaces.where("deleted_at", ">", p("since"));
    const living = spaces.where("deleted_at", "is", null);
    return kind === "in" ? living.where("parent_id", "=", p("collection")) : living;
  };
  const page = (read: Read, p: Params<Bounds>) =>
    visible(read, p)
      .selectAll()
      .where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(p("position"), p("id")) as never))
      .orderBy("position")
      .orderBy("id")
      .limit(p("limit") as never);
  const count = (read: Read, p: Params<Bounds>) =>
    visible(read, p).select((eb) => eb.fn.countAll<number>().as("count"));
  return {
    count: prepared(count),
    /** The page with where its spaces are published and the count, in one statement. */
    page: prepared((read, p: Params<Bounds>) =>
      read
        .selectFrom(page(read, p).as("page"))
        .leftJoin("site_spaces", (join) => join.on(sql`site_spaces.id`, "=", mostOpen(read)))
        .leftJoin("sites", "sites.id", "site_spaces.site_id")
        .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
        .leftJoin("organizations", "organizations.id", "sites.organization_id")
        .selectAll("page")
        .select([
          "site_spaces.id as variant",
          "site_spaces.path",
          "sites.visibility as site_visibility",
          "sites.basename",
          "sites.hostname",
          "sites.proxy",
          "sites.default_site_space_id",
          "sites.default_site_section_id",
          "site_spaces.section_id",
          "site_sections.path as section_path",
          "site_sections.default_site_space_id as section_default",
          "organizations.hostname as site_organization",
        ])
        .select(count(read, p).$asScalar().$castTo<number>().as("count"))
        .orderBy("page.position")
        .orderBy("page.id"),
    ),
  };
}

/** The variant by which a space is published: in the most open site, the oldest among equals. */
function mostOpen(read: Read) {
  return read
    .selectFrom("site_spaces as variants")
    .innerJoin("sites as publishing", "publishing.id", "variants.site_id")
    .select("variants.id")
    .whereRef("variants.space_id", "=", sql.ref("page.id"))
    .where("publishing.published", "=", 1)
    .orderBy(
      sql`case publishing.visibility when 'public' then 0 when 'unlisted' then 1 when 'share-link' then 2 else 3 end`,
    )
    .orderBy("publishing.created_at")
    .orderBy("variants.id")
    .limit(1);
}

const lists = { all: listQueries("all"), in: listQueries("in"), trash: listQueries("trash") };

/**
 * Spaces of an organization that a member may see, in the order of their positions. What is in the trash is shown to
 * those who may restore it.
 */
export async function listSpaces(
  deps: Deps,
  organization: string,
  member: Member,
  { which, limit, after }: Paging & { readonly which: Which },
) {
  const least = which.kind === "trash" ? "create" : "read";
  const bounds: Bounds = {
    organization,
    acls: await aclsWithin(deps.members, organization, member, least),
    collection: which.kind === "in" ? which.collection : "",
    since: deps.clock.now() - TRASH_MS,
    limit: limit + 1,
    position: String(after?.[0] ?? ""),
    id: String(after?.[1] ?? ""),
  };
  const { found, count } = await readPage(deps, which, bounds);
  const rows = found.map((row) => withSite(deps, row as FoundSpace));
  const rights = new Map<string, SpaceRights>();
  for (const { acl } of rows) {
    if (!rights.has(acl)) rights.set(acl, spaceRights(await roleUnder(deps.members, acl, member)));
  }
  return { rows, count, rightsOf: ({ acl }: Row<"spaces">) => rights.get(acl) as SpaceRights };
}

/** Larger pages are not worth the memory. */
const KEPT_LIMIT = 100;

function readPage(deps: Deps, { kind }: Which, bounds: Bounds) {
  const { page, count } = lists[kind];
  const readNow = async () => {
    const found = await page.all(deps.db.read, bounds);
    // Behind the last space there is no row to say how many there are.
    const counted = found[0] ?? (await count.first(deps.db.read, bounds)) ?? { count: 0 };
    return { found, count: counted.count };
  };
  // What is in the trash depends on the time, too.
  if (kind === "trash" || bounds.limit > KEPT_LIMIT) return readNow();
  const { organization, acls, collection, limit, position, id } = bounds;
  return deps.spaces.together(
    [kind, organization, collection, limit, position, id, ...acls].join(" "),
    readNow,
  );
}

type FoundSpace = Row<"spaces"> & {
  readonly variant: string | null;
  readonly path: string;
  readonly site_visibility: string;
  readonly basename: string;
  readonly hostname: string | null;
  readonly proxy: string | null;
  readonly default_site_space_id: string | null;
  readonly default_site_section_id: string | null;
  readonly section_id: string | null;
  readonly section_path: string | null;
  readonly section_default: string | null;
  readonly site_organization: string;
};

function withSite(deps: Deps, found: FoundSpace): SpaceRowWithSite {
  if (found.variant === null) return found;
  const { site_organization: organization, basename, hostname, proxy } = found;
  const path = pathBelowSite({ ...found, id: found.variant });
  const url = siteUrl(deps.addresses, { organization, basename, hostname, proxy }) + path;
  return { ...found, published: { visibility: found.site_visibility, url } };
}
