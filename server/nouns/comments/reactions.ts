import type { PostKey } from "../../db/schema.ts";
import type { Write } from "../../db/database.ts";
import { conflict } from "../../http/errors.ts";
import { emojiCharacters } from "../spaces/emoji.ts";

/** How many different emojis one comment or reply may carry. */
const MOST_EMOJIS = 50;

interface SentReactions {
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

/** Emojis as they are kept, each once. */
export interface ReactionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** @throws 400 naming what is not one emoji */
export function readReacting({ addedReactions = [], removedReactions = [] }: SentReactions): ReactionChange {
  const read = (field: string, texts: readonly string[]) =>
    new Set(texts.map((text, index) => emojiCharacters(text, `/${field}/${index}`)));
  const removed = read("removedReactions", removedReactions);
  const added = [...read("addedReactions", addedReactions)].filter((emoji) => !removed.has(emoji));
  return { added, removed: [...removed] };
}

/** What is reacted to: a comment, or a reply to it. */
interface Subject {
  readonly comment: PostKey;
  readonly reply?: string;
}

/**
 * Adds and takes back reactions of one person. The transaction holds the row of what is reacted to.
 * @throws 409 when it would carry too many different emojis
 */
export async function react(
  tx: Write,
  { comment, reply }: Subject,
  user: string,
  { added, removed }: ReactionChange,
  now: number,
): Promise<void> {
  const { organization_id } = comment;
  const subject = reply ?? comment.id;
  if (removed.length > 0) {
    await tx
      .deleteFrom("comment_reactions")
      .where("organization_id", "=", organization_id)
      .where("subject_id", "=", subject)
      .where("user_id", "=", user)
      .where("emoji", "in", removed)
      .execute();
  }
  if (added.length === 0) return;
  const row = {
    organization_id,
    subject_id: subject,
    user_id: user,
    comment_id: comment.id,
    reply_id: reply ?? null,
  };
  await tx
    .insertInto("comment_reactions")
    .values(added.map((emoji) => ({ ...row, emoji, reacted_at: now })))
    .onConflict((on) => on.columns(["organization_id", "subject_id", "emoji", "user_id"]).doNothing())
    .execute();
  const { count } = await tx
    .selectFrom("comment_reactions")
    .select((eb) => eb.fn.count<number>("emoji").distinct().as("count"))
    .where("organization_id", "=", organization_id)
    .where("subject_id", "=", subject)
    .executeTakeFirstOrThrow();
  if (count > MOST_EMOJIS) {
    throw conflict(
      "too-many-reactions",
      `There can be ${MOST_EMOJIS} different emojis; react with one that is there already.`,
    );
  }
}
