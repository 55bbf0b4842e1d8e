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

/** What a program sends back, once. */
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
  await turn(limits.signal);
  try {
    return (await runOnce(program, input, limits)) as Output;
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

function runOnce(program: URL, input: unknown, limits: WorkerLimits): Promise<unknown> {
  const { timeout, memory, signal, transfer = [] } = limits;
  return new Promise((done, failed) => {
    if (signal?.aborted === true) return failed(givenUp());
    const worker = new Worker(program, {
      workerData: input,
      transferList: [...transfer],
      resourceLimits: { maxOldGenerationSizeMb: memory },
      env: {},
      execArgv: [],
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      worker.removeAllListeners();
      // An error of the thread's last moments is nobody's any more.
      worker.on("error", () => undefined);
      void worker.terminate().then(settle);
    };
    const fail = (reason: WorkerFailure, message: string): void =>
      end(() => failed(new WorkerFailed(reason, message)));
    const abort = (): void => end(() => failed(givenUp()));
    const timer = setTimeout(() => fail("timeout", `The work took longer than ${timeout} ms.`), timeout);
    signal?.addEventListener("abort", abort);
    worker.on("message", (answer: WorkerAnswer) => {
      if ("error" in answer) fail("failed", answer.error);
      else end(() => done(answer.output));
    });
    worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? fail("memory", `The work took more than ${memory} MB.`)
        : fail("failed", error.message),
    );
    worker.on("exit", () => fail("failed", "The thread ended without an answer."));
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
