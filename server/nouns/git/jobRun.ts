/** A run of one of the jobs that talk to repositories and their hosts, and how long one waits after another. */
import { putSyncOff } from "../../content/git/queue.ts";
import type { Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";

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

/** Milliseconds between the end of a run and the begin of one that keeps its distance. */
const DISTANCE_MS = 2_000;

/** Puts a run off that keeps its distance, where it follows the last one too closely. @returns whether it does */
export async function putOffIfClose(
  { clock, newId }: Pick<Deps, "clock" | "newId">,
  run: GitJobRun,
  installation: Row<"git_installations">,
): Promise<boolean> {
  const now = clock.now();
  const left = (installation.synced_at ?? 0) + DISTANCE_MS - now;
  // Of a clock that was set back nobody waits for what it said.
  if (left <= 0 || left > DISTANCE_MS) return false;
  await run.write((tx) => putSyncOff(tx, installation, { due: now + left, now, newId }));
  return true;
}
