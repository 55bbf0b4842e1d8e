/* oxlint-disable unicorn/require-post-message-target-origin -- threads have no origin */
/** The program of a rendering thread: one piece of work at a time, an answer for each. */
import { parentPort } from "node:worker_threads";
import { type WorkKind, work } from "./renderWork.ts";

/** What the thread is sent. */
export interface Order {
  readonly kind: WorkKind;
  readonly job: unknown;
}

/** What it sends back. */
export type Delivery = { readonly result: unknown } | { readonly error: string };

parentPort?.on("message", ({ kind, job }: Order) => {
  work(kind, job as never).then(
    (result) => parentPort?.postMessage({ result } satisfies Delivery),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Delivery),
  );
});
