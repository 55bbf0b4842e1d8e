/** Branches are asked about from time to time: two requests each, no process and no run. Only one that moved is synced. */
import { sql } from "kysely";
import { byCodeUnit } from "../../../../engine/json.ts";
import { type Params, prepared, type Write } from "../../../db/database.ts";
import type { StandingJob } from "../../../db/standingJobs.ts";
import type { Deps } from "../../../deps.ts";
import { GIT_POLL, queueSync } from "../../../content/git/queue.ts";
import { GitError } from "../../../ports/git/error.ts";
import { updateInstallation } from "../commands.ts";
import type { GitJobRun, Installation } from "./syncRun.ts";
import { pollWait, remoteOf } from "./remote.ts";

/** Hosts that are asked at once. */
const AT_ONCE = 32;
/** Milliseconds that one host is waited for: who is slow keeps nobody else's branches waiting for long. */
const PATIENCE_MS = 20_000;
/** Milliseconds until a branch is asked about again that could not be, at most. */
const LONGEST_WAIT_MS = 3_600_000;

// A run that ends after its installation was paused, or one that is driven, may leave a time behind.
const due = prepared((read, p: Params<{ now: number }>) =>
  read
    .selectFrom("git_installations")
    .selectAll()
    .where("poll_at", "<=", p("now"))
    .where("paused_at", "is", null)
    .where("driven", "=", 0)
    .orderBy("poll_at")
    .limit(AT_ONCE),
);

/** There is a branch to ask about. The job is the installation's own, for all of them: hosts are the same for many. */
export const polling: StandingJob = {
  kind: GIT_POLL,
  hasWork: (read, now) =>
    sql`exists ${read
      .selectFrom("git_installations")
      .select("id")
      .where("poll_at", "<=", now)
      .where("paused_at", "is", null)
      .where("driven", "=", 0)}`,
};

/** Runs until no branch is due. */
export function gitPollJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    for (;;) {
      run.signal.throwIfAborted();
      const rows = await due.all(deps.db.read, { now: deps.clock.now() });
      if (rows.length === 0) return {};
      const asked = new Map<string, Installation[]>();
      for (const row of rows) {
        const place = JSON.stringify([row.organization_id, row.remote_url, row.connection_id]);
        asked.set(place, [...(asked.get(place) ?? []), row]);
      }
      const tips = await run.away(() => Promise.all([...asked.values()].map((of) => ask(deps, run, of))));
      // Together: a commit of the database costs more than all that is noted by it. In the one order, against deadlocks.
      const known = tips.flat().toSorted((a, b) => byCodeUnit(a.installation.id, b.installation.id));
      await run.write(async (tx) => {
        for (const { installation, tip } of known) await note(tx, deps, installation, tip);
      });
    }
  };
}

interface BranchTip {
  readonly installation: Installation;
  /** The commit that its branch is at; null: there is none; undefined: the host can't be asked. */
  readonly tip: string | null | undefined;
}

/** Asks about all branches of one repository at once. */
async function ask(deps: Deps, run: GitJobRun, of: readonly Installation[]): Promise<BranchTip[]> {
  const [first] = of;
  if (first === undefined) return [];
  try {
    const patience = AbortSignal.any([run.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const remote = await remoteOf(deps, first, patience);
    const branches = of.map(({ branch }) => branch);
    const { ids } = await deps.git.refs(remote, branches, patience);
    return of.map((installation) => ({ installation, tip: ids.get(installation.branch) ?? null }));
  } catch (error) {
    if (run.signal.aborted) throw error;
    // A sync says what there is to say, once: of what passes by itself nobody is told.
    const isLasting = error instanceof GitError && ["unauthenticated", "not-found"].includes(error.kind);
    return of.map((installation) => ({ installation, tip: isLasting ? null : undefined }));
  }
}

async function note(
  tx: Write,
  deps: Deps,
  installation: Installation,
  tip: string | null | undefined,
): Promise<void> {
  const now = deps.clock.now();
  const { base_commit, state } = installation;
  const failures = tip === undefined ? installation.failures + 1 : 0;
  const wait = Math.min(pollWait(installation, now) * 2 ** failures, LONGEST_WAIT_MS);
  // What waits for its branch is asked about hourly until that is there.
  const isWaiting = state === "attention";
  const hasMoved = tip !== undefined && tip !== base_commit && !(isWaiting && tip === null);
  const row = await updateInstallation(tx, installation)
    .set({
      failures,
      poll_at: now + (isWaiting ? LONGEST_WAIT_MS : Math.round(wait * (0.8 + 0.4 * Math.random()))),
    })
    .where("paused_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined && hasMoved) await queueSync(tx, row, { cause: "poll", now, newId: deps.newId });
}
