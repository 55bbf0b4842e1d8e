/** What is said about a space and its pages, and in a change request of it. */
import { queryOptions } from "@tanstack/react-query";
import {
  type Comment,
  type CommentReply,
  deleteCommentInChangeRequest,
  deleteCommentInSpace,
  deleteCommentReplyInChangeRequest,
  deleteCommentReplyInSpace,
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentsInChangeRequest,
  listCommentsInSpace,
  type PostComment,
  postCommentInChangeRequest,
  postCommentInSpace,
  postCommentReplyInChangeRequest,
  postCommentReplyInSpace,
  type UpdateComment,
  updateCommentInChangeRequest,
  updateCommentInSpace,
  updateCommentReplyInChangeRequest,
  updateCommentReplyInSpace,
} from "../../sdk/src/index.ts";
import { changeKey } from "./changes.ts";
import { allOf, PART } from "./wholeList.ts";
import { client } from "./client.ts";
import type { ContentPlace } from "./content.ts";

const keyOf = ({ space, number }: ContentPlace): readonly string[] =>
  number === undefined ? ["space", space] : changeKey(space, number);

/** All that was said in a change request, or about a page of the space itself, the oldest first. */
export const commentsOf = (place: ContentPlace, page = "") => {
  const { space, number } = place;
  const query = { limit: PART, order: "asc" } as const;
  return queryOptions({
    queryKey: [...keyOf(place), "comments", number === undefined ? page : ""],
    structuralSharing: false,
    queryFn: (): Promise<readonly Comment[]> =>
      allOf(
        number === undefined
          ? listCommentsInSpace(client, space, { ...query, targetPage: page })
          : listCommentsInChangeRequest(client, space, number, query),
      ),
  });
};

export const repliesTo = (place: ContentPlace, comment: string) => {
  const { space, number } = place;
  return queryOptions({
    queryKey: [...keyOf(place), "comments", comment, "replies"],
    queryFn: (): Promise<readonly CommentReply[]> =>
      allOf(
        number === undefined
          ? listCommentRepliesInSpace(client, space, comment, { limit: PART })
          : listCommentRepliesInChangeRequest(client, space, number, comment, { limit: PART }),
      ),
  });
};

export const postComment = ({ space, number }: ContentPlace, said: PostComment): Promise<Comment> =>
  number === undefined
    ? postCommentInSpace(client, space, said)
    : postCommentInChangeRequest(client, space, number, said);

export const postReply = ({ space, number }: ContentPlace, comment: string, markdown: string) => {
  const said = { body: { markdown } };
  return number === undefined
    ? postCommentReplyInSpace(client, space, comment, said)
    : postCommentReplyInChangeRequest(client, space, number, comment, said);
};

/** A comment, or a reply to one. */
interface SaidPlace extends ContentPlace {
  readonly id: string;
  /** The comment that it is a reply to. */
  readonly to: string | undefined;
}

export function updateSaid(
  { space, number, id, to }: SaidPlace,
  changes: UpdateComment,
): Promise<Comment | CommentReply> {
  if (to === undefined)
    return number === undefined
      ? updateCommentInSpace(client, space, id, changes)
      : updateCommentInChangeRequest(client, space, number, id, changes);
  const { resolved: _, ...said } = changes;
  return number === undefined
    ? updateCommentReplyInSpace(client, space, to, id, said)
    : updateCommentReplyInChangeRequest(client, space, number, to, id, said);
}

export function deleteSaid({ space, number, id, to }: SaidPlace): Promise<void> {
  if (to === undefined)
    return number === undefined
      ? deleteCommentInSpace(client, space, id)
      : deleteCommentInChangeRequest(client, space, number, id);
  return number === undefined
    ? deleteCommentReplyInSpace(client, space, to, id)
    : deleteCommentReplyInChangeRequest(client, space, number, to, id);
}
