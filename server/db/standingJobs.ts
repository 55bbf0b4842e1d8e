/** Jobs that nobody queues: they follow from what the database holds, and are begun by whichever process sees it first. */
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { type Params, prepared, type PreparedQuery, type Read } from "./database.ts";
import { claimable } from "./jobs.ts";

/** A job of the installation itself, of which there is one at a time. */
export interface StandingJob {
  /** Its key as well. */
  readonly kind: string;
  /** Whether there is anything for it to do at `now`: a few steps into indexes, asked after every commit. */
  readonly hasWork: (read: Read, now: Expression<number>) => Expression<SqlBool>;
}

/**
 * A job that plans its next run when it ends. One that was cancelled or given up has planned none: that comes `every`
 * milliseconds later. The very first is due at once.
 */
export function recurring(kind: string, every: number): StandingJob {
  return {
    kind,
    // Not what ended in the future, by a clock that was wrong.
    hasWork: (read, now) =>
      sql`not exists ${read
        .selectFrom("jobs")
        .select("id")
        .where("kind", "=", sql.lit(kind))
        .where(sql<boolean>`state in ('failed', 'cancelled')`)
        .where("finished_at", "<=", now)
        .where(sql<number>`finished_at + ${sql.lit(every)}`, ">", now)}`,
  };
}

/** What is to be done: jobs that can be claimed, and standing ones that are to be queued. */
export interface WaitingWork {
  readonly isAnyClaimable: boolean;
  readonly missing: readonly string[];
}

interface NeededKind {
  /** Empty: of some job that can be claimed. */
  readonly kind: string;
}

/**
 * Looks for work by one statement, whatever there is: it is asked each time that anybody has committed anything, and
 * most of the time there is nothing.
 */
export function openLook(
  standing: readonly StandingJob[],
): (read: Read, now: number) => Promise<WaitingWork> {
  const found: PreparedQuery<{ now: number }, NeededKind> = prepared((read, p: Params<{ now: number }>) => {
    const now = p("now");
    const parts: RawBuilder<NeededKind>[] = [
      sql`select '' as kind where ${claimable(read, now)}`,
      ...standing.map(({ kind, hasWork }) => {
        const key = sql.lit(kind);
        return sql<NeededKind>`select ${key} as kind where ${hasWork(read, now)}
          and not exists (select 1 from jobs where jobs.key = ${key} and state in ('queued', 'running'))`;
      }),
    ];
    const whole = sql.join<NeededKind>(parts, sql` union all `);
    return { compile: () => whole.compile(read) };
  });
  return async (read, now) => {
    const kinds = (await found.all(read, { now })).map(({ kind }) => kind);
    return { isAnyClaimable: kinds.includes(""), missing: kinds.filter((kind) => kind !== "") };
  };
}
