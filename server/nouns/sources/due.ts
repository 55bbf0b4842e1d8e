/** Content sources that something has happened to are looked at, one job each. */
import { sql } from "kysely";
import type { Write } from "../../db/database.ts";
import { type Claim, enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import type { StandingJob } from "../../db/standingJobs.ts";
import type { Deps } from "../../deps.ts";
import { dueAnew } from "../../content/computed/contentSources.ts";
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

/** Where a slice ended. */
type SourceKey = Pick<Row<"content_sources">, "organization_id" | "space_id" | "key">;

/** How far a look has come. Asked for again since, it begins again: `due` is another then. */
interface LookProgress {
  readonly due: number;
  readonly after?: SourceKey;
}

interface LookRun {
  readonly job: Claim;
  write<T>(work: (tx: Write) => Promise<T>, progress: LookProgress): Promise<T>;
}

/** Has the sources of one integration looked at, everybody's, a slice at a time. */
export function lookAtSourcesJob({
  clock,
}: Pick<Deps, "clock">): (run: LookRun) => Promise<Record<never, never>> {
  return async (run) => {
    const { job } = run;
    const { integration } = JSON.parse(job.payload) as { readonly integration: string };
    const left = JSON.parse(job.progress ?? "{}") as Partial<LookProgress>;
    const now = clock.now();
    let after = left.due === job.due_at ? left.after : undefined;
    for (let isMore = true; isMore;) {
      // Where the slice begins: whoever goes on does it once more.
      const progress: LookProgress = { due: job.due_at, ...(after && { after }) };
      const rows = await run.write((tx) => lookAtSome(tx, { integration, after, now }), progress);
      after = rows.at(-1);
      isMore = rows.length === SLICE;
    }
    return {};
  };
}

interface LookedAt {
  readonly integration: string;
  readonly after: SourceKey | undefined;
  readonly now: number;
}

async function lookAtSome(tx: Write, { integration, after, now }: LookedAt): Promise<SourceKey[]> {
  const rows = await tx
    .selectFrom("content_sources")
    .select(["organization_id", "space_id", "key"])
    .where("integration", "=", integration)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("organization_id", "space_id", "key"),
          ">",
          eb.tuple(after?.organization_id ?? "", after?.space_id ?? "", after?.key ?? ""),
        ),
      ),
    )
    .orderBy("organization_id")
    .orderBy("space_id")
    .orderBy("key")
    .limit(SLICE)
    .execute();
  for (const { organization_id, space_id, key } of rows)
    await tx
      .updateTable("content_sources")
      .set({ due_at: dueAnew(now) })
      .where("organization_id", "=", organization_id)
      .where("space_id", "=", space_id)
      .where("key", "=", key)
      .execute();
  return rows;
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
