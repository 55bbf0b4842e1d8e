import { leaveTrace } from "../../access/trail.ts";
import { type Claim, giveUp, noteProgress } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import type { Change } from "../../http/change.ts";
import { HttpError } from "../../http/errors.ts";
import type { Outcome } from "../../http/operation.ts";
import type { Write } from "../../db/database.ts";
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import { findSpace } from "../spaces/queries.ts";
import { importContent } from "./import.ts";
import { spaceTarget } from "./target.ts";
import { fetchSource, type ReadableKind } from "./importSource.ts";

export const IMPORT_JOB = "import";

/** What a queued import is to do. */
export interface ImportOrder {
  readonly url: string;
  readonly kind: ReadableKind;
  readonly prune?: boolean | undefined;
  readonly parentPage?: string | undefined;
}

/** What the import needs of a run of its job. */
export interface ImportRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
}

/** Milliseconds between two notes of how far it is. */
const PROGRESS_MS = 1000;

/**
 * Runs a queued import. A second run after a kill does it again from the start: what was committed is then unchanged.
 * A refusal that will stay one ends the job at once.
 */
export function runImportJob(deps: Deps): (run: ImportRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { url, kind, prune, parentPage } = JSON.parse(run.job.payload) as ImportOrder;
    const space = run.job.space_id ?? "";
    try {
      await refuseStrangers(deps, run.job);
      const source = await fetchSource(deps, { url, kind });
      try {
        const onProgress = progressNotes(deps, run);
        const request = { source, prune, parentPage, onProgress, signal: run.signal };
        const done = await importContent(
          deps,
          spaceTarget(deps, space),
          request,
          changeOf(deps, run),
          (imported) => {
            return { status: 200, body: imported };
          },
        );
        return { report: done.body };
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      await run.write((tx) => giveUp(tx, run.job, deps.clock.now(), error.message));
      return {};
    }
  };
}

/** Whoever asked for it may have lost the right since. */
async function refuseStrangers(deps: Deps, { space_id: id, created_by: by }: Claim): Promise<void> {
  const space = await findSpace(deps.db.read, id ?? "");
  const member = space && by !== null && (await deps.members.find(space.organization_id, by));
  const rights = space && member && spaceRights(await roleUnder(deps.members, space.acl, member));
  if (!rights || !rights.edit)
    throw new HttpError(403, "forbidden", "Whoever asked for the import may not edit the space.");
}

function changeOf(deps: Deps, run: ImportRun) {
  const userId = run.job.created_by ?? undefined;
  return <R extends Outcome>(work: (change: Change) => Promise<R>): Promise<R> =>
    run.write((tx) => {
      const now = deps.clock.now();
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
