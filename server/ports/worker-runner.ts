/** What runs a program, one input after the other: a thread or a process. */
import { Worker } from "node:worker_threads";

/** `failed`: the program threw, or its thread or process ended. */
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

/** What a program sends back, once for each input. */
export type WorkerAnswer = { readonly output: unknown } | { readonly error: string };

/** Who waits for the answer of a run. */
interface Listener {
  answered(answer: WorkerAnswer): void;
  /** It is gone, or as good as gone. */
  failed(failure: WorkerFailed): void;
}

export interface Runner {
  /** Gives it an input. @param transfer buffers that are handed over, where that is possible */
  send(input: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Who hears of it from now on; undefined: nobody. */
  listener: Listener | undefined;
  /** Ends it, whatever it does; it is gone when this resolves. */
  end(): Promise<void>;
  /** Called once, when it is gone. */
  onGone(gone: () => void): void;
  /** What it has in memory for itself alone; 0 for a thread, and where the system doesn't tell. */
  megabytes(): Promise<number>;
  /** While it waits for the next run, it doesn't keep this process from ending. */
  rest(): void;
}

/**
 * A thread of this process.
 * @param memory megabytes of JavaScript values
 */
export function startThread(program: URL, memory: number): Runner {
  const thread = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: memory },
    env: {},
    execArgv: [],
  });
  const runner: Runner = {
    listener: undefined,
    send(input, handed) {
      thread.ref();
      thread.postMessage(input, [...handed]);
    },
    megabytes: () => Promise.resolve(0),
    rest: () => thread.unref(),
    end: async () => void (await thread.terminate()),
    onGone: (gone) => void thread.once("exit", gone),
  };
  thread.on("message", (answer: WorkerAnswer) => runner.listener?.answered(answer));
  thread.on("error", (error: NodeJS.ErrnoException) => runner.listener?.failed(failureOf(error, memory)));
  thread.on("exit", () =>
    runner.listener?.failed(new WorkerFailed("failed", "The thread ended without an answer.")),
  );
  return runner;
}

/** What a thread's fatal error means. */
export function failureOf(
  error: { readonly code?: string | undefined; readonly message: string },
  memory: number,
): WorkerFailed {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new WorkerFailed("memory", `The work took more than ${memory} MB.`)
    : new WorkerFailed("failed", error.message);
}
