/** The network before the sites, which keeps their answers for others: it drops those that have changed. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { BELIEVED_MS } from "../memory/believed.ts";
import type { Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { StandingJob } from "../db/standingJobs.ts";
import type { Deps, PurgeAddress } from "../deps.ts";
import { tagsBody, tagsOf } from "../nouns/webhooks/renderers.ts";
import { post } from "./delivery/webhook.ts";
import { isDelivered } from "./delivery/sender.ts";
import { type JobHandler, JobInterruption } from "./job.ts";

const PURGE_NETWORK = "purge-network";
/** Events that are told together, and tags in one request. */
const SLICE = 200;
const MOST_TAGS = 100;
/** Milliseconds between a commit that was seen and the request: for a second, others may answer with what was before. */
const SETTLED_MS = BELIEVED_MS + 250;
/** Milliseconds until it is told once more: until then an answer may be on its way that was asked for before. */
const AGAIN_MS = 30_000;
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

/** Runs until nothing is due. What could not be told is due later, and holds up nothing of what comes after it. */
function purgeNetworkJob(deps: PurgeDeps, network: PurgeAddress): JobHandler {
  const { db, clock, log } = deps;
  return async (run) => {
    for (;;) {
      if (run.signal.aborted) throw new JobInterruption();
      const events: ToldEvent[] = await db.read
        .selectFrom("outbox")
        .select(["seq", "kind", "payload", "organization_id", "created_at", "purges"])
        .where("purge_at", "is not", null)
        .where("purge_at", "<=", clock.now())
        .orderBy("purge_at")
        .limit(SLICE)
        .execute();
      if (events.length === 0) return {};
      await run.away(() => settled(run.signal));
      const tags = await tagsOfAll(db, events);
      const problem = await run.away(() => purge(network, tags));
      if (problem !== undefined) log.warn({ problem, tags: tags.length }, "the network could not be told");
      await run.write((tx) => note(tx, events, { isTold: problem === undefined, now: clock.now() }));
    }
  };
}

/** @throws JobInterruption when the run has to end meanwhile */
function settled(signal: AbortSignal): Promise<void> {
  return pause(SETTLED_MS, undefined, { signal }).catch(() => {
    throw new JobInterruption();
  });
}

/** What the events changed, each tag once. */
async function tagsOfAll({ read }: Deps["db"], events: readonly ToldEvent[]): Promise<string[]> {
  const tags = new Set<string>();
  for (const event of events) for (const tag of await tagsOf(read, event)) tags.add(tag);
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

/** Notes when each event is to be told again. */
async function note(
  tx: Write,
  events: readonly ToldEvent[],
  { isTold, now }: { readonly isTold: boolean; readonly now: number },
): Promise<void> {
  for (const { seq, created_at, purges } of events) {
    const left = isTold ? purges - 1 : purges;
    const wait = isTold ? AGAIN_MS : waitAfter(now - created_at);
    await tx
      .updateTable("outbox")
      .set({ purges: left, purge_at: left === 0 ? null : now + wait })
      .where("seq", "=", seq)
      .execute();
  }
}

function waitAfter(tried: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, Math.round(WAIT_PART * tried)));
}
