/** Jobs with a watch on the event loop. */
import type { Deps } from "../../deps.ts";
import { jobHandlers, standingJobs } from "../../jobs/handlers.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { openRunner } from "../../jobs/runner.ts";
import { watchStalls } from "./stalls.ts";

/** Runs all that is due, one after the other, and tells of each run for how many slices it held the loop. */
export async function runWatched(deps: Deps, tell: (kind: string, worst: number) => void): Promise<void> {
  const watched = Object.entries(jobHandlers(deps)).map(([kind, handler]): [string, JobHandler] => [
    kind,
    Object.assign(async (run: Parameters<JobHandler>[0]) => {
      const { result, worst } = await watchStalls(async () => {
        try {
          return { end: await handler(run) };
        } catch (error) {
          return { error };
        }
      });
      tell(kind, worst);
      if ("error" in result) throw result.error;
      return result.end;
    }, handler),
  ]);
  await openRunner(deps, Object.fromEntries(watched), standingJobs(deps)).drain();
}
