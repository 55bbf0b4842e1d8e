import { cancel } from "../../db/jobs.ts";
import { conflict } from "../../http/errors.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { presentJobTo } from "./present.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { loadMembership } from "../orgs/queries.ts";
import { listJobs, loadJob } from "./queries.ts";
import { Job, JobParams, ListJobsQuery, OrganizationJobsParams } from "./schema.ts";

export const jobOperations = chapter("Jobs", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/jobs",
    operationId: "listJobsInOrganization",
    call: "jobs.list",
    summary: "List the jobs of an organization",
    description:
      "The jobs that people started and that you can see, the newest first: your own, and those of spaces that you can edit. They are kept for 30 days after they have ended.",
    scopes: ["space:read"],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params: OrganizationJobsParams, query: ListJobsQuery },
    answers: { 200: listOf(Job) },
    handler: async ({ deps, identity, thing, query: { status }, paging }) => {
      const page = await listJobs(deps, {
        ...thing,
        caller: identity.userId,
        states: status && [status],
        ...paging,
      });
      return pageOf(page, (job) => presentJobTo(identity.userId, job, deps.addresses));
    },
  }),
  op({
    method: "GET",
    url: "/jobs/:jobId",
    operationId: "getJobById",
    call: "jobs.get",
    summary: "Get a job",
    description:
      "The progress and the report of work in the background. The person who started it can see it, and everybody who can edit its space. The report of a PDF is for the person who started it alone, since it shows what they see of other spaces.",
    scopes: ["space:read"],
    access: holding("The job", loadJob, "view"),
    shapes: { params: JobParams },
    answers: { 200: Job },
    handler: ({ deps, identity, thing }) => ok(presentJobTo(identity.userId, thing.job, deps.addresses)),
  }),
  op({
    method: "POST",
    url: "/jobs/:jobId/cancel",
    operationId: "cancelJobById",
    call: "jobs.cancel",
    summary: "Cancel a job",
    description:
      "A running job ends within moments; finished parts of its work stay. You get a 409 if it has ended, and a 403 for jobs that Lectern started itself.",
    scopes: ["space:write"],
    access: holding("The job", loadJob, "cancel"),
    shapes: { params: JobParams },
    answers: { 200: Job },
    ifMatch: "nothing",
    handler: ({ deps, identity, thing: { job }, change }) =>
      change(async ({ tx, now, trace }) => {
        const cancelled = await cancel(tx, job.id, now);
        if (cancelled === undefined)
          throw conflict("job-finished", "This job has ended; nothing is left to cancel.");
        await trace({
          action: "job.cancel",
          organization: job.organization_id ?? undefined,
          target: { type: "job", id: job.id, label: job.kind },
        });
        return ok(presentJobTo(identity.userId, cancelled, deps.addresses));
      }),
  }),
]);
