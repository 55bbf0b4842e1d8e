/**
 * The door to threads and processes: work that may take long or much memory, such as reading what strangers wrote, holds
 * up nobody there, and can be ended.
 *
 * A program is a file `server/workers/<name>.worker.ts` that calls `answer(work)` of `workers/answer.ts`; what it runs in
 * is declared in `worker-program.ts`. The build puts each into `dist/workers/<name>.js`; without a build (in tests) it is
 * bundled when it is first needed.
 */
import { availableParallelism } from "node:os";
import { Queue } from "../turns/queue.ts";
import { givenUp, type RunLimits, WorkerPool } from "./worker-pool.ts";
import { startProcess } from "./worker-process.ts";
import { programOf, type ProgramName, runsApart } from "./worker-program.ts";
import { startThread } from "./worker-runner.ts";

export { WorkerPool } from "./worker-pool.ts";
export { WorkerFailed, type WorkerFailure } from "./worker-runner.ts";

export interface WorkerLimits extends RunLimits {
  /**
   * Megabytes of JavaScript values. A process may have twice as much of everything. Of a thread, buffers lie outside, and
   * one single value that is far larger than what is left (a list of a hundred million items) ends our process, not the
   * thread: bound the input, and what is made of it.
   */
  readonly memory: number;
}

/** Runs at once in this process; who comes later waits. */
const MOST_AT_ONCE = Math.max(2, availableParallelism() - 1);
const runs = new Queue({ atOnce: MOST_AT_ONCE, refusal: givenUp });
/** Milliseconds that a process waits for its next run. */
const KEPT_FOR = 60_000;
/** By what they run, and in how much memory. */
const pools = new Map<string, WorkerPool>();

/**
 * Runs a program once: in a new thread, which ends with it, or in a process, which stays for a minute for the next run.
 * @param input a value that can be cloned; so is the answer
 * @throws WorkerFailed when there is no answer within the limits
 */
export function runInWorker<Output>(
  name: ProgramName,
  input: unknown,
  limits: WorkerLimits,
): Promise<Output> {
  const { memory } = limits;
  const kind = `${name} ${memory}`;
  const known =
    pools.get(kind) ?? (runsApart(name) ? openProcesses(name, memory) : openThreads(name, memory, 0));
  pools.set(kind, known);
  return known.run<Output>(input, limits);
}

function openProcesses(name: ProgramName, memory: number): WorkerPool {
  return new WorkerPool({
    name,
    start: () => startProcess(name, memory),
    turns: runs,
    restFor: KEPT_FOR,
  });
}

/**
 * Threads for many runs of a program that are one piece of work: starting one, and loading and warming up its code, can
 * take longer than a run. Whoever opens them closes them.
 * @param memory as in WorkerLimits
 * @param turns where its runs wait, if not with those of all other programs
 */
export function openThreads(
  name: ProgramName,
  memory: number,
  restFor = Infinity,
  turns: Queue = runs,
): WorkerPool {
  const start = async () => startThread(await programOf(name), memory);
  return new WorkerPool({ name, start, turns, restFor });
}
