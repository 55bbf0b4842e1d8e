/** Revisions that take the place of the one before: a text that saves itself leaves one entry in the history. */
import type { Params, Write } from "../db/database.ts";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import { isNamed } from "./revisionNames.ts";

/** How young a revision is whose place another may take; milliseconds. */
export const COALESCING_MS = 10 * 60_000;

/** A revision that is about to follow another. */
interface Follower {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy?: string | undefined;
  readonly writtenThrough?: string | undefined;
}

const holdRow = prepared((q, p: Params<{ organization: string; id: string }>) =>
  q
    .selectFrom("revisions")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .forUpdate(),
);

const supersede = preparedWrite(
  (tx, p: Params<{ organization: string; id: string; by: string; at: number }>) =>
    tx
      .updateTable("revisions")
      .set({ superseded_by: p("by"), superseded_at: p("at") })
      .where("organization_id", "=", p("organization"))
      .where("id", "=", p("id")),
);

/**
 * Puts a revision in the place of the head that it was made from, when that is the same person's, written through the
 * same session a short while ago, and nothing else names it. Both pointers of heads have moved on by then.
 * @returns the parents of the follower: those of what it replaces, or that itself
 */
export async function takePlace(tx: Write, head: Row<"revisions">, follower: Follower): Promise<string[]> {
  if (!isAlike(head, follower)) return [head.id];
  // Held, so that who is about to build on it either is seen here, or sees that its place is taken.
  const held = await holdRow.first(tx, { organization: head.organization_id, id: head.id });
  if (held === undefined || held.superseded_by !== null || (await isNamed(tx, held))) return [head.id];
  const { id: by, createdAt: at } = follower;
  await supersede.run(tx, { organization: held.organization_id, id: held.id, by, at });
  return JSON.parse(held.parents) as string[];
}

function isAlike(head: Row<"revisions">, { createdAt, createdBy, writtenThrough }: Follower): boolean {
  return (
    head.type === "edits" &&
    createdBy !== undefined &&
    head.created_by === createdBy &&
    writtenThrough !== undefined &&
    head.written_through === writtenThrough &&
    createdAt - head.created_at < COALESCING_MS
  );
}

/** Whether a revision that something is about to name is still one of the history. The row is held until the commit. */
export async function isStanding(tx: Write, organization: string, id: string): Promise<boolean> {
  return (await holdRow.first(tx, { organization, id }))?.superseded_by === null;
}
