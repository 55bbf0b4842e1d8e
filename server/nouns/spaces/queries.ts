import type { Member } from "../../access/policy.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { siteUrl } from "../../engine/siteAddress.ts";
import type { LoadCall, Loaded, Paging } from "../../http/operation.ts";
import type { Published, SpaceRowWithSite } from "./present.ts";

/** A space with what the caller may do in it. */
export interface SpaceThing extends Loaded {
  readonly space: Row<"spaces">;
  readonly member: Member;
  readonly rights: SpaceRights;
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("spaces").selectAll().where("id", "=", p("id")),
);

export function findSpace(read: Read, id: string): Promise<Row<"spaces"> | undefined> {
  return byId.first(read, { id });
}

async function withRights(deps: Deps, userId: string, space: Row<"spaces">): Promise<SpaceThing | undefined> {
  const member = await deps.members.find(space.organization_id, userId);
  if (member === undefined) return undefined;
  const rights = spaceRights(await roleUnder(deps.members, space.acl, member));
  return { space, member, rights, version: space.version };
}

/** The space that the path names, with the caller's rights; a deleted one is not found. */
export async function loadSpace({ deps, identity, params }: LoadCall): Promise<SpaceThing | undefined> {
  const space = await byId.first(deps.db.read, { id: params["spaceId"] ?? "" });
  if (space === undefined || space.deleted_at !== null) return undefined;
  return withRights(deps, identity.userId, space);
}

/** The same, deleted ones included for those who may restore them. */
export async function loadSpaceOrTrash({
  deps,
  identity,
  params,
}: LoadCall): Promise<SpaceThing | undefined> {
  const space = await byId.first(deps.db.read, { id: params["spaceId"] ?? "" });
  if (space === undefined) return undefined;
  const thing = await withRights(deps, identity.userId, space);
  return space.deleted_at === null || thing?.rights.admin ? thing : undefined;
}

const sitesOf = prepared((read, p: Params<{ spaces: readonly string[] }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select([
      "site_spaces.space_id",
      "site_spaces.id",
      "site_spaces.path",
      "sites.visibility",
      "sites.basename",
      "sites.hostname",
      "sites.default_site_space_id",
      "organizations.hostname as organization",
    ])
    .where("site_spaces.space_id", "in", p.list("spaces"))
    .where("sites.published", "=", 1)
    .orderBy("sites.created_at")
    .orderBy("site_spaces.id"),
);

const OPENNESS = ["public", "unlisted", "share-link", "visitor-auth"];

/** Where spaces are published: for each the most open site, the oldest among equals. */
export async function publishedSites(
  read: Read,
  addresses: Addresses,
  spaces: readonly string[],
): Promise<Map<string, Published>> {
  const found = new Map<string, Published>();
  if (spaces.length === 0) return found;
  for (const row of await sitesOf.all(read, { spaces })) {
    const other = found.get(row.space_id);
    if (other && OPENNESS.indexOf(other.visibility) <= OPENNESS.indexOf(row.visibility)) continue;
    const path = row.default_site_space_id === row.id ? "" : `${row.path}/`;
    found.set(row.space_id, { visibility: row.visibility, url: siteUrl(addresses, row) + path });
  }
  return found;
}

/** Rows with where they are published, for the presenter. */
export async function withPublished(
  read: Read,
  addresses: Addresses,
  rows: readonly Row<"spaces">[],
): Promise<SpaceRowWithSite[]> {
  const published = await publishedSites(
    read,
    addresses,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, published: published.get(row.id) }));
}

/** The spaces of an organization that a member may see, in the order of their positions. */
export async function listSpaces(
  deps: Deps,
  organization: string,
  member: Member,
  { deleted = false, limit, after }: Paging & { readonly deleted?: boolean },
) {
  const { read } = deps.db;
  const acls = await aclsWithin(read, deps.members, organization, member, deleted ? "create" : "read");
  const bounds = {
    organization,
    acls,
    limit: limit + 1,
    position: String(after?.[0] ?? ""),
    id: String(after?.[1] ?? ""),
  };
  const queries = deleted ? trash : living;
  const [{ count } = { count: 0 }, rows] = [
    await queries.count.first(read, bounds),
    await queries.page.all(read, bounds),
  ];
  const roles = new Map<string, SpaceRights>();
  for (const { acl } of rows) {
    if (!roles.has(acl)) roles.set(acl, spaceRights(await roleUnder(deps.members, acl, member)));
  }
  return { rows, count, rightsOf: (row: Row<"spaces">) => roles.get(row.acl) as SpaceRights };
}

interface ListBounds {
  readonly organization: string;
  readonly acls: readonly string[];
  readonly limit: number;
  readonly position: string;
  readonly id: string;
}

/** Prepared once for each of the two lists: the living and the trash. */
function listQueries(isDeleted: "is" | "is not") {
  return {
    count: prepared((read, p: Params<ListBounds>) =>
      read
        .selectFrom("spaces")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("organization_id", "=", p("organization"))
        .where("deleted_at", isDeleted, null)
        .where("acl", "in", p.list("acls")),
    ),
    page: prepared((read, p: Params<ListBounds>) =>
      read
        .selectFrom("spaces")
        .selectAll()
        .where("organization_id", "=", p("organization"))
        .where("deleted_at", isDeleted, null)
        .where("acl", "in", p.list("acls"))
        .where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(p("position"), p("id")) as never))
        .orderBy("position")
        .orderBy("id")
        .limit(p("limit") as never),
    ),
  };
}

const living = listQueries("is");
const trash = listQueries("is not");
