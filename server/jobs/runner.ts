/** Runs what is due, beside the requests: in this process, and safely so beside other processes. */
import { claim, type Claim, hasWork, releaseAll } from "../db/jobs.ts";
import type { JobHandler } from "./job.ts";
import { type JobDeps, LEASE_MS, runJob } from "./runJob.ts";

interface Runner {
  /** Looks for work from now on: soon after a commit of this process, twice a second for what others commit. */
  start(): Promise<void>;
  /** Runs all that is due, one job after the other, and gives how many runs that took. For tests and commands. */
  drain(): Promise<number>;
  /** Takes no new jobs, interrupts those that run and waits until they have given back their claims. */
  stop(): Promise<void>;
}

/** How often the count of commits is looked at, and how often the database is asked in any case; milliseconds. */
const GLANCE_MS = 50;
const ASK_MS = 500;
/** Jobs under way at once, each of another kind. */
const MOST_AT_ONCE = 4;
/** A job that was asked for many times in one millisecond is due a few later; draining runs it nevertheless. */
const DRAIN_AHEAD_MS = 100;
const MOST_DRAINED = 10_000;

/**
 * Opens a runner of the given kinds of jobs; it does nothing until it is started or drained.
 * @param handlers by kind
 * @param plan asked before each claim: queues what follows from the state of the database and not from one change
 */
export function openRunner(
  deps: JobDeps,
  handlers: Readonly<Record<string, JobHandler>>,
  plan: () => Promise<void> = async () => undefined,
): Runner {
  return new JobRunner(deps, handlers, plan);
}

class JobRunner implements Runner {
  readonly #deps: JobDeps;
  readonly #handlers: Readonly<Record<string, JobHandler>>;
  readonly #plan: () => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #writesSeen = -1;
  #asked = 0;
  /** Whether it is in the log that none can be claimed, twice a second while the database is away: told once. */
  #hasFailed = false;

  constructor(deps: JobDeps, handlers: Readonly<Record<string, JobHandler>>, plan: () => Promise<void>) {
    this.#deps = deps;
    this.#handlers = handlers;
    this.#plan = plan;
  }

  async start(): Promise<void> {
    const { db } = this.#deps;
    // The file has one process, so whoever ran these jobs is gone.
    if (db.dialect === "sqlite") await db.transact(releaseAll);
    this.#timer = setInterval(() => this.#glance(), GLANCE_MS);
    this.#timer.unref();
  }

  async drain(): Promise<number> {
    const kinds = Object.keys(this.#handlers);
    for (let ran = 0; ran < MOST_DRAINED; ran++) {
      const job = await this.#claim(kinds, DRAIN_AHEAD_MS);
      if (job === undefined) return ran;
      await this.#run(job);
    }
    throw new Error(`The queue is not empty after ${MOST_DRAINED} jobs; they queue each other.`);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#looking;
    await Promise.all(this.#running.values());
  }

  #glance(): void {
    const { db } = this.#deps;
    const at = performance.now();
    if (this.#looking !== undefined || (db.writes === this.#writesSeen && at - this.#asked < ASK_MS)) return;
    this.#writesSeen = db.writes;
    this.#asked = at;
    this.#looking = this.#look()
      .then(
        () => {
          this.#hasFailed = false;
        },
        (error: unknown) => {
          if (!this.#hasFailed) this.#deps.log.error({ err: error }, "jobs could not be claimed");
          this.#hasFailed = true;
        },
      )
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Starts jobs until nothing is due, or as many run as may. */
  async #look(): Promise<void> {
    while (this.#running.size < MOST_AT_ONCE && !this.#stopping.signal.aborted) {
      const idle = Object.keys(this.#handlers).filter((kind) => !this.#running.has(kind));
      const job = await this.#claim(idle);
      if (job === undefined) return;
      const running = this.#run(job).finally(() => {
        this.#running.delete(job.kind);
        // Another of its kind may wait.
        this.#writesSeen = -1;
      });
      this.#running.set(job.kind, running);
    }
  }

  /** Asks by a read first: an idle process writes nothing. */
  async #claim(kinds: readonly string[], ahead = 0): Promise<Claim | undefined> {
    const { db, clock } = this.#deps;
    await this.#plan();
    const now = clock.now() + ahead;
    if (!(await hasWork(db.read, kinds, now))) return undefined;
    return db.transact((tx) => claim(tx, kinds, now, LEASE_MS));
  }

  #run(job: Claim): Promise<void> {
    const handler = this.#handlers[job.kind];
    if (handler === undefined) throw new Error(`No handler runs jobs of the kind ${job.kind}.`);
    return runJob(this.#deps, handler, job, this.#stopping.signal);
  }
}
