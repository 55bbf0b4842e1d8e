import type { JobHandler } from "./job.ts";
import { indexSpaceJob, type IndexDeps } from "./indexSpace.ts";

/** Every kind of job there is, with what runs it. */
export function jobHandlers(deps: IndexDeps): Readonly<Record<string, JobHandler>> {
  return { "index-space": indexSpaceJob(deps) };
}
