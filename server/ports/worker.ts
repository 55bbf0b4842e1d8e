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
import { type ProcessRunner, startProcess } from "./worker-process.ts";
import { programOf, type ProgramName, runsApart } from "./worker-program.ts";
import { type Runner, startThread, WorkerFailed } from "./worker-runner.ts";

export { WorkerFailed, type WorkerFailure } from "./worker-runner.ts";

/** What one run may take. */
export interface WorkerLimits {
  /** Milliseconds from the start to the answer; the time that a run waits for its turn is not counted. */
  readonly timeout: number;
  /**
   * Megabytes of JavaScript values. A process may have twice as much of everything. Of a thread, buffers lie outside, and
   * one single value that is far larger than what is left (a list of a hundred million items) ends our process, not the
   * thread: bound the input, and what is made of it.
   */
  readonly memory: number;
  /** Ends the run, waiting or working. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are handed over to a thread instead of copied; the caller can't read them any more. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

/** Runs at once in this process; who comes later waits. */
const MOST_AT_ONCE = Math.max(2, availableParallelism() - 1);
const runs = new Queue({ atOnce: MOST_AT_ONCE, refusal: () => givenUp() });

/**
 * Runs a program once: in a new thread, which ends with it, or in a process, which stays for a minute for the next run.
 * @param input a value that can be cloned; so is the answer
 * @throws WorkerFailed when there is no answer within the limits
 */
export async function runInWorker<Output>(
  name: ProgramName,
  input: unknown,
  limits: WorkerLimits,
): Promise<Output> {
  const output = runsApart(name) ? runInProcess(name, input, limits) : runInThread(name, input, limits);
  return output as Promise<Output>;
}

async function runInThread(name: ProgramName, input: unknown, limits: WorkerLimits): Promise<unknown> {
  const program = await programOf(name);
  return runInTurn(limits.signal, async () => {
    const thread = startThread(program, limits.memory, { input }, limits.transfer);
    const output = await answerOf(thread, limits);
    await thread.end();
    return output;
  });
}

/** Milliseconds that a process waits for its next run. */
const KEPT_FOR = 60_000;
/** Megabytes that a process which waits may have in memory. */
const MOST_RESTING = 400;
/** Processes that wait, by what they were started for. */
const resting = new Map<string, Map<ProcessRunner, NodeJS.Timeout>>();

async function runInProcess(name: ProgramName, input: unknown, limits: WorkerLimits): Promise<unknown> {
  return runInTurn(limits.signal, async () => {
    const kind = `${name} ${limits.memory}`;
    const runner = takeResting(kind) ?? (await startProcessOf(kind, name, limits.memory));
    const answer = answerOf(runner, limits);
    runner.send(input, []);
    const output = await answer;
    await letRest(kind, runner);
    return output;
  });
}

async function startProcessOf(kind: string, name: ProgramName, memory: number): Promise<ProcessRunner> {
  const runner = await startProcess(name, memory);
  runner.onGone(() => stopResting(kind, runner));
  return runner;
}

function takeResting(kind: string): ProcessRunner | undefined {
  const [runner] = resting.get(kind)?.keys() ?? [];
  if (runner !== undefined) stopResting(kind, runner);
  return runner;
}

function stopResting(kind: string, runner: ProcessRunner): void {
  clearTimeout(resting.get(kind)?.get(runner));
  resting.get(kind)?.delete(runner);
}

/** Keeps it for the next run, unless it has grown so much that a new one is better. */
async function letRest(kind: string, runner: ProcessRunner): Promise<void> {
  if ((await runner.megabytes()) > MOST_RESTING) return runner.end();
  const others = resting.get(kind) ?? new Map<ProcessRunner, NodeJS.Timeout>();
  resting.set(kind, others);
  const end = (): void => {
    stopResting(kind, runner);
    void runner.end();
  };
  others.set(runner, setTimeout(end, KEPT_FOR).unref());
  runner.rest();
}

/** Threads that are kept for runs of one program. */
export interface KeptThreads {
  /** Runs the program in a thread that is free, or in a new one. A run that fails ends its thread. @throws WorkerFailed */
  run<Output>(input: unknown, limits: Omit<WorkerLimits, "memory">): Promise<Output>;
  /** Ends the threads. Whoever opens them closes them, when no run is left. */
  close(): Promise<void>;
}

/**
 * Threads for many runs of a program that are one piece of work: starting one, and loading and warming up its code, can
 * take longer than a run. What strangers gave to one run must not be worth hiding from the next.
 * @param memory as in WorkerLimits
 */
export function openThreads(name: ProgramName, memory: number): KeptThreads {
  const free = new Set<Runner>();
  const start = (program: URL): Runner => {
    const thread = startThread(program, memory, { isKept: true });
    thread.onGone(() => free.delete(thread));
    return thread;
  };
  return {
    async run<Output>(input: unknown, limits: Omit<WorkerLimits, "memory">): Promise<Output> {
      const program = await programOf(name);
      return runInTurn(limits.signal, async () => {
        const [thread = start(program)] = free;
        free.delete(thread);
        const answer = answerOf(thread, limits);
        thread.send(input, limits.transfer ?? []);
        const output = await answer;
        free.add(thread);
        return output as Output;
      });
    },
    async close() {
      await Promise.all([...free].map((thread) => thread.end()));
    },
  };
}

/** Does work when there is a place for one more run. @throws WorkerFailed when it is given up before */
function runInTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return runs.take("", work, { signal });
}

const givenUp = (): WorkerFailed => new WorkerFailed("aborted", "The work was given up.");

/** The next answer of a thread or a process. Without one, it is ended. */
function answerOf(
  runner: Runner,
  { timeout, signal }: Pick<WorkerLimits, "timeout" | "signal">,
): Promise<unknown> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      // What goes wrong between two runs, its exit tells.
      runner.listener = undefined;
    };
    const fail = (failure: WorkerFailed): void => {
      leave();
      void runner.end().then(() => failed(failure));
    };
    const abort = (): void => fail(givenUp());
    const tooLong = `The work took longer than ${timeout} ms.`;
    const timer = setTimeout(() => fail(new WorkerFailed("timeout", tooLong)), timeout);
    runner.listener = {
      answered(answer) {
        if ("error" in answer) return fail(new WorkerFailed("failed", answer.error));
        leave();
        done(answer.output);
      },
      failed: fail,
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort);
  });
}
