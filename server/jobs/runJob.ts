import { setImmediate as nextTurn } from "node:timers/promises";
import type { Claim } from "../db/jobs.ts";
import { fail, findJob, finish, giveUp, giveWay, keepClaim, release, requeue } from "../db/jobs.ts";
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { HttpError } from "../http/errors.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { MailRefused } from "../ports/mail.ts";
import { noteJobEnd } from "./notify.ts";
import { JobInterruption, type JobEnd, type JobHandler, type JobRun } from "./job.ts";

export type JobDeps = Pick<Deps, "db" | "clock" | "log">;

/** What a run does with regard to other jobs. */
export interface BesideOthers {
  /** Waits for the job's place. */
  readonly enter: () => Promise<void>;
  readonly others: Pick<JobRun, "away" | "isWaitedFor">;
  /** Aborted when others are to have its place, for it has waited long for somebody's bytes. */
  readonly givesWay: AbortSignal;
}

/** How long a claim holds without a sign of life, and how often one is given; milliseconds. */
export const LEASE_MS = 15_000;
const SIGN_MS = 5000;
/** How often a job looks whether it was cancelled. Reading leaves alone what others keep until somebody commits. */
const LOOK_MS = 1000;
const LONGEST_ERROR = 2000;
/** How long a job leaves to others the place that it had to give them. */
const GIVEN_WAY_MS = 60_000;

/** Runs one claimed job and notes how it ended. Never throws: what can't be noted is taken up when the lease ends. */
export async function runJob(
  deps: JobDeps,
  handler: JobHandler,
  job: Claim,
  stopping: AbortSignal,
  { enter, others, givesWay }: BesideOthers,
): Promise<void> {
  const { db, clock, log } = deps;
  const lost = new AbortController();
  const signs = [setInterval(() => void showLife(), SIGN_MS), setInterval(() => void look(), LOOK_MS)];
  for (const sign of signs) sign.unref();
  try {
    const end = await attempt();
    await db.transact(async (tx) => {
      await settle(tx, end);
      if (job.created_by !== null) await noteJobEnd(tx, job.id, clock.now());
    });
    await handler.clear?.(job);
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, "a job could not be settled");
  } finally {
    signs.forEach(clearInterval);
  }

  async function attempt(): Promise<JobEnd | { readonly error: unknown }> {
    try {
      const signal = AbortSignal.any([stopping, lost.signal, givesWay]);
      await enter();
      return await handler({ job, signal, write, ...others });
    } catch (error) {
      return { error };
    }
  }

  async function write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T> {
    if (stopping.aborted || lost.signal.aborted || givesWay.aborted) throw new JobInterruption();
    const result = await db.transact(async (tx) => {
      if (await keepClaim(tx, job, clock.now(), LEASE_MS, progress)) return work(tx);
      lost.abort();
      throw new JobInterruption();
    });
    await nextTurn();
    return result;
  }

  async function showLife(): Promise<void> {
    const isHeld = await db.transact((tx) => keepClaim(tx, job, clock.now(), LEASE_MS)).catch(() => true);
    if (!isHeld) lost.abort();
  }

  async function look(): Promise<void> {
    // Where the database does not answer nothing is known.
    const found = await findJob(db.read, job.id).catch(() => job);
    if (found !== job && (found?.state !== "running" || found.fence !== job.fence)) lost.abort();
  }

  /** A job that was lost is not touched: these statements find only what is still held. */
  async function settle(tx: Write, end: JobEnd | { readonly error: unknown }): Promise<void> {
    const now = clock.now();
    if (!("error" in end)) return "again" in end ? requeue(tx, job, now) : finish(tx, job, now, end.report);
    if (stopping.aborted) return release(tx, job);
    if (lost.signal.aborted) return;
    if (givesWay.aborted) {
      await giveWay(tx, job, now + GIVEN_WAY_MS);
      return handler.gaveWay?.(tx, job);
    }
    const text = end.error instanceof Error ? end.error.message : String(end.error);
    if (isOfInput(end.error)) return giveUp(tx, job, now, text.slice(0, LONGEST_ERROR));
    log.error({ err: end.error, job: job.id, kind: job.kind, attempt: job.attempts }, "a job failed");
    return fail(tx, job, now, text.slice(0, LONGEST_ERROR));
  }
}

/** Whether what a job was given is to blame: another attempt would come to the same, and nothing is wrong with us. */
function isOfInput(error: unknown): boolean {
  if (error instanceof HttpError) return error.status < 500;
  if (error instanceof MailRefused) return error.isFinal;
  return error instanceof ImportRefused || (error as { code?: unknown } | null)?.code === "ERR_INVALID_URL";
}
