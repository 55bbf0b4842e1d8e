/** What a kind of job is made of. */
import type { Claim } from "../db/jobs.ts";
import type { Write } from "../db/database.ts";

/** How a run ended, when it did not throw: with a report for whoever asked, or to be gone on with after others. */
export type JobEnd = { readonly report?: unknown } | { readonly again: true };

/** One run of one job. */
export interface JobRun {
  readonly job: Claim;
  /** Aborted when the process stops, or when the job is not this worker's any more: end soon, by throwing. */
  readonly signal: AbortSignal;
  /**
   * Whether another job of this kind waits and could have the turn of this one: a long job then ends with `again` and
   * goes on from its progress.
   */
  isWaitedFor(): Promise<boolean>;
  /**
   * A slice of the job's effect, in one transaction of at most some 10 ms, committed only while the job is this
   * worker's. `progress` is kept with it, for the reader of the job and for whoever goes on after a kill. Then others
   * get their turn.
   * @throws JobInterruption when the run has to end; nothing was written
   */
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
  /**
   * Waits for others' bytes: another job may have the place of this one meanwhile. Afterwards it goes on when there is
   * a place again, among those of its organization too. Nothing that computes for long belongs in it.
   */
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs a job to its end. It may run more than once, so its effects must come to the same when repeated. */
export interface JobHandler {
  (run: JobRun): Promise<JobEnd>;
  /** How many jobs of this kind a process runs at once; 1 unless said. */
  readonly atOnce?: number;
  /** How many of them may be one organization's; all unless said. */
  readonly ofOne?: number;
  /**
   * Clears away what only further runs would need, once it is committed how a run has ended. It is not called when the
   * process ends before.
   */
  readonly clear?: (job: Claim) => Promise<void>;
  /** Says to its readers that a run has left its place to others and begins again later; committed with that. */
  readonly gaveWay?: (tx: Write, job: Claim) => Promise<void>;
}

/** Lets a process run several jobs of a kind at once: none needs that another has ended. */
export function several(
  most: number | { readonly atOnce: number; readonly ofOne: number },
  run: (run: JobRun) => Promise<JobEnd>,
  besides: Pick<JobHandler, "clear" | "gaveWay"> = {},
): JobHandler {
  const limits = typeof most === "number" ? { atOnce: most } : most;
  return Object.assign((one: JobRun) => run(one), limits, besides);
}

/** A run has to end: the process stops, the job was cancelled, or another worker has it. */
export class JobInterruption extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("the job's run was interrupted");
  }
}
