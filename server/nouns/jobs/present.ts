import type { PresentedShape } from "../../http/operation.ts";
import type { Job } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";

/** The address of a job, for `Location`. */
export function jobUrl(addresses: Addresses, id: string): string {
  return `${addresses.app}/v1/jobs/${id}`;
}

export function presentJob(job: Row<"jobs">, addresses: Addresses): PresentedShape<typeof Job> {
  return {
    object: "job",
    id: job.id,
    kind: job.kind,
    ...given("space", job.space_id),
    status: job.state,
    ...given("progress", progressOf(job)),
    ...given("report", job.report === null ? null : (JSON.parse(job.report) as unknown)),
    ...given("error", job.error),
    createdAt: timestamp(job.created_at),
    ...given("finishedAt", job.finished_at === null ? null : timestamp(job.finished_at)),
    urls: { location: jobUrl(addresses, job.id) },
  };
}

/** Kinds of jobs whose report shows what their creator alone may see: a PDF has what they see of other spaces. */
const OWN_REPORTS: ReadonlySet<string> = new Set(["pdf"]);

/** A job as somebody sees it who need not have asked for it. @param caller their id */
export function presentJobTo(
  caller: string,
  job: Row<"jobs">,
  addresses: Addresses,
): PresentedShape<typeof Job> {
  const isOthers = OWN_REPORTS.has(job.kind) && job.created_by !== caller;
  return presentJob(isOthers ? { ...job, report: null } : job, addresses);
}

/** A job's note of where it goes on is nobody else's business. */
function progressOf({ progress }: Row<"jobs">): object | undefined {
  if (progress === null) return undefined;
  const { cursor: _cursor, ...shown } = JSON.parse(progress) as Record<string, unknown>;
  return shown;
}
