/** The collections that content is made in or moved to. */
import type { Member } from "../../access/policy.ts";
import { roleWithin } from "../../access/scope.ts";
import { collectionRights, organizationRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, invalidField } from "../../http/errors.ts";
import { readCollection } from "./queries.ts";

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
  const row = await readCollection(tx, organization, parent);
  const rights = row && collectionRights(await roleWithin(tx, row, member));
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

type Within = Params<{ organization: string; id: string }>;

/** A collection with those above it, or with all below it. */
function walk(read: Read, p: Within, direction: "up" | "down") {
  return read
    .withRecursive("walk", (db) =>
      db
        .selectFrom("collections")
        .select(["id", "parent_id"])
        .where("organization_id", "=", p("organization"))
        .where("id", "=", p("id"))
        .union(
          db
            .selectFrom("collections")
            .innerJoin("walk", (on) =>
              direction === "up"
                ? on.onRef("walk.parent_id", "=", "collections.id")
                : on.onRef("walk.id", "=", "collections.parent_id"),
            )
            .select(["collections.id", "collections.parent_id"])
            .where("collections.organization_id", "=", p("organization")),
        ),
    )
    .selectFrom("walk")
    .select(["id", "parent_id"]);
}

const chainOf = prepared((read, p: Within) => walk(read, p, "up"));
const treeOf = prepared((read, p: Within) => walk(read, p, "down"));

/** A collection and all below it. */
export async function collectionsWithin(tx: Read, organization: string, id: string): Promise<string[]> {
  return (await treeOf.all(tx, { organization, id })).map((row) => row.id);
}

/** @throws 409 when there would be too many in one another */
export async function refuseTooDeep(
  tx: Read,
  organization: string,
  parent: string | null,
  levels = 1,
): Promise<void> {
  if (parent === null) return;
  const chain = await chainOf.all(tx, { organization, id: parent });
  if (chain.length + levels <= MOST_NESTED) return;
  throw conflict(
    "too-deep",
    `Collections can be nested at most ${MOST_NESTED} levels deep; choose another parent.`,
    [{ path: "/parent", message: "is nested too deep." }],
  );
}

/**
 * Refuses a collection that lies too deep with what lies in it.
 * @throws 409
 */
export async function refuseTooDeepBelow(
  tx: Read,
  organization: string,
  parent: string | null,
  collection: string,
): Promise<void> {
  const tree = await treeOf.all(tx, { organization, id: collection });
  await refuseTooDeep(tx, organization, parent, heightOf(tree, collection));
}

/**
 * Refuses to put a collection into itself or below itself, or too deep.
 * @throws 409
 */
export async function refuseCycle(
  tx: Read,
  organization: string,
  collection: string,
  parent: string,
): Promise<void> {
  const tree = await treeOf.all(tx, { organization, id: collection });
  if (tree.some(({ id }) => id === parent)) {
    throw conflict(
      "collection-cycle",
      "A collection can't be inside itself or inside one of its own collections.",
      [{ path: "/parent", message: "is this collection or is inside it." }],
    );
  }
  await refuseTooDeep(tx, organization, parent, heightOf(tree, collection));
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
