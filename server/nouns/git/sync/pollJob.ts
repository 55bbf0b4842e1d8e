/** Branches are asked about from time to time: one request each, no process and no run. Only one that moved is synced. */
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { byCodeUnit } from "../../../../engine/json.ts";
import { type Params, prepared, preparedWrite, type Write } from "../../../db/database.ts";
import type { StandingJob } from "../../../db/standingJobs.ts";
import type { Deps } from "../../../deps.ts";
import { GIT_POLL, queueSync } from "../../../content/git/queue.ts";
import { GitError } from "../../../ports/git/error.ts";
import { updateInstallation } from "../commands.ts";
import type { GitJobRun } from "../jobRun.ts";
import type { Installation } from "./syncRun.ts";
import { pollWait, remoteOf } from "./remote.ts";

/** Repositories that are asked about at once: of all, of one organization, and of one host. */
const AT_ONCE = 32;
const OF_ONE = 8;
const OF_HOST = 2;
/** Branches that are read together. */
const MOST_READ = 1_000;
/** Milliseconds in which what was heard is gathered, and until what is due is read again while some are silent. */
const GATHER_MS = 1_000;
const READ_MS = 5_000;
/** Milliseconds that one host is waited for: who is slow keeps nobody else's branches waiting for long. */
const PATIENCE_MS = 20_000;
/** Milliseconds until a branch is asked about again that could not be, at most. */
const LONGEST_WAIT_MS = 3_600_000;
/** So many looks one after the other that a host answered none of: a quarter of an hour where branches are looked at each minute. */
const MOST_FAILED_LOOKS = 4;

/** What a look needs to know of an installation: all that are due are read again and again. */
const COLUMNS = [
  "organization_id",
  "id",
  "parent_id",
  "space_id",
  "connection_id",
  "remote_url",
  "branch",
  "object_format",
  "state",
  "attention",
  "failures",
  "hook_seen_at",
] as const;

type PolledBranch = Pick<Installation, (typeof COLUMNS)[number]>;

// A run that ends after its installation was paused, or one that is driven, may leave a time behind.
const due = prepared((read, p: Params<{ now: number }>) =>
  read
    .selectFrom("git_installations")
    .select(COLUMNS)
    .where("poll_at", "<=", p("now"))
    .where("paused_at", "is", null)
    .where("driven", "=", 0)
    .orderBy("poll_at")
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
  return async (run) => {
    const polls = new Polls((place) => ask(deps, run, place.of));
    let read = -Infinity;
    for (;;) {
      run.signal.throwIfAborted();
      if (polls.isIdle || performance.now() - read > READ_MS) {
        read = performance.now();
        polls.add(await due.all(deps.db.read, { now: deps.clock.now() }));
        if (polls.isIdle) return {};
      }
      const known = await run.away(() => polls.hear());
      // Together: a commit of the database costs more than all that is noted by it. In the one order, against deadlocks.
      const tips = known.toSorted((a, b) => byCodeUnit(a.installation.id, b.installation.id));
      if (tips.length > 0)
        await run.write(async (tx) => {
          for (const { installation, tip } of tips) await note(tx, deps, installation, tip);
        });
      polls.forget(tips);
    }
  };
}

/** The branches of one repository, as one connection sees it. */
interface PolledPlace {
  readonly key: string;
  readonly organization: string;
  readonly origin: string;
  readonly of: PolledBranch[];
}

/** Places that are to be asked, and those that are being asked. */
class Polls {
  readonly #ask: (place: PolledPlace) => Promise<readonly BranchTip[]>;
  /** By their hosts, and by their keys. */
  readonly #waiting = new Map<string, Map<string, PolledPlace>>();
  readonly #asked = new Set<PolledPlace>();
  /** Branches that are known to be due. */
  readonly #ids = new Set<string>();
  #heard: BranchTip[] = [];
  #failure: unknown;
  /** Says that nothing is left to be asked. */
  #rest = (): void => undefined;

  constructor(ask: (place: PolledPlace) => Promise<readonly BranchTip[]>) {
    this.#ask = ask;
  }

  /** Whether nothing is left: to be asked, to be heard, or to be noted. */
  get isIdle(): boolean {
    return this.#waiting.size + this.#asked.size + this.#heard.length === 0;
  }

  add(rows: readonly PolledBranch[]): void {
    for (const row of rows) {
      if (this.#ids.has(row.id)) continue;
      this.#ids.add(row.id);
      const { organization_id: organization, remote_url: url, connection_id } = row;
      const key = JSON.stringify([organization, url, connection_id]);
      const { origin } = new URL(url);
      const ofHost = this.#waiting.get(origin) ?? new Map<string, PolledPlace>();
      this.#waiting.set(origin, ofHost);
      const place = ofHost.get(key);
      if (place !== undefined) place.of.push(row);
      else ofHost.set(key, { key, organization, origin, of: [row] });
    }
  }

  /** Asks as many at once as may be asked, and gives what has been heard after a moment. @throws what asking throws */
  async hear(): Promise<readonly BranchTip[]> {
    const moment = new AbortController();
    const rest = new Promise<void>((rest) => (this.#rest = rest));
    this.#begin();
    await Promise.race([rest, setTimeout(GATHER_MS, undefined, { signal: moment.signal })]);
    moment.abort();
    if (this.#failure !== undefined) throw this.#failure;
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  /** What was noted may be due again. */
  forget(tips: readonly BranchTip[]): void {
    for (const { installation } of tips) this.#ids.delete(installation.id);
  }

  #begin(): void {
    const load = new Map<string, number>();
    const count = ({ organization, origin }: PolledPlace): void => {
      for (const key of [organization, origin]) load.set(key, (load.get(key) ?? 0) + 1);
    };
    for (const place of this.#asked) count(place);
    // Who has had a turn goes to the end.
    for (const [origin, ofHost] of this.#waiting) {
      for (const place of ofHost.values()) {
        if (this.#asked.size >= AT_ONCE || (load.get(origin) ?? 0) >= OF_HOST) break;
        if ((load.get(place.organization) ?? 0) >= OF_ONE) continue;
        ofHost.delete(place.key);
        count(place);
        this.#waiting.delete(origin);
        if (ofHost.size > 0) this.#waiting.set(origin, ofHost);
        this.#asked.add(place);
        void this.#hearOf(place);
      }
    }
    if (this.#waiting.size + this.#asked.size === 0) this.#rest();
  }

  async #hearOf(place: PolledPlace): Promise<void> {
    try {
      const tips = await this.#ask(place);
      // Those before may have been given away meanwhile.
      this.#heard.push(...tips);
    } catch (error) {
      this.#failure ??= error;
      this.#waiting.clear();
    }
    this.#asked.delete(place);
    this.#begin();
  }
}

interface BranchTip {
  readonly installation: PolledBranch;
  /** The commit that its branch is at; null: there is none; undefined: the host can't be asked. */
  readonly tip: string | null | undefined;
}

/** Asks about all branches of one repository at once. */
async function ask(deps: Deps, run: GitJobRun, of: readonly PolledBranch[]): Promise<BranchTip[]> {
  const [first] = of;
  if (first === undefined) return [];
  try {
    const patience = AbortSignal.any([run.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const remote = await remoteOf(deps, first, patience);
    const branches = of.map(({ branch }) => branch);
    const { ids } = await deps.git.refs(remote, branches, patience, first.object_format ?? undefined);
    return of.map((installation) => ({ installation, tip: ids.get(installation.branch) ?? null }));
  } catch (error) {
    if (run.signal.aborted) throw error;
    // A sync says what there is to say, once: of what passes by itself nobody is told.
    const isLasting = error instanceof GitError && ["unauthenticated", "not-found"].includes(error.kind);
    return of.map((installation) => ({ installation, tip: isLasting ? null : undefined }));
  }
}

/** Nearly all are where they were: of those the time of the next look changes, and nothing else. */
const putOff = preparedWrite((tx, p: Params<{ organization: string; id: string; tip: string; at: number }>) =>
  tx
    .updateTable("git_installations")
    .set({ failures: 0, poll_at: p("at") as never })
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("base_commit", "=", p("tip"))
    .where("state", "<>", "attention")
    .where("paused_at", "is", null),
);

async function note(
  tx: Write,
  deps: Deps,
  installation: PolledBranch,
  tip: string | null | undefined,
): Promise<void> {
  const now = deps.clock.now();
  const { organization_id: organization, id, state } = installation;
  if (typeof tip === "string") {
    const at = now + aboutWait(pollWait(installation, now));
    if ((await putOff.run(tx, { organization, id, tip, at })) === 1) return;
  }
  const looks = tip === undefined ? installation.failures + 1 : 0;
  // What is kept in step stands still by then, and nobody would hear of it: a sync says why, and is counted by itself.
  const isSilent = looks >= MOST_FAILED_LOOKS && state !== "attention";
  const failures = isSilent ? 0 : looks;
  const wait = Math.min(pollWait(installation, now) * 2 ** failures, LONGEST_WAIT_MS);
  // What waits for its branch is asked about hourly until that is there.
  const isWaiting = state === "attention";
  const row = await updateInstallation(tx, installation)
    .set({
      failures,
      poll_at: now + (isWaiting ? LONGEST_WAIT_MS : aboutWait(wait)),
    })
    .where("paused_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  const hasMoved =
    tip !== undefined && !(isWaiting && tip === null) && (wasGone(installation) || tip !== row?.base_commit);
  if (row !== undefined && (hasMoved || isSilent))
    await queueSync(tx, row, { cause: "poll", now, newId: deps.newId });
}

/** Give or take a fifth, in milliseconds. */
const aboutWait = (wait: number): number => Math.round(wait * (0.8 + 0.4 * Math.random()));

/** What was gone is synced when it is back, be it where it was. */
function wasGone({ state, attention }: PolledBranch): boolean {
  if (state !== "attention" || attention === null) return false;
  const { kind } = JSON.parse(attention) as { readonly kind: string };
  return kind === "branch-gone" || kind === "not-found";
}
