import { Type } from "typebox";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { pageQuery } from "../../http/list.ts";
import { closed, named } from "../../http/named.ts";

const STATUSES = ["queued", "running", "done", "failed", "cancelled"] as const;

export const OrganizationJobsParams = Type.Object({ organizationId: Id });

export const ListJobsQuery = closed({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...STATUSES], { description: "Only jobs with this status." })),
});

export const JobParams = Type.Object({ jobId: Id });

export const Job = named(
  "Job",
  Type.Object(
    {
      object: Type.Literal("job"),
      id: Type.String(),
      kind: Type.String(),
      space: Type.Optional(Type.String({ description: "The id of the space that it works on." })),
      status: Type.Enum([...STATUSES], {
        description: "The last three values are final.",
      }),
      progress: Type.Optional(
        Type.Object(
          { done: Type.Optional(Type.Integer()), total: Type.Optional(Type.Integer()) },
          { additionalProperties: true, description: "The progress of the job." },
        ),
      ),
      report: Type.Optional(Type.Any({ description: "The result, when the job is done." })),
      error: Type.Optional(
        Type.String({ description: "Why the job failed; while it is queued, why its last attempt failed." }),
      ),
      createdAt: Timestamp,
      finishedAt: Type.Optional(Timestamp),
      urls: ResourceUrls,
    },
    { description: "Work that continues after the answer." },
  ),
);
