import type { PresentedShape } from "../../http/operation.ts";
import type { Comment, CommentReply } from "./schema.ts";
import { commentRights, type SpaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { type Beholder, presentUser, seenBy, type ShownUser } from "../users/present.ts";
import type { User } from "../users/schema.ts";
import { type BodyFormat, presentBody } from "./body.ts";
import type { Reaction } from "./queries.ts";
import type { DiscussionPlace, ShownPage, ShownTarget } from "./target.ts";

/** All that is read beside the rows of comments and replies. */
export interface CommentSurroundings {
  readonly users: ReadonlyMap<string, ShownUser>;
  /** By what was reacted to. */
  readonly reactions: ReadonlyMap<string, readonly Reaction[]>;
  readonly addresses: Addresses;
  readonly format: BodyFormat | undefined;
  /** What the caller may do in the space. */
  readonly rights: SpaceRights;
  /** The caller. */
  readonly reader: Beholder;
}

/** Stands where an account is gone that had something to say. */
const GONE: ShownUser = { id: "former-user", display_name: "Former user", email: "", photo_url: null };

const userIn = ({ users, addresses, reader }: CommentSurroundings, id: string | null) =>
  presentUser(seenBy(reader, (id === null ? undefined : users.get(id)) ?? GONE), addresses);

function presentReactions(around: CommentSurroundings, subject: string) {
  const byEmoji = new Map<string, { user: PresentedShape<typeof User>; reactedAt: string }[]>();
  for (const { emoji, user_id, reacted_at } of around.reactions.get(subject) ?? []) {
    const users = byEmoji.get(emoji) ?? [];
    users.push({ user: userIn(around, user_id), reactedAt: timestamp(reacted_at) });
    byEmoji.set(emoji, users);
  }
  return [...byEmoji].map(([emoji, users]) => ({ emoji, count: users.length, users }));
}

/** What comments and replies have in common. */
function presentWritten(
  row: Row<"comments"> | Row<"comment_replies">,
  around: CommentSurroundings,
  location: string,
) {
  return {
    id: row.id,
    postedBy: userIn(around, row.posted_by),
    postedAt: timestamp(row.posted_at),
    ...given("editedAt", row.edited_at === null ? null : timestamp(row.edited_at)),
    body: presentBody(row.body, around.format),
    reactions: presentReactions(around, row.id),
    urls: { location },
    permissions: commentRights(around.rights, row.posted_by === around.reader.userId),
  };
}

/** The address of the comments of a place. */
function commentsUrl({ space, request }: DiscussionPlace, addresses: Addresses): string {
  const within = request === undefined ? "" : `/change-requests/${request.id}`;
  return `${addresses.app}/v1/spaces/${space.id}${within}/comments`;
}

export function presentComment(
  row: Row<"comments">,
  place: DiscussionPlace,
  {
    target,
    replies,
    review,
  }: {
    readonly target: ShownTarget;
    readonly replies: number;
    /** The review that it came with. */
    readonly review: string | undefined;
  },
  around: CommentSurroundings,
): PresentedShape<typeof Comment> {
  return {
    object: "comment" as const,
    ...presentWritten(row, around, `${commentsUrl(place, around.addresses)}/${row.id}`),
    replies,
    ...(row.resolved_at === null
      ? { status: "open" as const }
      : {
          status: "resolved" as const,
          resolvedAt: timestamp(row.resolved_at),
          resolvedBy: userIn(around, row.resolved_by),
        }),
    target: {
      space: row.space_id,
      ...given("changeRequest", row.change_request_id),
      ...given("review", review),
      revision: target.revision,
      ...given("page", target.page && presentTargetPage(target.page)),
      ...given("node", target.node),
    },
  };
}

function presentTargetPage({ page, path, outdated }: ShownPage) {
  return {
    id: page.id,
    title: page.title,
    ...given("emoji", page.emoji),
    ...given("icon", page.icon),
    createdAt: timestamp(page.createdAt),
    updatedAt: timestamp(page.updatedAt),
    path,
    outdated,
  };
}

export function presentReply(
  row: Row<"comment_replies">,
  place: DiscussionPlace,
  around: CommentSurroundings,
): PresentedShape<typeof CommentReply> {
  const location = `${commentsUrl(place, around.addresses)}/${row.comment_id}/replies/${row.id}`;
  return { object: "comment-reply" as const, ...presentWritten(row, around, location) };
}
