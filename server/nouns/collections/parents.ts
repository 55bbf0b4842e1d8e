/** The collections that content is made in or moved to. */
import type { Member } from "../../access/policy.ts";
import { roleWithin } from "../../access/scope.ts";
import { collectionRights, organizationRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, invalidField } from "../../http/errors.ts";

/** How many collections may lie in one another. */
export const MOST_NESTED = 20;

/**
 * Where a member may put content: a collection of the organization, or its top (null).
 * @throws 400 for a collection that is not there or not to be seen, 403 where they may not create
 */
export async function reachParent(
  tx: Read,
  organization: string,
  member: Member,
  parent: string | null,
): Promise<Row<"collections"> | null> {
  if (parent === null) {
    if (organizationRights(member.role).createContent) return null;
    throw forbidden("Your role doesn't let you create content at the top of the organization.");
  }
  const row = await tx
    .selectFrom("collections")
    .selectAll()
    .where("id", "=", parent)
    .where("organization_id", "=", organization)
    .executeTakeFirst();
  const rights = row && collectionRights(await roleWithin(tx, row.acl, member));
  if (row === undefined || !rights?.view) {
    throw invalidField("/parent", "is not a collection of this organization that you may see.");
  }
  if (!rights.create) {
    throw forbidden(
      `Your role doesn't let you create content in the collection: it takes the right "create".`,
    );
  }
  return row;
}

const chainOf = prepared((read, p: Params<{ id: string }>) =>
  read
    .withRecursive("chain", (db) =>
      db
        .selectFrom("collections")
        .select(["id", "parent_id"])
        .where("id", "=", p("id"))
        .union(
          db
            .selectFrom("collections")
            .innerJoin("chain", "chain.parent_id", "collections.id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("chain")
    .select("id"),
);

const treeOf = prepared((read, p: Params<{ id: string }>) =>
  read
    .withRecursive("tree", (db) =>
      db
        .selectFrom("collections")
        .select(["id", "parent_id"])
        .where("id", "=", p("id"))
        .union(
          db
            .selectFrom("collections")
            .innerJoin("tree", "tree.id", "collections.parent_id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("tree")
    .select(["id", "parent_id"]),
);

/** A collection and all below it. */
export async function collectionsWithin(tx: Read, id: string): Promise<string[]> {
  return (await treeOf.all(tx, { id })).map((row) => row.id);
}

/** @throws 409 when there would be too many in one another */
export async function refuseTooDeep(tx: Read, parent: string | null, levels = 1): Promise<void> {
  if (parent === null) return;
  const chain = await chainOf.all(tx, { id: parent });
  if (chain.length + levels <= MOST_NESTED) return;
  throw conflict(
    "too-deep",
    `Collections may lie in one another ${MOST_NESTED} deep; choose another parent.`,
    [{ path: "/parent", message: "lies too deep." }],
  );
}

/**
 * Refuses to put a collection into itself or below itself, or too deep.
 * @throws 409
 */
export async function refuseCycle(tx: Read, collection: string, parent: string): Promise<void> {
  const tree = await treeOf.all(tx, { id: collection });
  if (tree.some(({ id }) => id === parent)) {
    throw conflict("collection-cycle", "A collection can't lie in itself or in one that it holds.", [
      { path: "/parent", message: "is this collection or lies in it." },
    ]);
  }
  await refuseTooDeep(tx, parent, heightOf(tree, collection));
}

function heightOf(
  tree: readonly { readonly id: string; readonly parent_id: string | null }[],
  top: string,
): number {
  let level = [top];
  for (let height = 0; ; height++) {
    const above = new Set(level);
    if (above.size === 0) return height;
    level = tree
      .filter(({ id, parent_id }) => id !== top && parent_id !== null && above.has(parent_id))
      .map(({ id }) => id);
  }
}
