/** Branches are asked about from time to time: one request each, no process and no run. Only one that moved is synced. */
import { sql } from "kysely";
import { byCodeUnit } from "../../../../engine/json.ts";
import { type Params, prepared, preparedWrite, type Write } from "../../../db/database.ts";
import type { StandingJob } from "../../../db/standingJobs.ts";
import type { Deps } from "../../../deps.ts";
import { GIT_POLL, queueSync } from "../../../content/git/queue.ts";
import { GitError } from "../../../ports/git/error.ts";
import { updateInstallation } from "../commands.ts";
import type { GitJobRun } from "../jobRun.ts";
import { ownerOf, targetOf } from "../owner.ts";
import { goesOnInward } from "./ended.ts";
import { type BranchTip, POLLED_COLUMNS, type PolledBranch, Polls, SlowOnes } from "./polls.ts";
import { reviewedBranch, unseenReview } from "./proposalRefs.ts";
import { nextPoll, remoteOf } from "./remote.ts";
import type { Installation } from "./syncRun.ts";

/** Branches that are read together. */
const MOST_READ = 1_000;
/** Milliseconds until what is due is read again while some are silent. */
const READ_MS = 5_000;
/** Milliseconds that one host is waited for: who is slow keeps nobody else's branches waiting for long. */
const PATIENCE_MS = 20_000;
/** Milliseconds until a branch is asked about again that a person is waited for. */
const LONGEST_WAIT_MS = 3_600_000;
/** So many times what is usual what lies in the trash is left alone. */
const LEFT_TIMES = 15;
/** Bytes of a host's list from which it costs much, and so many times what is usual a branch is left alone then. */
const COSTLY_BYTES = 1024 * 1024;
const COSTLY_TIMES = 60;
/** Milliseconds in which all that is asked is waited for equally long. */
const SHARED_MS = 1_000;
/** So many polls one after the other that a host answered none of: a quarter of an hour where branches are polled each minute. */
const MOST_FAILED = 4;

// A run that ends after its installation was paused, or one that is driven, may leave a time behind. What is kept in step
// is read along: asked for one by one it would cost more than the whole look.
const due = prepared((read, p: Params<{ now: number; at: number; id: string }>) =>
  read
    .selectFrom("git_installations as due")
    .leftJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "due.organization_id")
        .onRef("spaces.id", "=", "due.space_id")
        .on("spaces.deleted_at", "is", null),
    )
    .leftJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "due.organization_id")
        .onRef("sites.id", "=", "due.site_id")
        .on("sites.deleted_at", "is", null),
    )
    .select(POLLED_COLUMNS.map((column) => `due.${column}` as const))
    .select(["spaces.acl as space_acl", "sites.acl as site_acl"])
    .where("due.poll_at", "<=", p("now"))
    .where((eb) =>
      eb.or([
        eb("due.poll_at", ">", p("at")),
        eb.and([eb("due.poll_at", "=", p("at")), eb("due.id", ">", p("id"))]),
      ]),
    )
    .where("due.paused_at", "is", null)
    .where("due.driven", "=", 0)
    .orderBy("due.poll_at")
    .orderBy("due.id")
    .limit(MOST_READ),
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

/** Runs until no branch is due. A host that is silent holds up its own branches alone. */
export function gitPollJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  const slow = new SlowOnes(() => performance.now());
  return async (run) => {
    const patience = sharedPatience(run.signal);
    const polls = new Polls((place) => ask(deps, run, place.of, patience()), slow);
    let read = -Infinity;
    for (;;) {
      run.signal.throwIfAborted();
      if (polls.isIdle || performance.now() - read > READ_MS) {
        read = performance.now();
        await addDue(deps, polls);
        if (polls.isIdle) return {};
      }
      const known = await run.away(() => polls.hear());
      // Together: a commit of the database costs more than all that is noted by it. In the one order, against deadlocks.
      const tips = known.toSorted((a, b) => byCodeUnit(a.installation.id, b.installation.id));
      if (tips.length > 0)
        await run.write(async (tx) => {
          for (const one of tips) await note(tx, deps, one);
        });
      polls.forget(tips);
    }
  };
}

/** Adds what is due. Who waits already is passed over: many that are slow hide none that are not. */
export async function addDue({ db, clock }: Pick<Deps, "db" | "clock">, polls: Polls): Promise<void> {
  const now = clock.now();
  for (let from = { at: 0, id: "" }; ;) {
    const rows = await due.all(db.read, { now, ...from });
    const last = rows.at(-1);
    const isNews = polls.add(rows.map(polledOf));
    if (isNews || last === undefined || rows.length < MOST_READ || polls.isFull) return;
    from = { at: last.poll_at ?? 0, id: last.id };
  }
}

interface DueBranch extends Pick<Installation, (typeof POLLED_COLUMNS)[number]> {
  readonly space_acl: string | null;
  readonly site_acl: string | null;
}

function polledOf({ attention, space_acl, site_acl, ...row }: DueBranch): PolledBranch {
  const waitsFor =
    row.state === "attention" && attention !== null
      ? (JSON.parse(attention) as { readonly kind: string }).kind
      : undefined;
  const { organization_id } = row;
  const site = site_acl === null ? undefined : { site: { organization_id, acl: site_acl } };
  const target = space_acl === null ? site : { space: { organization_id, acl: space_acl } };
  return { ...row, waitsFor, target, readAt: performance.now() };
}

/** Whom is asked in the same second is waited for equally long: a signal for each would cost as much as what it asks. */
function sharedPatience(end: AbortSignal): () => AbortSignal {
  let [made, signal]: [number, AbortSignal | undefined] = [-Infinity, undefined];
  return () => {
    const now = performance.now();
    if (signal !== undefined && now - made < SHARED_MS) return signal;
    made = now;
    return (signal = AbortSignal.any([end, AbortSignal.timeout(PATIENCE_MS + SHARED_MS)]));
  };
}

/** Asks about all branches of one repository at once. */
async function ask(
  deps: Deps,
  run: GitJobRun,
  place: readonly PolledBranch[],
  patience: AbortSignal,
): Promise<BranchTip[]> {
  const of: PolledBranch[] = [];
  const others: BranchTip[] = [];
  for (const one of place) {
    // Who has waited for a turn may be another's by now.
    const isFresh = performance.now() - one.readAt < READ_MS;
    const target = isFresh ? one.target : await targetOf(deps, one);
    const isLeft = target === undefined;
    // By the token of what nobody answers for nothing is asked: a sync says so, once.
    const isAsked =
      target && (one.connection_id === null || (await ownerOf(deps, one, target)) !== undefined);
    if (isAsked) of.push(one);
    else others.push({ installation: one, tip: null, isLeft });
  }
  return [...others, ...(await askAbout(deps, run, of, patience))];
}

async function askAbout(
  deps: Deps,
  run: GitJobRun,
  of: readonly PolledBranch[],
  patience: AbortSignal,
): Promise<BranchTip[]> {
  const [first] = of;
  if (first === undefined) return [];
  try {
    const remote = await remoteOf(deps, first, patience);
    const branches = of
      .flatMap((one) => [one.branch, reviewedBranch(one)])
      .filter((branch) => branch !== undefined);
    const format = first.object_format ?? undefined;
    const refs = await deps.git.refs(remote, branches, patience, format);
    const isCostly = refs.bytes > COSTLY_BYTES;
    return of.map((installation) => ({
      installation,
      tip: refs.ids.get(installation.branch) ?? null,
      isReviewed: unseenReview(refs, installation) !== undefined,
      isCostly,
    }));
  } catch (error) {
    if (run.signal.aborted) throw error;
    // A sync says what there is to say, once: of what passes by itself nobody is told.
    const isLasting = error instanceof GitError && ["unauthenticated", "not-found"].includes(error.kind);
    return of.map((installation) => ({ installation, tip: isLasting ? null : undefined }));
  }
}

/** Nearly all are where they were: of those the time of the next look changes, and nothing else. */
const putOff = preparedWrite(
  (tx, p: Params<{ organization: string; id: string; tip: string; at: number | null }>) =>
    tx
      .updateTable("git_installations")
      .set({ failures: 0, poll_at: p("at") })
      .where("organization_id", "=", p("organization"))
      .where("id", "=", p("id"))
      .where("base_commit", "=", p("tip"))
      .where("state", "<>", "attention")
      .where("paused_at", "is", null),
);

async function note(tx: Write, deps: Deps, asked: BranchTip): Promise<void> {
  const { installation, tip, isLeft = false, isCostly = false, isReviewed = false } = asked;
  const now = deps.clock.now();
  const { organization_id: organization, id, state, waitsFor } = installation;
  if (typeof tip === "string" && !isReviewed) {
    const at = nextPoll(installation, now, isCostly ? COSTLY_TIMES : 1);
    if ((await putOff.run(tx, { organization, id, tip, at })) === 1) return;
  }
  const failed = tip === undefined ? installation.failures + 1 : 0;
  // What is kept in step stands still by then, and nobody would hear of it: a sync says why, and is counted by itself.
  // What waits for its branch is asked about hourly until that is there.
  const isWaiting = state === "attention";
  const isOpen = isWaiting && goesOnInward(waitsFor);
  const isSilent = failed >= MOST_FAILED && !isWaiting;
  const failures = isSilent ? 0 : failed;
  const row = await updateInstallation(tx, installation)
    .set({
      failures,
      poll_at:
        isWaiting && !isOpen
          ? now + LONGEST_WAIT_MS
          : nextPoll(installation, now, isLeft ? LEFT_TIMES : isCostly ? COSTLY_TIMES : 2 ** failures),
    })
    .where("paused_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  // What stands still has seen more of the branch than both sides agree on.
  const seen = isOpen ? row?.observed_commit : row?.base_commit;
  const isLost = isWaiting && !isOpen && tip === null;
  const hasMoved =
    tip !== undefined && !isLost && (wasGone(installation) || tip !== seen || (isReviewed && !isWaiting));
  if (row !== undefined && !isLeft && (hasMoved || isSilent))
    await queueSync(tx, row, { cause: "poll", now, newId: deps.newId });
}

/** What was gone is synced when it is back, be it where it was. */
const wasGone = ({ waitsFor }: PolledBranch): boolean =>
  waitsFor === "branch-gone" || waitsFor === "not-found";
