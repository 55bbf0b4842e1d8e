import type { Row, SpaceKey } from "../../db/schema.ts";
import { leaveTrace } from "../../access/trail.ts";
import { type Claim, findJob, noteProgress } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict, HttpError } from "../../http/errors.ts";
import type { ImportSource } from "../../importers/files.ts";
import type { SourceReading } from "../../importers/kinds.ts";
import type { Write } from "../../db/database.ts";
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import { findSpace } from "../spaces/queries.ts";
import { importContent } from "./import.ts";
import { type ContentTarget, spaceTarget } from "./target.ts";
import {
  fetchSource,
  type ImportUpload,
  sentSource,
  type SourceAddress,
  storedSource,
  type StoredUpload,
} from "./importSource.ts";
import { dropBytes, noteEnd } from "../uploads/commands.ts";
import { findUpload } from "../uploads/queries.ts";

export const IMPORT_JOB = "import";

/** What a queued import is to do, with an address or with an upload. */
export type ImportOrder = (SourceAddress | StoredUpload | UploadOrder) & ImportWishes;

/** An upload that was sent in parts. */
interface UploadOrder extends Omit<ImportUpload, "row"> {
  readonly upload: string;
}

interface ImportWishes {
  /** The organization that had the space when it was asked for: an upload waits in its files. */
  readonly organization: string;
  readonly prune?: boolean | undefined;
  readonly parentPage?: string | undefined;
  /** Imports into it instead of the space. */
  readonly changeRequest?: string | undefined;
}

/** Opens the content of a change request of a space: they are a room above this one. */
type RequestTarget = (deps: Deps, space: SpaceKey, changeRequest: string) => ContentTarget;

/** What the import needs of a run of its job. */
interface ImportRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** Milliseconds between two notes of how far it is. */
const PROGRESS_MS = 1000;

/**
 * Runs a queued import. A second run after a kill does it again from the start: what was committed is then unchanged.
 */
export function runImportJob(
  deps: Deps,
  requestTarget: RequestTarget,
): (run: ImportRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const order = JSON.parse(run.job.payload) as ImportOrder;
    const { prune, parentPage, changeRequest } = order;
    const { signal } = run;
    const space = await spaceOf(deps, run.job, order);
    const onProgress = progressNotes(deps, run);
    const fetched = (done: number, total: number): void => onProgress("fetching", done, total);
    const reading = { signal, onProgress: fetched };
    const upload = "upload" in order ? await uploadFor(deps, run.job, space, order.upload) : undefined;
    const open = (): Promise<ImportSource> => openOrder(deps, space, order, upload, reading);
    const source = await ("url" in order ? run.away(open) : open());
    try {
      const target =
        changeRequest === undefined ? spaceTarget(deps, space) : requestTarget(deps, space, changeRequest);
      const request = { source, prune, parentPage, onProgress, signal };
      const done = await importContent(
        deps,
        target,
        request,
        changeOf(deps, run, order, upload),
        (imported) => imported,
      );
      return { report: done };
    } finally {
      await source.close();
    }
  };
}

/**
 * Removes the bytes of an upload that an import took, once its job has ended: until then another run may need them. What
 * no import took stays its sender's, to be taken by the next try or deleted.
 */
export function dropImported(deps: Deps): (job: Claim) => Promise<void> {
  return async ({ id, payload }) => {
    const order = JSON.parse(payload) as ImportOrder;
    if (!("upload" in order)) return;
    const upload = await findUpload(deps.db.read, order.upload);
    if (upload === undefined || upload.ended_at === null || upload.emptied_at !== null) return;
    const job = await findJob(deps.db.read, id);
    if (job?.state !== "queued" && job?.state !== "running") await dropBytes(deps, upload);
  };
}

/**
 * The upload that was named, by whoever asked for the import. A run after a kill finds one that its former run took: its
 * bytes are there until the job has ended, for an hour at most.
 * @throws 409 when it has gone
 */
async function uploadFor(
  deps: Deps,
  { created_by: by }: Claim,
  { organization_id }: Row<"spaces">,
  id: string,
): Promise<Row<"file_uploads">> {
  const upload = await findUpload(deps.db.read, id);
  const isTheirs = upload?.created_by === by && upload.organization_id === organization_id;
  if (isTheirs && upload.emptied_at === null) return upload;
  throw conflict("upload-gone", "The upload is gone; send it again.");
}

function openOrder(
  deps: Deps,
  { organization_id }: Row<"spaces">,
  order: ImportOrder,
  upload: Row<"file_uploads"> | undefined,
  reading: SourceReading,
): Promise<ImportSource> {
  if ("url" in order) return fetchSource(deps, order, reading);
  if ("hash" in order) return storedSource(deps.blobs.of(organization_id), order, reading);
  return sentSource(
    deps,
    { row: upload as Row<"file_uploads">, name: order.name, kind: order.kind },
    reading,
  );
}

/** The space that it is for. Whoever asked for it may have lost the right since, or the space left its organization. */
async function spaceOf(
  deps: Deps,
  { space_id: id, created_by: by }: Claim,
  { organization }: ImportOrder,
): Promise<Row<"spaces">> {
  const space = await findSpace(deps.db.read, id ?? "");
  const member = space && by !== null && (await deps.members.ofUser(space.organization_id, by));
  const rights = space && member && spaceRights(await roleUnder(deps.members, space, member));
  if (space === undefined || !rights || !rights.edit)
    throw new HttpError(403, "forbidden", "Whoever asked for the import may not edit the space.");
  if (space.organization_id !== organization)
    throw new HttpError(
      409,
      "space-transferred",
      "The space went to another organization after the import was asked for. Ask for it again.",
    );
  return space;
}

function changeOf(deps: Deps, run: ImportRun, order: ImportOrder, upload?: Row<"file_uploads">) {
  const userId = run.job.created_by ?? undefined;
  return async <R>(work: (change: RunningChange) => Promise<R>): Promise<R> => {
    // Again: fetching may have taken minutes.
    await spaceOf(deps, run.job, order);
    return run.write(async (tx) => {
      const now = deps.clock.now();
      if (upload !== undefined) await noteEnd({ tx, now }, upload);
      const identity = userId === undefined ? undefined : { userId };
      const origin = { identity, ip: undefined, source: "job" as const };
      return work({
        tx,
        now,
        newId: deps.newId,
        by: userId,
        trace: (trace) => leaveTrace(tx, origin, now, deps.newId, trace),
      });
    });
  };
}

/** Kept beside the claim, not with it: a run that comes far and then kills its process still counts as an attempt. */
function progressNotes(deps: Deps, run: ImportRun) {
  let last = 0;
  return (step: string, done: number, total: number): void => {
    const now = deps.clock.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    const noted = run.write((tx) => noteProgress(tx, run.job, { step, done, total }));
    // A run that has lost its job hears of it by its signal.
    noted.catch(() => undefined);
  };
}
