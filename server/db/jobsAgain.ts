/** Jobs that have ended without doing their work, queued once more. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { Write } from "./database.ts";
import type { Schema } from "./schema.ts";

/**
 * Queues jobs that failed once more, from where they were; gives how many. Of those that ask for the same thing the
 * last one is, unless one is unfinished already.
 */
export function retry(
  tx: Write,
  which: { readonly id: string } | { readonly kind: string },
  now: number,
): Promise<number> {
  return queueAgain(tx, now, ["failed"], (eb) =>
    "id" in which ? eb("jobs.id", "=", which.id) : eb("jobs.kind", "=", which.kind),
  );
}

/**
 * Queues once more what failed or was cancelled up to `before`, of kinds whose work has to be done in the end; gives how
 * many these were, `most` at most.
 */
export function takeUpAgain(
  tx: Write,
  {
    kinds,
    before,
    most,
  }: { readonly kinds: readonly string[]; readonly before: number; readonly most: number },
  now: number,
): Promise<number> {
  const states = ["failed", "cancelled"] as const;
  return queueAgain(tx, now, states, (eb) =>
    eb(
      "jobs.id",
      "in",
      tx
        .selectFrom("jobs")
        .select("jobs.id")
        .where("jobs.state", "in", states)
        .where("jobs.kind", "in", kinds)
        .where("jobs.finished_at", "<=", before)
        .where((of) => isLast(of, states))
        .limit(most),
    ),
  );
}

type EndedState = "failed" | "cancelled";

async function queueAgain(
  tx: Write,
  now: number,
  states: readonly EndedState[],
  which: (eb: ExpressionBuilder<Schema, "jobs">) => Expression<SqlBool>,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("jobs")
    .where("jobs.state", "in", states)
    .where(which)
    .where((eb) => isLast(eb, states))
    .set({ state: "queued", due_at: now, attempts: 0, finished_at: null, error: null })
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Whether it is the last of those in these states that ask for the same thing, and none of them is unfinished. What has no
 * key asks for what nothing else does; two kinds may use one key.
 */
function isLast(eb: ExpressionBuilder<Schema, "jobs">, states: readonly EndedState[]): Expression<SqlBool> {
  const other = eb
    .selectFrom("jobs as other")
    .select("other.id")
    .whereRef("other.kind", "=", "jobs.kind")
    .whereRef("other.key", "=", "jobs.key");
  // As the index over keys of unfinished ones says it.
  const isUnfinished = sql<boolean>`other.state in ('queued', 'running')`;
  return eb.or([
    eb("jobs.key", "is", null),
    eb.and([
      eb.not(eb.exists(other.where(isUnfinished))),
      eb.not(eb.exists(other.where("other.state", "in", states).whereRef("other.id", ">", "jobs.id"))),
    ]),
  ]);
}
