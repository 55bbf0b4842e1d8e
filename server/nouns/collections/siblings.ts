/** Spaces and collections stand in one order among what lies in the same place. */
import { sql } from "kysely";
import { roleWithin } from "../../access/scope.ts";
import type { Member } from "../../access/policy.ts";
import { atLeast } from "../../access/roles.ts";
import type { GrantedContent } from "../../access/recompute.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { LONG_ORDER, orderBetween, ordersBetween } from "../../../engine/order.ts";
import { invalidField } from "../../http/errors.ts";

/** Where content lies: in a collection, or at the top of its organization. */
interface Place {
  readonly organization: string;
  readonly parent: string | null;
}

type Pointer =
  | { readonly type: "space"; readonly space: string }
  | { readonly type: "collection"; readonly collection: string };

/** Beside what; at the end when neither is given. */
export interface SiblingPosition {
  readonly before?: Pointer | undefined;
  readonly after?: Pointer | undefined;
}

interface Sibling {
  readonly id: string;
  readonly position: string;
}

function lastIn(table: "spaces" | "collections") {
  // Both tables are alike here; one name stands for them in the types.
  const last = (read: Read) =>
    read
      .selectFrom(table as "spaces")
      .select("position")
      .orderBy("position", "desc")
      .limit(1);
  return {
    top: prepared((read, p: Params<{ organization: string }>) =>
      last(read).where("organization_id", "=", p("organization")).where("parent_id", "is", null),
    ),
    within: prepared((read, p: Params<{ organization: string; parent: string }>) =>
      last(read).where("organization_id", "=", p("organization")).where("parent_id", "=", p("parent")),
    ),
  };
}

const lasts = [lastIn("spaces"), lastIn("collections")];

/** The position after everything that lies in a place. */
export async function positionAtEnd(tx: Read, { organization, parent }: Place): Promise<string> {
  const last = await Promise.all(
    lasts.map(({ top, within }) =>
      parent === null ? top.first(tx, { organization }) : within.first(tx, { organization, parent }),
    ),
  );
  const [highest] = last.flatMap((row) => row?.position ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  return orderBetween(highest, undefined);
}

/**
 * The position beside a sibling. Only where no short key fits any more are all siblings of the place read and spread.
 * @param moving what is moved, which is none of its own neighbours
 * @throws 400 for a neighbour that does not lie there, or that the member can't see
 */
export async function positionBeside(
  tx: Write,
  place: Place,
  beside: SiblingPosition,
  moving: GrantedContent,
  member: Member,
): Promise<string> {
  if (beside.before === undefined && beside.after === undefined) return positionAtEnd(tx, place);
  const after = await namedSibling(tx, place, beside.after, moving, "/position/after", member);
  const before = await namedSibling(tx, place, beside.before, moving, "/position/before", member);
  if (after !== undefined && before !== undefined && !precedes(after, before)) {
    throw invalidField("/position", "names a sibling to stand after which itself comes after the other one.");
  }
  const low = after ?? (await neighbour(tx, place, before as Sibling, "<", moving));
  const high = after === undefined ? before : await neighbour(tx, place, after, ">", moving);
  const between = fitting(low?.position, high?.position);
  if (between !== undefined) return between;
  const siblings = (await siblingsIn(tx, place)).filter(({ id }) => id !== moving.id);
  const spread = await spreadOut(tx, place.organization, siblings);
  const at = low === undefined ? 0 : siblings.findIndex(({ id }) => id === low.id) + 1;
  return orderBetween(spread[at - 1], spread[at]);
}

/** Positions for `count` pieces of content that take the place of a collection, in their order. */
export async function positionsFrom(
  tx: Write,
  collection: Row<"collections">,
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const { id, position, organization_id: organization, parent_id: parent } = collection;
  const place = { organization, parent };
  const next = await neighbour(tx, place, { id, position }, ">", { kind: "collection", id });
  const fits = next === undefined || position < next.position;
  const positions = fits ? ordersBetween(position, next?.position, count) : [];
  if (fits && positions.every((each) => each.length <= LONG_ORDER)) return positions;
  const siblings = await siblingsIn(tx, place);
  const spread = await spreadOut(tx, place.organization, siblings);
  const at = siblings.findIndex((each) => each.id === id);
  return ordersBetween(spread[at], spread[at + 1], count);
}

/** undefined: no short key fits in between. */
function fitting(before: string | undefined, after: string | undefined): string | undefined {
  if (before !== undefined && after !== undefined && before >= after) return undefined;
  const key = orderBetween(before, after);
  return key.length > LONG_ORDER ? undefined : key;
}

/** Everything in a place, in its order. */
async function siblingsIn(tx: Read, place: Place): Promise<(Sibling & GrantedContent)[]> {
  const [spaces, collections] = [
    await inPlace(tx, "spaces", place).select(["id", "position"]).execute(),
    await inPlace(tx, "collections", place).select(["id", "position"]).execute(),
  ];
  return [
    ...spaces.map((row) => ({ ...row, kind: "space" as const })),
    ...collections.map((row) => ({ ...row, kind: "collection" as const })),
  ].toSorted((a, b) => (precedes(a, b) ? -1 : 1));
}

function inPlace(tx: Read, table: "spaces" | "collections", { organization, parent }: Place) {
  return tx
    .selectFrom(table as "collections")
    .where("organization_id", "=", organization)
    .where("parent_id", parent === null ? "is" : "=", parent);
}

/** The nearest one on one side of a sibling. */
async function neighbour(
  tx: Read,
  place: Place,
  of: Sibling,
  side: "<" | ">",
  moving: GrantedContent,
): Promise<Sibling | undefined> {
  const order = side === ">" ? "asc" : "desc";
  const found: Sibling[] = [];
  for (const table of ["spaces", "collections"] as const) {
    const nearest = await inPlace(tx, table, place)
      .select(["id", "position"])
      .where("id", "!=", moving.id)
      .where((eb) => eb(eb.refTuple("position", "id"), side, eb.tuple(of.position, of.id)))
      .orderBy("position", order)
      .orderBy("id", order)
      .limit(1)
      .executeTakeFirst();
    if (nearest !== undefined) found.push(nearest);
  }
  const [a, b] = found;
  if (a === undefined || b === undefined) return a;
  return precedes(a, b) === (side === ">") ? a : b;
}

/** The sibling that a request names, undefined when it names none. @throws 400 */
async function namedSibling(
  tx: Read,
  place: Place,
  pointer: Pointer | undefined,
  moving: GrantedContent,
  path: string,
  member: Member,
): Promise<Sibling | undefined> {
  if (pointer === undefined) return undefined;
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  const found =
    pointer.type === "space"
      ? await inPlace(tx, "spaces", place)
          .select(["organization_id", "id", "position", "acl"])
          .where("id", "=", id)
          .where(sql.ref("deleted_at"), "is", null)
          .executeTakeFirst()
      : await inPlace(tx, "collections", place)
          .select(["organization_id", "id", "position", "acl"])
          .where("id", "=", id)
          .executeTakeFirst();
  const isSeen = found !== undefined && atLeast(await roleWithin(tx, found, member), "read");
  if (!isSeen || id === moving.id) {
    throw invalidField(path, `names no ${pointer.type} that lies where this is moved to.`);
  }
  return found;
}

/** Whether one sibling stands before another. */
function precedes(a: Sibling, b: Sibling): boolean {
  return a.position < b.position || (a.position === b.position && a.id < b.id);
}

/** Gives all siblings new, evenly spaced positions in their order. */
async function spreadOut(
  tx: Write,
  organization: string,
  siblings: readonly (Sibling & GrantedContent)[],
): Promise<string[]> {
  const positions = ordersBetween(undefined, undefined, siblings.length);
  for (const [index, { kind, id }] of siblings.entries()) {
    await tx
      .updateTable(kind === "space" ? "spaces" : "collections")
      .set({ position: positions[index] as string })
      .where("organization_id", "=", organization)
      .where("id", "=", id)
      .execute();
  }
  return positions;
}
