/** One process with the scripts that share it, and the runs that are under way in it. */
import { randomBytes } from "node:crypto";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from "node:http";
import type { OutboundFetch } from "../fetch.ts";
import { AskBudget } from "./askBudget.ts";
import { type ApiAnswerer, type KnownScript, openDoor, type RunEnd, type ScriptLine } from "./door.ts";
import { ScriptFailure, type ScriptProblem } from "./failure.ts";
import { type ScriptForm, scriptForm } from "./form.ts";
import { makeRoomFolder, removeRoomFolder, type RoomFolder } from "./folder.ts";
import type { AsksUnderWay } from "./neighbours.ts";
import { type RoomProcess, startRoomProcess } from "./process.ts";
import { HEADERS } from "./runtime.ts";

/** A script, and for whom it runs. */
export interface Script {
  readonly organization: string;
  /** Who published it: those of one owner share a process. */
  readonly owner: string;
  readonly installation: string;
  /** Names the code: another version is another script. */
  readonly version: string;
  /** Flags of what the code was built for. */
  readonly flags: readonly string[];
  readonly code: () => Promise<string>;
}

/** What a script answered. */
export interface ScriptAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether it ended as it should, as far as that was waited for. */
  readonly isOk: boolean;
  /** What it wrote on its console until then. */
  readonly lines: readonly ScriptLine[];
  /** What came of all that it began, once that has ended; `failure` where its process was ended meanwhile. */
  readonly ended: Promise<RunEnd & { readonly failure: ScriptFailure | undefined }>;
}

export interface RunOptions {
  /** Whether all that the script began is waited for, or its answer alone. */
  readonly until: "answer" | "end";
  /** The script is loaded alone, and asked nothing. */
  readonly isTrial?: boolean;
}

interface RoomOptions {
  readonly workerd: string;
  readonly fetch: OutboundFetch;
  readonly api: () => { readonly origin: string; readonly answer: ApiAnswerer } | undefined;
  /** What scripts of all processes ask. */
  readonly asks: AsksUnderWay;
  readonly limits: ScriptLimits;
  /** Hears of the processor time that it took, in milliseconds. */
  readonly spent: (ms: number) => void;
  /** Whether others wait for its place. */
  readonly isWanted: () => boolean;
  /** Hears of its first run. */
  readonly began: () => void;
  /** Notes that an installation went beyond what it may; gives whether it does so repeatedly. */
  readonly overran: (installation: string) => boolean;
  /** Hears of installations of which one, nobody knows which, went beyond what it may. */
  readonly suspected: (installations: ReadonlySet<string>) => void;
}

/** Milliseconds and bytes. */
export interface ScriptLimits {
  /** Until a script has answered. */
  readonly answer: number;
  /** From there until all that it began has ended. */
  readonly end: number;
  /** Until a script that is tried out is loaded: long enough for a busy machine. */
  readonly trial: number;
  /** Of a process without work until it ends. */
  readonly rest: number;
  /** In a process, all of it. */
  readonly memory: number;
  /** Of an answer. */
  readonly answered: number;
  /** Of the processor, by one publisher's scripts of an organization in a minute: then the next of them wait. */
  readonly processor: number;
}

interface Run {
  readonly installation: string;
  failure: ScriptFailure | undefined;
  end: RunEnd | undefined;
  /** Resolves when `over` is called: it has ended, be it with the process. */
  readonly ended: Promise<void>;
  readonly over: () => void;
}

function newRun(installation: string): Run {
  let over = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  return { installation, failure: undefined, end: undefined, ended, over: () => over() };
}

function endOf({ failure, end }: Run, hasFailed: boolean) {
  const isOk = !hasFailed && failure === undefined && end?.isOk !== false;
  return { isOk, lines: end?.lines ?? [], failure };
}

/** How often the memory of a process at work is looked at, in milliseconds. */
const LOOK_EVERY_MS = 100;
/** How long what a failed script wrote is waited for. */
const LAST_WORDS_MS = 1000;

export class Room {
  readonly #options: RoomOptions;
  readonly #folder: RoomFolder;
  readonly #door: Server;
  /**
   * Keeps no connection: the process ends one that rests, and who sent a run into it just then would hear that the
   * process had ended.
   */
  readonly #agent = new Agent({ keepAlive: false });
  readonly #process: RoomProcess;
  readonly #scripts: Scripts;
  readonly #runs = new Map<string, Run>();
  /** Whose scripts have run here: each may have kept something. */
  readonly #guests = new Set<string>();
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>;
  /** When it was used last. */
  usedAt = performance.now();
  /** Takes no further runs, and ends with those under way. */
  isLeaving = false;
  #last = 0;
  /** Milliseconds of processor that were told of. */
  #counted = 0;
  #resting: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;

  private constructor(
    options: RoomOptions,
    {
      folder,
      door,
      process,
      scripts,
      runs,
    }: { folder: RoomFolder; door: Server; process: RoomProcess; scripts: Scripts; runs: Map<string, Run> },
  ) {
    this.#options = options;
    this.#folder = folder;
    this.#door = door;
    this.#process = process;
    this.#scripts = scripts;
    this.#runs = runs;
    this.gone = this.#end();
    this.#rest();
  }

  /** @throws what kept the process from starting */
  static async start(options: RoomOptions): Promise<Room> {
    const folder = await makeRoomFolder();
    const scripts = new Scripts();
    const runs = new Map<string, Run>();
    let door: Server | undefined;
    try {
      door = await openDoor(folder, {
        fetch: options.fetch,
        asks: options.asks,
        known: (secret) => scripts.bySecret(secret),
        ended: (event, end) => {
          const run = runs.get(event);
          if (run === undefined) return;
          run.end = end;
          run.over();
        },
        get api() {
          return options.api();
        },
      });
      const process = await startRoomProcess(options.workerd, folder);
      return new Room(options, { folder, door, process, scripts, runs });
    } catch (error) {
      door?.close();
      await removeRoomFolder(folder);
      throw error;
    }
  }

  /** Whether anything has run in it. */
  get hasBegun(): boolean {
    return this.#last > 0;
  }

  get isIdle(): boolean {
    return this.#runs.size === 0;
  }

  /** Takes no more, and ends as soon as nothing is under way. */
  leave(): void {
    this.isLeaving = true;
    if (this.isIdle) this.#kill();
  }

  /** Ends at once; what is under way fails. */
  async close(): Promise<void> {
    this.isLeaving = true;
    this.#kill();
    await this.gone;
  }

  /** Runs a script. @throws ScriptFailure */
  async run(script: Script, form: ScriptForm, { until, isTrial = false }: RunOptions): Promise<ScriptAnswer> {
    const event = String(++this.#last);
    const run = newRun(script.installation);
    this.#guests.add(script.installation);
    this.#begin(event, run);
    if (event === "1") this.#options.began();
    const { limits } = this.#options;
    const patience = setTimeout(() => this.#overrun("late", run), isTrial ? limits.trial : limits.answer);
    try {
      const answer = await this.#ask(event, script, form, isTrial);
      clearTimeout(patience);
      const hasFailed = answer.headers[HEADERS.failed] !== undefined;
      const whole = this.#watchEnd(event, run, hasFailed ? LAST_WORDS_MS : limits.end);
      if (until === "end") await whole;
      if (run.failure !== undefined) throw run.failure;
      const isOk = !hasFailed && run.end?.isOk !== false;
      const ended = whole.then(() => endOf(run, hasFailed));
      return { ...answer, isOk, lines: run.end?.lines ?? [], ended };
    } catch (error) {
      clearTimeout(patience);
      // What goes on behind it would be watched by nobody.
      if (error instanceof ScriptFailure && error.problem === "too-large") this.#overrun("too-large", run);
      this.#finish(event);
      throw (
        run.failure ?? (error instanceof ScriptFailure ? error : new ScriptFailure("ended", false, error))
      );
    }
  }

  /** Waits for what an answered run began. One that does not end in time is ended with the process. */
  async #watchEnd(event: string, run: Run, most: number): Promise<void> {
    const patience = setTimeout(() => {
      if (most === LAST_WORDS_MS) run.over();
      else this.#overrun("late", run);
    }, most);
    await run.ended;
    clearTimeout(patience);
    this.#finish(event);
  }

  #begin(event: string, run: Run): void {
    clearTimeout(this.#resting);
    this.usedAt = performance.now();
    this.#runs.set(event, run);
    this.#looking ??= setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  #finish(event: string): void {
    this.#runs.delete(event);
    this.usedAt = performance.now();
    void this.#count();
    if (!this.isIdle) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
    if (this.isLeaving || this.#options.isWanted()) this.leave();
    else this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.leave(), this.#options.limits.rest);
    this.#resting.unref();
  }

  /** What it took until then is counted: nobody can ask for it afterwards. */
  #kill(): void {
    void this.#count().finally(() => this.#process.kill());
  }

  async #count(): Promise<void> {
    const taken = await this.#process.processorTime();
    if (taken <= this.#counted) return;
    this.#options.spent(taken - this.#counted);
    this.#counted = taken;
  }

  async #look(): Promise<void> {
    void this.#count();
    if ((await this.#process.memory()) <= this.#options.limits.memory) return;
    this.isLeaving = true;
    this.#blameForMemory();
    this.#kill();
  }

  /** Ends the process for what a run did. */
  #overrun(problem: ScriptProblem, run: Run): void {
    this.isLeaving = true;
    run.failure ??= new ScriptFailure(problem, this.#options.overran(run.installation));
    this.#kill();
  }

  /**
   * Memory is the process's: where several installations have run in it, any of them may have what was too much, and
   * none is blamed. They run apart from then on, so that the next time it is known.
   */
  #blameForMemory(): void {
    const isKnown = this.#guests.size === 1;
    if (!isKnown) this.#options.suspected(this.#guests);
    const isRepeated = new Map<string, boolean>();
    for (const run of this.#runs.values()) {
      // Looks overlap on a busy machine, and the end is one too: what was blamed once isn't counted again.
      if (run.failure !== undefined) continue;
      if (isKnown && !isRepeated.has(run.installation))
        isRepeated.set(run.installation, this.#options.overran(run.installation));
      run.failure = new ScriptFailure("memory", isRepeated.get(run.installation) === true);
    }
  }

  async #end(): Promise<void> {
    const said = await this.#process.ended;
    this.isLeaving = true;
    clearTimeout(this.#resting);
    clearInterval(this.#looking);
    // A script that takes more than its share of values ends the process itself.
    if (/out of memory|OOM/i.test(said)) this.#blameForMemory();
    for (const run of this.#runs.values()) {
      run.failure ??= new ScriptFailure("ended", false, said);
      run.over();
    }
    this.#agent.destroy();
    this.#door.closeAllConnections();
    await new Promise((done) => this.#door.close(done));
    await removeRoomFolder(this.#folder);
  }

  async #ask(
    event: string,
    script: Script,
    form: ScriptForm,
    isTrial: boolean,
  ): Promise<Pick<ScriptAnswer, "status" | "headers" | "body">> {
    const { type, content } = scriptForm(form);
    const asked = request({
      socketPath: this.#process.socket,
      agent: this.#agent,
      method: "POST",
      path: "/v1",
      headers: {
        host: "integration",
        "content-type": type,
        "content-length": content.length,
        [HEADERS.script]: this.#scripts.secretOf(script),
        [HEADERS.event]: event,
        ...(isTrial && { [HEADERS.trial]: "1" }),
      },
    });
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      asked.once("response", answered);
      asked.once("error", failed);
      asked.end(content);
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > this.#options.limits.answered) throw new ScriptFailure("too-large");
      parts.push(part);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) };
  }
}

/** The scripts of a process, by secrets that stand for them in it. */
class Scripts {
  readonly #secrets = new Map<string, string>();
  readonly #known = new Map<string, KnownScript>();
  readonly #budgets = new Map<string, AskBudget>();

  secretOf({ organization, installation, version, flags, code }: Script): string {
    const key = `${installation} ${version}`;
    let secret = this.#secrets.get(key);
    if (secret === undefined) {
      secret = randomBytes(24).toString("hex");
      this.#secrets.set(key, secret);
      let budget = this.#budgets.get(installation);
      if (budget === undefined) this.#budgets.set(installation, (budget = new AskBudget()));
      this.#known.set(secret, { organization, installation, code, flags, budget });
    }
    return secret;
  }

  bySecret(secret: string): KnownScript | undefined {
    return this.#known.get(secret);
  }
}
