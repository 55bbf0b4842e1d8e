import { cancel } from "../../db/jobs.ts";
import { conflict } from "../../http/errors.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { presentJob } from "./present.ts";
import { loadJob } from "./queries.ts";
import { Job, JobParams } from "./schema.ts";

export const jobOperations = chapter("Jobs", [
  op({
    method: "GET",
    url: "/jobs/:jobId",
    operationId: "getJobById",
    call: "jobs.get",
    summary: "Get a job",
    description:
      "The progress and the report of work that goes on after an answer. Who asked for it sees it, and whoever may edit its space.",
    scopes: ["space:read"],
    access: holding("The job", loadJob, "view"),
    shapes: { params: JobParams },
    answers: { 200: Job },
    handler: ({ deps, thing }) => ok(presentJob(thing.job, deps.addresses)),
  }),
  op({
    method: "POST",
    url: "/jobs/:jobId/cancel",
    operationId: "cancelJobById",
    call: "jobs.cancel",
    summary: "Cancel a job",
    description:
      "A running job ends within moments; what it has done stays done. A job that has ended is a 409, and what Lectern " +
      "queued for itself is a 403.",
    scopes: ["space:write"],
    access: holding("The job", loadJob, "cancel"),
    shapes: { params: JobParams },
    answers: { 200: Job },
    ifMatch: "nothing",
    handler: ({ deps, thing: { job }, change }) =>
      change(async ({ tx, now, trace }) => {
        const cancelled = await cancel(tx, job.id, now);
        if (cancelled === undefined)
          throw conflict("job-finished", "This job has ended; nothing is left to cancel.");
        await trace({
          action: "job.cancel",
          organization: job.organization_id ?? undefined,
          target: { type: "job", id: job.id, label: job.kind },
        });
        return ok(presentJob(cancelled, deps.addresses));
      }),
  }),
]);
