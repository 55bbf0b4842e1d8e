/** What becomes of a job that is unfinished when it is asked for again. */
import { sql } from "kysely";

/** What a job is asked for, and when. */
export interface AskedJob {
  /** Left out: what an unfinished job with the key was asked for stays. */
  readonly payload?: unknown;
  /** When it may begin, in milliseconds. */
  readonly due: number;
  /** It waits until nobody asks any more, but at most so many milliseconds from the first who asked. */
  readonly within?: number;
  /** Whether one with the key that waits, or will when it has run, and is due later is due then. */
  readonly hastens?: true;
  /** Whether one that was asked for otherwise, and waits or will when it has run, stays as it is and does for this one. */
  readonly joins?: true;
}

/** When it is due. A running one is due later than whatever it was claimed with: it isn't called done without another look. */
export function dueThen(job: AskedJob) {
  return sql<number>`case ${unmoved(job)} when jobs.due_at >= ${latestDue(job)} then jobs.due_at + 1 else ${latestDue(job)} end`;
}

/** What it is asked for. @param payload as it is stored */
export function payloadThen({ joins }: Pick<AskedJob, "joins">, payload: string) {
  return joins === true
    ? sql<string>`case when ${waitsOtherwise(payload)} then jobs.payload else ${payload} end`
    : payload;
}

/** One that was asked for otherwise, or waits for later than it is asked for now. */
function unmoved({ due, hastens, joins, payload = {} }: AskedJob) {
  if (joins === true) return sql`when ${waitsOtherwise(JSON.stringify(payload))} then jobs.due_at`;
  // A running one that is due no later than when it was claimed would be called done.
  return hastens === true
    ? sql`when jobs.due_at > ${due} and (jobs.state = 'queued' or jobs.claimed_due < ${due}) then ${sql.lit(due)}`
    : sql``;
}

/** Of a running one only what it was asked for since it was claimed waits. */
const waitsOtherwise = (payload: string) =>
  sql<boolean>`(jobs.state = 'queued' or jobs.due_at > jobs.claimed_due) and jobs.payload <> ${payload}`;

function latestDue({ due, within }: AskedJob) {
  if (within === undefined) return sql`${due}`;
  const last = sql`jobs.created_at + ${sql.lit(within)}`;
  return sql`case when jobs.state = 'queued' and ${last} < ${due} then ${last} else ${due} end`;
}
