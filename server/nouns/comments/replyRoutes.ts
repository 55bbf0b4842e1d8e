import { Type } from "typebox";
import { forbidden } from "../../http/errors.ts";
import { listOf, pageWith } from "../../http/list.ts";
import { empty, holding, ok, op, type LooseOperation } from "../../http/operation.ts";
import { answerReplies } from "./answer.ts";
import { type BodyFormat, readBody } from "./body.ts";
import { deleteReply, postReply, updateReply } from "./commands.ts";
import type { Discussion } from "./place.ts";
import { listReplies, loadComment, loadReply } from "./queries.ts";
import { readReacting } from "./reactions.ts";
import {
  CommentParams,
  CommentReply,
  FormatQuery,
  ListRepliesQuery,
  PostReply,
  ReplyParams,
  UpdateReply,
} from "./schema.ts";
import { traced } from "./trail.ts";

const noun = "The reply";

function listOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "GET",
    url: `${url}/comments/:commentId/replies`,
    operationId: `listCommentRepliesIn${suffix}`,
    call: `${resource}.commentReplies.list`,
    summary: `List the replies to a comment on ${of}`,
    description: "In the order they came.",
    scopes: ["space:read"],
    access: holding("The comment", loadComment(load), "view"),
    shapes: { params: Type.Object({ ...params, ...CommentParams }), query: ListRepliesQuery },
    answers: { 200: listOf(CommentReply) },
    handler: async ({ deps, thing: { place, comment }, query, paging }) => {
      const { read } = deps.db;
      const page = await listReplies(read, comment, paging);
      const items = await answerReplies({ deps, read, place, format: query.format }, page.rows);
      return pageWith(page, items);
    },
  });
}

function postOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  const takesFormat = suffix === "ChangeRequest";
  return op({
    method: "POST",
    url: `${url}/comments/:commentId/replies`,
    operationId: `postCommentReplyIn${suffix}`,
    call: `${resource}.commentReplies.create`,
    summary: `Reply to a comment on ${of}`,
    description: "A resolved comment can be replied to, and stays resolved.",
    scopes: ["space:write"],
    access: holding("The comment", loadComment(load), "reply"),
    shapes: {
      params: Type.Object({ ...params, ...CommentParams }),
      body: PostReply,
      ...(takesFormat ? { query: FormatQuery } : {}),
    },
    answers: { 200: CommentReply },
    tagged: true,
    handler: ({ deps, identity, thing: { place, comment }, body: sent, query, change }) => {
      const format = (query as { format?: BodyFormat } | undefined)?.format;
      const body = readBody(sent.body);
      return change(async ({ tx, now, newId, trace }) => {
        const made = { id: newId(), body, by: identity.userId, now };
        const row = await postReply(tx, comment, made);
        await trace(traced(place, { comment: comment.id, reply: row.id }, "create"));
        const [reply] = await answerReplies({ deps, read: tx, place, format }, [row]);
        const location = reply?.urls.location as string;
        return { status: 200, body: reply, version: row.version, headers: { location } };
      });
    },
  });
}

function getOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "GET",
    url: `${url}/comments/:commentId/replies/:commentReplyId`,
    operationId: `getCommentReplyIn${suffix}`,
    call: `${resource}.commentReplies.get`,
    summary: `Get a reply to a comment on ${of}`,
    scopes: ["space:read"],
    access: holding(noun, loadReply(load), "view"),
    shapes: { params: Type.Object({ ...params, ...ReplyParams }), query: FormatQuery },
    answers: { 200: CommentReply },
    tagged: true,
    handler: async ({ deps, thing: { place, reply }, query: { format } }) => {
      const [body] = await answerReplies({ deps, read: deps.db.read, place, format }, [reply]);
      return ok(body, reply.version);
    },
  });
}

function updateOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "PUT",
    url: `${url}/comments/:commentId/replies/:commentReplyId`,
    operationId: `updateCommentReplyIn${suffix}`,
    call: `${resource}.commentReplies.update`,
    summary: `Update a reply to a comment on ${of}`,
    description: "Everybody who can comment can react to it. Only its author can change its text.",
    scopes: ["space:write"],
    access: holding(noun, loadReply(load), "reply"),
    shapes: { params: Type.Object({ ...params, ...ReplyParams }), body: UpdateReply },
    answers: { 200: CommentReply },
    tagged: true,
    handler: ({ deps, identity, thing, body: sent, change, expectedVersion: expected }) => {
      const { place, comment, reply, rights } = thing;
      if (sent.body !== undefined && !rights.edit) {
        throw forbidden("Only the author of a reply can change what it says.");
      }
      const body = sent.body && readBody(sent.body);
      const reacting = readReacting(sent as never);
      return change(async ({ tx, now, trace }) => {
        const changes = { body, reacting, by: identity.userId, now, expected };
        const row = await updateReply(tx, comment, reply, changes);
        const { body: edited, ...rest } = sent;
        const after = { ...rest, ...(edited === undefined ? {} : { body: "edited" }) };
        await trace(traced(place, { comment: comment.id, reply: row.id }, "update", after));
        const [answer] = await answerReplies({ deps, read: tx, place }, [row]);
        return ok(answer, row.version);
      });
    },
  });
}

function deleteOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "DELETE",
    url: `${url}/comments/:commentId/replies/:commentReplyId`,
    operationId: `deleteCommentReplyIn${suffix}`,
    call: `${resource}.commentReplies.delete`,
    summary: `Delete a reply to a comment on ${of}`,
    description: "It can't be undone. Only for its author and for people who can review.",
    scopes: ["space:write"],
    access: holding(noun, loadReply(load), "delete"),
    shapes: { params: Type.Object({ ...params, ...ReplyParams }) },
    answers: { 205: null },
    handler: ({ thing: { place, comment, reply }, change, expectedVersion }) =>
      change(async ({ tx, trace }) => {
        await deleteReply(tx, reply, expectedVersion);
        await trace(traced(place, { comment: comment.id, reply: reply.id }, "delete"));
        return empty(205);
      }),
  });
}

/** The operations on the replies to comments of one kind of place. */
export function replyOperations(discussion: Discussion): LooseOperation[] {
  return [
    listOperation(discussion),
    postOperation(discussion),
    getOperation(discussion),
    updateOperation(discussion),
    deleteOperation(discussion),
  ];
}
