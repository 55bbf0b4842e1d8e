import type { Write } from "../../db/database.ts";
import type { PostKey, Row } from "../../db/schema.ts";
import { notFound, preconditionFailed } from "../../http/errors.ts";
import { type ReactionChange, react } from "./reactions.ts";
import type { KeptTarget, DiscussionPlace } from "./target.ts";

interface NewPost {
  readonly id: string;
  /** Markdown. */
  readonly body: string;
  readonly by: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Counts open comments of a place. Its version stays: a comment does not refuse a rename.
 * @throws 404 when the place has gone meanwhile
 */
async function countOpen(tx: Write, { space, request }: DiscussionPlace, change: 1 | -1): Promise<void> {
  const counted =
    request === undefined
      ? await tx
          .updateTable("spaces")
          .set((eb) => ({ comments: eb("comments", "+", change) }))
          .where("organization_id", "=", space.organization_id)
          .where("id", "=", space.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst()
      : await tx
          .updateTable("change_requests")
          .set((eb) => ({ comments: eb("comments", "+", change) }))
          .where("organization_id", "=", space.organization_id)
          .where("id", "=", request.id)
          .executeTakeFirst();
  if (counted.numUpdatedRows === 0n)
    throw notFound(request === undefined ? "The space" : "The change request");
}

/** @throws 404 when the space or the change request has gone meanwhile */
export async function postComment(
  tx: Write,
  place: DiscussionPlace,
  target: KeptTarget,
  { id, body, by, now }: NewPost,
): Promise<Row<"comments">> {
  await countOpen(tx, place, 1);
  return tx
    .insertInto("comments")
    .values({
      organization_id: place.space.organization_id,
      id,
      space_id: place.space.id,
      change_request_id: place.request?.id ?? null,
      ...target,
      body,
      posted_by: by,
      posted_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes a comment or a reply for this transaction: a comment always before the space or the change request that counts
 * it, and before its replies.
 * @throws 404 when it has gone, 412 when it is no longer at `expected`
 */
async function take<Table extends "comments" | "comment_replies">(
  tx: Write,
  table: Table,
  { organization_id, id }: PostKey,
  expected?: number,
): Promise<Row<Table>> {
  const row = await tx
    .selectFrom<"comments" | "comment_replies">(table)
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(table === "comments" ? "The comment" : "The reply");
  if (expected !== undefined && row.version !== expected) throw preconditionFailed();
  return row as unknown as Row<Table>;
}

/** What a request changes of a comment or a reply. */
interface Changes {
  readonly body?: string | undefined;
  /** Of comments only. */
  readonly resolved?: boolean | undefined;
  readonly reacting: ReactionChange;
  readonly by: string;
  readonly now: number;
  readonly expected: number | undefined;
}

/**
 * Edits, resolves or reopens a comment, and reacts to it. Reactions leave its version as it is: they refuse nobody's
 * edit.
 * @throws 404, 409, 412
 */
export async function updateComment(
  tx: Write,
  place: DiscussionPlace,
  comment: PostKey,
  { body, resolved, reacting, by, now, expected }: Changes,
): Promise<Row<"comments">> {
  const row = await take(tx, "comments", comment, expected);
  await react(tx, { comment }, by, reacting, now);
  const isEdited = body !== undefined && body !== row.body;
  const isMoved = resolved !== undefined && resolved !== (row.resolved_at !== null);
  if (isMoved) await countOpen(tx, place, resolved ? -1 : 1);
  if (!isEdited && !isMoved) return row;
  return tx
    .updateTable("comments")
    .set({
      version: row.version + 1,
      ...(isEdited ? { body, edited_at: now } : {}),
      ...(isMoved ? { resolved_at: resolved ? now : null, resolved_by: resolved ? by : null } : {}),
    })
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a comment with its replies and all reactions. @throws 404 the second time, 412 */
export async function deleteComment(
  tx: Write,
  place: DiscussionPlace,
  comment: PostKey,
  expected: number | undefined,
): Promise<void> {
  const row = await take(tx, "comments", comment, expected);
  await tx
    .deleteFrom("comments")
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.id)
    .execute();
  if (row.resolved_at === null) await countOpen(tx, place, -1);
}

/** @throws 404 when the comment has gone meanwhile */
export async function postReply(
  tx: Write,
  comment: PostKey,
  { id, body, by, now }: NewPost,
): Promise<Row<"comment_replies">> {
  const { organization_id } = await take(tx, "comments", comment);
  return tx
    .insertInto("comment_replies")
    .values({ organization_id, id, comment_id: comment.id, body, posted_by: by, posted_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Edits a reply and reacts to it. @throws 404, 409, 412 */
export async function updateReply(
  tx: Write,
  comment: PostKey,
  reply: PostKey,
  { body, reacting, by, now, expected }: Omit<Changes, "resolved">,
): Promise<Row<"comment_replies">> {
  // The comment first, as who deletes it does: two that wait for each other would both have to wait for long.
  await take(tx, "comments", comment);
  const row = await take(tx, "comment_replies", reply, expected);
  await react(tx, { comment, reply: reply.id }, by, reacting, now);
  if (body === undefined || body === row.body) return row;
  return tx
    .updateTable("comment_replies")
    .set({ version: row.version + 1, body, edited_at: now })
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a reply with its reactions. @throws 404 the second time, 412 */
export async function deleteReply(tx: Write, reply: PostKey, expected: number | undefined): Promise<void> {
  const { organization_id, id } = await take(tx, "comment_replies", reply, expected);
  await tx
    .deleteFrom("comment_replies")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}
