/** What a start writes down waits for room where the disk is full: what is there can be read meanwhile. */
import type { Logger } from "pino";
import { outage } from "./db/database.ts";

/** Milliseconds after which is looked whether there is room. */
const LOOK_AGAIN_MS = 2000;

export interface WhenThereIsRoom {
  /** Does it now, or once what waits before it is done. @throws what it throws now, unless it is that the disk is full */
  do(step: () => Promise<unknown>): Promise<void>;
  /** Ends the wait; what is left is not done. */
  stop(): Promise<void>;
}

export function openWhenThereIsRoom(log: Logger): WhenThereIsRoom {
  const left: (() => Promise<unknown>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let trying: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const goOn = async (): Promise<void> => {
    for (let step = left[0]; step !== undefined && !stopping.signal.aborted; step = left[0]) {
      try {
        await step();
      } catch (error) {
        if (outage(error) === "full") return again();
        log.error({ err: error }, "what the start had to write down failed");
      }
      left.shift();
    }
    if (!stopping.signal.aborted) log.info("there is room on the disk again");
  };
  const again = (): void => {
    timer = setTimeout(() => (trying = goOn()), LOOK_AGAIN_MS).unref();
  };
  return {
    async do(step) {
      if (left.length > 0) return void left.push(step);
      try {
        await step();
      } catch (error) {
        if (outage(error) !== "full") throw error;
        log.error({ err: error }, "the disk is full: what is there can be read, and nothing can be changed");
        left.push(step);
        again();
      }
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await trying;
    },
  };
}
