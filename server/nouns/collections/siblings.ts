/** Spaces and collections stand in one order among what lies in the same place. */
import { roleWithin } from "../../access/scope.ts";
import type { Member } from "../../access/policy.ts";
import { atLeast } from "../../access/roles.ts";
import type { Content } from "../../access/recompute.ts";
import type { Read, Write } from "../../db/database.ts";
import { LONG_ORDER, orderBetween, ordersBetween } from "../../engine/order.ts";
import { invalidField } from "../../http/errors.ts";

/** Where content lies: in a collection, or at the top of its organization. */
export interface Place {
  readonly organization: string;
  readonly parent: string | null;
}

type Pointer =
  | { readonly type: "space"; readonly space: string }
  | { readonly type: "collection"; readonly collection: string };

/** Beside what; at the end when neither is given. */
export interface Beside {
  readonly before?: Pointer | undefined;
  readonly after?: Pointer | undefined;
}

interface Sibling extends Content {
  readonly position: string;
  readonly acl: string;
  readonly isDeleted: boolean;
}

/** The position after everything that lies in a place. */
export async function positionAtEnd(tx: Read, place: Place): Promise<string> {
  const last = await Promise.all(
    (["spaces", "collections"] as const).map((table) =>
      tx
        .selectFrom(table)
        .select("position")
        .where("organization_id", "=", place.organization)
        .where("parent_id", place.parent === null ? "is" : "=", place.parent)
        .orderBy("position", "desc")
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const [highest] = last.flatMap((row) => row?.position ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  return orderBetween(highest, undefined);
}

/**
 * The position beside a sibling. Reads the siblings: it costs what lies in the place.
 * @param moving what is moved, which is none of its own neighbours
 * @throws 400 for a neighbour that does not lie there, or that the member can't see
 */
export async function positionBeside(
  tx: Write,
  place: Place,
  beside: Beside,
  moving: Content,
  member: Member,
): Promise<string> {
  if (beside.before === undefined && beside.after === undefined) return positionAtEnd(tx, place);
  const siblings = (await siblingsIn(tx, place)).filter(({ id }) => id !== moving.id);
  const after = await indexOf(tx, siblings, beside.after, "/position/after", member);
  const before = await indexOf(tx, siblings, beside.before, "/position/before", member);
  if (after !== undefined && before !== undefined && after >= before) {
    throw invalidField("/position", "names a sibling to stand after which itself comes after the other one.");
  }
  const at = after === undefined ? (before as number) : after + 1;
  const between = fitting(siblings[at - 1]?.position, siblings[at]?.position);
  if (between !== undefined) return between;
  const spread = await spreadOut(tx, siblings);
  return orderBetween(spread[at - 1], spread[at]);
}

/** Positions for `count` pieces of content that take the place of a collection, in their order. */
export async function positionsFrom(
  tx: Write,
  collection: {
    readonly id: string;
    readonly position: string;
    readonly organization_id: string;
    readonly parent_id: string | null;
  },
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const place = { organization: collection.organization_id, parent: collection.parent_id };
  const siblings = await siblingsIn(tx, place);
  const at = siblings.findIndex(({ id }) => id === collection.id);
  const next = siblings[at + 1]?.position;
  const fits = next === undefined || collection.position < next;
  const positions = fits ? ordersBetween(collection.position, next, count) : [];
  if (fits && positions.every((position) => position.length <= LONG_ORDER)) return positions;
  const spread = await spreadOut(tx, siblings);
  return ordersBetween(spread[at], spread[at + 1], count);
}

/** undefined: no short key fits in between. */
function fitting(before: string | undefined, after: string | undefined): string | undefined {
  if (before !== undefined && after !== undefined && before >= after) return undefined;
  const key = orderBetween(before, after);
  return key.length > LONG_ORDER ? undefined : key;
}

async function siblingsIn(tx: Read, { organization, parent }: Place): Promise<Sibling[]> {
  const inPlace = parent === null ? ("is" as const) : ("=" as const);
  const spaces = await tx
    .selectFrom("spaces")
    .select(["id", "position", "acl", "deleted_at"])
    .where("organization_id", "=", organization)
    .where("parent_id", inPlace, parent)
    .execute();
  const collections = await tx
    .selectFrom("collections")
    .select(["id", "position", "acl"])
    .where("organization_id", "=", organization)
    .where("parent_id", inPlace, parent)
    .execute();
  return [
    ...spaces.map(({ deleted_at, ...row }) => ({
      ...row,
      kind: "space" as const,
      isDeleted: deleted_at !== null,
    })),
    ...collections.map((row) => ({ ...row, kind: "collection" as const, isDeleted: false })),
  ].toSorted((a, b) => (a.position < b.position || (a.position === b.position && a.id < b.id) ? -1 : 1));
}

async function indexOf(
  tx: Read,
  siblings: readonly Sibling[],
  pointer: Pointer | undefined,
  path: string,
  member: Member,
): Promise<number | undefined> {
  if (pointer === undefined) return undefined;
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  const index = siblings.findIndex(
    (sibling) => sibling.id === id && sibling.kind === pointer.type && !sibling.isDeleted,
  );
  const found = siblings[index];
  if (found === undefined || !atLeast(await roleWithin(tx, found.acl, member), "read")) {
    throw invalidField(path, `names no ${pointer.type} that lies where this is moved to.`);
  }
  return index;
}

/** Gives all siblings new, evenly spaced positions in their order. */
async function spreadOut(tx: Write, siblings: readonly Sibling[]): Promise<string[]> {
  const positions = ordersBetween(undefined, undefined, siblings.length);
  for (const [index, { kind, id }] of siblings.entries()) {
    await tx
      .updateTable(kind === "space" ? "spaces" : "collections")
      .set({ position: positions[index] as string })
      .where("id", "=", id)
      .execute();
  }
  return positions;
}
