/** Where something stands among its siblings. */
import type { Write } from "../../../db/database.ts";
import { LONG_ORDER, orderBetween, ordersBetween } from "../../../../engine/order.ts";
import { invalidField } from "../../../http/errors.ts";
import {
  type ExternalLink,
  PART_TABLES,
  type PartKind,
  partsIn,
  type Section,
  type SectionGroup,
  type SiteParts,
  siteSpacesIn,
  topOf,
} from "./parts.ts";

export interface Pointer {
  readonly type: PartKind;
  readonly id: string;
}

/** Beside what; at the end when neither is given. */
interface Beside {
  readonly before?: Pointer | undefined;
  readonly after?: Pointer | undefined;
}

interface Sibling extends Pointer {
  readonly organization_id: string;
  readonly position: string;
}

/** What stands beside a part, itself included; undefined when the site has no such part. */
export function siblingsOf(parts: SiteParts, { type, id }: Pointer): Sibling[] | undefined {
  if (type === "site-space") {
    const own = parts.siteSpaces.find((place) => place.id === id);
    return own && siteSpacesIn(parts.siteSpaces, own.section_id).map((place) => ({ type, ...place }));
  }
  const own = rowsOf(parts, type).find((row) => row.id === id);
  if (own === undefined) return undefined;
  const group = groupOf(own);
  return group === null ? topSiblings(parts) : partsIn(parts, group).map(siblingOf);
}

const groupOf = (row: SectionGroup | Section | ExternalLink): string | null =>
  "group_id" in row ? row.group_id : null;

function rowsOf({ groups, sections, links }: SiteParts, type: Exclude<PartKind, "site-space">) {
  return { "site-section-group": groups, "site-section": sections, "site-external-link": links }[type];
}

export function topSiblings(parts: SiteParts): Sibling[] {
  return topOf(parts).map(siblingOf);
}

function siblingOf({ kind, part }: ReturnType<typeof topOf>[number]): Sibling {
  const { organization_id, id, position } = part;
  return { type: kind, organization_id, id, position };
}

/**
 * Puts a part beside its siblings. Where no short position fits any more, all of them are spread anew.
 * @param siblings in their order, the part itself among them
 * @throws 400 for a neighbour that is none of them
 */
export async function placeAmong(
  tx: Write,
  siblings: readonly Sibling[],
  part: Pointer,
  beside: Beside = {},
): Promise<void> {
  const others = siblings.filter(({ id }) => id !== part.id);
  const organization = siblings[0]?.organization_id ?? "";
  const at = indexBeside(others, beside);
  const [low, high] = [others[at - 1]?.position, others[at]?.position];
  const fits = low === undefined || high === undefined || low < high;
  const between = fits ? orderBetween(low, high) : undefined;
  if (between !== undefined && between.length <= LONG_ORDER) {
    await writePosition(tx, organization, part, between);
    return;
  }
  const spread = ordersBetween(undefined, undefined, others.length + 1);
  const inOrder = [...others.slice(0, at), part, ...others.slice(at)];
  for (const [index, each] of inOrder.entries())
    await writePosition(tx, organization, each, spread[index] as string);
}

function indexBeside(others: readonly Sibling[], { before, after }: Beside): number {
  const upTo = before && indexOf(others, before, "/position/before");
  const from = after && indexOf(others, after, "/position/after");
  if (upTo === undefined) return from === undefined ? others.length : from + 1;
  if (from !== undefined && from >= upTo) {
    throw invalidField("/position", "names a sibling to stand after which itself comes after the other one.");
  }
  return from === undefined ? upTo : from + 1;
}

function indexOf(others: readonly Sibling[], { type, id }: Pointer, path: string): number {
  const index = others.findIndex((sibling) => sibling.id === id && sibling.type === type);
  if (index < 0) throw invalidField(path, "is not a sibling of the moved item.");
  return index;
}

async function writePosition(
  tx: Write,
  organization: string,
  { type, id }: Pointer,
  position: string,
): Promise<void> {
  await tx
    .updateTable(PART_TABLES[type])
    .set({ position })
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .execute();
}
