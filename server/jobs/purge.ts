/** The network before the sites, which keeps their answers for others: it drops those that have changed. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { NARROWING } from "../access/answers.ts";
import { PURGES } from "../access/outbox.ts";
import { BELIEVED_MS } from "../memory/believed.ts";
import type { Read, Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { StandingJob } from "../db/standingJobs.ts";
import type { Deps, PurgeAddress } from "../deps.ts";
import { changedBy, tagsBody, tagsOf } from "../nouns/webhooks/renderers.ts";
import { post } from "./delivery/webhook.ts";
import { isDelivered } from "./delivery/sender.ts";
import { type JobHandler, JobInterruption, type JobRun } from "./job.ts";

const PURGE_NETWORK = "purge-network";
/** Events that are told together: one thing is told of once, however many they are. */
const SLICE = 2000;
/** Tags in one request. */
const MOST_TAGS = 100;
/** Rows that one statement changes. */
const MOST_ROWS = 500;
/** For a second, other processes may answer with what was before. */
const SETTLING_MS = BELIEVED_MS + 250;
/** Milliseconds until it is told once more: until then an answer may be on its way that was asked for before. */
const AGAIN_MS = 30_000;
/** For no longer than this, in milliseconds, anything is kept: of what is older nobody has to be told. */
const KEPT_MS = 62 * 60_000;
/** Milliseconds until it is tried again, as a part of how long it has been tried, and within bounds. */
const WAIT_PART = 0.25;
const SHORTEST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

type PurgeDeps = Pick<Deps, "db" | "clock" | "log">;
type ToldEvent = Pick<
  Row<"outbox">,
  "seq" | "kind" | "payload" | "organization_id" | "created_at" | "purges"
>;

/** There is something to drop; one job tells of what all organizations changed. */
export const purging: StandingJob = {
  kind: PURGE_NETWORK,
  hasWork: (read, now) =>
    sql`exists ${read.selectFrom("outbox").select("seq").where("purge_at", "is not", null).where("purge_at", "<=", now)}`,
};

/** The job where there is such a network, by its kind. */
export function purgeHandlers(deps: PurgeDeps, network: PurgeAddress): Readonly<Record<string, JobHandler>> {
  return { [PURGE_NETWORK]: purgeNetworkJob(deps, network) };
}

/**
 * Runs until nothing is due. What may take something away from readers is told first; what could not be told is due
 * later, and holds up nothing of what comes after it.
 */
function purgeNetworkJob(deps: PurgeDeps, network: PurgeAddress): JobHandler {
  const { db, clock, log } = deps;
  return async (run) => {
    await dropOld(run, db, clock.now());
    for (;;) {
      if (run.signal.aborted) throw new JobInterruption();
      const events = await dueEvents(db.read, clock.now());
      if (events.length === 0) return {};
      await run.away(() => settled(network.settling ?? SETTLING_MS, run.signal));
      const changes = grouped(events, changedBy);
      const tags = await tagsOfAll(db, changes);
      const problem = await run.away(() => purge(network, tags));
      if (problem !== undefined) log.warn({ problem, tags: tags.length }, "the network could not be told");
      await run.write((tx) => note(tx, changes, { isTold: problem === undefined, now: clock.now() }));
    }
  };
}

const dueOf = (read: Read, now: number) =>
  read
    .selectFrom("outbox")
    .select(["seq", "kind", "payload", "organization_id", "created_at", "purges"])
    .where("purge_at", "is not", null)
    .where("purge_at", "<=", now)
    .orderBy("purge_at");

async function dueEvents(read: Read, now: number): Promise<ToldEvent[]> {
  const narrowing = await dueOf(read, now).where("kind", "in", NARROWING).limit(SLICE).execute();
  if (narrowing.length === SLICE) return narrowing;
  const others = dueOf(read, now).where("kind", "not in", NARROWING);
  return [...narrowing, ...(await others.limit(SLICE - narrowing.length).execute())];
}

/** What nobody keeps any more need not be dropped: what happened before there was a network, or while it was away for long. */
async function dropOld(run: JobRun, { read }: Deps["db"], now: number): Promise<void> {
  for (;;) {
    const old = await read
      .selectFrom("outbox")
      .select("seq")
      .where("purge_at", "is not", null)
      .where("created_at", "<", now - KEPT_MS)
      .limit(MOST_ROWS)
      .execute();
    if (old.length === 0) return;
    await run.write((tx) => end(tx, old));
  }
}

/** @throws JobInterruption when the run has to end meanwhile */
function settled(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal }).catch(() => {
    throw new JobInterruption();
  });
}

/** What was changed, each tag once. */
async function tagsOfAll(
  { read }: Deps["db"],
  changes: ReadonlyMap<string, readonly ToldEvent[]>,
): Promise<string[]> {
  const tags = new Set<string>();
  for (const [event] of changes.values())
    if (event !== undefined) for (const tag of await tagsOf(read, event)) tags.add(tag);
  return [...tags];
}

/** Gives why it failed; undefined when all was taken. */
async function purge(network: PurgeAddress, tags: readonly string[]): Promise<string | undefined> {
  const { url, token, fetch } = network;
  for (let at = 0; at < tags.length; at += MOST_TAGS) {
    const some = tags.slice(at, at + MOST_TAGS);
    const outcome = await post({ fetch }, url, tagsBody(some), {
      "content-type": "application/json",
      "user-agent": "Lectern-Purge",
      "surrogate-key": some.join(" "),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    });
    if (!isDelivered(outcome)) return outcome.error ?? `It answered ${outcome.status}.`;
  }
  return undefined;
}

/**
 * Notes what is to be told again, and when. Of several events that changed the same thing the last stands for all, since
 * the thing is told of as it is then; the first says since when it is not told.
 */
async function note(
  tx: Write,
  changes: ReadonlyMap<string, readonly ToldEvent[]>,
  { isTold, now }: { readonly isTold: boolean; readonly now: number },
): Promise<void> {
  const [done, again]: [ToldEvent[], ToldEvent[]] = [[], []];
  for (const events of changes.values()) {
    // Told once less often comes first, then what happened earlier.
    const order = events.toSorted((a, b) => a.purges - b.purges || a.seq - b.seq);
    const stays = new Set(
      isTold ? [order.at(-1)] : [order.find((one) => one.purges === PURGES), order.at(-1)],
    );
    for (const event of order)
      (stays.has(event) && !(isTold && event.purges <= 1) ? again : done).push(event);
  }
  await end(tx, done);
  const waitOf = ({ created_at }: ToldEvent): number => (isTold ? AGAIN_MS : waitAfter(now - created_at));
  for (const [wait, events] of grouped(again, waitOf))
    for (const some of slicesOf(events))
      await tx
        .updateTable("outbox")
        .set((eb) => ({ purge_at: now + wait, ...(isTold ? { purges: eb("purges", "-", 1) } : {}) }))
        .where("seq", "in", some)
        .execute();
}

function grouped<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Nothing is to be told of them any more. */
async function end(tx: Write, events: readonly Pick<ToldEvent, "seq">[]): Promise<void> {
  for (const some of slicesOf(events))
    await tx.updateTable("outbox").set({ purges: 0, purge_at: null }).where("seq", "in", some).execute();
}

function* slicesOf(events: readonly Pick<ToldEvent, "seq">[]): Generator<number[]> {
  for (let at = 0; at < events.length; at += MOST_ROWS)
    yield events.slice(at, at + MOST_ROWS).map(({ seq }) => seq);
}

/** In whole seconds: what fails together is noted together. */
function waitAfter(tried: number): number {
  const wait = Math.round((WAIT_PART * tried) / 1000) * 1000;
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, wait));
}
