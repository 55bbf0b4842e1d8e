/** From events to what people are told in person. */
import { sql } from "kysely";
import type { Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { StandingJob } from "../db/standingJobs.ts";
import type { Deps } from "../deps.ts";
import { actorOf, type NewNotification, recipientsOf } from "../nouns/notifications/recipients.ts";
import { type JobHandler, JobInterruption } from "./job.ts";

export const NOTIFY_JOB = "notify";

/** Events that one transaction takes. */
const SLICE = 50;

type NotifyDeps = Pick<Deps, "db" | "clock" | "newId" | "members" | "spaces">;

/** There is somebody to tell; one job reads the events of all. */
export const notifying: StandingJob = {
  kind: NOTIFY_JOB,
  // Literals: SQLite finds its partial indexes by the text of the condition.
  hasWork: (read) =>
    sql`exists ${read.selectFrom("outbox").select("seq").where("personal", "=", sql.lit(1))}`,
};

/** Runs until nobody is left to be told. */
export function notifyJob(deps: NotifyDeps): JobHandler {
  return async (run) => {
    for (;;) {
      if (run.signal.aborted) throw new JobInterruption();
      const events = await deps.db.read
        .selectFrom("outbox")
        .selectAll()
        .where("personal", "=", sql.lit(1))
        .orderBy("seq")
        .limit(SLICE)
        .execute();
      if (events.length === 0) return {};
      const told = await Promise.all(events.map(async (event) => ({ event, to: await toldOf(deps, event) })));
      await run.write((tx) => note(tx, told, deps.newId));
    }
  };
}

interface PersonalEvent {
  readonly event: Row<"outbox">;
  readonly to: readonly NewNotification[];
}

function toldOf(deps: NotifyDeps, event: Row<"outbox">): Promise<NewNotification[]> {
  const { organization_id, space_id } = event;
  if (organization_id === null || space_id === null) return Promise.resolve([]);
  return recipientsOf(deps, { ...event, organization_id, space_id });
}

/** Again after a kill: an event tells each person once. */
async function note(tx: Write, told: readonly PersonalEvent[], newId: () => string): Promise<void> {
  const rows = told.flatMap(({ event, to }) =>
    to.map(({ user, type, changeRequest, comment, reply }) => ({
      organization_id: event.organization_id as string,
      id: newId(),
      user_id: user,
      event_id: event.id,
      type,
      space_id: event.space_id as string,
      change_request_id: changeRequest ?? null,
      comment_id: comment ?? null,
      reply_id: reply ?? null,
      actor_id: actorOf(event) ?? null,
      created_at: event.created_at,
    })),
  );
  if (rows.length > 0)
    await tx
      .insertInto("notifications")
      .values(rows)
      .onConflict((on) => on.columns(["organization_id", "user_id", "event_id"]).doNothing())
      .execute();
  const seqs = told.map(({ event }) => event.seq);
  await tx.updateTable("outbox").set({ personal: 0 }).where("seq", "in", seqs).execute();
}

/** Tells whoever asked for a job that it has ended, in the transaction that ends it. */
export async function noteJobEnd(tx: Write, job: string, now: number): Promise<void> {
  const ended = await tx
    .selectFrom("jobs")
    .innerJoin("users", "users.id", "jobs.created_by")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "jobs.organization_id")
        .onRef("spaces.id", "=", "jobs.space_id"),
    )
    .select(["spaces.organization_id", "spaces.id as space_id", "users.id as user_id"])
    .where("jobs.id", "=", job)
    .where("jobs.state", "in", ["done", "failed"])
    .executeTakeFirst();
  if (ended === undefined) return;
  await tx
    .insertInto("notifications")
    .values({ ...ended, id: job, event_id: job, type: "job-ended", job_id: job, created_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
}
