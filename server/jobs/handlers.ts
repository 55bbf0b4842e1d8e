import type { Deps } from "../deps.ts";
import { IMPORT_JOB, runImportJob } from "../nouns/content/importJob.ts";
import { PURGE } from "../nouns/spaces/trash.ts";
import { HOUSEKEEPING, housekeepingJob } from "./housekeeping.ts";
import type { JobHandler } from "./job.ts";
import { indexSpaceJob, type IndexDeps } from "./indexSpace.ts";
import { purgeSpaceJob } from "./purgeSpace.ts";

/** Every kind of job there is, with what runs it. */
export function jobHandlers(deps: Deps): Readonly<Record<string, JobHandler>> {
  return {
    ...indexHandlers(deps),
    [IMPORT_JOB]: runImportJob(deps),
    [PURGE]: purgeSpaceJob(deps),
    [HOUSEKEEPING]: housekeepingJob(deps),
  };
}

/** The jobs that follow the content. */
export function indexHandlers(deps: IndexDeps): Readonly<Record<string, JobHandler>> {
  return { "index-space": indexSpaceJob(deps) };
}
