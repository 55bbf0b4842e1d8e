/** Figures of the whole installation, whichever process is asked: what waits to be done, and the room that it takes. */
import { PURGES } from "../access/outbox.ts";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import { HOUSEKEEPING, lastRound, organizationsDone, type GarbageRound } from "../content/garbageRound.ts";
import { INDEX_SPACE } from "../content/head.ts";
import { backedUpAt } from "../db/backedUp.ts";
import type { Read } from "../db/database.ts";
import { pausedKinds } from "../db/pausedJobs.ts";
import { missingOf, readStandbys, StandbyDelays } from "../db/standbys.ts";
import type { Deps } from "../deps.ts";
import { measure } from "./measure.ts";

/** How long what was read of the database is said again, in milliseconds: more scrapers cost it nothing more. */
const SAID_AGAIN = 5000;

export function measureWork(registry: Registry, deps: Deps): void {
  let reading: Promise<Work | undefined> | undefined;
  let readAt = -Infinity;
  const delays = new StandbyDelays();
  const work = (): Promise<Work | undefined> => {
    const now = deps.clock.now();
    if (reading === undefined || now - readAt >= SAID_AGAIN) {
      readAt = now;
      // A database that is away leaves these series out, and the others stand.
      reading = readWork(deps, delays, now).catch(() => undefined);
    }
    return reading;
  };
  measureJobs(registry, work);
  measureGarbage(registry, work);
  measureBackup(registry, work);
  measureStandbys(registry, work);
  measure(
    registry,
    "lectern_deliveries_waiting",
    "Deliveries to webhooks and integrations that wait.",
    [],
    async (say) => (await work())?.deliveries.forEach(({ count }) => say(count)),
  );
  measure(
    registry,
    "lectern_deliveries_oldest_seconds",
    "Seconds since the oldest delivery that still waits was due.",
    [],
    async (say) => (await work())?.deliveries.forEach(({ seconds }) => say(seconds)),
  );
  measure(
    registry,
    "lectern_purges_waiting",
    "Changes that the network before the sites is still to be told of.",
    [],
    async (say) => (await work())?.purges.forEach(({ count }) => say(count)),
  );
  measure(
    registry,
    "lectern_purges_oldest_seconds",
    "Seconds since the oldest of them was made that it was not told of at all.",
    [],
    async (say) => (await work())?.purges.forEach(({ seconds }) => say(seconds)),
  );
  measure(registry, "lectern_database_bytes", "What the database takes on its disk.", [], async (say) => {
    const known = await work();
    if (known !== undefined) say(known.bytes);
  });
  measure(
    registry,
    "lectern_disk_free_bytes",
    "Room where the files are, on a disk of this machine.",
    [],
    async (say) => {
      const room = await deps.blobs.room().catch(() => undefined);
      if (room !== undefined) say(room);
    },
  );
}

function measureBackup(registry: Registry, work: () => Promise<Work | undefined>): void {
  measure(
    registry,
    "lectern_backup_age_seconds",
    "Seconds since lectern backup last made a backup or noted one, or since the first change here where there is none.",
    [],
    async (say) => {
      const known = await work();
      if (known !== undefined) say(known.backup);
    },
  );
}

function measureStandbys(registry: Registry, work: () => Promise<Work | undefined>): void {
  measure(
    registry,
    "lectern_standby_delay_seconds",
    "How far a server that copies the database is behind it.",
    ["standby"],
    async (say) => (await work())?.standbys.delays.forEach((seconds, standby) => say(seconds, { standby })),
  );
  measure(
    registry,
    "lectern_standbys_missing",
    "Servers that every change waits for, and that are not there.",
    [],
    async (say) => {
      const missing = (await work())?.standbys.missing;
      if (missing !== undefined) say(missing);
    },
  );
}

function measureJobs(registry: Registry, work: () => Promise<Work | undefined>): void {
  measure(
    registry,
    "lectern_jobs",
    "Jobs by kind and state: queued, planned for later, running, failed.",
    ["kind", "state"],
    async (say) => (await work())?.jobs.forEach(({ kind, state, count }) => say(count, { kind, state })),
  );
  measure(
    registry,
    "lectern_jobs_oldest_seconds",
    "Seconds since the oldest job of a kind that still waits was due.",
    ["kind"],
    async (say) => {
      for (const { kind, state, seconds } of (await work())?.jobs ?? []) {
        if (state === "queued") say(seconds, { kind });
      }
    },
  );
  measure(registry, "lectern_jobs_organizations", "Organizations of which jobs wait.", [], async (say) => {
    const known = await work();
    if (known !== undefined) say(known.shares.organizations);
  });
  measure(
    registry,
    "lectern_jobs_largest_share",
    "Of the jobs that wait, how many belong to the organization that has most: 0 to 1.",
    [],
    async (say) => {
      const known = await work();
      if (known !== undefined) say(known.shares.largest);
    },
  );
  measure(
    registry,
    "lectern_jobs_paused",
    "1 for each kind of jobs of which none begins, since an operator has paused it.",
    ["kind"],
    async (say) => (await work())?.paused.forEach((kind) => say(1, { kind })),
  );
  measure(
    registry,
    "lectern_index_lag_seconds",
    "How far search is behind what was written: since when the oldest change waits to be indexed.",
    [],
    async (say) => {
      const known = await work();
      if (known === undefined) return;
      const behind = known.jobs.filter(({ kind, state }) => kind === INDEX_SPACE && state !== "failed");
      say(Math.max(0, ...behind.map(({ seconds }) => seconds)));
    },
  );
}

function measureGarbage(registry: Registry, work: () => Promise<Work | undefined>): void {
  measure(
    registry,
    "lectern_garbage_age_seconds",
    "Seconds since a round over all organizations began that came to its end, or since there are rounds.",
    [],
    async (say) => {
      const garbage = (await work())?.garbage;
      if (garbage !== undefined) say(garbage.seconds);
    },
  );
  measure(
    registry,
    "lectern_garbage_organizations",
    "Organizations that were looked through, by round: the last one that was whole, and the one that runs.",
    ["round"],
    async (say) => {
      const { last, running } = (await work())?.garbage ?? {};
      if (last !== undefined) say(last.organizations, { round: "last" });
      if (running !== undefined) say(running, { round: "running" });
    },
  );
  measure(
    registry,
    "lectern_garbage_removed",
    "What the last whole round removed, by kind: nodes, texts, files, files without a row.",
    ["kind"],
    async (say) => {
      const round = (await work())?.garbage.last;
      if (round === undefined) return;
      const { nodes, bodies, blobs, strays } = round;
      for (const [kind, count] of Object.entries({ nodes, texts: bodies, files: blobs, strays }))
        say(count, { kind });
    },
  );
  measure(
    registry,
    "lectern_garbage_held_strays",
    "Files without a row that stay, since they are more than is left behind by chance.",
    [],
    async (say) => {
      const round = (await work())?.garbage.last;
      if (round !== undefined) say(round.heldStrays);
    },
  );
  measure(
    registry,
    "lectern_garbage_damaged",
    "Organizations of which the last whole round removed nothing, since their content isn't whole.",
    [],
    async (say) => {
      const round = (await work())?.garbage.last;
      if (round !== undefined) say(round.damaged);
    },
  );
}

/** Counts, and how long the oldest has been due. */
interface Waiting {
  readonly count: number;
  readonly seconds: number;
}

/** Who has the jobs that wait. */
interface Shares {
  readonly organizations: number;
  /** The part of them that is one organization's, 0 to 1. */
  readonly largest: number;
}

/** How far content that nothing names is removed. */
interface Garbage {
  /** The last whole round. */
  readonly last: GarbageRound | undefined;
  /** How long ago it began; before there is one, how long it has been waited for. */
  readonly seconds: number;
  /** Organizations that the round which runs has done. */
  readonly running: number | undefined;
}

interface Work {
  readonly jobs: readonly (Waiting & { readonly kind: string; readonly state: string })[];
  /** One. */
  readonly deliveries: readonly Waiting[];
  /** One, where there is a network that is told of changes. */
  readonly purges: readonly Waiting[];
  readonly paused: readonly string[];
  readonly shares: Shares;
  readonly garbage: Garbage;
  /** Age of the last backup; before there is one, of the first thing that happened here. */
  readonly backup: number;
  /** What the database takes. */
  readonly bytes: number;
  readonly standbys: {
    /** Seconds by name. */
    readonly delays: ReadonlyMap<string, number>;
    /** Of those that changes wait for; undefined where none is waited for, or the server doesn't say. */
    readonly missing: number | undefined;
  };
}

async function readWork(deps: Deps, delays: StandbyDelays, now: number): Promise<Work> {
  const {
    db: { read },
    purge,
  } = deps;
  const late = (due: number | null): number => (due === null ? 0 : Math.max(0, now - Number(due)) / 1000);
  const jobs = await read
    .selectFrom("jobs")
    .select((eb) => ["kind", eb.fn.countAll<number>().as("count"), eb.fn.min("due_at").as("due")])
    // What is due later, such as the end of what lies in the trash, keeps nobody waiting.
    .select(
      sql<string>`case when state = 'queued' and due_at > ${now} then 'planned' else state end`.as("stands"),
    )
    .where("state", "in", ["queued", "running", "failed"])
    .groupBy(["kind", "stands"])
    .execute();
  const deliveries = await read
    .selectFrom("deliveries")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("due_at").as("due")])
    .where("state", "=", "waiting")
    .execute();
  return {
    jobs: jobs.map(({ kind, stands, count, due }) => ({
      kind,
      state: stands,
      count: Number(count),
      seconds: late(due),
    })),
    deliveries: deliveries.map(({ count, due }) => ({ count: Number(count), seconds: late(due) })),
    purges: purge === undefined ? [] : await purgesOf(read, now),
    paused: await pausedKinds(read),
    shares: await sharesOf(read, now),
    garbage: await garbageOf(read, now),
    backup: late((await backedUpAt(read)) ?? (await firstChangeAt(read))),
    bytes: await databaseBytes(read),
    standbys: await standbysOf(deps, delays, now),
  };
}

async function purgesOf(read: Read, now: number): Promise<Waiting[]> {
  const waiting = await read
    .selectFrom("outbox")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      // What was told once is told again for answers that were under way, and is late in nothing.
      eb.fn.min(sql<number | null>`case when purges = ${sql.lit(PURGES)} then created_at end`).as("oldest"),
    ])
    .where("purge_at", "is not", null)
    .execute();
  return waiting.map(({ count, oldest }) => ({
    count: Number(count),
    seconds: oldest === null ? 0 : Math.max(0, now - Number(oldest)) / 1000,
  }));
}

/** Everything that is changed leaves a trace, the making of the first organization too. */
async function firstChangeAt(read: Read): Promise<number | null> {
  const first = read.selectFrom("audit").select("occurred_at").orderBy("seq").limit(1);
  return (await first.executeTakeFirst())?.occurred_at ?? null;
}

async function garbageOf(read: Read, now: number): Promise<Garbage> {
  const last = await lastRound(read);
  const jobs = await read
    .selectFrom("jobs")
    .select(["progress", "state", "created_at"])
    .where("key", "=", HOUSEKEEPING)
    .where("state", "in", ["queued", "running"])
    .orderBy("created_at")
    .execute();
  const running = jobs.find(({ state }) => state === "running");
  return {
    last,
    seconds: Math.max(0, now - (last?.at ?? Number(jobs[0]?.created_at ?? now))) / 1000,
    running: running && organizationsDone(running.progress),
  };
}

async function sharesOf(read: Read, now: number): Promise<Shares> {
  const each = read
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("jobs"))
    .where("state", "=", "queued")
    .where("due_at", "<=", now)
    .where("organization_id", "is not", null)
    .groupBy("organization_id");
  const { organizations, largest, all } = await read
    .selectFrom(each.as("each"))
    .select((eb) => [
      eb.fn.countAll<number>().as("organizations"),
      eb.fn.max("jobs").as("largest"),
      eb.fn.sum<number>("jobs").as("all"),
    ])
    .executeTakeFirstOrThrow();
  return {
    organizations: Number(organizations),
    largest: Number(organizations) === 0 ? 0 : Number(largest) / Number(all),
  };
}

async function standbysOf({ db, log }: Deps, delays: StandbyDelays, now: number): Promise<Work["standbys"]> {
  // A service in front of the database may refuse to tell of its servers: that is no reason to say nothing of the rest.
  const standbys = await readStandbys(db.read).catch((error: unknown) => {
    log.warn({ err: error }, "the servers that copy the database can't be told");
    return undefined;
  });
  if (standbys === undefined) return { delays: new Map(), missing: undefined };
  const missing = standbys.needed === 0 ? undefined : missingOf(standbys);
  return { delays: delays.of(standbys, now), missing };
}

async function databaseBytes(read: Read): Promise<number> {
  const size =
    read.link.dialect === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(read);
  return Number(rows[0]?.bytes ?? 0);
}
