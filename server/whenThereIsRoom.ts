/** What a start writes down waits for room where the disk is full: what is there can be read meanwhile. */
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { outage } from "./db/database.ts";
import { Queue } from "./turns/queue.ts";

/** Milliseconds after which is looked whether there is room. */
const LOOK_AGAIN_MS = 2000;

export interface WhenThereIsRoom {
  /** Does it now, or once what waits before it is done. @throws what it throws now, unless it is that the disk is full */
  do(step: () => Promise<unknown>): Promise<void>;
  /** Ends the wait; what is left is not done. */
  stop(): Promise<void>;
}

export function openWhenThereIsRoom(log: Logger): WhenThereIsRoom {
  const turns = new Queue();
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<void> = Promise.resolve();
  /** Does a step as soon as there is room for it. */
  const retried = async (step: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await step();
        return;
      } catch (error) {
        if (outage(error) !== "full")
          return log.error({ err: error }, "what the start had to write down failed");
      }
      await wait(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const later = async (step: () => Promise<unknown>): Promise<void> => {
    await turns.take("", () => retried(step));
    if (turns.size === 0 && !signal.aborted) log.info("there is room on the disk again");
  };
  return {
    async do(step) {
      if (turns.size > 0) return void (last = later(step));
      try {
        await step();
      } catch (error) {
        if (outage(error) !== "full") throw error;
        log.error({ err: error }, "the disk is full: what is there can be read, and nothing can be changed");
        last = later(step);
      }
    },
    async stop() {
      stopping.abort();
      await last;
    },
  };
}
