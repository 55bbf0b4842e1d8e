/** Imports that a job does: asked for with `Prefer: respond-async`, or of sources that are many addresses. */
import { setTimeout as wait } from "node:timers/promises";
import { enqueue, findJob } from "../../db/jobs.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict } from "../../http/errors.ts";
import type { Row } from "../../db/schema.ts";
import { recordBlob } from "../../content/write.ts";
import type { ImportOutcome } from "../../content/import/importInto.ts";
import { accepted, type Call, type Outcome } from "../../http/operation.ts";
import { jobUrl, presentJob } from "../jobs/present.ts";
import { type ImportOrder, IMPORT_JOB } from "./importJob.ts";
import {
  answerImported,
  type ImportCall,
  type ImportAnswer,
  type importAnswers,
  type importShapes,
  orderOf,
  refuseNoSource,
  refuseUnknownPage,
  runImport,
  uploadOf,
} from "./importRequest.ts";
import { isCrawled, storeUpload } from "./importSource.ts";
import type { ContentTarget } from "./target.ts";
import { openUpload } from "../uploads/bytes.ts";
import { uploadedPart } from "./upload.ts";

/** What an import is for, beside its call. */
interface ImportPlace {
  readonly space: Row<"spaces">;
  readonly target: ContentTarget;
  readonly changeRequest?: string;
  readonly parentPage?: string | undefined;
}

export type QueueCall = ImportCall &
  Pick<
    Call<unknown, typeof importShapes, typeof importAnswers>,
    "ending" | "identity" | "wantsAsync" | "expectedRevisions"
  >;

/** Milliseconds between two looks at a job: longer the longer it runs, from the first to the second. */
const LOOK_SOON = 150;
const LOOK_LATE = 2000;
/** Milliseconds after which who waits is told of the job instead. */
const LONGEST_WAIT = 10 * 60_000;

/**
 * Imports what a request brings or names: itself, or by a job. A source that is many addresses is a job's in any case,
 * so that it survives the end of this process and can be cancelled; who didn't ask for the job waits for its result.
 * @throws 400, 404, 409, 413
 */
export async function importInto(call: QueueCall, place: ImportPlace): Promise<ImportAnswer> {
  const { deps, body, upload, query, wantsAsync } = call;
  const { target, parentPage, changeRequest } = place;
  refuseNoSource(call);
  // Before anything is asked of an address that was never to be imported.
  await target.open();
  const sent = await uploadOf(call, target.organization);
  const address = body === undefined || sent !== undefined ? undefined : orderOf(body);
  if (!wantsAsync && !(address && isCrawled(address))) return runImport(call, target, parentPage);
  if (parentPage !== undefined) await refuseUnknownPage(deps, target, parentPage);
  const wishes = { organization: target.organization, prune: query.prune, parentPage, changeRequest };
  if (sent !== undefined) {
    const { row, name, kind } = sent;
    // What is missing is said now.
    (await openUpload(deps, row)).destroy();
    return acceptImport(call, place, { upload: row.id, name, kind, ...wishes });
  }
  if (address === undefined) {
    const stored = await storeUpload(
      deps.blobs.of(target.organization),
      await uploadedPart(upload),
      query.source,
    );
    return acceptImport(call, place, { ...stored.upload, ...wishes }, stored.size);
  }
  const queued = await acceptImport(call, place, { ...address, ...wishes });
  return wantsAsync ? queued : resultOf(call, place, queued);
}

/**
 * Queues an import in the transaction of a change. The job does the fetching too: an address that takes long holds up
 * nobody.
 * @param size of what was uploaded, in bytes
 */
export async function queueImport(
  { tx, now, newId, by, trace }: RunningChange,
  space: Pick<Row<"spaces">, "organization_id" | "id" | "title">,
  order: ImportOrder,
  size = 0,
): Promise<Row<"jobs">> {
  const id = newId();
  if ("hash" in order)
    await recordBlob(tx, { organization: space.organization_id, hash: order.hash, size, at: now });
  await enqueue(tx, {
    id,
    kind: IMPORT_JOB,
    payload: order,
    due: now,
    now,
    space: space.id,
    organization: space.organization_id,
    ...(by === undefined ? {} : { createdBy: by }),
  });
  await trace({
    action: "space.content.import",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
    after: {
      ...("url" in order ? { url: order.url } : { file: order.name }),
      source: order.kind,
      ...(order.changeRequest === undefined ? {} : { changeRequest: order.changeRequest }),
    },
  });
  const job = await findJob(tx, id);
  if (job === undefined) throw new Error(`job ${id} is not there right after it was queued`);
  return job;
}

/** The same as a change of its own, answered with the job. */
function acceptImport(
  { deps, change }: QueueCall,
  { space }: ImportPlace,
  order: ImportOrder,
  size?: number,
): Promise<ImportAnswer> {
  return change(async (running) => {
    const job = await queueImport(running, space, order, size);
    return accepted(presentJob(job, deps.addresses), jobUrl(deps.addresses, job.id));
  });
}

/**
 * Waits for the end of a job; who waits for long, or for a server that stops, is answered with the job itself.
 * @throws 409 when it failed or was cancelled
 */
async function resultOf(
  { deps, ending }: QueueCall,
  { space }: ImportPlace,
  queued: Outcome,
): Promise<ImportAnswer> {
  const { id } = queued.body as { id: string };
  const signal = ending();
  const end = deps.clock.now() + LONGEST_WAIT;
  for (let pause = LOOK_SOON; ; pause = Math.min(pause * 1.1, LOOK_LATE)) {
    const job = await findJob(deps.db.read, id);
    if (job === undefined || job.state === "cancelled")
      throw conflict("import-cancelled", "The import was cancelled.");
    if (job.state === "failed") throw conflict("import-failed", job.error ?? "The import failed.");
    if (job.state === "done")
      return answerImported(deps, space.id, JSON.parse(job.report ?? "{}") as ImportOutcome);
    if (signal.aborted || deps.clock.now() > end)
      return accepted(presentJob(job, deps.addresses), jobUrl(deps.addresses, id));
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}
