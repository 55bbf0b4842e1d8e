import { type Static, Type } from "typebox";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../http/errors.ts";
import { listOf, pageWith } from "../../http/list.ts";
import { chapter, empty, holding, ok, op, type LooseOperation } from "../../http/operation.ts";
import { answerComments } from "./answer.ts";
import { type BodyFormat, readBody } from "./body.ts";
import { deleteComment, postComment, updateComment } from "./commands.ts";
import { commenterOperation } from "./commenters.ts";
import { type Discussion, onChangeRequest, onSpace } from "./place.ts";
import { listComments, loadComment, type PlaceThing } from "./queries.ts";
import { readReacting } from "./reactions.ts";
import { replyOperations } from "./replyRoutes.ts";
import {
  Comment,
  CommentParams,
  FormatQuery,
  ListCommentsQuery,
  PostComment,
  UpdateComment,
} from "./schema.ts";
import { readTarget, showKept, showTargets } from "./target.ts";
import { traced } from "./trail.ts";

const noun = "The comment";

async function answerOne(deps: Deps, place: PlaceThing, comment: Row<"comments">, format?: BodyFormat) {
  const [body] = await answerComments({ deps, read: deps.db.read, place, format }, [comment]);
  return ok(body, comment.version);
}

function listOperation({ noun: where, load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "GET",
    url: `${url}/comments`,
    operationId: `listCommentsIn${suffix}`,
    call: `${resource}.comments.list`,
    summary: `List the comments on ${of}`,
    description:
      "The newest first by default, open and resolved ones. Comments on a change request of the space are listed with the change request.",
    scopes: ["space:read"],
    access: holding(where, load, "view"),
    shapes: { params: Type.Object(params), query: ListCommentsQuery },
    answers: { 200: listOf(Comment) },
    handler: async ({ deps, thing: place, query, paging }) => {
      const { read } = deps.db;
      const page = await listComments(read, place, query, paging);
      const items = await answerComments({ deps, read, place, format: query.format }, page.rows);
      return pageWith(page, items);
    },
  });
}

function postOperation({ noun: where, load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "POST",
    url: `${url}/comments`,
    operationId: `postCommentIn${suffix}`,
    call: `${resource}.comments.create`,
    summary: `Comment on ${of}`,
    description:
      "With `page` the comment is about a page, with `node` too about a block of that page. Both have to exist in the current content. A comment on a block follows it through edits, moves and merges. Merged and archived change requests can be discussed, too.",
    scopes: ["space:write"],
    access: holding(where, load, "comment"),
    shapes: { params: Type.Object(params), body: PostComment },
    answers: { 200: Comment },
    tagged: true,
    handler: async ({ deps, identity, thing: place, body: sent, change }) => {
      const body = readBody(sent.body);
      const kept = await readTarget(deps, place, sent as { page?: string; node?: string });
      const target = await showKept(deps, place, kept);
      return change(async ({ tx, now, newId, trace }) => {
        const made = { id: newId(), body, by: identity.userId, now };
        const row = await postComment(tx, place, kept, made);
        const after = { page: kept.page_id, node: kept.node_id };
        await trace(traced(place, { comment: row.id }, "create", after));
        const targets = new Map([[row.id, target]]);
        const [comment] = await answerComments({ deps, read: tx, place }, [row], targets);
        const location = comment?.urls.location as string;
        return { status: 200, body: comment, version: row.version, headers: { location } };
      });
    },
  });
}

function getOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "GET",
    url: `${url}/comments/:commentId`,
    operationId: `getCommentIn${suffix}`,
    call: `${resource}.comments.get`,
    summary: `Get a comment on ${of}`,
    description:
      "`target` is the page or block as it is now. If it is gone, it is described as it was, with `outdated`.",
    scopes: ["space:read"],
    access: holding(noun, loadComment(load), "view"),
    shapes: { params: Type.Object({ ...params, ...CommentParams }), query: FormatQuery },
    answers: { 200: Comment },
    tagged: true,
    handler: ({ deps, thing: { place, comment }, query }) => {
      return answerOne(deps, place, comment, query.format);
    },
  });
}

/** What the audit log says of an update: everything but the words. */
function told({ body, ...rest }: Static<typeof UpdateComment>) {
  return { ...rest, ...(body === undefined ? {} : { body: "edited" }) };
}

function updateOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "PUT",
    url: `${url}/comments/:commentId`,
    operationId: `updateCommentIn${suffix}`,
    call: `${resource}.comments.update`,
    summary: `Update a comment on ${of}`,
    description:
      "Fields that you leave out stay. Everybody who can comment can resolve and reopen it, and react. Only its author can change its text. `If-Match` compares text and status, not the reactions of others.",
    scopes: ["space:write"],
    access: holding(noun, loadComment(load), "reply"),
    shapes: { params: Type.Object({ ...params, ...CommentParams }), body: UpdateComment },
    answers: { 200: Comment },
    tagged: true,
    handler: async ({ deps, identity, thing, body: sent, change, expectedVersion: expected }) => {
      const { place, comment, rights } = thing;
      if (sent.body !== undefined && !rights.edit) {
        throw forbidden("Only the author of a comment can change what it says.");
      }
      const body = sent.body && readBody(sent.body);
      const reacting = readReacting(sent as never);
      const targets = await showTargets(deps, place, [comment]);
      return change(async ({ tx, now, trace }) => {
        const changes = { body, resolved: sent.resolved, reacting, by: identity.userId, now, expected };
        const row = await updateComment(tx, place, comment, changes);
        await trace(traced(place, { comment: row.id }, "update", told(sent)));
        const [answer] = await answerComments({ deps, read: tx, place }, [row], targets);
        return ok(answer, row.version);
      });
    },
  });
}

function deleteOperation({ load, of, suffix, resource, url, params }: Discussion): LooseOperation {
  return op({
    method: "DELETE",
    url: `${url}/comments/:commentId`,
    operationId: `deleteCommentIn${suffix}`,
    call: `${resource}.comments.delete`,
    summary: `Delete a comment on ${of}`,
    description: "Deletes it with its replies, for good. Its author and reviewers can do this.",
    scopes: ["space:write"],
    access: holding(noun, loadComment(load), "delete"),
    shapes: { params: Type.Object({ ...params, ...CommentParams }) },
    answers: { 205: null },
    handler: ({ thing: { place, comment }, change, expectedVersion }) =>
      change(async ({ tx, trace }) => {
        await deleteComment(tx, place, comment, expectedVersion);
        await trace(traced(place, { comment: comment.id }, "delete"));
        return empty(205);
      }),
  });
}

export const commentOperations = chapter(
  "Comments",
  [onSpace, onChangeRequest].flatMap((discussion) => [
    listOperation(discussion),
    postOperation(discussion),
    getOperation(discussion),
    updateOperation(discussion),
    deleteOperation(discussion),
    ...replyOperations(discussion),
    commenterOperation(discussion),
  ]),
);
