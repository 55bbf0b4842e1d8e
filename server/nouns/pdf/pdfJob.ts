/** The job that makes a PDF nobody waits for. */
import { readRevision } from "../../content/commit.ts";
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import type { Paper } from "../../../engine/print/printed.ts";
import { HttpError } from "../../http/errors.ts";
import { findSpace } from "../spaces/queries.ts";
import type { ForeignContent } from "./elsewhere.ts";
import type { Selection } from "./gather.ts";
import type { OnProgress } from "./parts.ts";
import { printContent } from "./print.ts";

export const PDF_JOB = "pdf";

/** What a queued PDF is made of: the revision as it was when it was asked for. */
export interface PdfPayload extends Selection {
  readonly revision: string;
  readonly subtitle: string;
  readonly paper: Paper;
  /** What whoever asked could see of other spaces then. */
  readonly elsewhere: readonly ForeignContent[];
}

/** What the job needs of a run. */
interface PdfRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: () => Promise<T>, progress?: unknown): Promise<T>;
}

/** Makes the document and reports its address. */
export function pdfJob(deps: Deps): (run: PdfRun) => Promise<{ readonly report?: unknown }> {
  return async ({ job, signal, write }) => {
    const { revision: id, ...asked } = JSON.parse(job.payload) as PdfPayload;
    const space = await readableSpace(deps, job.space_id ?? "", job);
    if (space === undefined)
      throw new HttpError(403, "forbidden", "Whoever asked for the PDF may not read the space.");
    const revision = await readRevision(deps.db.read, space, id);
    if (revision === undefined) throw new HttpError(404, "not-found", "The revision is gone.");
    const elsewhere: ForeignContent[] = [];
    for (const other of asked.elsewhere)
      if ((await readableSpace(deps, other.space, job)) !== undefined) elsewhere.push(other);
    signal.throwIfAborted();
    const onProgress: OnProgress = (done, total) => write(async () => undefined, { done, total });
    const printing = printContent(deps, { ...asked, elsewhere, space, revision, onProgress });
    return { report: { url: await unlessAborted(signal, printing) } };
  };
}

/** A process that stops gives the job back and doesn't wait for a document that takes a minute. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const abort = (): void => failed(signal.reason as Error);
    signal.addEventListener("abort", abort);
    void work.then(done, failed).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Whoever asked for it may have lost the right since. */
async function readableSpace(deps: Deps, id: string, { created_by: by }: Claim) {
  const space = await findSpace(deps.db.read, id);
  const member = space && by !== null && (await deps.members.ofUser(space.organization_id, by));
  const rights = space && member && spaceRights(await roleUnder(deps.members, space, member));
  return space && space.deleted_at === null && rights && rights.view ? space : undefined;
}
