/** Where something stands among its siblings. */
import type { Write } from "../../../db/database.ts";
import { LONG_ORDER, orderBetween, ordersBetween } from "../../../../engine/order.ts";
import { invalidField } from "../../../http/errors.ts";
import { sectionsIn, type SiteParts, siteSpacesIn, topOf } from "./parts.ts";

type PartKind = "site-space" | "site-section" | "site-section-group";

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
  const rows = type === "site-section" ? parts.sections : parts.groups;
  if (!rows.some((row) => row.id === id)) return undefined;
  const group = parts.sections.find((section) => section.id === id)?.group_id;
  return group === null || group === undefined ? topSiblings(parts) : sectionSiblings(parts, group);
}

export function topSiblings(parts: SiteParts): Sibling[] {
  return topOf(parts).map(({ kind, part }) => ({
    type: kind,
    organization_id: part.organization_id,
    id: part.id,
    position: part.position,
  }));
}

function sectionSiblings(parts: SiteParts, group: string): Sibling[] {
  return sectionsIn(parts, group).map(({ organization_id, id, position }) => ({
    type: "site-section",
    organization_id,
    id,
    position,
  }));
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

const TABLES = {
  "site-space": "site_spaces",
  "site-section": "site_sections",
  "site-section-group": "site_section_groups",
} as const;

async function writePosition(
  tx: Write,
  organization: string,
  { type, id }: Pointer,
  position: string,
): Promise<void> {
  await tx
    .updateTable(TABLES[type])
    .set({ position })
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .execute();
}
