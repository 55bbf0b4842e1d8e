/** Merging texts while others have their turn. */
import { mergeBodySteps, type MergedPart } from "../../engine/markdown/mergeBody.ts";
import type { SegmentVersions } from "../../engine/markdown/mergeSegments.ts";
import { inSteps } from "../../engine/steps.ts";
import { runInWorker, WorkerFailed } from "../ports/worker.ts";
import { openPace } from "../turns/pace.ts";

/** UTF-16 code units of the three texts that are merged here; reading longer ones would hold up others. */
const MOST_HERE = 150_000;
const LIMITS = { timeout: 60_000, memory: 1024 };

/**
 * Merges two versions of a text with the one that both came from. Long ones are merged in a thread; what takes longer
 * than a minute there, or more than a gigabyte, is one conflict.
 */
export async function mergeTexts(texts: SegmentVersions<string>): Promise<readonly MergedPart[]> {
  const { base, ours, theirs } = texts;
  if (ours === base || ours === theirs) return [theirs];
  if (theirs === base) return [ours];
  if (base.length + ours.length + theirs.length <= MOST_HERE)
    return inSteps(mergeBodySteps(texts), openPace());
  try {
    return await runInWorker<readonly MergedPart[]>("merge", texts, LIMITS);
  } catch (error) {
    if (error instanceof WorkerFailed) return [texts];
    throw error;
  }
}
