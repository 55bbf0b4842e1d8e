/**
 * The door to threads of their own: work that may take long or much memory, such as reading what strangers wrote, holds
 * up nobody there, and can be ended.
 *
 * A program is a file `server/workers/<name>.worker.ts` that calls `answer(work)` of `workers/answer.ts`. The build puts
 * each into `dist/workers/<name>.js`; without a build (in tests) it is bundled when it is first needed.
 */
import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** What one run may take. */
export interface WorkerLimits {
  /** Milliseconds from the thread's start to its answer; the time that a run waits for a thread is not counted. */
  readonly timeout: number;
  /**
   * Megabytes of JavaScript values. Buffers lie outside, and one single value that is far larger than what is left (a
   * list of a hundred million items) ends the process, not the thread: bound the input, and what is made of it.
   */
  readonly memory: number;
  /** Ends the run, waiting or working. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are handed over instead of copied; the caller can't read them any more. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

/** `failed`: the program threw, or its thread ended. */
export type WorkerFailure = "timeout" | "memory" | "aborted" | "failed";

/** A run gave no answer. What its input can bring about, a program says in its answer instead of throwing. */
export class WorkerFailed extends Error {
  override readonly name = "WorkerFailed";
  readonly reason: WorkerFailure;
  constructor(reason: WorkerFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a thread begins with: the input of its only run, or word that inputs come as messages. */
export type WorkerBeginning = { readonly input: unknown } | { readonly isKept: true };

/** What a program sends back, once for each input. */
export type WorkerAnswer = { readonly output: unknown } | { readonly error: string };

/** Threads at once in this process; who comes later waits. */
const MOST_AT_ONCE = Math.max(2, availableParallelism() - 1);
const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs a program once in a new thread, which ends with it.
 * @param name of `server/workers/<name>.worker.ts`
 * @param input a value that can be cloned; so is the answer
 * @throws WorkerFailed when there is no answer within the limits
 */
export async function runInWorker<Output>(
  name: string,
  input: unknown,
  limits: WorkerLimits,
): Promise<Output> {
  const program = await programOf(name);
  const { memory, transfer } = limits;
  return inTurn(limits.signal, async () => {
    const thread = startThread(program, memory, { input }, transfer);
    const output = await answerOf(thread, limits);
    await thread.terminate();
    return output as Output;
  });
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
 * @param name of `server/workers/<name>.worker.ts`
 * @param memory as in WorkerLimits
 */
export function openThreads(name: string, memory: number): KeptThreads {
  const free = new Set<Worker>();
  const start = (program: URL): Worker => {
    const thread = startThread(program, memory, { isKept: true });
    thread.once("exit", () => free.delete(thread));
    // What goes wrong between two runs, its exit tells.
    thread.on("error", () => undefined);
    return thread;
  };
  return {
    async run<Output>(input: unknown, limits: Omit<WorkerLimits, "memory">): Promise<Output> {
      const program = await programOf(name);
      return inTurn(limits.signal, async () => {
        const [thread = start(program)] = free;
        free.delete(thread);
        const answer = answerOf(thread, { ...limits, memory });
        thread.postMessage(input, [...(limits.transfer ?? [])]);
        const output = await answer;
        free.add(thread);
        return output as Output;
      });
    },
    async close() {
      await Promise.all([...free].map((thread) => thread.terminate()));
    },
  };
}

/** Does work when there is a place for one more thread. @throws WorkerFailed when it is given up before */
async function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  await turn(signal);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Waits for a free place, which the run before hands on. @throws WorkerFailed when it is given up meanwhile */
async function turn(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw givenUp();
  if (running < MOST_AT_ONCE) {
    running++;
    return;
  }
  await new Promise<void>((go, leave) => {
    const abort = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      leave(givenUp());
    };
    const enter = (): void => {
      signal?.removeEventListener("abort", abort);
      go();
    };
    waiting.push(enter);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

const givenUp = (): WorkerFailed => new WorkerFailed("aborted", "The work was given up.");

function startThread(
  program: URL,
  memory: number,
  beginning: WorkerBeginning,
  transfer: readonly ArrayBuffer[] = [],
): Worker {
  return new Worker(program, {
    workerData: beginning,
    transferList: [...transfer],
    resourceLimits: { maxOldGenerationSizeMb: memory },
    env: {},
    execArgv: [],
  });
}

/** The next answer of a thread. Without one, it is ended. */
function answerOf(thread: Worker, { timeout, memory, signal }: WorkerLimits): Promise<unknown> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      for (const event of ["message", "error", "exit"]) thread.off(event, listeners[event as "exit"]);
    };
    const fail = (failure: WorkerFailed): void => {
      leave();
      // An error of the thread's last moments is nobody's any more.
      thread.on("error", () => undefined);
      void thread.terminate().then(() => failed(failure));
    };
    const failAs = (reason: WorkerFailure, message: string): void => fail(new WorkerFailed(reason, message));
    const abort = (): void => fail(givenUp());
    const timer = setTimeout(() => failAs("timeout", `The work took longer than ${timeout} ms.`), timeout);
    const listeners = {
      message: (answer: WorkerAnswer): void => {
        if ("error" in answer) return failAs("failed", answer.error);
        leave();
        done(answer.output);
      },
      error: (error: NodeJS.ErrnoException): void =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? failAs("memory", `The work took more than ${memory} MB.`)
          : failAs("failed", error.message),
      exit: (): void => failAs("failed", "The thread ended without an answer."),
    };
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort);
  });
}

const isBuilt = !import.meta.url.endsWith(".ts");
const bundles = new Map<string, Promise<URL>>();

function programOf(name: string): Promise<URL> {
  if (isBuilt) return Promise.resolve(new URL(`./workers/${name}.js`, import.meta.url));
  const known = bundles.get(name) ?? bundle(name);
  bundles.set(name, known);
  return known;
}

/** Node runs no TypeScript in threads: the program is bundled, inside the project so that it finds the packages. */
async function bundle(name: string): Promise<URL> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../workers/${name}.worker.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = new URL("../../node_modules/.cache/lectern-workers/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const file = new URL(`${name}-${hash}.mjs`, folder);
  // Other processes may bundle the same at this moment: nobody reads half a file.
  const draft = new URL(`${name}-${hash}.${process.pid}.draft`, folder);
  await writeFile(draft, code);
  await rename(draft, file);
  return file;
}
