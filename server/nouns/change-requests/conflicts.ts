/** What a merge could not decide, as it is kept with the change request until somebody does. */
import { type ConflictDetail, type ConflictKind, type MergedContent } from "../../content/mergeContent.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { TouchedPage } from "../../engine/change.ts";
import { sameJson } from "../../engine/json.ts";
import { conflict } from "../../http/errors.ts";

/** How a conflict was decided; "edited": by changing the page itself. */
export type Resolution = "primary" | "changed" | "edited" | { readonly markdown: string };

/** @throws 409 while conflicts are undecided */
export function refuseUndecided({ conflicts }: Row<"change_requests">): void {
  if (conflicts === 0) return;
  throw conflict(
    "unresolved-conflicts",
    `This change request has ${conflicts} unresolved conflict${conflicts === 1 ? "" : "s"}; decide them first.`,
  );
}

/** Replaces the conflicts of a change request by those of its latest merge, in the transaction of that merge. */
export async function recordConflicts(
  tx: Write,
  request: string,
  { conflicts, bodies }: Pick<MergedContent, "conflicts" | "bodies">,
  newId: () => string,
  now: number,
): Promise<void> {
  await tx.deleteFrom("conflicts").where("change_request_id", "=", request).execute();
  await tx.deleteFrom("conflicting_bodies").where("change_request_id", "=", request).execute();
  for (const [position, { kind, source, detail }] of conflicts.entries()) {
    await tx
      .insertInto("conflicts")
      .values({
        id: newId(),
        change_request_id: request,
        position,
        kind,
        source,
        detail: JSON.stringify(detail),
        resolution: null,
        created_at: now,
        resolved_at: null,
      })
      .execute();
  }
  for (const [source, parts] of bodies) {
    await tx
      .insertInto("conflicting_bodies")
      .values({ change_request_id: request, source, parts: JSON.stringify(parts) })
      .execute();
  }
  await countConflicts(tx, request);
}

/** Makes the count of undecided conflicts true again. */
async function countConflicts(tx: Write, request: string): Promise<void> {
  await tx
    .updateTable("change_requests")
    .set((eb) => ({
      conflicts: eb
        .selectFrom("conflicts")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .where("change_request_id", "=", request)
        .where("resolution", "is", null) as never,
    }))
    .where("id", "=", request)
    .execute();
}

/** The conflicts of a change request's latest merge, decided or not. */
export function conflictsOf(read: Read, request: string): Promise<Row<"conflicts">[]> {
  return read
    .selectFrom("conflicts")
    .selectAll()
    .where("change_request_id", "=", request)
    .orderBy("position")
    .execute();
}

/** Notes how a conflict was decided. */
export async function decide(
  tx: Write,
  request: string,
  ids: readonly string[],
  resolution: Resolution,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("conflicts")
    .set({ resolution: JSON.stringify(resolution), resolved_at: now })
    .where("change_request_id", "=", request)
    .where("id", "in", ids)
    .execute();
  await countConflicts(tx, request);
}

/** Whoever edits what is contested has decided it. */
export async function decideEdited(
  tx: Write,
  request: string,
  pages: readonly TouchedPage[],
  now: number,
): Promise<void> {
  const touched = new Map(pages.map((page) => [page.id, page]));
  const rows = (await conflictsOf(tx, request)).filter((row) => {
    const page = touched.get(row.source);
    return page !== undefined && isDecidedBy(row, page);
  });
  await decide(
    tx,
    request,
    rows.map(({ id }) => id),
    "edited",
    now,
  );
}

function isDecidedBy(row: Row<"conflicts">, { before, after }: TouchedPage): boolean {
  const { field } = JSON.parse(row.detail) as ConflictDetail;
  if (after === undefined || before === undefined) return true;
  switch (row.kind as ConflictKind) {
    case "body":
      return before.body !== after.body;
    case "page-position":
      return before.parent !== after.parent || before.order !== after.order;
    case "page-field":
      return !sameJson(before[field as keyof typeof before], after[field as keyof typeof after]);
    default:
      return false;
  }
}
