/**
 * Runs scripts of integrations: each organization's of one owner in a process of its own, started when it is needed and
 * ended when it rests. So many processes are there at most; who needs another waits until one has ended.
 */
import { Queue } from "../../turns/queue.ts";
import type { OutboundFetch } from "../fetch.ts";
import type { ApiAnswerer } from "./door.ts";
import { ScriptFailure } from "./failure.ts";
import type { ScriptForm } from "./form.ts";
import { AsksUnderWay } from "./neighbours.ts";
import { ScriptPlaces } from "./places.ts";
import { ProcessorBudget } from "./processorBudget.ts";
import { Room, type RunOptions, type Script, type ScriptAnswer, type ScriptLimits } from "./room.ts";

export type { Script, ScriptAnswer } from "./room.ts";

interface ScriptsOptions {
  /** Where workerd lies; without it nothing runs. */
  readonly workerd: string | undefined;
  /** The way out to the web, which reaches no private network whatever the settings say. */
  readonly fetch: OutboundFetch;
  /** Processes at once. */
  readonly most: number;
  readonly limits?: Partial<ScriptLimits>;
  /** Hears what kept a process from starting. */
  readonly report?: (error: unknown) => void;
}

const LIMITS: ScriptLimits = {
  answer: 10_000,
  end: 30_000,
  trial: 30_000,
  rest: 60_000,
  memory: 256 * 1024 * 1024,
  answered: 5 * 1024 * 1024,
  processor: 30_000,
};
/** Runs of one process at once, and how many wait for it. */
const RUNS_AT_ONCE = 16;
const MOST_WAITING = 64;
const PATIENCE_MS = 30_000;
/** Of one organization that wait, and characters of what is said of one. */
const MOST_TRIALS = 4;
/** Trials under way in a process of ours, whoever publishes, and how many wait for their turn. */
const TRIALS_AT_ONCE = 2;
const MOST_TRIALS_WAITING = 16;
const LONGEST_FAULT = 1000;
const NOTHING: ScriptForm = { event: {}, environment: {} };
/** So often within so many milliseconds an installation may go beyond what it may. */
const OVERRUNS = 3;
const OVERRUNS_WITHIN_MS = 60_000;
/** For so many milliseconds a script runs apart of which it isn't known whether it went too far. */
const APART_MS = 600_000;

const PROCESS = "process";

export class Scripts {
  readonly #options: ScriptsOptions;
  readonly #rooms = new Map<string, Promise<Room>>();
  /** By whose they are. */
  readonly #open = new Map<Room, string>();
  readonly #places: ScriptPlaces;
  readonly #asks = new AsksUnderWay();
  readonly #turns: Queue;
  /** By the organization that publishes. */
  readonly #trials: Queue;
  readonly #trialPlaces: Queue;
  readonly #overruns = new Map<string, number[]>();
  /** Installations that run apart from others, and until when. */
  readonly #apart = new Map<string, number>();
  readonly #limits: ScriptLimits;
  readonly #processor: ProcessorBudget;
  #api: { readonly origin: string; readonly answer: ApiAnswerer } | undefined;
  #isClosed = false;

  constructor(options: ScriptsOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#processor = new ProcessorBudget(this.#limits.processor);
    const refusal = (): Error => new ScriptFailure("busy");
    this.#places = new ScriptPlaces({
      most: options.most,
      patience: PATIENCE_MS,
      refusal,
      makeWay: (mayBe) => this.#makeWay(mayBe),
      leaving: () => [...this.#open.keys()].filter(({ isLeaving }) => isLeaving).length,
    });
    this.#turns = new Queue({
      atOnce: RUNS_AT_ONCE,
      mostWaiting: MOST_WAITING,
      patience: PATIENCE_MS,
      refusal,
    });
    this.#trials = new Queue({ atOnce: 1, mostWaiting: MOST_TRIALS, patience: PATIENCE_MS, refusal });
    this.#trialPlaces = new Queue({
      atOnce: TRIALS_AT_ONCE,
      mostWaiting: MOST_TRIALS_WAITING,
      // Those before them may take all the time that they have.
      patience: 2 * this.#limits.trial,
      refusal,
    });
  }

  /** Whether scripts are run here. */
  get runsHere(): boolean {
    return this.#options.workerd !== undefined;
  }

  /** How many processes there are, and how many wait for one. */
  get load(): { readonly processes: number; readonly waiting: number } {
    return { processes: this.#open.size, waiting: this.#places.waiting };
  }

  /** Has what scripts ask of our own API answered in this process, instead of over the network. */
  answerApi(origin: string, answer: ApiAnswerer): void {
    this.#api = { origin, answer };
  }

  /** Runs a script with an event. @throws ScriptFailure */
  run(script: Script, form: ScriptForm, options: RunOptions): Promise<ScriptAnswer> {
    if (!this.runsHere || this.#isClosed) return Promise.reject(new ScriptFailure("not-run"));
    const key = this.#roomFor(script);
    return this.#turns.take(key, async () => {
      // What runs already has its own bound: it is the next ones that wait.
      if (!this.#processor.has(payerOf(script), performance.now())) throw new ScriptFailure("busy");
      for (;;) {
        const starting = this.#rooms.get(key) ?? this.#begin(key, script);
        const room = await starting;
        if (!room.isLeaving) return room.run(script, form, options);
        // Another one is begun, behind all who wait for a place.
        this.#forget(key, starting);
      }
    });
  }

  /**
   * Loads a script in a process of its own, and asks it nothing.
   * @returns what keeps it from being loaded, in the words of what runs it
   * @throws ScriptFailure when that could not be found out, or took too much
   */
  faultOf(script: Script): Promise<string | undefined> {
    if (!this.runsHere || this.#isClosed) return Promise.reject(new ScriptFailure("not-run"));
    return this.#trials.take(script.organization, () =>
      // Of the places, so many at most are for what nobody has installed yet.
      this.#trialPlaces.take(PROCESS, async () => {
        // What isn't published yet takes nothing of what those that run may take.
        const payer = `publication ${script.organization}`;
        if (!this.#processor.has(payer, performance.now())) throw new ScriptFailure("busy");
        const room = await this.#start(payer, payer);
        try {
          const { isOk, body } = await room.run(script, NOTHING, { until: "answer", isTrial: true });
          return isOk ? undefined : body.toString("utf8").slice(0, LONGEST_FAULT);
        } finally {
          void room.close();
        }
      }),
    );
  }

  /** Ends all processes; what is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.keys()].map((room) => room.close()));
  }

  #roomFor({
    organization,
    owner,
    installation,
  }: Pick<Script, "organization" | "owner" | "installation">): string {
    const until = this.#apart.get(installation);
    if (until === undefined) return `${organization} ${owner}`;
    if (until > performance.now()) return `${organization} ${owner} ${installation}`;
    this.#apart.delete(installation);
    return this.#roomFor({ organization, owner, installation });
  }

  #begin(key: string, script: Script): Promise<Room> {
    const starting = this.#start(payerOf(script), script.organization);
    this.#rooms.set(key, starting);
    starting.then(
      (room) => room.gone.then(() => this.#forget(key, starting)),
      // Who waits for it hears why.
      () => this.#forget(key, starting),
    );
    return starting;
  }

  async #start(payer: string, organization: string): Promise<Room> {
    const leave = await this.#places.enter(organization);
    try {
      if (this.#isClosed) throw new ScriptFailure("ended");
      const room = await Room.start({
        workerd: this.#options.workerd ?? "",
        fetch: this.#options.fetch,
        api: () => this.#api,
        asks: this.#asks,
        limits: this.#limits,
        spent: (ms) => this.#processor.spend(payer, ms, performance.now()),
        isWanted: () => this.#places.isWanted(organization),
        began: () => this.#places.opened(),
        overran: (installation) => this.#overran(installation),
        suspected: (installations) => {
          for (const one of installations) this.#apart.set(one, performance.now() + APART_MS);
        },
      });
      this.#open.set(room, organization);
      void room.gone.then(() => {
        this.#open.delete(room);
        leave();
      });
      if (this.#isClosed) await room.close();
      return room;
    } catch (error) {
      leave();
      if (error instanceof ScriptFailure) throw error;
      this.#options.report?.(error);
      throw new ScriptFailure("ended", false, error);
    }
  }

  #forget(key: string, room: Promise<Room>): void {
    if (this.#rooms.get(key) === room) this.#rooms.delete(key);
  }

  /** Of those who may be asked, the one that rests, or else the one that was used least recently, ends. */
  #makeWay(mayBe: (organization: string, staying: number) => boolean): boolean {
    // One that has just been opened does first what it was opened for.
    const staying = [...this.#open].filter(([room]) => !room.isLeaving && room.hasBegun);
    const of = (organization: string) => staying.filter(([, owner]) => owner === organization).length;
    const asked = staying.flatMap(([room, owner]) => (mayBe(owner, of(owner)) ? [room] : []));
    const [first] = asked.toSorted((a, b) => Number(b.isIdle) - Number(a.isIdle) || a.usedAt - b.usedAt);
    first?.leave();
    return first !== undefined;
  }

  /** Notes that an installation went too far; gives whether it did so as often as it takes. */
  #overran(installation: string): boolean {
    const now = performance.now();
    const lately = (this.#overruns.get(installation) ?? []).filter((at) => at > now - OVERRUNS_WITHIN_MS);
    const isRepeated = lately.push(now) >= OVERRUNS;
    if (isRepeated) this.#overruns.delete(installation);
    else this.#overruns.set(installation, lately);
    return isRepeated;
  }
}

/** Whose processor time a script takes: that of its publisher in an organization, so that no integration stops another's. */
const payerOf = ({ organization, owner }: Pick<Script, "organization" | "owner">): string =>
  `${organization} ${owner}`;
