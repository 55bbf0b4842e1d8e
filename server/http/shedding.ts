/** Refuses work while the process can't keep up: a short answer now is worth more than a long one too late. */
import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { unavailable } from "./errors.ts";

/** Milliseconds that the usual turn of the event loop may be late before requests are refused. */
export const LARGEST_LAG_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
const WINDOW_MS = 1_000;
const RESOLUTION_MS = 20;

/** How late the event loop runs, in milliseconds. */
export type LoopLag = () => number;

/** What measures it, for tests that don't wait. */
interface Measuring {
  readonly now: () => number;
  readonly monitor: () => Pick<IntervalHistogram, "enable" | "percentile" | "reset">;
}

const measuring: Measuring = {
  now: () => performance.now(),
  monitor: () => monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
};

/**
 * Begins to measure. What it gives is the median of the turns since the last second began: one long turn among many
 * short ones is no reason to refuse anybody, many long ones are.
 */
export function openLoopLag({ now, monitor }: Measuring = measuring): LoopLag {
  const delays = monitor();
  delays.enable();
  let since = now();
  let lag = 0;
  return () => {
    if (now() - since < WINDOW_MS) return lag;
    since = now();
    lag = Math.max(0, delays.percentile(50) / 1e6 - RESOLUTION_MS);
    delays.reset();
    return lag;
  };
}

/** Answers requests to the API with 503 while the loop is later than {@link LARGEST_LAG_MS}; health checks are not refused. */
export function shedLoad(app: FastifyInstance, lag: LoopLag): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const refused = request.url.startsWith("/v1") && lag() > LARGEST_LAG_MS;
    done(refused ? unavailable("The server is overloaded; try again.", RETRY_AFTER_SECONDS) : undefined);
  });
}
