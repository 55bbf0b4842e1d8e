/** Work that follows a change: a row of the same transaction, claimed by whichever process is free. */
import { sql } from "kysely";
import type { Read, Write } from "./database.ts";
import type { Row } from "./schema.ts";

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  /** Jobs that ask for the same thing: while one is unfinished, another only tells it to look again. */
  readonly key?: string;
  readonly payload?: unknown;
  /** When it may begin, in milliseconds. */
  readonly due: number;
  readonly now: number;
  readonly space?: string;
  readonly organization?: string;
  readonly createdBy?: string;
}

/** Queues a job in the transaction of the change that it follows. */
export async function enqueue(tx: Write, job: NewJob): Promise<void> {
  await tx
    .insertInto("jobs")
    .values({
      id: job.id,
      kind: job.kind,
      key: job.key ?? null,
      payload: JSON.stringify(job.payload ?? {}),
      due_at: job.due,
      created_by: job.createdBy ?? null,
      organization_id: job.organization ?? null,
      space_id: job.space ?? null,
      created_at: job.now,
    })
    .onConflict((on) =>
      on
        .column("key")
        // Literals: SQLite finds its partial index by the text of the condition.
        .where(sql<boolean>`state in ('queued', 'running')`)
        // Later than whatever the running job was claimed with: it will not be called done without another look.
        .doUpdateSet({
          due_at: sql`case when jobs.due_at >= ${job.due} then jobs.due_at + 1 else ${job.due} end`,
        }),
    )
    .execute();
}

export function findJob(read: Read, id: string): Promise<Row<"jobs"> | undefined> {
  return read.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
}
