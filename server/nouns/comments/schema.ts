import { Type } from "typebox";
import { formatQuery } from "../../http/document.ts";
import { DocumentShape } from "../../http/documentShape.ts";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp, unsupported } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { User } from "../users/schema.ts";
import { BODY_MAX } from "./body.ts";

export const CommentParams = { commentId: Id };
export const ReplyParams = { commentId: Id, commentReplyId: Id };

/** For operations whose one parameter is the format. */
export const FormatQuery = closed({ format: formatQuery });
export const ListRepliesQuery = closed({ ...pageQuery, format: formatQuery });
export const ListCommentersQuery = closed(pageQuery);
export const ListCommentsQuery = closed({
  ...pageQuery,
  order: Type.Optional(
    Type.Enum(["asc", "desc"], { description: "By time. The default is the newest first." }),
  ),
  status: Type.Optional(Type.Enum(["all", "open", "resolved"], { description: "The default is `all`." })),
  format: formatQuery,
  targetPage: Type.Optional(
    Type.String({ maxLength: 128, description: "The id of a page: only comments on it." }),
  ),
  authors: Type.Optional(
    Type.Array(Type.String({ maxLength: 128 }), {
      maxItems: 100,
      description: "Ids of users: only their comments. Repeat the parameter for several.",
    }),
  ),
});

/** A text as it is sent. */
export const CommentBody = named(
  "CommentInput",
  closed(
    {
      markdown: Type.Optional(
        Type.String({
          maxLength: BODY_MAX,
          description: "In the Markdown of pages. It is stored as you send it.",
        }),
      ),
      document: Type.Optional(DocumentShape),
    },
    { description: "The text of a comment." },
  ),
);
const emoji = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: 50,
      description: `${description} Each is one emoji, as a character or its code points in hex.`,
    }),
  );
const reactions = {
  addedReactions: emoji("Reactions of the caller to add; those there already stay as they are."),
  removedReactions: emoji("Reactions of the caller to take back; what is in both lists is taken back."),
};

export const PostComment = named(
  "PostComment",
  closed({
    body: CommentBody,
    page: Type.Optional(Type.String({ maxLength: 128, description: "The page that the comment is about." })),
    node: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "The id of the block of this page that the comment is about.",
      }),
    ),
    tableCell: unsupported("name the block of the table in node instead"),
  }),
);
export const UpdateComment = named(
  "UpdateComment",
  closed({ resolved: Type.Optional(Type.Boolean()), body: Type.Optional(CommentBody), ...reactions }),
);
export const PostReply = named("PostCommentReply", closed({ body: CommentBody }));
export const UpdateReply = named(
  "UpdateCommentReply",
  closed({
    body: Type.Optional(CommentBody),
    ...reactions,
    resolved: unsupported("replies are not resolved; resolve their comment"),
  }),
);

const ShownBody = named(
  "CommentBody",
  Type.Object({
    markdown: Type.Optional(Type.String()),
    document: Type.Optional(DocumentShape),
  }),
);
const Reactions = named(
  "EmojiReactions",
  Type.Array(
    Type.Object({
      emoji: Type.String(),
      count: Type.Integer(),
      users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp })),
    }),
    { description: "In the order of their first use." },
  ),
);
const Permissions = named(
  "CommentPermissions",
  Type.Object({
    view: Type.Boolean(),
    edit: Type.Boolean(),
    reply: Type.Boolean(),
    delete: Type.Boolean(),
  }),
);
const written = {
  id: Type.String(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  body: ShownBody,
  reactions: Reactions,
  urls: ResourceUrls,
  permissions: Permissions,
};

const TargetPage = named(
  "CommentTargetPage",
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    path: Type.String(),
    outdated: Type.Boolean({ description: "Whether the page or its block no longer exists." }),
  }),
);

export const Comment = named(
  "Comment",
  Type.Object(
    {
      object: Type.Literal("comment"),
      ...written,
      replies: Type.Integer({ description: "The number of replies." }),
      status: Type.Enum(["open", "resolved"]),
      resolvedAt: Type.Optional(Timestamp),
      resolvedBy: Type.Optional(User),
      target: Type.Object({
        space: Type.String(),
        changeRequest: Type.Optional(Type.String()),
        review: Type.Optional(Type.String({ description: "The review that it belongs to." })),
        revision: Type.String({
          description: "The revision in which the target has this form.",
        }),
        page: Type.Optional(TargetPage),
        node: Type.Optional(Type.Object({ id: Type.String(), preview: Type.String() })),
      }),
    },
    {
      description:
        "Something said about a space or a change request, about a page of it, or a block of a page.",
    },
  ),
);

export const CommentReply = named(
  "CommentReply",
  Type.Object(
    { object: Type.Literal("comment-reply"), ...written },
    { description: "A reply to a comment." },
  ),
);
