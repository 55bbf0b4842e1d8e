import type { Member } from "../../access/policy.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Paging } from "../../http/operation.ts";
import { TRASH_MS, withPublishedLately } from "./queries.ts";

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
    page: prepared(page),
  };
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
  const rows = await withPublishedLately(deps, found);
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
    const [found, counted] = await Promise.all([
      page.all(deps.db.read, bounds),
      count.first(deps.db.read, bounds),
    ]);
    return { found, count: counted?.count ?? 0 };
  };
  // What is in the trash depends on the time, too.
  if (kind === "trash" || bounds.limit > KEPT_LIMIT) return readNow();
  const { organization, acls, collection, limit, position, id } = bounds;
  return deps.spaces.together(
    [kind, organization, collection, limit, position, id, ...acls].join(" "),
    readNow,
  );
}
