/** Merging texts while others have their turn. */
import { mergeBodySteps, type MergedPart } from "../../engine/markdown/mergeBody.ts";
import type { SegmentVersions } from "../../engine/markdown/mergeSegments.ts";
import { inSteps } from "../../engine/steps.ts";
import { runInWorker, WorkerFailed } from "../ports/worker.ts";
import { openPace } from "../turns/pace.ts";
import { Queue } from "../turns/queue.ts";

/** UTF-16 code units of the three texts that are merged here: one block is read in one step, and may be all of a text. */
const MOST_HERE = 48_000;
/** Megabytes. */
const MEMORY = 1024;
/** Long merges, by organization: one after the other, so that none takes all the places that threads have. */
const threads = new Queue();

/** The merges that one request asks for. */
export interface MergeRun {
  readonly organization: string;
  /** Ends them where nobody waits for the answer any more; without one they come to their end. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that they may still take in threads, all together. */
  left: number;
}

/**
 * Merges two versions of a text with the one that both came from. Long ones are merged in a thread; what takes longer
 * there than the request has left, or more than a gigabyte, is one conflict.
 * @throws the reason of the run's signal once it is aborted: what was given up is neither a merge nor a conflict
 */
export async function mergeTexts(
  texts: SegmentVersions<string>,
  run: MergeRun,
): Promise<readonly MergedPart[]> {
  const { base, ours, theirs } = texts;
  const { signal } = run;
  signal?.throwIfAborted();
  if (ours === base || ours === theirs) return [theirs];
  if (theirs === base) return [ours];
  if (base.length + ours.length + theirs.length <= MOST_HERE)
    return inSteps(mergeBodySteps(texts), openPace());
  try {
    return await threads.take(run.organization, () => mergeInThread(texts, run), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof WorkerFailed) return [texts];
    throw error;
  }
}

/** @throws WorkerFailed */
async function mergeInThread(texts: SegmentVersions<string>, run: MergeRun): Promise<readonly MergedPart[]> {
  if (run.left <= 0) return [texts];
  const limits = { timeout: Math.ceil(run.left), memory: MEMORY, signal: run.signal };
  const began = performance.now();
  try {
    return await runInWorker<readonly MergedPart[]>("merge", texts, limits);
  } finally {
    run.left -= performance.now() - began;
  }
}
