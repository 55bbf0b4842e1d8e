/**
 * How pull requests stand that are open here: once a day their host is asked, since what it told while nobody heard it is
 * told by nothing else.
 */
import type { Read, Write } from "../../../db/database.ts";
import { enqueue } from "../../../db/jobs.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { HostRefused } from "../hosts/ask.ts";
import type { HostReview, ReachedHost } from "../hosts/host.ts";
import { reach } from "../hosts/reach.ts";
import { isAsked } from "../hosts/work.ts";
import { type GitJobRun, waitAfter } from "../jobRun.ts";
import { ownerOf, targetOf } from "../owner.ts";
import { findInstallation, type GitKey } from "../queries.ts";
import {
  endReviews,
  GIT_REVIEW,
  isShown,
  noteReview,
  queueWaiting,
  type ReviewOrder,
  type ReviewWish,
} from "./noteReview.ts";

type Installation = Row<"git_installations">;
type Review = Row<"git_reviews">;

/** How long a host is left alone that is away, by how often something else would have failed there by then. */
const FAILURES = 5;
/** Milliseconds between two installations: all of a large server don't ask at the same time. */
const APART_MS = 1_000;

/** Has hosts asked how the pull requests stand that are open here. @returns the last key of a slice, if there may be more */
export async function queueLooks(
  tx: Write,
  after: GitKey | undefined,
  { now, newId, most }: Pick<ReviewWish, "now" | "newId"> & { readonly most: number },
): Promise<GitKey | undefined> {
  const rows = await tx
    .selectFrom("git_installations")
    .selectAll()
    .where("paused_at", "is", null)
    .where("previews", "=", 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("git_reviews")
          .select("number")
          .whereRef("git_reviews.organization_id", "=", "git_installations.organization_id")
          .whereRef("git_reviews.installation_id", "=", "git_installations.id")
          .where("git_reviews.state", "=", "open"),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("organization_id", ">", after?.organization_id ?? ""),
          eb.and([eb("organization_id", "=", after?.organization_id ?? ""), eb("id", ">", after?.id ?? "")]),
        ]),
      ),
    )
    .orderBy("organization_id")
    .orderBy("id")
    .limit(most)
    .execute();
  let due = now;
  for (const row of rows) {
    if (!isAsked(row)) continue;
    await queueLook(tx, row, { now, newId, due }, 0);
    due += APART_MS;
  }
  return rows.length < most ? undefined : rows.at(-1);
}

async function queueLook(
  tx: Write,
  { organization_id: organization, id, space_id: space }: Installation,
  { now, newId, due }: Pick<ReviewWish, "now" | "newId"> & { readonly due: number },
  after: number,
): Promise<void> {
  const payload: ReviewOrder = { installation: id, after };
  const key = `${GIT_REVIEW}:look:${id}`;
  const of = { organization, ...(space !== null && { space }) };
  await enqueue(tx, { id: newId(), kind: GIT_REVIEW, key, payload, due, now, ...of });
}

/** Asks about those that are open, by their numbers. What a host doesn't tell stays as it is. */
export async function lookAtReviews(deps: Deps, run: GitJobRun, key: GitKey, from: number): Promise<void> {
  const installation = await findInstallation(deps.db.read, key);
  if (installation === undefined || installation.paused_at !== null) return;
  // By the rights of nobody nothing is asked.
  const target = await targetOf(deps, installation);
  if (target === undefined || (await ownerOf(deps, installation, target)) === undefined) return;
  const { provider, remote_url: url, connection_id: connection } = installation;
  const reached = await reach(deps, run, { provider, url, connection });
  if (reached === undefined) return;
  let after = from;
  let hasAnswered = false;
  let failed: HostRefused | undefined;
  for (;;) {
    run.signal.throwIfAborted();
    const review = await nextOpen(deps.db.read, installation, after);
    if (review === undefined) break;
    const error = await lookAtOne(deps, run, reached, review);
    const isFailed = error?.kind === "failed";
    // One that the host fails at hides none behind it: where it fails at two, it may be away.
    if (error !== undefined && (error.kind === "busy" || (isFailed && failed !== undefined)))
      return goOnLater(deps, run, { installation, after, error });
    failed = isFailed ? error : undefined;
    hasAnswered ||= !isFailed;
    // One that is missing may have been deleted there, or the token may see none: nobody knows which.
    if (error?.kind === "refused") break;
    after = review.number;
  }
  if (failed !== undefined && !hasAnswered)
    return goOnLater(deps, run, { installation, after: from, error: failed });
  // What has been given up after many attempts is made at last.
  await run.write((tx) => queueWaiting(tx, installation, { now: deps.clock.now(), newId: deps.newId }));
}

/** Asks about one, and notes what has become of it. @returns how the host has refused that */
async function lookAtOne(
  deps: Deps,
  run: GitJobRun,
  { api, ask }: ReachedHost,
  review: Review,
): Promise<HostRefused | undefined> {
  try {
    const said = api.readReview(await ask(api.review(review.number)));
    if (said?.number === review.number) await keep(deps, run, review, said);
    return undefined;
  } catch (error) {
    if (run.signal.aborted || !(error instanceof HostRefused)) throw error;
    return error;
  }
}

function goOnLater(
  { clock, newId }: Deps,
  run: GitJobRun,
  {
    installation,
    after,
    error,
  }: { readonly installation: Installation; readonly after: number; readonly error: HostRefused },
): Promise<void> {
  const now = clock.now();
  const due = error.after ?? now + waitAfter(FAILURES);
  return run.write((tx) => queueLook(tx, installation, { now, newId, due }, after));
}

const openOnes = (read: Read, { organization_id, id }: GitKey) =>
  read
    .selectFrom("git_reviews")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "=", "open");

function nextOpen(read: Read, of: GitKey, after: number): Promise<Review | undefined> {
  return openOnes(read, of).where("number", ">", after).orderBy("number").limit(1).executeTakeFirst();
}

/** Notes what has become of one, unless its host has told something of it meanwhile. */
async function keep(
  { clock, newId }: Deps,
  run: GitJobRun,
  { organization_id, installation_id: id, number, updated_at }: Review,
  said: HostReview,
): Promise<void> {
  await run.write(async (tx) => {
    const installation = await findInstallation(tx, { organization_id, id });
    const row = await openOnes(tx, { organization_id, id })
      .where("number", "=", number)
      .where("updated_at", "=", updated_at)
      .executeTakeFirst();
    if (installation === undefined || row === undefined) return;
    const wish = { now: clock.now(), newId };
    const isOver = said.state !== "open";
    if (isShown(installation, said)) {
      if (isOver || !isSame(row.commit_id, said.head)) await noteReview(tx, installation, said, wish);
    } else if (isOver || said.base !== installation.branch)
      await endReviews(tx, installation, { number }, wish);
  });
}

/** Whether two names of a commit mean the same: some hosts give the first characters of one. */
const isSame = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
