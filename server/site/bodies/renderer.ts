/** Rendering beside the thread that answers: a page made to take long holds up nobody but its own readers. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Delivery, Order } from "./renderWorker.ts";
import { type RenderWork, type WorkKind, work } from "./renderWork.ts";

/** Does the work of rendering. */
export interface Renderer {
  /** @throws RenderFailed when it takes too long or too much memory */
  run<K extends WorkKind>(kind: K, job: RenderWork[K]["job"]): Promise<RenderWork[K]["result"]>;
  close(): Promise<void>;
}

/** A text could not be rendered within its limits. */
export class RenderFailed extends Error {
  override readonly name = "RenderFailed";
}

interface RendererOptions {
  /** Milliseconds that one piece of work may take, without the time that it waits; 10,000 unless said. */
  readonly deadline?: number;
  /** Milliseconds without work after which a thread ends; 300,000 unless said: it has grammars to lose. */
  readonly idle?: number;
  /** 1 or 2 unless said, as many as the machine has processors beside the first. */
  readonly threads?: number;
}

/** Megabytes that one thread may take; a page of the largest size takes a tenth. */
const HEAP = 768;

/** Renders in this thread: for tests and for commands that answer nobody else. */
export function openRendererHere(): Renderer {
  return { run: work, close: async () => undefined };
}

interface Waiting {
  readonly order: Order;
  readonly done: (result: never) => void;
  readonly failed: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Renders in threads that start when they are first needed.
 * @param program the built `renderWorker.ts`
 */
export function openRenderer(program: URL, options: RendererOptions = {}): Renderer {
  return new ThreadPool(program, options);
}

class ThreadPool implements Renderer {
  readonly #program: URL;
  readonly #deadline: number;
  readonly #idle: number;
  readonly #most: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  #closed = false;

  constructor(program: URL, { deadline = 10_000, idle = 300_000, threads }: RendererOptions) {
    this.#program = program;
    this.#deadline = deadline;
    this.#idle = idle;
    this.#most = threads ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  }

  run<K extends WorkKind>(kind: K, job: RenderWork[K]["job"]): Promise<RenderWork[K]["result"]> {
    return new Promise((done, failed) => {
      if (this.#closed) return failed(new RenderFailed("The server is stopping."));
      this.#queue.push({ order: { kind, job }, done, failed });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.failed(new RenderFailed("The server is stopping."));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, "The server is stopping.")));
  }

  /** Gives the longest waiting order to a thread that is free, or to a new one while there may be more. */
  #next(): void {
    if (this.#queue.length === 0) return;
    const free = [...this.#threads].find(({ current }) => current === undefined);
    const thread = free ?? (this.#threads.size < this.#most ? this.#start() : undefined);
    const waiting = thread && this.#queue.shift();
    if (waiting === undefined || thread === undefined) return;
    clearTimeout(thread.timer);
    thread.current = waiting;
    thread.worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    thread.worker.postMessage(waiting.order);
    thread.timer = setTimeout(() => void this.#end(thread, "It takes too long to render."), this.#deadline);
  }

  #start(): Thread {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      env: {},
      stdin: false,
    });
    const thread: Thread = { worker, current: undefined, timer: undefined };
    this.#threads.add(thread);
    worker.on("message", (delivery: Delivery) => this.#deliver(thread, delivery));
    worker.on("error", (error) => void this.#end(thread, String(error)));
    worker.on("exit", () => void this.#end(thread, "The thread ended."));
    return thread;
  }

  #deliver(thread: Thread, delivery: Delivery): void {
    const { current } = thread;
    clearTimeout(thread.timer);
    thread.current = undefined;
    // An idle thread keeps no process alive that wants to end.
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.#end(thread, "Idle."), this.#idle).unref();
    if ("error" in delivery) current?.failed(new RenderFailed(delivery.error));
    else current?.done(delivery.result as never);
    this.#next();
  }

  async #end(thread: Thread, why: string): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.current?.failed(new RenderFailed(why));
    await thread.worker.terminate();
    if (!this.#closed) this.#next();
  }
}
