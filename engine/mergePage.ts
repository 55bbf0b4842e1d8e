import { EDITED_FIELDS, editedFields } from "./diff.ts";
import type { EditedField } from "./diff.ts";
import { sameJson } from "./json.ts";
import type { Page } from "./page.ts";

/** Two sides of a merge: `ours` is what is merged into. */
export type Side = "ours" | "theirs";

/** A value in the base and on both sides; absent where there is none. */
export interface PageVersions<V> {
  readonly base?: V | undefined;
  readonly ours?: V | undefined;
  readonly theirs?: V | undefined;
}

/** A conflict about the metadata or the place of a page. */
export type PageConflict =
  | ({
      readonly kind: "page-field";
      readonly page: string;
      readonly field: EditedField;
    } & PageVersions<unknown>)
  | ({ readonly kind: "page-position"; readonly page: string } & PageVersions<string | null>)
  /** One side removed the page, the other changed it or put pages under it; the page stays. */
  | { readonly kind: "page-removed"; readonly page: string; readonly removedBy: Side };

/** What became of a page. Where its body is "merge", both sides changed it and `page.body` is still ours. */
interface MergedPage {
  readonly page: Page | undefined;
  readonly body: Side | "merge";
  readonly conflicts: readonly PageConflict[];
}

/**
 * Chooses between three versions of a value: what only one side changed is taken from that side. `isConflict` when
 * both changed it differently; then the value is ours.
 */
export function choose<V>({ base, ours, theirs }: PageVersions<V>): {
  readonly from: Side;
  readonly isConflict: boolean;
} {
  if (sameJson(ours, theirs) || sameJson(theirs, base)) return { from: "ours", isConflict: false };
  if (sameJson(ours, base)) return { from: "theirs", isConflict: false };
  return { from: "ours", isConflict: true };
}

/**
 * When what came of a merge was changed last: where it says nothing beyond one side, when that was; where both have come
 * to say the same, when the first of them did. Undefined: nobody knows yet what it says.
 */
export function changedAt<T extends { readonly createdAt: number; readonly updatedAt: number }>(
  merged: object | undefined,
  ours: T,
  theirs: T,
): number {
  const says = ({ createdAt: _created, updatedAt: _updated, ...rest }: T): boolean =>
    merged !== undefined && sameJson(rest, { ...merged, createdAt: undefined, updatedAt: undefined });
  const sides = [ours, theirs].filter(says).map((side) => side.updatedAt);
  return sides.length > 0 ? Math.min(...sides) : Math.max(ours.updatedAt, theirs.updatedAt);
}

/** Merges the versions of one page: existence, then each field and the place for itself. */
export function mergePage(id: string, versions: PageVersions<Page>): MergedPage {
  const { base, ours, theirs } = versions;
  const { from, isConflict } = choose(versions);
  if (!isConflict) return { page: versions[from], body: from, conflicts: [] };
  if (ours === undefined || theirs === undefined) return mergeRemoved(id, base as Page, ours, theirs);
  const conflicts: PageConflict[] = [];
  const merged: Record<string, unknown> = { ...ours };
  for (const field of EDITED_FIELDS) {
    const values = { base: base?.[field], ours: ours[field], theirs: theirs[field] };
    const chosen = choose<unknown>(values);
    if (field !== "body") merged[field] = values[chosen.from];
    if (chosen.isConflict && field !== "body")
      conflicts.push({ kind: "page-field", page: id, field, ...values });
  }
  const place = mergePlace(id, { base, ours, theirs }, conflicts);
  const bodies = choose({ base: base?.body, ours: ours.body, theirs: theirs.body });
  const body = bodies.isConflict ? "merge" : bodies.from;
  merged["body"] = (body === "theirs" ? theirs : ours).body;
  const createdAt = Math.min(ours.createdAt, theirs.createdAt);
  const updatedAt = changedAt(body === "merge" ? undefined : { ...merged, ...place }, ours, theirs);
  return { page: withoutAbsent({ ...merged, ...place, createdAt, updatedAt }), body, conflicts };
}

/** A page that one side removed stays when the other side changed more than its rank among its siblings. */
function mergeRemoved(id: string, base: Page, ours: Page | undefined, theirs: Page | undefined): MergedPage {
  const [kept, side, removedBy] =
    ours === undefined ? ([theirs, "theirs", "ours"] as const) : ([ours, "ours", "theirs"] as const);
  const isChanged =
    kept !== undefined && (editedFields(base, kept).length > 0 || base.parent !== kept.parent);
  if (!isChanged) return { page: undefined, body: side, conflicts: [] };
  return { page: kept, body: side, conflicts: [{ kind: "page-removed", page: id, removedBy }] };
}

function mergePlace(
  id: string,
  { base, ours, theirs }: { base: Page | undefined; ours: Page; theirs: Page },
  conflicts: PageConflict[],
): Pick<Page, "parent" | "order"> {
  const parents = { base: base?.parent, ours: ours.parent, theirs: theirs.parent };
  const parent = choose(parents);
  if (parent.isConflict) conflicts.push({ kind: "page-position", page: id, ...parents });
  if (ours.parent !== theirs.parent) return placeOf(parent.from === "ours" ? ours : theirs);
  const order = choose({ base: base?.order, ours: ours.order, theirs: theirs.order });
  // Both moved it among the same siblings: neither place is worth a question; any choice that ignores sides will do.
  const from = order.isConflict ? (ours.order < theirs.order ? "ours" : "theirs") : order.from;
  return placeOf(from === "ours" ? ours : theirs);
}

function placeOf({ parent, order }: Page): Pick<Page, "parent" | "order"> {
  return { parent, order };
}

function withoutAbsent(fields: Record<string, unknown>): Page {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as Page;
}
