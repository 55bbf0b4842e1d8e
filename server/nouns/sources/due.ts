/** Content sources that something has happened to are looked at, one job each. */
import { sql } from "kysely";
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { StandingJob } from "../../db/standingJobs.ts";
import type { Deps } from "../../deps.ts";
import { MAKE_SOURCE } from "./job.ts";

export const DUE_SOURCES = "due-sources";

/** Sources that one transaction queues. */
const SLICE = 100;
/** Milliseconds until one is looked at again of which no job has come to its end. */
const AGAIN_MS = 900_000;

/** A source is due. The job is the installation's own, for all organizations: those that it queues are theirs. */
export const followingSources: StandingJob = {
  kind: DUE_SOURCES,
  hasWork: (read, now) =>
    sql`exists ${read.selectFrom("content_sources").select("key").where("due_at", "<=", now)}`,
};

/** Queues the jobs of what is due. */
export function dueSourcesJob(
  deps: Pick<Deps, "clock" | "newId">,
): (run: { write<T>(work: (tx: Write) => Promise<T>): Promise<T> }) => Promise<Record<never, never>> {
  return async (run) => {
    for (let some = SLICE; some === SLICE;) some = await run.write((tx) => queueSome(tx, deps));
    return {};
  };
}

async function queueSome(tx: Write, { clock, newId }: Pick<Deps, "clock" | "newId">): Promise<number> {
  const now = clock.now();
  const rows = await tx
    .selectFrom("content_sources")
    .select(["organization_id", "space_id", "key"])
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(SLICE)
    .execute();
  for (const { organization_id: organization, space_id: space, key } of rows) {
    await tx
      .updateTable("content_sources")
      .set({ due_at: now + AGAIN_MS })
      .where("organization_id", "=", organization)
      .where("space_id", "=", space)
      .where("key", "=", key)
      .execute();
    const payload = { organization, space, key };
    const name = `${MAKE_SOURCE}:${space}:${key}`;
    await enqueue(tx, {
      id: newId(),
      kind: MAKE_SOURCE,
      key: name,
      payload,
      organization,
      space,
      due: now,
      now,
    });
  }
  return rows.length;
}
