/** The job that shows what a sync would do: a run like others, of which nothing but its report is written. */
import type { Write } from "../../../db/database.ts";
import type { Claim } from "../../../db/jobs.ts";
import { enqueue } from "../../../db/jobs.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { GitChange } from "../../../content/git/queue.ts";
import type { GitJobRun } from "../jobRun.ts";
import { findInstallation, findSpaceOf, partsFor } from "../queries.ts";
import { attentionFor, failedState, isExpected, SyncCancelled } from "./ended.ts";
import { MOST_NAMED, MOST_TOLD, previewSync } from "./previewSync.ts";
import { remoteOf } from "./remote.ts";
import {
  type Installation,
  noteRun,
  putRun,
  type SyncPreview,
  type SyncReport,
  type SyncRun,
  UNDER_WAY,
} from "./syncRun.ts";

/** The kind of the jobs that look what a sync would do. */
export const GIT_PREVIEW = "git-preview";

interface PreviewOrder {
  readonly installation: string;
  readonly run: string;
  /** Who has asked: of a site they are shown the spaces that they administrate. */
  readonly by: string;
}

/** Has somebody shown what a sync would do. @returns the run whose report will say it */
export async function queuePreview(
  { tx, now, newId }: GitChange,
  installation: Installation,
  by: string,
): Promise<Row<"git_runs">> {
  const { organization_id: organization, id, space_id: space } = installation;
  // Whoever asks again sees the newest.
  await tx
    .updateTable("git_runs")
    .set({ state: "cancelled", updated_at: now, completed_at: now })
    .where("organization_id", "=", organization)
    .where("installation_id", "=", id)
    .where("operation", "=", "preview")
    .where("state", "in", UNDER_WAY)
    .execute();
  const asked = { operation: "preview", cause: "user", state: "queued", now } as const;
  const run = await putRun(tx, installation, { id: newId(), ...asked });
  const payload: PreviewOrder = { installation: id, run: run.id, by };
  const within = space === null ? { organization } : { organization, space };
  const of = { kind: GIT_PREVIEW, key: `${GIT_PREVIEW}:${id}`, payload, ...within };
  await enqueue(tx, { id: newId(), due: now, now, ...of });
  return run;
}

function unlessCancelled(error: unknown): void {
  if (!(error instanceof SyncCancelled)) throw error;
}

/** Runs jobs of the kind `git-preview`. How a look ends that finds nothing is noted, and no failure of the job. */
export function gitPreviewJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id, run: runId, by } = JSON.parse(run.job.payload) as PreviewOrder;
    const key = { organization_id: run.job.organization_id ?? "", id };
    const installation = await findInstallation(deps.db.read, key);
    if (installation === undefined) return {};
    const content = deps.content.of(key.organization_id);
    const remote = { url: installation.remote_url };
    const sync = { deps, run, id: runId, content, remote, cause: "user" } as const;
    const end = (work: (tx: Write) => Promise<void>): Promise<void> => run.write(work).catch(unlessCancelled);
    try {
      await run.write((tx) => noteRun(tx, sync, { state: "running" }));
      const reached = await run.away(() => remoteOf(deps, installation, run.signal));
      const report = await previewAll({ ...sync, remote: reached }, installation, by);
      await end((tx) => noteRun(tx, sync, { state: "success", stage: "finalize", report }));
    } catch (error) {
      if (run.signal.aborted) throw error;
      const attention = attentionFor(error);
      if (!isExpected(error)) deps.log.error({ err: error, installation: id }, "a look at a Git sync failed");
      const said = isExpected(error)
        ? error.message
        : "Something went wrong on our side. The log of the server says more.";
      const failed = { state: failedState(error), error: attention?.message ?? said } as const;
      await end((tx) => noteRun(tx, sync, { ...failed, error_kind: attention?.kind ?? "internal" }));
    }
    return {};
  };
}

/** What a look ahead says that left its place to others: it waits again. */
export const previewGaveWay =
  ({ clock }: Pick<Deps, "clock">) =>
  async (tx: Write, { organization_id, payload }: Claim): Promise<void> => {
    const { run } = JSON.parse(payload) as PreviewOrder;
    await tx
      .updateTable("git_runs")
      .set({ state: "queued", updated_at: clock.now() })
      .where("organization_id", "=", organization_id ?? "")
      .where("id", "=", run)
      .where("state", "=", "running")
      .execute();
  };

/** What a sync of a space would do, or of each of a site's. */
async function previewAll(
  sync: Omit<SyncRun, "space">,
  installation: Installation,
  by: string,
): Promise<SyncReport> {
  const { deps } = sync;
  const isSite = installation.site_id !== null;
  const member = isSite ? await deps.members.ofUser(installation.organization_id, by) : undefined;
  const shown = member === undefined ? [] : await partsFor(deps, installation, member);
  const reports: SyncReport[] = [];
  for (const part of isSite ? shown : [installation]) {
    const space = await findSpaceOf(deps.db.read, part);
    if (space?.deleted_at === null) reports.push(await previewSync({ ...sync, space }, part));
  }
  const [only] = reports;
  const spaces = isSite ? { spaces: shown.flatMap(({ space_id }) => space_id ?? []) } : {};
  if (only !== undefined && reports.length === 1) return { ...only, ...spaces };
  const previews = reports.flatMap(({ preview }) => preview ?? []);
  const sum = (count: (one: SyncPreview) => number): number =>
    previews.reduce((all, one) => all + count(one), 0);
  const held = reports.reduce((all, one) => all + (one.held ?? 0), 0);
  const preview = {
    pages: previews.flatMap(({ pages }) => pages).slice(0, MOST_NAMED),
    pageCount: sum(({ pageCount }) => pageCount),
    pagesTo: previews[0]?.pagesTo ?? "space",
    files: previews.flatMap(({ files }) => files).slice(0, MOST_NAMED),
    fileCount: sum(({ fileCount }) => fileCount),
    filesTo: previews[0]?.filesTo ?? "branch",
    diff: previews
      .map(({ diff }) => diff)
      .join("")
      .slice(0, MOST_TOLD),
  } as const;
  return { ...(held > 0 ? { held } : {}), ...spaces, preview };
}
