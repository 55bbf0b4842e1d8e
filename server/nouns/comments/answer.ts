/** Comments and replies with all that is told about them, a few queries for any number of them. */
import type { EachAs } from "../../http/operation.ts";
import type { Comment, CommentReply } from "./schema.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { BodyFormat } from "./body.ts";
import { type CommentSurroundings, presentComment, presentReply } from "./present.ts";
import {
  countReplies,
  type PlaceThing,
  type Reaction,
  readReactions,
  readReviews,
  readUsers,
} from "./queries.ts";
import { showTargets, type ShownTarget } from "./target.ts";

export interface AnswerSources {
  readonly deps: Deps;
  /** The transaction of a change, or the database outside of one. */
  readonly read: Read;
  readonly place: PlaceThing;
  readonly format?: BodyFormat | undefined;
}

/** @param people who is named besides those who reacted */
async function readAround(
  { deps, read, place, format }: AnswerSources,
  subjects: readonly string[],
  people: readonly (string | null)[],
): Promise<CommentSurroundings> {
  const found = await readReactions(read, place.space.organization_id, subjects);
  const reactions = new Map<string, Reaction[]>();
  for (const reaction of found) {
    const list = reactions.get(reaction.subject_id) ?? [];
    list.push(reaction);
    reactions.set(reaction.subject_id, list);
  }
  const ids = new Set([...people.filter((id) => id !== null), ...found.map(({ user_id: id }) => id)]);
  return {
    users: await readUsers(read, [...ids]),
    reactions,
    addresses: deps.addresses,
    format,
    rights: place.rights,
    reader: place.member,
  };
}

/**
 * Comments of one place as they are answered.
 * @param targets what they are about; found here unless given. Inside a transaction they have to be, as finding them
 *   takes reading and parsing pages
 */
export async function answerComments<const Rows extends readonly Row<"comments">[]>(
  answering: AnswerSources,
  rows: Rows,
  targets?: ReadonlyMap<string, ShownTarget>,
): Promise<EachAs<Rows, typeof Comment>> {
  const { deps, read, place } = answering;
  const ids = rows.map(({ id }) => id);
  const people = rows.flatMap(({ posted_by, resolved_by }) => [posted_by, resolved_by]);
  const around = await readAround(answering, ids, people);
  const replies = await countReplies(read, place.space.organization_id, ids);
  const reviews = await readReviews(read, place.space.organization_id, ids);
  const shown = targets ?? (await showTargets(deps, place, rows));
  return rows.map((row) => {
    const target = shown.get(row.id) as ShownTarget;
    const told = { target, replies: replies.get(row.id) ?? 0, review: reviews.get(row.id) };
    return presentComment(row, place, told, around);
  }) as EachAs<Rows, typeof Comment>;
}

/** Replies to comments of one place as they are answered. */
export async function answerReplies<const Rows extends readonly Row<"comment_replies">[]>(
  answering: AnswerSources,
  rows: Rows,
): Promise<EachAs<Rows, typeof CommentReply>> {
  const ids = rows.map(({ id }) => id);
  const people = rows.map(({ posted_by: by }) => by);
  const around = await readAround(answering, ids, people);
  return rows.map((row) => presentReply(row, answering.place, around)) as EachAs<Rows, typeof CommentReply>;
}
