/** A run of one of the jobs that talk to repositories and their hosts, and how long one waits that has failed. */
import type { Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";

/** What the work needs of a run of its job. */
export interface GitJobRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** Milliseconds until what failed is tried again, by how many times it has failed in a row. */
const WAITS = [10_000, 60_000, 300_000, 900_000, 3_600_000];

export function waitAfter(failures: number): number {
  return WAITS[Math.min(failures, WAITS.length) - 1] ?? 10_000;
}
