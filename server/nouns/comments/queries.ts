import { commentRights, type CommentRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { PostKey, Row } from "../../db/schema.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import type { SpaceThing } from "../spaces/queries.ts";
import type { DiscussionPlace } from "./target.ts";

/** A space or a change request that the caller sees, with what they may do in it. */
export type PlaceThing = SpaceThing & DiscussionPlace;

/** A comment with what the caller may do with it, and where it was made. */
interface CommentThing extends LoadedThing {
  readonly place: PlaceThing;
  readonly comment: Row<"comments">;
  readonly rights: CommentRights;
}

interface ReplyThing extends LoadedThing {
  readonly place: PlaceThing;
  readonly comment: Row<"comments">;
  readonly reply: Row<"comment_replies">;
  readonly rights: CommentRights;
}

const commentById = prepared((read, p: Params<{ organization: string; space: string; id: string }>) =>
  read
    .selectFrom("comments")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("space_id", "=", p("space")),
);
const replyById = prepared((read, p: Params<{ organization: string; comment: string; id: string }>) =>
  read
    .selectFrom("comment_replies")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("comment_id", "=", p("comment"))
    .where("id", "=", p("id")),
);

/** A comment of this very place: one on a change request is none of its space's own. */
async function findComment(
  read: Read,
  { space, request }: DiscussionPlace,
  id: string,
): Promise<Row<"comments"> | undefined> {
  const row = await commentById.first(read, {
    organization: space.organization_id,
    space: space.id,
    id,
  });
  return row?.change_request_id === (request?.id ?? null) ? row : undefined;
}

function findReply(
  read: Read,
  { organization_id: organization, id: comment }: PostKey,
  id: string,
): Promise<Row<"comment_replies"> | undefined> {
  return replyById.first(read, { organization, comment, id });
}

type LoadPlace = (call: LoadCall) => Promise<PlaceThing | undefined>;

/** Reads the comment that the path names, of the place that the path names. */
export function loadComment(loadPlace: LoadPlace) {
  return async (call: LoadCall): Promise<CommentThing | undefined> => {
    const place = await loadPlace(call);
    if (place === undefined) return undefined;
    const comment = await findComment(call.deps.db.read, place, call.params["commentId"] ?? "");
    if (comment === undefined) return undefined;
    const rights = commentRights(place.rights, comment.posted_by === call.identity.userId);
    return { place, comment, rights, version: comment.version };
  };
}

/** Reads the reply that the path names, to the comment that the path names. */
export function loadReply(loadPlace: LoadPlace) {
  const load = loadComment(loadPlace);
  return async (call: LoadCall): Promise<ReplyThing | undefined> => {
    const thing = await load(call);
    if (thing === undefined) return undefined;
    const { place, comment } = thing;
    const reply = await findReply(call.deps.db.read, comment, call.params["commentReplyId"] ?? "");
    if (reply === undefined) return undefined;
    const rights = commentRights(place.rights, reply.posted_by === call.identity.userId);
    return { place, comment, reply, rights, version: reply.version };
  };
}

interface CommentFilters {
  readonly order?: "asc" | "desc" | undefined;
  readonly status?: "all" | "open" | "resolved" | undefined;
  readonly targetPage?: string | undefined;
  readonly authors?: readonly string[] | undefined;
}

/** The comments of a space itself, or of a change request. */
export function commentsOf(read: Read, { space, request }: DiscussionPlace) {
  const query = read
    .selectFrom("comments")
    .where("organization_id", "=", space.organization_id)
    .where("space_id", "=", space.id);
  return request === undefined
    ? query.where("change_request_id", "is", null)
    : query.where("change_request_id", "=", request.id);
}

/** A page of the comments of a place, newest first unless said. */
export function listComments(
  read: Read,
  place: DiscussionPlace,
  { order = "desc", status = "all", targetPage, authors = [] }: CommentFilters,
  paging: Paging,
) {
  let query = commentsOf(read, place);
  if (status !== "all") query = query.where("resolved_at", status === "open" ? "is" : "is not", null);
  if (targetPage !== undefined) query = query.where("page_id", "=", targetPage);
  if (authors.length > 0) query = query.where("posted_by", "in", authors);
  return pageBy(query.selectAll(), ["posted_at", "id"], paging, { direction: order });
}

/** A page of the replies to a comment, in the order they came. */
export function listReplies(read: Read, { organization_id, id }: PostKey, paging: Paging) {
  const query = read
    .selectFrom("comment_replies")
    .where("organization_id", "=", organization_id)
    .where("comment_id", "=", id);
  return pageBy(query.selectAll(), ["posted_at", "id"], paging);
}

type Comments = Params<{ organization: string; comments: readonly string[] }>;

const repliesOf = prepared((read, p: Comments) =>
  read
    .selectFrom("comment_replies")
    .select((eb) => ["comment_id", eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", p("organization"))
    .where("comment_id", "in", p.list("comments"))
    .groupBy("comment_id"),
);

/** How many replies each of some comments has; those without any are left out. */
export async function countReplies(
  read: Read,
  organization: string,
  comments: readonly string[],
): Promise<Map<string, number>> {
  const rows = await repliesOf.all(read, { organization, comments });
  return new Map(rows.map(({ comment_id: id, count }) => [id, count]));
}

const reviewsWith = prepared((read, p: Comments) =>
  read
    .selectFrom("reviews")
    .select(["id", "comment_id"])
    .where("organization_id", "=", p("organization"))
    .where("comment_id", "in", p.list("comments")),
);

/** The reviews that some comments came with, by comment; most came with none. */
export async function readReviews(
  read: Read,
  organization: string,
  comments: readonly string[],
): Promise<Map<string, string>> {
  const rows = await reviewsWith.all(read, { organization, comments });
  return new Map(rows.map(({ id, comment_id: comment }) => [comment as string, id]));
}

const reactionsOf = prepared((read, p: Params<{ organization: string; subjects: readonly string[] }>) =>
  read
    .selectFrom("comment_reactions")
    .select(["subject_id", "emoji", "user_id", "reacted_at"])
    .where("organization_id", "=", p("organization"))
    .where("subject_id", "in", p.list("subjects"))
    .orderBy("reacted_at")
    .orderBy("emoji")
    .orderBy("user_id"),
);

export type Reaction = Pick<Row<"comment_reactions">, "subject_id" | "emoji" | "user_id" | "reacted_at">;

/** The reactions to some comments or replies, in the order they came. */
export function readReactions(
  read: Read,
  organization: string,
  subjects: readonly string[],
): Promise<Reaction[]> {
  return reactionsOf.all(read, { organization, subjects });
}

const usersById = prepared((read, p: Params<{ ids: readonly string[] }>) =>
  read
    .selectFrom("users")
    .select(["id", "display_name", "email", "photo_url"])
    .where("id", "in", p.list("ids")),
);

/** What is shown of some users, by their ids. */
export async function readUsers(read: Read, ids: readonly string[]) {
  const rows = await usersById.all(read, { ids });
  return new Map(rows.map((user) => [user.id, user]));
}
