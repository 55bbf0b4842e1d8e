import type { SpaceKey } from "../db/schema.ts";
import { enqueue } from "../db/jobs.ts";
import { type Params, prepared, type Write } from "../db/database.ts";
import type { NewRevision } from "../../engine/change.ts";
import { commit, type RevisionNote } from "./commit.ts";
import { queueSyncAfter } from "./git/queue.ts";
import { LONGEST_REST_MS, REST_MS } from "../access/outbox.ts";

/**
 * Moves the head of a space to a new revision, and queues what follows the head: the search index, and the branch that it is kept in step with.
 * @throws StaleHead when the head is not where the change began
 */
export async function publishHead(
  tx: Write,
  made: { readonly expectedHead: string; readonly note: RevisionNote; readonly content: NewRevision },
  newId: () => string,
): Promise<void> {
  await commit(tx, made);
  const { organization, space: id, createdAt: now, inPlaceOf, type, git } = made.note;
  const space = { organization_id: organization, id };
  await queueIndexing(tx, space, now, newId, { rests: inPlaceOf !== undefined });
  // What came from the branch needs no going there.
  if (git === undefined) await queueSyncAfter(tx, space, { now, isAtOnce: type === "merge", newId });
}

/** The kind of the jobs that bring the search index of a space to its content. */
export const INDEX_SPACE = "index-space";

/**
 * Has the search index of a space brought to its content. Whatever gives a space a head in another way than
 * `publishHead` calls it in its transaction, and so do deleting and restoring a space.
 * @param now in milliseconds
 * @param how `rests`: it is being written bit by bit, so that translations follow once that has paused
 */
export async function queueIndexing(
  tx: Write,
  { organization_id, id: space }: SpaceKey,
  now: number,
  newId: () => string,
  how: { readonly rebuild?: true; readonly rests?: boolean } = {},
): Promise<void> {
  const key = `${INDEX_SPACE}:${space}`;
  const asked = how.rebuild === undefined ? {} : { payload: { rebuild: true } };
  const organization = organization_id;
  await enqueue(tx, { id: newId(), kind: INDEX_SPACE, key, space, organization, ...asked, due: now, now });
  for (const { space_id } of await translationsAt.all(tx, { organization_id, space }))
    await queueFollowing(tx, { organization_id, id: space_id }, now, newId, how);
}

/** The kind of the jobs that keep translations in step with their sources. */
export const FOLLOW_TRANSLATION = "follow-translation";

/** What a space is a translation or a source of. */
const translationsAt = prepared((read, p: Params<{ organization_id: string; space: string }>) =>
  read
    .selectFrom("translated_spaces")
    .select("space_id")
    .where("organization_id", "=", p("organization_id"))
    .where((eb) => eb.or([eb("space_id", "=", p("space")), eb("source_id", "=", p("space"))])),
);

/** Has a translation brought in step with its source: at once, or when it rests. `now` in milliseconds. */
export async function queueFollowing(
  tx: Write,
  { organization_id: organization, id: space }: SpaceKey,
  now: number,
  newId: () => string,
  { rests }: { readonly rests?: boolean } = {},
): Promise<void> {
  const key = `${FOLLOW_TRANSLATION}:${space}`;
  const when = rests ? { due: now + REST_MS, within: LONGEST_REST_MS } : { due: now };
  await enqueue(tx, { id: newId(), kind: FOLLOW_TRANSLATION, key, space, organization, now, ...when });
}

/** The kind of the jobs that have translations written by the translator. */
export const TRANSLATE_SPACE = "translate-space";

/** Has a translation's missing and outdated pages written. `createdBy`: a person who asked for it. */
export async function queueTranslator(
  tx: Write,
  { organization_id: organization, id: space }: SpaceKey,
  { now, newId, createdBy }: { now: number; newId: () => string; createdBy?: string | undefined },
): Promise<void> {
  const key = `${TRANSLATE_SPACE}:${space}`;
  const by = createdBy === undefined ? {} : { createdBy };
  await enqueue(tx, { id: newId(), kind: TRANSLATE_SPACE, key, space, organization, due: now, now, ...by });
}
