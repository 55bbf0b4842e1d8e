/** Work that follows a change: a row of the same transaction, claimed by whichever process is free. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import { type AskedJob, dueThen, payloadThen } from "./askedAgain.ts";
import { prepared, preparedWrite, type Params, type Read, type Write } from "./database.ts";
import type { JobLine, WaitingOrganization } from "./jobLines.ts";
import type { Row, Schema } from "./schema.ts";

export interface NewJob extends AskedJob {
  readonly id: string;
  readonly kind: string;
  /** Jobs that ask for the same thing: while one is unfinished, another only tells it to look again. */
  readonly key?: string;
  readonly now: number;
  readonly space?: string;
  /** The person whom it writes to. */
  readonly user?: string;
  /** Whose job it is, so that it waits for the organization's places; null only for what is the installation's. */
  readonly organization: WaitingOrganization;
  readonly createdBy?: string;
}

/** A job that a worker holds: the row as it was when claimed. Its fence tells this claim from all others. */
export type Claim = Row<"jobs">;

/** After so many claims without progress a job is given up. */
export const MOST_ATTEMPTS = 10;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Queues a job in the transaction of the change that it follows. */
export async function enqueue(tx: Write, job: NewJob): Promise<void> {
  await tx
    .insertInto("jobs")
    .values({
      id: job.id,
      kind: job.kind,
      key: job.key ?? null,
      payload: JSON.stringify(job.payload ?? {}),
      due_at: job.due,
      created_by: job.createdBy ?? null,
      organization_id: job.organization,
      space_id: job.space ?? null,
      user_id: job.user ?? null,
      created_at: job.now,
    })
    .onConflict((on) =>
      on
        .column("key")
        // Literals: SQLite finds its partial index by the text of the condition.
        .where(sql<boolean>`state in ('queued', 'running')`)
        .doUpdateSet({
          due_at: dueThen(job),
          // What was asked for last counts; who only says to look again takes nothing back.
          ...(job.payload === undefined ? {} : { payload: payloadThen(job, JSON.stringify(job.payload)) }),
        }),
    )
    .execute();
}

const jobById = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("jobs").selectAll().where("id", "=", p("id")),
);

export function findJob(read: Read, id: string): Promise<Row<"jobs"> | undefined> {
  return jobById.first(read, { id });
}

/** Whether any job can be claimed at `now`, be there room for it or not: two steps into an index. */
export function claimable(read: Read, now: Expression<number>): Expression<SqlBool> {
  const jobs = read.selectFrom("jobs").select("id");
  // Literals: which of them are few is known to PostgreSQL by the value.
  const due = jobs.where("state", "=", sql.lit("queued")).where("due_at", "<=", now);
  const lost = jobs.where("state", "=", sql.lit("running")).where("lease_until", "<", now);
  return sql`(exists ${due} or exists ${lost})`;
}

/** Lines that one claim looks at: other processes may have taken the first ones since they were read. */
const LINES_LOOKED_AT = 4;

/**
 * Claims one job, of the first of these lines that still has any: one whose worker fell silent, else the one due
 * longest. Several processes may ask at once; each job goes to one of them. The claim holds for `leaseMs` milliseconds
 * unless it is kept up.
 * @param lines of `waitingLines`, in the order in which they are to be served
 */
export async function claim(
  tx: Write,
  lines: readonly JobLine[],
  now: number,
  leaseMs: number,
): Promise<Claim | undefined> {
  await buryLost.run(tx, { now, most: MOST_ATTEMPTS });
  for (const { kind, organization } of lines.slice(0, LINES_LOOKED_AT)) {
    const claimed =
      organization === null
        ? await claimOwn.first(tx, { kind, now, until: now + leaseMs })
        : await claimOf.first(tx, { kind, now, until: now + leaseMs, organization });
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}

interface ClaimParams {
  readonly kind: string;
  readonly now: number;
  readonly until: number;
}

const claimOf = preparedWrite((tx, p: Params<ClaimParams & { readonly organization: string }>) =>
  claimFirst(tx, p, (eb) => eb("organization_id", "=", p("organization"))),
);
const claimOwn = preparedWrite((tx, p: Params<ClaimParams>) =>
  claimFirst(tx, p, (eb) => eb("organization_id", "is", null)),
);

/** Claims what of a line may be claimed: of those whose worker fell silent, else of those that are due. */
function claimFirst(
  tx: Write,
  p: Params<ClaimParams>,
  ofOrganization: (eb: ExpressionBuilder<Schema, "jobs">) => Expression<SqlBool>,
) {
  const all = tx
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", p("kind"))
    .where(ofOrganization)
    .limit(1)
    .forUpdate()
    .skipLocked();
  const lost = all.where("state", "=", "running").where("lease_until", "<", p("now")).orderBy("lease_until");
  const due = all
    .where("state", "=", "queued")
    .where("due_at", "<=", p("now"))
    .orderBy("due_at")
    .orderBy("id");
  return (
    tx
      .updateTable("jobs")
      .set((eb) => ({
        state: "running",
        attempts: eb("attempts", "+", 1),
        fence: eb("fence", "+", 1),
        claimed_due: eb.ref("due_at"),
        lease_until: p("until"),
      }))
      // The first that there is: the one after it is not looked for, nor locked.
      .where("id", "=", sql<string>`coalesce(${lost}, ${due})`)
      .returningAll()
  );
}

/** Gives up jobs whose workers died of them again and again. */
const buryLost = preparedWrite((tx, p: Params<{ now: number; most: number }>) =>
  tx
    .updateTable("jobs")
    .set({
      state: "failed",
      finished_at: p("now"),
      lease_until: null,
      error: "The process that ran it ended each time it was tried.",
    })
    .where("state", "=", "running")
    .where("lease_until", "<", p("now"))
    .where("attempts", ">=", p("most")),
);

/**
 * Says that the worker still works, and with `progress` (kept as JSON) how far it has come: then earlier attempts are
 * forgotten. False when the job is not this worker's any more; inside a transaction of the job's own effects that is
 * the reason to write nothing.
 */
export async function keepClaim(
  tx: Write,
  held: Claim,
  now: number,
  leaseMs: number,
  progress?: unknown,
): Promise<boolean> {
  const { id, fence } = held;
  const until = now + leaseMs;
  const kept =
    progress === undefined
      ? await keep.run(tx, { id, fence, until })
      : await keepWith.run(tx, { id, fence, until, progress: JSON.stringify(progress) });
  return kept > 0;
}

interface HeldJob {
  readonly id: string;
  readonly fence: number;
  readonly until: number;
}

const keep = preparedWrite((tx, p: Params<HeldJob>) =>
  tx
    .updateTable("jobs")
    .set({ lease_until: p("until") })
    .where("id", "=", p("id"))
    .where("fence", "=", p("fence"))
    .where("state", "=", "running"),
);
const keepWith = preparedWrite((tx, p: Params<HeldJob & { readonly progress: string }>) =>
  tx
    .updateTable("jobs")
    .set({ lease_until: p("until"), progress: p("progress"), attempts: 1 })
    .where("id", "=", p("id"))
    .where("fence", "=", p("fence"))
    .where("state", "=", "running"),
);

/**
 * Ends a job with its report. One that was asked for again meanwhile is queued once more instead. What a space's
 * earlier jobs of the installation itself left behind goes.
 */
export async function finish(tx: Write, held: Claim, now: number, report?: unknown): Promise<void> {
  const { id, fence, due_at: due, kind, space_id: space } = held;
  await end.run(tx, { id, fence, due, now, report: report === undefined ? null : JSON.stringify(report) });
  if (held.created_by === null && space !== null) await clearEnded.run(tx, { id, kind, space });
}

interface EndedJob {
  readonly id: string;
  readonly fence: number;
  readonly due: number;
  readonly now: number;
  readonly report: string | null;
}

const end = preparedWrite((tx, p: Params<EndedJob>) => {
  const asked = sql<boolean>`due_at > ${p("due")}`;
  return tx
    .updateTable("jobs")
    .set({
      state: sql`case when ${asked} then 'queued' else 'done' end`,
      finished_at: sql`case when ${asked} then null else ${p("now")} ${integer(tx)} end`,
      attempts: 0,
      lease_until: null,
      progress: null,
      report: p("report"),
      error: null,
    })
    .where("id", "=", p("id"))
    .where("fence", "=", p("fence"))
    .where("state", "=", "running");
});
const clearEnded = preparedWrite((tx, p: Params<{ id: string; kind: string; space: string }>) =>
  tx
    .deleteFrom("jobs")
    .where("space_id", "=", p("space"))
    .where("kind", "=", p("kind"))
    .where("created_by", "is", null)
    .where("state", "in", ["done", "failed"])
    .where("id", "!=", p("id")),
);

/** Puts a job back in the queue, behind those that wait: it goes on from its progress. */
export async function requeue(tx: Write, held: Claim, now: number): Promise<void> {
  await ofClaim(tx, held)
    // Those that wait are due by now, and of equals the smaller id would come first.
    .set({ state: "queued", due_at: noEarlier(now + 1), lease_until: null, attempts: 0 })
    .execute();
}

/** Gives a job back as if it had not been claimed: the process stops. */
export async function release(tx: Write, held: Claim): Promise<void> {
  await ofClaim(tx, held)
    .set((eb) => ({ state: "queued", lease_until: null, attempts: eb("attempts", "-", 1) }))
    .execute();
}

/** Puts a job back in the queue that had to leave its place to others: no attempt of its own has failed. */
export async function giveWay(tx: Write, held: Claim, due: number): Promise<void> {
  await ofClaim(tx, held)
    .set((eb) => ({
      state: "queued",
      due_at: noEarlier(due),
      lease_until: null,
      attempts: eb("attempts", "-", 1),
    }))
    .execute();
}

/** Notes why an attempt failed: it is tried again later, each time after a longer wait, and in the end given up. */
export async function fail(tx: Write, held: Claim, now: number, error: string): Promise<void> {
  const isLast = held.attempts >= MOST_ATTEMPTS;
  const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** held.attempts);
  await ofClaim(tx, held)
    .set(
      isLast
        ? { state: "failed", finished_at: now, lease_until: null, error }
        : { state: "queued", due_at: noEarlier(now + wait), lease_until: null, error },
    )
    .execute();
}

/** Ends a job that fails for good: another attempt would come to the same. */
export async function giveUp(tx: Write, held: Claim, now: number, error: string): Promise<void> {
  await ofClaim(tx, held)
    .set({ state: "failed", error, finished_at: now, lease_until: null, progress: null })
    .execute();
}

/** Says how far a run is (kept as JSON), to readers alone: unlike `keepClaim`, it forgets no earlier attempt. */
export async function noteProgress(tx: Write, held: Claim, progress: unknown): Promise<void> {
  await ofClaim(tx, held)
    .set({ progress: JSON.stringify(progress) })
    .execute();
}

/** Ends a job that nobody wants any more; its worker notices with its next write. Undefined when it has ended. */
export function cancel(tx: Write, id: string, now: number): Promise<Row<"jobs"> | undefined> {
  return tx
    .updateTable("jobs")
    .set({ state: "cancelled", finished_at: now, lease_until: null })
    .where("id", "=", id)
    .where("state", "in", ["queued", "running"])
    .returningAll()
    .executeTakeFirst();
}

/** Lets every running job be claimed at once: right where no other process can be running one. */
export async function releaseAll(tx: Write): Promise<void> {
  await tx.updateTable("jobs").set({ lease_until: 0 }).where("state", "=", "running").execute();
}

function ofClaim(tx: Write, held: Claim) {
  return tx
    .updateTable("jobs")
    .where("id", "=", held.id)
    .where("fence", "=", held.fence)
    .where("state", "=", "running");
}

function noEarlier(than: number) {
  return sql<number>`case when due_at > ${than} then due_at else ${than} end`;
}

/** PostgreSQL takes a bare parameter of `case` for text. */
function integer(tx: Write) {
  return tx.link.dialect === "postgres" ? sql`::bigint` : sql``;
}
