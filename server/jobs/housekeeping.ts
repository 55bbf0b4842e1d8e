/** What an installation does for itself once a day: old answers, old jobs and content that nothing refers to go. */
import { collectGarbage } from "../content/garbage.ts";
import type { Write } from "../db/database.ts";
import { enqueue } from "../db/jobs.ts";
import type { Deps } from "../deps.ts";
import { forgetUploads } from "../nouns/fonts/commands.ts";
import { forgetFileUploads } from "../nouns/uploads/commands.ts";
import { forgetAssertions, forgetRequests } from "../nouns/saml/requests.ts";
import { forgetDeviceGrants } from "../nouns/sessions/deviceGrants.ts";
import { collectPieces } from "../nouns/openapi/garbage.ts";
import { isClockSteady, LOOK_AGAIN_MS } from "./heartbeat.ts";
import type { JobHandler } from "./job.ts";

export const HOUSEKEEPING = "housekeeping";

const DAY = 24 * 3600 * 1000;
/** How long finished jobs and delivered events can be looked up. */
const KEPT_WORK = 30 * DAY;
/** How long events stay whose deliveries were made. */
const KEPT_EVENTS = DAY;
/** Rows that one transaction removes. */
const SLICE = 500;

type HousekeepingDeps = Pick<Deps, "blobs" | "clock" | "content" | "db" | "newId">;

/** Makes sure that the next round is planned; the first one is due at once. */
export async function planHousekeeping({ db, clock, newId }: HousekeepingDeps): Promise<void> {
  const planned = await db.read
    .selectFrom("jobs")
    .select("id")
    .where("key", "=", HOUSEKEEPING)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  if (planned === undefined) await db.transact((tx) => plan(tx, newId(), clock.now(), clock.now()));
}

function plan(tx: Write, id: string, now: number, due: number): Promise<void> {
  return enqueue(tx, { id, kind: HOUSEKEEPING, key: HOUSEKEEPING, due, now });
}

/** Runs one round and plans the next: asked for again while it runs, the job is queued anew when it ends. */
export function housekeepingJob(deps: HousekeepingDeps): JobHandler {
  return async (run) => {
    const now = deps.clock.now();
    if (!(await isClockSteady(deps.db.read, now))) {
      await run.write((tx) => plan(tx, deps.newId(), now, now + LOOK_AGAIN_MS));
      return {};
    }
    const sessions = await inSlices(run.write, (tx) => forgetSessions(tx, now));
    const signIns = await inSlices(run.write, (tx) => forgetRequests(tx, now, SLICE));
    const assertions = await inSlices(run.write, (tx) => forgetAssertions(tx, now, SLICE));
    const links = await inSlices(run.write, (tx) => forgetLinks(tx, now - DAY));
    const deviceGrants = await inSlices(run.write, (tx) => forgetDeviceGrants(tx, now - DAY, SLICE));
    const attempts = await inSlices(run.write, (tx) => forgetAttempts(tx, now - DAY));
    const answers = await inSlices(run.write, (tx) => forgetAnswers(tx, now - DAY));
    const jobs = await inSlices(run.write, (tx) => forgetJobs(tx, now - KEPT_WORK));
    const events = await inSlices(run.write, (tx) => forgetEvents(tx, now));
    const deliveries = await inSlices(run.write, (tx) => forgetDeliveries(tx, now - KEPT_WORK));
    const ended = await inSlices(run.write, (tx) => forgetEnded(tx, now));
    const uploads = await inSlices(run.write, (tx) => forgetUploads(tx, now - DAY, SLICE));
    const fileUploads = await forgetFileUploads(deps, now);
    const content = await collectGarbage(deps.db, { now, blobs: deps.blobs });
    const pieces = await collectPieces(deps.db, now);
    await run.write((tx) => plan(tx, deps.newId(), now, now + DAY));
    return {
      report: {
        ended,
        sessions,
        signIns,
        assertions,
        links,
        deviceGrants,
        attempts,
        answers,
        jobs,
        events,
        deliveries,
        uploads,
        fileUploads,
        pieces,
        ...content,
      },
    };
  };
}

type InTransaction = <T>(work: (tx: Write) => Promise<T>) => Promise<T>;

async function inSlices(write: InTransaction, remove: (tx: Write) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await write(remove);
    removed += some;
    if (some < SLICE) return removed;
  }
}

async function forgetSessions(tx: Write, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("id", "in", (eb) =>
      eb.selectFrom("sessions").select("id").where("expires_at", "<=", now).limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Tokens of installations that have expired, and installations whose log is as old as others are kept. */
async function forgetEnded(tx: Write, now: number): Promise<number> {
  const tokens = await tx
    .deleteFrom("installation_tokens")
    .where("id", "in", (eb) =>
      eb.selectFrom("installation_tokens").select("id").where("expires_at", "<=", now).limit(SLICE),
    )
    .executeTakeFirst();
  const ended = await tx
    .selectFrom("installations")
    .select("id")
    .where("deleted_at", "<=", now - KEPT_WORK)
    .limit(SLICE)
    .execute();
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.deleteFrom("event_targets").where("id", "in", ids).execute();
    await tx.deleteFrom("installations").where("id", "in", ids).execute();
  }
  return Math.max(Number(tokens.numDeletedRows), ids.length);
}

async function forgetLinks(tx: Write, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("sign_in_links")
    .where("id", "in", (eb) =>
      eb.selectFrom("sign_in_links").select("id").where("expires_at", "<", before).limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function forgetAttempts(tx: Write, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("sign_in_attempts")
    .where("key", "in", (eb) =>
      eb.selectFrom("sign_in_attempts").select("key").where("last_at", "<", before).limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function forgetAnswers(tx: Write, before: number): Promise<number> {
  const rows = await tx
    .selectFrom("idempotency")
    .select(["user_id", "key"])
    .where("created_at", "<", before)
    .limit(SLICE)
    .execute();
  for (const { user_id, key } of rows) {
    await tx.deleteFrom("idempotency").where("user_id", "=", user_id).where("key", "=", key).execute();
  }
  return rows.length;
}

async function forgetJobs(tx: Write, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("jobs")
    .where("id", "in", (eb) =>
      eb.selectFrom("jobs").select("id").where("finished_at", "<", before).limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function forgetEvents(tx: Write, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("outbox")
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("outbox")
        .select("seq")
        .where((row) =>
          row.or([row("created_at", "<", now - KEPT_WORK), row("taken_at", "<", now - KEPT_EVENTS)]),
        )
        .limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function forgetDeliveries(tx: Write, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("deliveries")
    .where("id", "in", (eb) =>
      eb.selectFrom("deliveries").select("id").where("finished_at", "<", before).limit(SLICE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
