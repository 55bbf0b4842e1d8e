/** What a merge could not decide, as it is kept with the change request until somebody does. */
import { type ConflictDetail, type MergedContent } from "../../content/mergeContent.ts";
import type { Read, Write } from "../../db/database.ts";
import type { RequestKey, Row } from "../../db/schema.ts";
import type { NewRevision, TouchedThing } from "../../../engine/change.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { sameJson } from "../../../engine/json.ts";
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
  request: RequestKey,
  { conflicts, bodies }: Pick<MergedContent, "conflicts" | "bodies">,
  newId: () => string,
  now: number,
): Promise<void> {
  const { organization_id, id } = request;
  for (const table of ["conflicts", "conflicting_bodies"] as const) {
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", organization_id)
      .where("change_request_id", "=", id)
      .execute();
  }
  for (const [position, { kind, source, detail }] of conflicts.entries()) {
    await tx
      .insertInto("conflicts")
      .values({
        organization_id,
        id: newId(),
        change_request_id: id,
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
      .values({ organization_id, change_request_id: id, source, parts: JSON.stringify(parts) })
      .execute();
  }
  await countConflicts(tx, request);
}

/** Makes the count of undecided conflicts true again. */
async function countConflicts(tx: Write, { organization_id, id }: RequestKey): Promise<void> {
  await tx
    .updateTable("change_requests")
    .set((eb) => ({
      conflicts: eb
        .selectFrom("conflicts")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .where("organization_id", "=", organization_id)
        .where("change_request_id", "=", id)
        .where("resolution", "is", null) as never,
    }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** The conflicts of a change request's latest merge, decided or not. */
export function conflictsOf(read: Read, { organization_id, id }: RequestKey): Promise<Row<"conflicts">[]> {
  return read
    .selectFrom("conflicts")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id)
    .orderBy("position")
    .execute();
}

/** Notes how a conflict was decided. */
export async function decide(
  tx: Write,
  request: RequestKey,
  ids: readonly string[],
  resolution: Resolution,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("conflicts")
    .set({ resolution: JSON.stringify(resolution), resolved_at: now })
    .where("organization_id", "=", request.organization_id)
    .where("change_request_id", "=", request.id)
    .where("id", "in", ids)
    .execute();
  await countConflicts(tx, request);
}

/** What an edit changed. */
type EditedContent = Pick<NewRevision, "pages" | "reusable" | "variables" | "tags">;

/** Whoever edits what is contested has decided it. */
export async function decideEdited(
  tx: Write,
  request: RequestKey,
  edited: EditedContent,
  now: number,
): Promise<void> {
  const changed = [
    ...edited.pages,
    ...edited.reusable.map((one) => ({ ...one, id: reusableSource(one.id) })),
    ...edited.variables.map((name) => ({ id: namedSource("variable", name) })),
    ...edited.tags.map((name) => ({ id: namedSource("tag", name) })),
  ];
  const touched = new Map(changed.map((one) => [one.id, one]));
  const rows = (await conflictsOf(tx, request)).filter((row) => {
    const one = touched.get(sourceOf(row));
    return one !== undefined && isDecidedBy(row, one);
  });
  await decide(
    tx,
    request,
    rows.map(({ id }) => id),
    "edited",
    now,
  );
}

const namedSource = (kind: "variable" | "tag", name: string): string => `${kind}:${name}`;

/** What a conflict is about, by one name of its own: ids of pages, names of variables and of tags may be the same. */
function sourceOf({ kind, source }: Row<"conflicts">): string {
  if (kind === "reusable") return reusableSource(source);
  if (kind === "file") return `file:${source}`;
  return kind === "variable" || kind === "tag" ? namedSource(kind, source) : source;
}

function isDecidedBy(
  row: Row<"conflicts">,
  { before, after }: Partial<TouchedThing<Page | ReusableContent>>,
) {
  // What came, went, or has a value alone, such as a variable or a tag, is no longer what the sides disagree about.
  if (after === undefined || before === undefined) return true;
  const { field } = JSON.parse(row.detail) as ConflictDetail;
  const differs = (name: string): boolean =>
    !sameJson(before[name as keyof typeof before], after[name as keyof typeof after]);
  switch (row.kind) {
    case "body":
      return differs("body");
    case "page-position":
      return differs("parent") || differs("order");
    case "page-field":
      return differs(field ?? "");
    case "reusable":
      return true;
    default:
      return false;
  }
}
