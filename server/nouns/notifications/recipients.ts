/** Whom an event is told in person. */
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";

type NotificationType = Row<"notifications">["type"];

/** What somebody is told of. */
export interface NewNotification {
  readonly user: string;
  readonly type: NotificationType;
  readonly changeRequest?: string | undefined;
  readonly comment?: string | undefined;
  readonly reply?: string | undefined;
}

interface EventNames {
  readonly changeRequestId?: string;
  readonly commentId?: string;
  readonly commentReplyId?: string;
  readonly actor?: { readonly type: string; readonly id: string };
}

/** An event of the outbox, in a space. */
type SpaceEvent = Pick<Row<"outbox">, "kind" | "payload" | "created_at"> & {
  readonly organization_id: string;
  readonly space_id: string;
};

/** The one who did it, where it was a person. */
export function actorOf({ payload }: Pick<SpaceEvent, "payload">): string | undefined {
  const { actor } = JSON.parse(payload) as EventNames;
  return actor?.type === "user" ? actor.id : undefined;
}

/** Everybody who hears of an event: who may see the space, but not who did it; each once, by what concerns them most. */
export async function recipientsOf(
  { db, members, spaces }: Pick<Deps, "db" | "members" | "spaces">,
  event: SpaceEvent,
): Promise<NewNotification[]> {
  const all = await concerned(db.read, event);
  const actor = actorOf(event);
  const once = new Map(all.toReversed().map((one) => [one.user, one]));
  const space = await spaces.find(event.space_id);
  if (space === undefined || space.deleted_at !== null) return [];
  const heard = await Promise.all(
    [...once.values()].map(async (one) => {
      if (one.user === actor) return [];
      const member = await members.ofUser(event.organization_id, one.user);
      const may = member !== undefined && spaceRights(await roleUnder(members, space, member)).view;
      return may ? [one] : [];
    }),
  );
  return heard.flat();
}

/** Those who have a part in it, what concerns them most first. */
async function concerned(read: Read, event: SpaceEvent): Promise<NewNotification[]> {
  const names = JSON.parse(event.payload) as EventNames;
  const { organization_id: organization, created_at: at } = event;
  const { changeRequestId: changeRequest = "", commentId: comment = "" } = names;
  const told = (type: NotificationType, users: readonly (string | null)[]) =>
    users.flatMap((user) => (user === null ? [] : [{ user, type, changeRequest }]));
  switch (event.kind) {
    case "change_request_review_requested":
      return told("review-requested", await reviewersOf(read, organization, changeRequest, at));
    case "change_request_reviewed":
      return told("reviewed", [await authorOf(read, organization, changeRequest)]);
    case "change_request_merged": {
      const author = await authorOf(read, organization, changeRequest);
      return told("merged", [author, ...(await reviewersOf(read, organization, changeRequest))]);
    }
    case "comment_created": {
      const post = {
        organization,
        changeRequest: names.changeRequestId,
        comment,
        reply: names.commentReplyId,
      };
      return concernedByPost(read, post);
    }
    default:
      return [];
  }
}

async function authorOf(read: Read, organization: string, id: string): Promise<string | null> {
  const row = await read
    .selectFrom("change_requests")
    .select("created_by")
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.created_by ?? null;
}

/** Those who were asked for a review, at that moment or at all. */
async function reviewersOf(read: Read, organization: string, id: string, at?: number): Promise<string[]> {
  let asked = read
    .selectFrom("requested_reviewers")
    .select("user_id as user")
    .where("organization_id", "=", organization)
    .where("change_request_id", "=", id);
  if (at !== undefined) return (await asked.where("created_at", "=", at).execute()).map(({ user }) => user);
  const reviewed = await read
    .selectFrom("reviews")
    .select("reviewer_id as user")
    .where("organization_id", "=", organization)
    .where("change_request_id", "=", id)
    .execute();
  return [...reviewed, ...(await asked.execute())].map(({ user }) => user);
}

interface PostPlace {
  readonly organization: string;
  readonly changeRequest: string | undefined;
  readonly comment: string;
  readonly reply: string | undefined;
}

/** Who is mentioned, who takes part in the discussion, and whose change request it is about. */
async function concernedByPost(
  read: Read,
  { organization, changeRequest, comment, reply }: PostPlace,
): Promise<NewNotification[]> {
  const root = await read
    .selectFrom("comments")
    .select(["body", "posted_by"])
    .where("organization_id", "=", organization)
    .where("id", "=", comment)
    .executeTakeFirst();
  if (root === undefined) return [];
  const replies = await read
    .selectFrom("comment_replies")
    .select(["id", "body", "posted_by"])
    .where("organization_id", "=", organization)
    .where("comment_id", "=", comment)
    .execute();
  const said = reply === undefined ? root : replies.find(({ id }) => id === reply);
  if (said === undefined) return [];
  const author = changeRequest === undefined ? null : await authorOf(read, organization, changeRequest);
  const others = reply === undefined ? [] : [root, ...replies].map(({ posted_by }) => posted_by);
  const told = (type: NotificationType, users: readonly (string | null)[]) =>
    users.flatMap((user) => (user === null ? [] : [{ user, type, changeRequest, comment, reply }]));
  return [...told("mention", mentionedIn(said.body)), ...told("reply", others), ...told("comment", [author])];
}

/** Mentions that a post notifies; more are words. */
const MOST_MENTIONED = 50;

/** The users whom a text names by links to them: `[@Name](/users/<id>)`. */
export function mentionedIn(markdown: string): readonly string[] {
  const ids = [...markdown.matchAll(/\]\(\/users\/([\w-]{1,64})\)/g)].flatMap(([, id]) => id ?? []);
  return [...new Set(ids)].slice(0, MOST_MENTIONED);
}
