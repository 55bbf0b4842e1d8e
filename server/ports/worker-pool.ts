import type { Queue } from "../turns/queue.ts";
import { type Runner, WorkerFailed } from "./worker-runner.ts";

/** What one run may take. */
export interface RunLimits {
  /** Milliseconds from the start to the answer; the time that a run waits for its turn is not counted. */
  readonly timeout: number;
  /** Ends the run, waiting or working. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are handed over to a thread instead of copied; the caller can't read them any more. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

/** What a program's runs in this process have come to. */
interface PoolLoad {
  readonly working: number;
  readonly waiting: number;
  readonly done: number;
  readonly failed: number;
}

type Tally = { -readonly [part in keyof PoolLoad]: PoolLoad[part] };

/** By the name of the program, whichever pools run it. */
const tallies = new Map<string, Tally>();

/** What the runs of each program have come to, of those that ran at all. */
export function poolLoads(): ReadonlyMap<string, PoolLoad> {
  return tallies;
}

interface PoolRules {
  /** The program's, by which its runs are counted. */
  readonly name: string;
  readonly start: () => Promise<Runner> | Runner;
  /** Turns of runs, which pools may share. */
  readonly turns: Queue;
  /** Milliseconds that a thread or process is kept for its next run; 0: each run has its own. */
  readonly restFor: number;
}

/** Megabytes that a process which waits may have in memory. */
const MOST_RESTING = 400;

/**
 * Threads or processes of one program, started when there are more runs than free ones. One whose run fails is ended.
 * Where they are kept, what strangers gave to one run must not be worth hiding from the next.
 */
export class WorkerPool {
  readonly #rules: PoolRules;
  readonly #working = new Set<Runner>();
  readonly #resting = new Map<Runner, NodeJS.Timeout | undefined>();
  #isClosed = false;

  constructor(rules: PoolRules) {
    this.#rules = rules;
  }

  /** Runs the program once. @throws WorkerFailed when there is no answer within the limits, DataCloneError for an input that can't be sent */
  run<Output>(input: unknown, limits: RunLimits): Promise<Output> {
    const { name, turns } = this.#rules;
    let tally = tallies.get(name);
    if (tally === undefined) tallies.set(name, (tally = { working: 0, waiting: 0, done: 0, failed: 0 }));
    return this.#counted(tally, (started) =>
      turns.take(
        "",
        () => {
          started();
          return this.#run(input, limits) as Promise<Output>;
        },
        { signal: limits.signal },
      ),
    );
  }

  async #counted<T>(tally: Tally, run: (started: () => void) => Promise<T>): Promise<T> {
    let at: "waiting" | "working" = "waiting";
    tally.waiting++;
    try {
      const output = await run(() => {
        tally.waiting--;
        tally[(at = "working")]++;
      });
      tally.done++;
      return output;
    } catch (error) {
      tally.failed++;
      throw error;
    } finally {
      tally[at]--;
    }
  }

  /** Ends all that is kept and all that runs, and lets nothing run any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const runner of this.#working) runner.listener?.failed(stopping());
    await Promise.all([...this.#working, ...this.#resting.keys()].map((runner) => runner.end()));
  }

  async #run(input: unknown, limits: RunLimits): Promise<unknown> {
    if (this.#isClosed) throw stopping();
    const runner = this.#wake() ?? (await this.#start());
    this.#working.add(runner);
    try {
      const output = await answerOf(runner, input, limits);
      await this.#rest(runner);
      return output;
    } finally {
      this.#working.delete(runner);
    }
  }

  async #start(): Promise<Runner> {
    const runner = await this.#rules.start();
    runner.onGone(() => this.#take(runner));
    return runner;
  }

  #wake(): Runner | undefined {
    const [runner] = this.#resting.keys();
    return runner && this.#take(runner);
  }

  #take(runner: Runner): Runner {
    clearTimeout(this.#resting.get(runner));
    this.#resting.delete(runner);
    return runner;
  }

  /** Keeps it for the next run, unless it has grown so much that a new one is better. */
  async #rest(runner: Runner): Promise<void> {
    const { restFor } = this.#rules;
    if (restFor === 0 || this.#isClosed || (await runner.megabytes()) > MOST_RESTING) return runner.end();
    const end = (): void => void this.#take(runner).end();
    const timer = Number.isFinite(restFor) ? setTimeout(end, restFor).unref() : undefined;
    this.#resting.set(runner, timer);
    runner.rest();
  }
}

const stopping = (): WorkerFailed => new WorkerFailed("aborted", "The server is stopping.");

/** What is told of a run that was given up. */
export const givenUp = (): WorkerFailed => new WorkerFailed("aborted", "The work was given up.");

/** What a thread or a process answers to an input. Without an answer, as for one that can't be cloned, it is ended. */
function answerOf(
  runner: Runner,
  input: unknown,
  { timeout, signal, transfer = [] }: RunLimits,
): Promise<unknown> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      // What goes wrong between two runs, its exit tells.
      runner.listener = undefined;
    };
    const fail = (failure: unknown): void => {
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
    if (signal?.aborted === true) return abort();
    signal?.addEventListener("abort", abort);
    try {
      runner.send(input, transfer);
    } catch (error) {
      fail(error);
    }
  });
}
