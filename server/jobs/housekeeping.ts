/** What an installation does for itself once a day: old answers, old jobs and content that nothing refers to go. */
import { sql } from "kysely";
import { collectGarbage, type CollectionRun, type GarbageProgress } from "../content/garbage.ts";
import { HOUSEKEEPING } from "../content/garbageRound.ts";
import { removeSuperseded } from "../content/superseded.ts";
import { brokenRule, type Write } from "../db/database.ts";
import { forget } from "../db/forget.ts";
import { enqueue } from "../db/jobs.ts";
import { takeUpAgain } from "../db/jobsAgain.ts";
import { recurring } from "../db/standingJobs.ts";
import type { Deps } from "../deps.ts";
import { forgetUploads } from "../nouns/fonts/commands.ts";
import { forgetFileUploads } from "../nouns/uploads/commands.ts";
import { ONCE_MS } from "../nouns/git/hosts/work.ts";
import type { GitKey } from "../nouns/git/queries.ts";
import { queueLooks } from "../nouns/git/reviews/lookAtReviews.ts";
import { INTEGRATION_TASK } from "../nouns/installations/tasks.ts";
import { PURGE_COLLECTION } from "../nouns/collections/trash.ts";
import { collectPieces } from "../nouns/openapi/garbage.ts";
import { END_ORGANIZATION } from "../nouns/orgs/end.ts";
import { FORGET_PERSON } from "../nouns/sessions/deletePerson.ts";
import { PURGE_SITE } from "../nouns/sites/trash.ts";
import { PURGE } from "../nouns/spaces/trash.ts";
import { isClockSteady, LOOK_AGAIN_MS } from "./heartbeat.ts";
import type { JobHandler, JobRun } from "./job.ts";
import { noteRoom } from "./room.ts";

const DAY = 24 * 3600 * 1000;
/** How long finished jobs and delivered events can be looked up. */
const KEPT_WORK = 30 * DAY;
/** How long events stay whose deliveries were made. */
const KEPT_EVENTS = DAY;
/** How long a pull request that is closed can be looked at. */
const KEPT_REVIEWS = 7 * DAY;
/** How long people find what they were told. */
const KEPT_NOTIFICATIONS = 90 * DAY;
/** A year can be compared with the one before, month by month of the last. */
const KEPT_VIEWS = 400 * DAY;
const VIEW_KEY = ["organization_id", "site_id", "day", "site_space_id", "page_id"] as const;
/** What people were told is gone for good: who cancels such a job, or lets it fail, has put it off. */
const DONE_IN_THE_END = [PURGE, PURGE_COLLECTION, PURGE_SITE, END_ORGANIZATION, FORGET_PERSON];
/** Rows that one transaction removes. */
const SLICE = 500;

type HousekeepingDeps = Pick<Deps, "blobs" | "clock" | "content" | "db" | "log" | "newId">;

/** There is always a next round. */
export const keepingHouse = recurring(HOUSEKEEPING, DAY);

function plan(tx: Write, id: string, now: number, due: number): Promise<void> {
  return enqueue(tx, { id, kind: HOUSEKEEPING, key: HOUSEKEEPING, due, now, organization: null });
}

/** What is over, by its name in the report: the table, what names its rows, and since when they may go. */
const overAt = (now: number) =>
  [
    ["sessions", "sessions", ["id"], sql<boolean>`expires_at <= ${now}`],
    ["signIns", "saml_requests", ["organization_id", "relay_hash"], sql<boolean>`expires_at <= ${now}`],
    [
      "assertions",
      "saml_assertions",
      ["organization_id", "provider_id", "assertion_id"],
      sql<boolean>`expires_at <= ${now}`,
    ],
    ["links", "sign_in_links", ["id"], sql<boolean>`expires_at < ${now - DAY}`],
    ["steps", "sign_in_steps", ["hash"], sql<boolean>`expires_at <= ${now}`],
    ["deviceGrants", "device_grants", ["id"], sql<boolean>`expires_at < ${now - DAY}`],
    ["attempts", "sign_in_attempts", ["key"], sql<boolean>`last_at < ${now - DAY}`],
    ["answers", "idempotency", ["user_id", "key"], sql<boolean>`created_at < ${now - DAY}`],
    [
      "presence",
      "presence",
      ["organization_id", "space_id", "change_request_id", "session_id"],
      sql<boolean>`seen_at < ${now - DAY}`,
    ],
    [
      "lookDrafts",
      "site_look_drafts",
      ["organization_id", "site_id", "user_id", "id"],
      sql<boolean>`created_at < ${now - DAY}`,
    ],
    [
      "notifications",
      "notifications",
      ["organization_id", "id"],
      sql<boolean>`created_at < ${now - KEPT_NOTIFICATIONS}`,
    ],
    ["pageViews", "page_views", VIEW_KEY, sql<boolean>`day < ${now - KEPT_VIEWS}`],
    ["jobs", "jobs", ["id"], sql<boolean>`finished_at < ${now - KEPT_WORK}`],
    // Scripts make as many as they like.
    ["tasks", "jobs", ["id"], sql<boolean>`kind = ${INTEGRATION_TASK} and finished_at < ${now - DAY}`],
    [
      "events",
      "outbox",
      ["seq"],
      sql<boolean>`created_at < ${now - KEPT_WORK} or taken_at < ${now - KEPT_EVENTS}`,
    ],
    [
      "installationTokens",
      "installation_tokens",
      ["organization_id", "installation_id", "id"],
      sql<boolean>`expires_at <= ${now}`,
    ],
    // Those that are for one run, where that has never ended.
    [
      "gitCredentials",
      "git_connections",
      ["organization_id", "id"],
      sql<boolean>`once = 1 and created_at < ${now - ONCE_MS}`,
    ],
    [
      "gitReviews",
      "git_reviews",
      ["organization_id", "installation_id", "number"],
      sql<boolean>`closed_at < ${now - KEPT_REVIEWS}`,
    ],
    [
      "gitDeliveries",
      "git_deliveries",
      ["organization_id", "installation_id", "delivery"],
      sql<boolean>`created_at < ${now - DAY}`,
    ],
    ["deliveries", "deliveries", ["organization_id", "id"], sql<boolean>`finished_at < ${now - KEPT_WORK}`],
  ] as const;

/** Runs one round and plans the next: asked for again while it runs, the job is queued anew when it ends. */
export function housekeepingJob(deps: HousekeepingDeps): JobHandler {
  return async (run) => {
    const now = deps.clock.now();
    if (!(await isClockSteady(deps.db.read, now))) {
      await run.write((tx) => plan(tx, deps.newId(), now, now + LOOK_AGAIN_MS));
      return {};
    }
    // Before those that ended long ago are forgotten.
    const putOff = { kinds: DONE_IN_THE_END, before: now - DAY, most: SLICE };
    const takenUp = await inSlices(besideOthers(run.write), (tx) => takeUpAgain(tx, putOff, now));
    const gone: Record<string, number> = {};
    for (const [name, table, key, isOver] of overAt(now))
      gone[name] = await inSlices(run.write, (tx) => forget(tx, table, key, isOver, SLICE));
    const ended = await inSlices(run.write, (tx) => forgetEnded(tx, now));
    const uploads = await inSlices(run.write, (tx) => forgetUploads(tx, now - DAY, SLICE));
    const fileUploads = await forgetFileUploads(deps, now);
    const superseded = await removeSuperseded(deps.db, run.write, now);
    const content = await collectGarbage(deps.db, { now, blobs: deps.blobs, run: collectionRun(deps, run) });
    const pieces = await collectPieces(deps.db, run.write, now);
    await lookAtPullRequests(deps, run.write, now);
    // Where it can't be told, that is said where files are written.
    const bytes = await deps.blobs.room().catch(() => undefined);
    await run.write(async (tx) => {
      if (bytes !== undefined) await noteRoom(tx, { at: now, bytes });
      await plan(tx, deps.newId(), now, now + DAY);
    });
    return {
      report: {
        takenUp,
        ended,
        ...gone,
        uploads,
        fileUploads,
        superseded,
        pieces,
        ...content,
      },
    };
  };
}

/** The one long part of a round goes on where it was when a process ends; the others have nothing to do then. */
function collectionRun({ log }: HousekeepingDeps, { job, signal, write }: JobRun): CollectionRun {
  const progress = job.progress === null ? undefined : (JSON.parse(job.progress) as GarbageProgress);
  const onDamage = (organization: string, error: unknown): void =>
    log.error({ err: error, organization }, "content is missing, so nothing was removed; run lectern doctor");
  return { write, signal, progress, onDamage };
}

type InTransaction = <T>(work: (tx: Write) => Promise<T>) => Promise<T>;

/** On PostgreSQL somebody may ask for the same job at that very moment: looked at again, theirs is there. */
function besideOthers(write: InTransaction): InTransaction {
  return (work) =>
    write(work).catch((error: unknown) => {
      if (brokenRule(error) !== "unique") throw error;
      return write(work);
    });
}

async function inSlices(write: InTransaction, remove: (tx: Write) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await write(remove);
    removed += some;
    if (some < SLICE) return removed;
  }
}

/** How pull requests stand is asked once a day: what their hosts told while nobody heard it is told by nothing else. */
async function lookAtPullRequests(
  { newId }: HousekeepingDeps,
  write: InTransaction,
  now: number,
): Promise<void> {
  const slice = (after?: GitKey) => write((tx) => queueLooks(tx, after, { now, newId, most: SLICE }));
  let last = await slice();
  while (last !== undefined) last = await slice(last);
}

/** Installations whose log is as old as others are kept. */
async function forgetEnded(tx: Write, now: number): Promise<number> {
  const ended = await tx
    .selectFrom("installations")
    .select(["organization_id", "id"])
    .where("deleted_at", "<=", now - KEPT_WORK)
    .limit(SLICE)
    .execute();
  if (ended.length === 0) return 0;
  const organizations = [...new Set(ended.map(({ organization_id }) => organization_id))];
  const ids = ended.map(({ id }) => id);
  for (const table of ["event_targets", "installations"] as const)
    await tx.deleteFrom(table).where("organization_id", "in", organizations).where("id", "in", ids).execute();
  return ended.length;
}
