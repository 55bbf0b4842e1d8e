/** Which two versions of a page are compared, the older one first, and how their fields differ. */
import type { ChangedAttributes, Page, RevisionEntry } from "../../../sdk/src/index.ts";
import { addressOf } from "../../routes.ts";
import { FIELD_NAMES, type FieldName } from "../writing/fields.ts";

/** A page as a revision has it; null where that one doesn't have it. */
export type Version = Page | null;

export interface Sides {
  /** What it is compared with, as the address says it: `before`, `now`, or the id of a revision. */
  readonly with: string;
  /** Ids of revisions; undefined where there was nothing before. */
  readonly before: string | undefined;
  readonly after: string;
}

interface KnownVersions {
  /** Versions, the newest first. */
  readonly items: readonly RevisionEntry[];
  /** The revision that the space has now. */
  readonly now: string;
}

/** The address that shows a version beside the page as it is. @param version the id of its revision */
export const withNow = (space: string, page: string, version: string): string =>
  `${addressOf("pageHistory", { space, page })}?${new URLSearchParams({ version, with: "now" })}`;

export function sidesOf(chosen: RevisionEntry, asked: string | null, { items, now }: KnownVersions): Sides {
  const place = items.indexOf(chosen);
  const other = items.findIndex(({ id }) => id === asked && id !== chosen.id);
  if (asked === "now") return { with: "now", before: chosen.id, after: now };
  if (other === -1) return { with: "before", before: chosen.parents[0], after: chosen.id };
  const [before, after] = other > place ? [asked ?? undefined, chosen.id] : [chosen.id, asked as string];
  return { with: asked as string, before, after };
}

/** What an editor sets, but with the whole path instead of its last part. */
const FIELDS: readonly (Exclude<FieldName, "slug"> | "path")[] = FIELD_NAMES.map((name) =>
  name === "slug" ? "path" : name,
);

/** Fields that differ, with what they were and are; undefined where none does. */
export function changedFields(before: Page, after: Page): ChangedAttributes | undefined {
  const differing = FIELDS.flatMap((name) => {
    const sides = { before: valueOf(before, name), after: valueOf(after, name) };
    return JSON.stringify(sides.before) === JSON.stringify(sides.after) ? [] : [[name, sides] as const];
  });
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}

function valueOf(page: Page, name: (typeof FIELDS)[number]): unknown {
  const value: unknown = page[name];
  return value === "" || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value;
}
