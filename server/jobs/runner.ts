/** Runs what is due, beside the requests: in this process, and safely so beside other processes. */
import { setImmediate } from "node:timers/promises";
import { type JobLine, waitingLines } from "../db/jobLines.ts";
import { claim, type Claim, enqueue, releaseAll } from "../db/jobs.ts";
import { openLook, type StandingJob } from "../db/standingJobs.ts";
import type { Deps } from "../deps.ts";
import type { JobHandler } from "./job.ts";
import { OrganizationTurns } from "./organizationTurns.ts";
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
/** A job that was asked for many times in one millisecond is due a few later; draining runs it nevertheless. */
const DRAIN_AHEAD_MS = 100;
const MOST_DRAINED = 10_000;
const PATIENCE_MS = 60_000;

/** How long one that gives way may take to end, before the next one has to; milliseconds. */
const ENDING_MS = 5000;
/** A job that has given way may wait twice as long the next time, and again: one that brings much has its time once. */
const MOST_DOUBLED = 5;
/** Jobs of which is known how often they have given way. */
const MOST_KNOWN = 1000;

/** How far a job is that runs in this process. */
interface Underway {
  readonly givesWay: AbortController;
  /** Since when it is to give way, in milliseconds of the process: nobody sets those back. */
  gaveWayAt: number | undefined;
  /** Since when it waits for others' bytes, in the same milliseconds; undefined while it has a place, or waits for one. */
  awaySince: number | undefined;
}

type RunnerDeps = JobDeps & Pick<Deps, "newId">;

/**
 * Opens a runner of the given kinds of jobs; it does nothing until it is started or drained.
 * @param handlers by kind
 * @param standing jobs of these kinds that follow from the state of the database and not from one change
 * @param patience how long a job may wait for others' bytes while another waits for its place; milliseconds
 */
export function openRunner(
  deps: RunnerDeps,
  handlers: Readonly<Record<string, JobHandler>>,
  standing: readonly StandingJob[] = [],
  patience = PATIENCE_MS,
): Runner {
  return new JobRunner(deps, handlers, standing, patience);
}

class JobRunner implements Runner {
  readonly #deps: RunnerDeps;
  readonly #handlers: Readonly<Record<string, JobHandler>>;
  readonly #lookFor: ReturnType<typeof openLook>;
  readonly #running = new Map<Claim, Underway & { readonly ended: Promise<void> }>();
  readonly #turns = new OrganizationTurns();
  readonly #stopping = new AbortController();
  readonly #patience: number;
  /** How often jobs have given way, by their ids. */
  readonly #gaveWay = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #writesSeen = -1;
  #asked = 0;
  /** The organization whose job was claimed last. */
  #servedLast = "";
  /** Whether it is in the log that none can be claimed, twice a second while the database is away: told once. */
  #hasFailed = false;

  constructor(
    deps: RunnerDeps,
    handlers: Readonly<Record<string, JobHandler>>,
    standing: readonly StandingJob[],
    patience: number,
  ) {
    this.#patience = patience;
    this.#deps = deps;
    this.#handlers = handlers;
    this.#lookFor = openLook(standing);
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
      await this.#run(job, { givesWay: new AbortController(), gaveWayAt: undefined, awaySince: undefined });
    }
    throw new Error(`The queue is not empty after ${MOST_DRAINED} jobs; they queue each other.`);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
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
    while (this.#turns.hasPlace() && !this.#stopping.signal.aborted) {
      const job = await this.#claim(this.#kindsWithRoom());
      if (job === undefined) break;
      const underway = { givesWay: new AbortController(), gaveWayAt: undefined, awaySince: undefined };
      const ended = this.#run(job, underway).finally(() => {
        this.#running.delete(job);
        if (!underway.givesWay.signal.aborted) this.#gaveWay.delete(job.id);
        // Another may wait for its place.
        this.#writesSeen = -1;
      });
      this.#running.set(job, Object.assign(underway, { ended }));
    }
    await this.#makeRoom();
  }

  /**
   * Has a job give way that waits long for others' bytes where another organization's waits for a place: the longest of the
   * organization with most of them. Whoever has many hosts that say next to nothing stops nobody's work by them.
   */
  async #makeRoom(): Promise<void> {
    const now = performance.now();
    const running = [...this.#running];
    // One after the other: the place of the last one may do.
    if (running.some(([, { gaveWayAt }]) => gaveWayAt !== undefined && now - gaveWayAt < ENDING_MS)) return;
    const longAway = running.filter(
      ([job, { givesWay, awaySince = now }]) =>
        job.organization_id !== null &&
        !givesWay.signal.aborted &&
        now - awaySince >= this.#patience * 2 ** (this.#gaveWay.get(job.id) ?? 0),
    );
    if (longAway.length === 0) return;
    const isFull = this.#turns.isFull();
    const withRoom = new Set(isFull ? [] : this.#kindsWithRoom());
    const kinds = Object.keys(this.#handlers).filter((kind) => !withRoom.has(kind));
    const isWanted = (one: JobLine) => this.#hasRoomFor(one) && this.#turns.hasRoom(one.organization);
    const [line] = kinds.length === 0 ? [] : await this.#waiting(kinds, this.#deps.clock.now(), isWanted);
    if (line === undefined) return;
    const share = (organization: string | null): number =>
      longAway.filter(([job]) => job.organization_id === organization).length;
    const [longest] = longAway
      .filter(
        ([{ kind, organization_id: own }]) => own !== line.organization && (isFull || kind === line.kind),
      )
      .toSorted(
        ([a, { awaySince: one = now }], [b, { awaySince: other = now }]) =>
          share(b.organization_id) - share(a.organization_id) || one - other,
      );
    if (longest === undefined) return;
    const [job, underway] = longest;
    underway.gaveWayAt = now;
    if (this.#gaveWay.size >= MOST_KNOWN) this.#gaveWay.clear();
    this.#gaveWay.set(job.id, Math.min(MOST_DOUBLED, (this.#gaveWay.get(job.id) ?? 0) + 1));
    underway.givesWay.abort();
  }

  #kindsWithRoom(): string[] {
    const running = [...this.#running.keys()].map(({ kind }) => kind);
    return Object.entries(this.#handlers).flatMap(([kind, { atOnce = 1 }]) =>
      running.filter((one) => one === kind).length < atOnce ? [kind] : [],
    );
  }

  /** Whether the organization of a line may have another job of its kind under way. */
  #hasRoomFor({ kind, organization }: JobLine): boolean {
    const most = this.#handlers[kind]?.ofOne;
    if (most === undefined || organization === null) return true;
    const running = [...this.#running.keys()];
    return running.filter((job) => job.kind === kind && job.organization_id === organization).length < most;
  }

  /** Asks by a read first: a process that is idle, or has no place for what waits, writes nothing. */
  async #claim(kinds: readonly string[], ahead = 0): Promise<Claim | undefined> {
    const { db, clock } = this.#deps;
    const asked = clock.now();
    const now = asked + ahead;
    const { isAnyClaimable, missing } = await this.#lookFor(db.read, now);
    if (missing.length > 0) await this.#begin(missing, asked);
    else if (!isAnyClaimable) return undefined;
    const waiting = await this.#waiting(
      kinds,
      now,
      (line) => this.#hasRoomFor(line) && this.#turns.hasRoom(line.organization),
    );
    const lines = this.#turns.order(waiting);
    if (lines.length === 0) return undefined;
    const job = await db.transact((tx) => claim(tx, lines, now, LEASE_MS));
    this.#servedLast = job?.organization_id ?? this.#servedLast;
    return job;
  }

  /**
   * Lines that are wanted, the one that waits longest first: those of the organizations behind the one that was served
   * last, in the order of their ids and from the first again behind the last. Where they are many one look doesn't go
   * through all: it goes on until any is wanted.
   */
  async #waiting(
    kinds: readonly string[],
    now: number,
    isWanted: (line: JobLine) => boolean,
  ): Promise<JobLine[]> {
    const { read } = this.#deps.db;
    const found = new Map<string, JobLine & { readonly due: number }>();
    let after = this.#servedLast;
    for (let isRoundAgain = after === ""; ;) {
      const { lines, next } = await waitingLines(read, kinds, now, after);
      for (const line of lines.filter(isWanted)) found.set(`${line.kind} ${line.organization ?? ""}`, line);
      if (next === undefined ? isRoundAgain : found.size > 0) break;
      isRoundAgain ||= next === undefined;
      after = next ?? "";
      // On SQLite nobody else has a turn while it answers.
      await setImmediate();
    }
    return [...found.values()].toSorted((a, b) => a.due - b.due);
  }

  /**
   * Queues standing jobs: none belongs to an organization, since each works for all of them.
   * @param now when work for them was looked for; later, whoever looked would not find them due
   */
  #begin(kinds: readonly string[], now: number): Promise<void> {
    const { db, newId } = this.#deps;
    return db.transact(async (tx) => {
      for (const kind of kinds)
        await enqueue(tx, { id: newId(), kind, key: kind, due: now, now, organization: null });
    });
  }

  async #run(job: Claim, underway: Underway): Promise<void> {
    const handler = this.#handlers[job.kind];
    if (handler === undefined) throw new Error(`No handler runs jobs of the kind ${job.kind}.`);
    const turn = this.#turns.begin(job.organization_id);
    const away = async <T>(work: () => Promise<T>): Promise<T> => {
      const isInside = underway.awaySince !== undefined;
      underway.awaySince ??= performance.now();
      const done = turn.away(async () => {
        try {
          return await work();
        } finally {
          if (!isInside) underway.awaySince = undefined;
        }
      });
      // Another may wait for its place.
      this.#writesSeen = -1;
      return done;
    };
    // Inside the run, which keeps the claim up: who comes back may have taken the place since it was seen free.
    const others = { away, isWaitedFor: () => this.#isWaitedFor(job) };
    try {
      const givesWay = underway.givesWay.signal;
      await runJob(this.#deps, handler, job, this.#stopping.signal, {
        enter: () => turn.enter(),
        others,
        givesWay,
      });
    } finally {
      this.#turns.end(turn);
    }
  }

  /** Whether another of the kind could have the turn of a job: of its own organization, or of one that has room. */
  async #isWaitedFor({ kind, organization_id }: Claim): Promise<boolean> {
    const lines = await this.#waiting(
      [kind],
      this.#deps.clock.now(),
      ({ organization }) => organization === organization_id || this.#turns.hasRoom(organization),
    );
    return lines.length > 0;
  }
}
