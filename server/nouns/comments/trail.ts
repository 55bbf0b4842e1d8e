import type { Trace } from "../../access/trail.ts";
import type { DiscussionPlace } from "./target.ts";

/** What a change of a discussion is about. */
interface PostNames {
  readonly comment: string;
  readonly reply?: string;
}

/**
 * What the audit log and the listeners hear of a discussion. Never what was said: that has to go when it is deleted,
 * and both outlive it. The event has all ids that it takes to ask for what it is about.
 */
export function traced(
  { space, request }: DiscussionPlace,
  { comment, reply }: PostNames,
  what: "create" | "update" | "delete",
  after?: Readonly<Record<string, unknown>>,
): Trace {
  const noun = reply === undefined ? "comment" : "comment-reply";
  return {
    action: `${noun}.${what}`,
    organization: space.organization_id,
    target: { type: noun, id: reply ?? comment },
    ...(after === undefined ? {} : { after }),
    event: {
      kind: `comment_${what}d`,
      space: space.id,
      payload: {
        spaceId: space.id,
        ...(request === undefined ? {} : { changeRequestId: request.id }),
        commentId: comment,
        ...(reply === undefined ? {} : { commentReplyId: reply }),
      },
    },
  };
}
