import type { Member } from "../../access/policy.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { type CollectionRights, collectionRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { cutTo } from "../../http/list.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";

/** A collection with what the caller may do with it. */
interface CollectionThing extends VersionedThing {
  readonly collection: Row<"collections">;
  readonly member: Member;
  readonly rights: CollectionRights;
}

const byKey = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("collections")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("id")),
);

/** A collection of an organization. */
export function readCollection(read: Read, organization: string, id: string) {
  return byKey.first(read, { organization_id: organization, id });
}

/** The collection that the path names, with the caller's rights. */
export async function loadCollection({
  deps,
  identity,
  params,
}: LoadCall): Promise<CollectionThing | undefined> {
  const { read } = deps.db;
  const collection = await deps.addressBook.find(read, params["collectionId"] ?? "", (key) =>
    byKey.first(read, key),
  );
  if (collection === undefined) return undefined;
  const member = await deps.members.find(collection.organization_id, identity);
  if (member === undefined) return undefined;
  const rights = collectionRights(await roleUnder(deps.members, collection, member));
  return { collection, member, rights, version: versioned("collections", collection) };
}

interface Among {
  readonly organization: string;
  readonly acls: readonly string[];
  readonly ids: readonly string[];
}

const amongIds = prepared((read, p: Params<Among>) =>
  read
    .selectFrom("collections")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("acl", "in", p.list("acls"))
    .where("id", "in", p.list("ids")),
);

/** Those of some collections of an organization that are under one of these policies. */
export async function visibleCollections(read: Read, among: Among): Promise<string[]> {
  return (await amongIds.all(read, among)).map(({ id }) => id);
}

/** The collections of an organization that a member may see, in the order of their positions. */
export async function listCollections(
  deps: Deps,
  organization: string,
  member: Member,
  { nested, limit, after }: Paging & { readonly nested: boolean },
) {
  const acls = await aclsWithin(deps.members, organization, member);
  const bounds = {
    organization,
    acls,
    limit: limit + 1,
    position: String(after?.[0] ?? ""),
    id: String(after?.[1] ?? ""),
  };
  const queries = nested ? all : topmost;
  const { count } = (await queries.count.first(deps.db.read, bounds)) ?? { count: 0 };
  const rows = await queries.page.all(deps.db.read, bounds);
  const rights = new Map<string, CollectionRights>();
  for (const row of rows) {
    rights.set(row.id, collectionRights(await roleUnder(deps.members, row, member)));
  }
  const page = cutTo(limit, rows, count, (row) => [row.position, row.id]);
  return { page, rightsOf: ({ id }: Row<"collections">) => rights.get(id) as CollectionRights };
}

interface ListBounds {
  readonly organization: string;
  readonly acls: readonly string[];
  readonly limit: number;
  readonly position: string;
  readonly id: string;
}

/** Prepared once for each of the two lists. */
function listQueries(nested: boolean) {
  const visible = (read: Read, p: Params<ListBounds>) => {
    const query = read
      .selectFrom("collections")
      .where("organization_id", "=", p("organization"))
      .where("acl", "in", p.list("acls"));
    return nested ? query : query.where("parent_id", "is", null);
  };
  return {
    count: prepared((read, p: Params<ListBounds>) =>
      visible(read, p).select((eb) => eb.fn.countAll<number>().as("count")),
    ),
    page: prepared((read, p: Params<ListBounds>) =>
      visible(read, p)
        .selectAll()
        .where((eb) => eb(eb.refTuple("position", "id"), ">", eb.tuple(p("position"), p("id")) as never))
        .orderBy("position")
        .orderBy("id")
        .limit(p("limit") as never),
    ),
  };
}

const all = listQueries(true);
const topmost = listQueries(false);
