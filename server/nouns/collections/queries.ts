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

/** How long what was deleted can be restored, in milliseconds. */
export const TRASH_MS = 7 * 24 * 60 * 60 * 1000;

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

/** A collection of an organization; a deleted one is not found. */
export async function readCollection(
  read: Read,
  organization: string,
  id: string,
): Promise<Row<"collections"> | undefined> {
  const row = await byKey.first(read, { organization_id: organization, id });
  return row?.deleted_at === null ? row : undefined;
}

/** The collection that the path names, with the caller's rights; a deleted one is not found. */
export async function loadCollection(call: LoadCall): Promise<CollectionThing | undefined> {
  const thing = await loadCollectionOrTrash(call);
  return thing?.collection.deleted_at === null ? thing : undefined;
}

/** The same, those in the trash included for those who may restore them. */
export async function loadCollectionOrTrash({
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
  const { deleted_at: deletedAt } = collection;
  // The time decides, whether or not the job that removes it has run.
  const isHidden = deletedAt !== null && (deletedAt <= deps.clock.now() - TRASH_MS || !rights.admin);
  return isHidden ? undefined : { collection, member, rights, version: versioned("collections", collection) };
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
    .where("deleted_at", "is", null)
    .where("acl", "in", p.list("acls"))
    .where("id", "in", p.list("ids")),
);

/** Those of some collections of an organization that are under one of these policies. */
export async function visibleCollections(read: Read, among: Among): Promise<string[]> {
  return (await amongIds.all(read, among)).map(({ id }) => id);
}

/** Which collections of an organization: all, those that lie in no other, or those in the trash. */
type CollectionSelection = "all" | "topmost" | "trash";

/**
 * The collections of an organization that a member may see, in the order of their positions. What is in the trash is
 * shown to those who may restore it.
 */
export async function listCollections(
  deps: Deps,
  organization: string,
  member: Member,
  { which, limit, after }: Paging & { readonly which: CollectionSelection },
) {
  const least = which === "trash" ? "create" : "read";
  const acls = await aclsWithin(deps.members, organization, member, least);
  const bounds = {
    organization,
    acls,
    since: deps.clock.now() - TRASH_MS,
    limit: limit + 1,
    position: String(after?.[0] ?? ""),
    id: String(after?.[1] ?? ""),
  };
  const queries = lists[which];
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
  readonly since: number;
  readonly limit: number;
  readonly position: string;
  readonly id: string;
}

/** Prepared once for each of the lists. */
function listQueries(which: CollectionSelection) {
  const visible = (read: Read, p: Params<ListBounds>) => {
    const query = read
      .selectFrom("collections")
      .where("organization_id", "=", p("organization"))
      .where("acl", "in", p.list("acls"));
    if (which === "trash") return query.where("deleted_at", ">", p("since"));
    const living = query.where("deleted_at", "is", null);
    return which === "all" ? living : living.where("parent_id", "is", null);
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

const lists = { all: listQueries("all"), topmost: listQueries("topmost"), trash: listQueries("trash") };
