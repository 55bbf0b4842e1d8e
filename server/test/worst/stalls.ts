/** For how long work holds the event loop, told so that a busy machine comes to the same verdict. */
import { createHash } from "node:crypto";
import { openSync, readSync } from "node:fs";

/** Where the system tells what a thread has used of the processor; elsewhere the whole process stands for it. */
const SCHEDULE = openSchedule();
const TOLD = Buffer.alloc(64);

function openSchedule(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  } catch {
    return undefined;
  }
}

/** Milliseconds of the processor that this process's first thread has used: other threads hold up nobody. */
function used(): number {
  if (SCHEDULE !== undefined) {
    const length = readSync(SCHEDULE, TOLD, 0, TOLD.length, 0);
    return Number(TOLD.toString("latin1", 0, length).split(" ")[0]) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What holding the loop is measured in: work that takes a quiet machine about a millisecond of its processor. */
function sliceHere(): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const began = performance.now();
    let hash = "";
    for (let round = 0; round < 1000; round++) hash = createHash("sha256").update(hash).digest("hex");
    best = Math.min(best, performance.now() - began);
  }
  return Math.max(best, 0.1);
}

/** What was seen while some work ran. */
export interface LoopStalls<T> {
  readonly result: T;
  /** The longest time between two turns of the loop, in slices. */
  readonly worst: number;
}

/**
 * Runs work and watches how long the loop is held between two of its turns. What counts is the processor that the loop's
 * own thread used meanwhile, since what else the machine does holds it up too and is no work of ours; and never more than
 * the time that went by, since the system counts in steps.
 */
export async function watchStalls<T>(work: () => Promise<T>): Promise<LoopStalls<T>> {
  let worst = 0;
  let [last, lastUsed] = [performance.now(), used()];
  let isOver = false;
  const note = (): void => {
    const [now, nowUsed] = [performance.now(), used()];
    worst = Math.max(worst, Math.min(now - last, nowUsed - lastUsed));
    [last, lastUsed] = [now, nowUsed];
  };
  const turn = (): void => {
    note();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await work();
    note();
    return { result, worst: worst / sliceHere() };
  } finally {
    isOver = true;
  }
}
