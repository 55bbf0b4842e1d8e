/** What those who have something open are told: that it is worth reading again, never what it says. */
import type { WrittenContent } from "../../access/outbox.ts";

export type LiveEventName =
  | "content"
  | "comment"
  | "review"
  | "change-request"
  | "job"
  | "permissions"
  | "presence"
  | "notification"
  | "session-ended"
  | "ready"
  | "reset";

/** A row of the outbox. */
export interface OutboxRow {
  readonly seq: number;
  readonly kind: string;
  readonly organization_id: string | null;
  readonly space_id: string | null;
  readonly payload: string;
  readonly written: string | null;
}

/** An event, and whom it is for. */
export interface LiveHint {
  readonly event: LiveEventName;
  /** Those who follow anything of the organization, where there is no space. */
  readonly organization?: string | undefined;
  readonly space?: string | undefined;
  /** By its id. What was written in it is told to those who have it open alone. */
  readonly changeRequest?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

const EVENTS: readonly (readonly [prefix: string, event: LiveEventName])[] = [
  ["space_content_updated", "content"],
  ["change_request_content_updated", "content"],
  ["change_request_review", "review"],
  ["change_request_", "change-request"],
  ["comment_", "comment"],
  ["space_", "permissions"],
  ["collection_", "permissions"],
  ["member", "permissions"],
  ["team_", "permissions"],
];

/** What a row of the outbox means to them; undefined: nothing. */
export function toldOf(row: OutboxRow): LiveHint | undefined {
  const event = EVENTS.find(([prefix]) => row.kind.startsWith(prefix))?.[1];
  if (event === undefined) return undefined;
  const payload = JSON.parse(row.payload) as { changeRequestId?: string; commentId?: string };
  const { revision, pages } = JSON.parse(row.written ?? "{}") as WrittenContent;
  const { changeRequestId: changeRequest, commentId: comment } = payload;
  const space = row.space_id ?? undefined;
  return {
    event,
    organization: row.organization_id ?? undefined,
    space,
    // What a merge published is the space's.
    changeRequest: row.kind === "space_content_updated" ? undefined : changeRequest,
    data: { space, changeRequest, comment, revision, pages },
  };
}
