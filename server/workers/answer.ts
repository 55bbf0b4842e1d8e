/* oxlint-disable unicorn/require-post-message-target-origin -- threads have no origin */
/** The side of a thread: what every program in this folder is made with. */
import { parentPort } from "node:worker_threads";
import type { WorkerAnswer } from "../ports/worker-runner.ts";

/** An answer whose buffers are handed over instead of copied. */
export class HandedBytes<Output> {
  readonly output: Output;
  readonly transfer: readonly ArrayBuffer[];
  constructor(output: Output, transfer: readonly ArrayBuffer[]) {
    this.output = output;
    this.transfer = transfer;
  }
}

/** Runs the program's work on each input that it is given and sends its answer, or why there is none. */
export function answer<Input>(work: (input: Input) => unknown): void {
  parentPort?.on("message", (input: Input) => void send(work, input));
}

async function send<Input>(work: (input: Input) => unknown, input: Input): Promise<void> {
  try {
    const result = await work(input);
    if (result instanceof HandedBytes) {
      parentPort?.postMessage({ output: result.output } satisfies WorkerAnswer, [...result.transfer]);
    } else parentPort?.postMessage({ output: result } satisfies WorkerAnswer);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ error: text } satisfies WorkerAnswer);
  }
}
