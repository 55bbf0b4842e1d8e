/** What hosts tell of pull requests: noted, and shown by a job. */
import type { Read, Write } from "../../../db/database.ts";
import { enqueue, type NewJob } from "../../../db/jobs.ts";
import { leaveRequests } from "../../../content/git/leave.ts";
import { queueSync } from "../../../content/git/queue.ts";
import type { Row } from "../../../db/schema.ts";
import { plainWords } from "../../../ports/git/error.ts";
import type { HostReview } from "../hosts/host.ts";
import { noteStatus } from "../hosts/work.ts";
import { placeInConsole } from "../place.ts";

/** The kind of the jobs that make previews of pull requests. */
export const GIT_REVIEW = "git-review";

export interface ReviewOrder {
  readonly installation: string;
  /** One commit that somebody asks for, instead of those of pull requests. */
  readonly alone?: CommitAlone;
  /** The host is asked how those stand that are open here, from behind a number on. */
  readonly after?: number;
}

/** A commit that is shown to somebody who drives the syncs of a space. */
export interface CommitAlone {
  readonly ref: string;
  /** For this look alone; null: none. */
  readonly connection: string | null;
}

export interface ReviewWish {
  readonly now: number;
  readonly newId: () => string;
  /** By default at once. */
  readonly when?: Pick<NewJob, "due" | "within">;
}

const LONGEST_TITLE = 500;

/** Whether an installation shows what a pull request would change. */
export function isShown(
  { previews, forks, branch, driven }: Row<"git_installations">,
  { base, isFork }: Pick<HostReview, "base" | "isFork">,
): boolean {
  return previews === 1 && driven === 0 && base === branch && (forks === 1 || !isFork);
}

/** Whether a pull request is what the space proposes itself: everybody sees there already what it would change. */
export const isProposal = (
  { proposal_number, proposal_commit }: Row<"git_installations">,
  { number, head, isFork }: Pick<HostReview, "number" | "head" | "isFork">,
): boolean => number === proposal_number || (head === proposal_commit && !isFork);

/** How a pull request stood when it was told of last; undefined: it never was. */
export async function knownState(
  read: Read,
  { organization_id, id }: Row<"git_installations">,
  { number }: Pick<HostReview, "number">,
): Promise<Row<"git_reviews">["state"] | undefined> {
  const row = await read
    .selectFrom("git_reviews")
    .select("state")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.state;
}

/**
 * Notes open pull requests as closed that the space shows no more, and has their change requests closed: on the host they
 * may go on, to another branch say, and nothing of it would be heard here.
 */
export async function endReviews(
  tx: Write,
  installation: Row<"git_installations">,
  which: { readonly number: number } | { readonly fork: 1 },
  wish: ReviewWish,
): Promise<void> {
  const { now } = wish;
  const [column, value] = "number" in which ? (["number", which.number] as const) : (["fork", 1] as const);
  const ended = await tx
    .updateTable("git_reviews")
    .set({ state: "closed", wanted: 0, updated_at: now, closed_at: now })
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where("state", "=", "open")
    .where(column, "=", value)
    // Those of other repositories that have none are shown again as soon as that is set.
    .$if("fork" in which, (update) => update.where("change_request_id", "is not", null))
    .returning("change_request_id")
    .execute();
  if (ended.some((row) => row.change_request_id !== null)) await queueReviews(tx, installation, wish);
}

/**
 * Notes how a pull request stands, and has a preview made of one that is open. What was merged stays so. Of a preview
 * that is made later nothing is said on the host before: each head that is passed over would be another word.
 */
export async function noteReview(
  tx: Write,
  installation: Row<"git_installations">,
  review: HostReview,
  wish: ReviewWish,
): Promise<void> {
  const { organization_id, id: installation_id } = installation;
  const { number, state, head, ref, isFork } = review;
  const { now } = wish;
  const isOpen = state === "open";
  const said = {
    state,
    title: plainWords(review.title).slice(0, LONGEST_TITLE),
    commit_id: head,
    ref,
    fork: isFork ? 1 : 0,
    wanted: isOpen ? 1 : 0,
    // What was in the way of the preview before says nothing of the next.
    ...(isOpen ? { problem: null } : {}),
    updated_at: now,
    closed_at: isOpen ? null : now,
  } as const;
  const row = await tx
    .insertInto("git_reviews")
    .values({ organization_id, installation_id, number, ...said })
    .onConflict((on) =>
      on
        .columns(["organization_id", "installation_id", "number"])
        .doUpdateSet(said)
        .where("git_reviews.state", "!=", "merged"),
    )
    .returning("change_request_id")
    .executeTakeFirst();
  if (row === undefined) return;
  if (!isOpen) {
    if (row.change_request_id === null) return;
    // What was merged has to come in first.
    if (state === "merged") return queueSync(tx, installation, { cause: "webhook", ...wish });
    return queueReviews(tx, installation, wish);
  }
  if (wish.when !== undefined) return queueReviews(tx, installation, wish);
  await noteStatus(
    tx,
    installation,
    {
      commit: head,
      state: "pending",
      description: "The preview is being made.",
      path: placeInConsole(installation),
    },
    wish,
  );
  await queueReviews(tx, installation, wish);
}

/**
 * After its settings have changed: open pull requests with a preview get a change request where they are to have one.
 * Otherwise those that have followed any are like others.
 */
export async function followSettings(
  tx: Write,
  installation: Row<"git_installations">,
  wish: ReviewWish,
): Promise<void> {
  const { organization_id, id, branch, previews, reviews, forks, paused_at } = installation;
  if (forks === 0) await endReviews(tx, installation, { fork: 1 }, wish);
  if (previews === 0 || reviews === 0) await leaveRequests(tx, installation);
  else
    await tx
      .updateTable("git_reviews")
      // A preview that is being made just now is of the former settings.
      .set({ wanted: 1, updated_at: wish.now })
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", id)
      .where("state", "=", "open")
      .where("change_request_id", "is", null)
      .where((eb) => eb.or([eb("revision_id", "is not", null), eb("wanted", "=", 1)]))
      .where("fork", "in", isShown(installation, { base: branch, isFork: true }) ? [0, 1] : [0])
      .execute();
  // What was told of while it was paused waits still.
  if (previews === 1 && paused_at === null) await queueReviews(tx, installation, wish);
}

/** Has a commit shown that somebody asks for. */
export async function queueAlone(
  tx: Write,
  { organization_id: organization, id, space_id: space }: Row<"git_installations">,
  alone: CommitAlone,
  { now, newId }: ReviewWish,
): Promise<void> {
  const payload: ReviewOrder = { installation: id, alone };
  const of = { organization, ...(space !== null && { space }) };
  await enqueue(tx, { id: newId(), kind: GIT_REVIEW, payload, due: now, now, ...of });
}

/** The same where some wait: those that nobody answered for while they came are shown by whoever does now. */
export async function queueWaiting(
  tx: Write,
  installation: Row<"git_installations">,
  wish: ReviewWish,
): Promise<void> {
  const waiting = await tx
    .selectFrom("git_reviews")
    .select("number")
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where("wanted", "=", 1)
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) await queueReviews(tx, installation, wish);
}

/** Has previews made of the pull requests that wait for one. */
export async function queueReviews(
  tx: Write,
  { organization_id: organization, id, space_id: space }: Row<"git_installations">,
  { now, newId, when = { due: now } }: ReviewWish,
): Promise<void> {
  const payload: ReviewOrder = { installation: id };
  const key = `${GIT_REVIEW}:${id}`;
  const of = { organization, ...(space !== null && { space }) };
  await enqueue(tx, { id: newId(), kind: GIT_REVIEW, key, payload, now, ...when, ...of });
}
