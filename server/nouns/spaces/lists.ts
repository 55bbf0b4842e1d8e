import type { Member } from "../../access/policy.ts";
import { type ShowingSite, WHERE_SHOWN } from "../../access/spaces.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { cutTo, NO_ROWS, type RowPage } from "../../http/list.ts";
import type { Paging } from "../../http/operation.ts";
import { Beside } from "../../memory/beside.ts";
import type { SpaceRowWithSite } from "./present.ts";
import { TRASH_MS } from "../collections/queries.ts";
import { mostOpen } from "./queries.ts";

/** Which spaces of an organization: all, those directly in a collection, or those in the trash. */
export type SpaceSelection =
  | { readonly kind: "all" | "trash" }
  | { readonly kind: "in"; readonly collection: string };

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
function listQueries(kind: SpaceSelection["kind"]) {
  const visible = (read: Read, p: Params<Bounds>) => {
    const spaces = read
      .selectFrom("spaces")
      .where("organization_id", "=", p("organization"))
      .where(p.among("acl", "acls"));
    if (kind === "trash") return spaces.where("deleted_at", ">", p("since"));
    const living = spaces.where("deleted_at", "is", null);
    return kind === "in" ? living.where("parent_id", "=", p("collection")) : living;
  };
  // Everything at once: the page, the sites that show its spaces, and how many there are in all.
  const page = (read: Read, p: Params<Bounds>) =>
    read
      .with("page", () =>
        visible(read, p)
          .selectAll()
          .where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(p("position"), p("id")) as never))
          // What is null in all of them orders nothing; PostgreSQL walks an index only by all of its columns.
          .$if(kind === "all", (all) => all.orderBy("deleted_at"))
          .orderBy("position")
          .orderBy("id")
          .limit(p("limit") as never),
      )
      .selectFrom("page")
      .leftJoin("site_spaces", (join) =>
        join
          .onRef("site_spaces.organization_id", "=", "page.organization_id")
          .onRef("site_spaces.space_id", "=", "page.id"),
      )
      .leftJoin("sites", (join) =>
        join
          .onRef("sites.organization_id", "=", "site_spaces.organization_id")
          .onRef("sites.id", "=", "site_spaces.site_id")
          .on("sites.published", "=", 1),
      )
      .leftJoin("organizations", "organizations.id", "sites.organization_id")
      .leftJoin("site_sections", (join) =>
        join
          .onRef("site_sections.organization_id", "=", "site_spaces.organization_id")
          .onRef("site_sections.id", "=", "site_spaces.section_id"),
      )
      .leftJoin("site_auth", (on) =>
        on
          .onRef("site_auth.organization_id", "=", "sites.organization_id")
          .onRef("site_auth.site_id", "=", "sites.id"),
      )
      .selectAll("page")
      .select(() =>
        visible(read, p)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .as("total"),
      )
      .select(["site_spaces.id as variant_id", "sites.id as site_id", ...WHERE_SHOWN])
      .orderBy("page.position")
      .orderBy("page.id")
      .orderBy("sites.created_at", (order) => order.nullsLast())
      .orderBy("site_spaces.id", (order) => order.nullsLast());
  const count = (read: Read, p: Params<Bounds>) =>
    visible(read, p).select((eb) => eb.fn.countAll<number>().as("count"));
  return {
    count: prepared(count),
    page: prepared(page),
  };
}

const lists = { all: listQueries("all"), in: listQueries("in"), trash: listQueries("trash") };

/**
 * Spaces of an organization that a member may see, in the order of their positions. What is in the trash is shown to
 * those who may restore it. The same page is given for as long as it is known.
 */
export async function listSpaces(
  deps: Deps,
  organization: string,
  member: Member,
  { which, limit, after }: Paging & { readonly which: SpaceSelection },
): Promise<SpacePage> {
  const least = which.kind === "trash" ? "create" : "read";
  return readPage(deps, which, {
    organization,
    acls: await aclsWithin(deps.members, organization, member, least),
    collection: which.kind === "in" ? which.collection : "",
    since: deps.clock.now() - TRASH_MS,
    limit: limit + 1,
    position: String(after?.[0] ?? ""),
    id: String(after?.[1] ?? ""),
  });
}

/** What a member may do in each of some spaces. */
export async function rightsIn(
  deps: Deps,
  member: Member,
  rows: readonly Row<"spaces">[],
): Promise<(row: Row<"spaces">) => SpaceRights> {
  const rights = new Map<string, SpaceRights>();
  for (const row of rows) {
    if (!rights.has(row.acl)) rights.set(row.acl, spaceRights(await roleUnder(deps.members, row, member)));
  }
  return ({ acl }) => rights.get(acl) as SpaceRights;
}

/** Larger pages are not worth the memory. */
const KEPT_LIMIT = 100;

export type SpacePage = RowPage<SpaceRowWithSite>;

function readPage(deps: Deps, { kind }: SpaceSelection, bounds: Bounds): Promise<SpacePage> {
  const { page, count } = lists[kind];
  const readNow = async (on: Read): Promise<SpacePage> => {
    const found = await page.all(on, bounds);
    const [first] = found;
    if (first !== undefined)
      return cutTo(bounds.limit - 1, spacesOf(deps.addresses, found), first.total ?? 0, (row) => [
        row.position,
        row.id,
      ]);
    // What begins after the last one holds nothing that could say how many there are before it.
    const counted = bounds.position === "" ? undefined : await count.first(on, bounds);
    return { ...NO_ROWS, count: counted?.count ?? 0 };
  };
  // What is in the trash depends on the time, too.
  if (kind === "trash" || bounds.limit > KEPT_LIMIT) return readNow(deps.db.read);
  const { organization, acls, collection, limit, position, id } = bounds;
  return deps.spaces.together(
    [kind, organization, collection, limit, position, id, nameOf(acls)].join(" "),
    readNow,
  );
}

/** Hundreds of policies in one name; who asks again is given the same list of them. */
const names = new Beside<string, readonly string[]>();
const nameOf = (acls: readonly string[]): string => names.make(acls, () => contentHash(acls.join(" ")));

type SpaceListRow = Awaited<ReturnType<(typeof lists)["all"]["page"]["all"]>>[number];

/** Each space once, with where it is published. */
function spacesOf(addresses: Addresses, found: readonly SpaceListRow[]): SpaceRowWithSite[] {
  const published = mostOpen(addresses, found.flatMap(siteOf));
  const rows = found.filter(({ id }, index) => id !== found[index - 1]?.id);
  return rows.map((row) => ({ ...row, published: published.get(row.id) }));
}

/** The site that a row stands beside; none where nothing shows the space, or what does is not published. */
function siteOf({ id, variant_id, site_id, ...row }: SpaceListRow): ShowingSite[] {
  const { path, visibility, basename, organization } = row;
  const isShown =
    variant_id !== null && site_id !== null && path !== null && visibility !== null && basename !== null;
  if (!isShown || organization === null) return [];
  return [{ ...row, space_id: id, id: variant_id, site_id, path, visibility, basename, organization }];
}
