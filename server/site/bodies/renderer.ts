/** Rendering beside the thread that answers: a page made to take long holds up nobody but its own readers. */
import { availableParallelism } from "node:os";
import { WorkerPool } from "../../ports/worker-pool.ts";
import { startThread, WorkerFailed } from "../../ports/worker-runner.ts";
import { Queue } from "../../turns/queue.ts";
import type { Order } from "./renderWorker.ts";
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

/**
 * Renders in threads that start when they are first needed.
 * @param program the built `renderWorker.ts`
 */
export function openRenderer(program: URL, options: RendererOptions = {}): Renderer {
  const { deadline = 10_000, idle = 300_000, threads } = options;
  const atOnce = threads ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  const pool = new WorkerPool({
    name: "render",
    start: () => startThread(program, HEAP),
    // A line of its own: readers don't wait for PDFs and imports.
    turns: new Queue({ atOnce }),
    restFor: idle,
  });
  return {
    run: (kind, job) =>
      pool.run<never>({ kind, job } satisfies Order, { timeout: deadline }).catch((error: unknown) => {
        throw error instanceof WorkerFailed ? new RenderFailed(error.message) : error;
      }),
    close: () => pool.close(),
  };
}
