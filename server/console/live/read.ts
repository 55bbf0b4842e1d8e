/** What a process with listeners asks of the database, at once and once a second: whatever they may have to hear of. */
import { sql } from "kysely";
import type { Read } from "../../db/database.ts";

/** How long somebody is there after they last said so; milliseconds. */
export const PRESENT_MS = 45_000;

/** What is listened to. */
export interface ListeningScope {
  /** Events after this one, and those that were not there yet when it came. */
  readonly after: number;
  readonly missing: readonly number[];
  readonly now: number;
  readonly sessions: readonly string[];
  readonly users: readonly string[];
  readonly organizations: readonly string[];
  readonly spaces: readonly string[];
}

/** A row of any of them: an event, the number of the newest one, a job under way, somebody's presence, a session that is open, notifications. */
export interface HeardRow {
  readonly source: "event" | "newest" | "job" | "presence" | "session" | "notification";
  readonly seq: number;
  readonly kind: string;
  readonly organization_id: string | null;
  readonly space_id: string | null;
  readonly subject: string;
  readonly payload: string;
  readonly written: string | null;
}

/** How long after it a notification is looked for; milliseconds. */
const TOLD_MS = 10 * 60_000;
/** Rows that one round takes: what is more comes with the next. */
const MOST_ROWS = 2000;

export async function readHeard(read: Read, heard: ListeningScope): Promise<readonly HeardRow[]> {
  const { after, missing, now, sessions, users, organizations, spaces } = heard;
  const { rows } = await sql<HeardRow>`
    select * from (
      select 'event' as source, seq, kind, organization_id, space_id, coalesce(subject_id, '') as subject, payload, written
      from outbox where ${oneOf("seq", missing, sql`seq > ${after}`)} order by seq limit ${MOST_ROWS}
    ) as events
    union all select 'newest', max(seq), '', null, null, '', '', null from outbox having max(seq) is not null
    union all select 'job', 0, state, organization_id, space_id, id, coalesce(progress, ''), created_by
      from jobs where state in ('queued', 'running') and ${oneOf("created_by", users)}
    union all select 'presence', 0, coalesce(page_id, ''), organization_id, space_id, change_request_id, session_id, block
      from presence where ${oneOf("organization_id", organizations)} and ${oneOf("space_id", spaces)}
        and seen_at > ${now - PRESENT_MS}
    union all select 'notification', 0, '', null, null, user_id, max(created_at) || ' ' || count(*), null
      from notifications where ${oneOf("user_id", users)} and created_at > ${now - TOLD_MS} group by user_id
    union all select 'session', 0, '', null, null, sessions.id, '', null
      from sessions join users on users.id = sessions.user_id
      where ${oneOf("sessions.id", sessions)} and expires_at > ${now} and users.disabled_at is null`.execute(
    read,
  );
  return rows;
}

/** An empty list holds nothing, on either database. */
function oneOf(column: string, values: readonly (string | number)[], or = sql<boolean>`1 = 0`) {
  if (values.length === 0) return or;
  return sql`(${or} or ${sql.ref(column)} in (${sql.join(values.map((value) => sql`${value}`))}))`;
}

/** An event that was sent, and when it happened. */
export interface SentEvent {
  readonly seq: number;
  readonly created_at: number;
}

/** The newest events, the last one first. */
export function newestEvents(read: Read, limit: number): Promise<SentEvent[]> {
  return read
    .selectFrom("outbox")
    .select(["seq", "created_at"])
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

/** How much later than its number an event may appear: as long as the longest transaction; milliseconds. */
export const LATE_MS = 60_000;
/** Events that a resumed stream is told of at most. */
const MOST_MISSED = 1000;
/** For how long a stream can be resumed: events are kept for a day. */
const RESUMED_MS = 20 * 3600 * 1000;

/** What may have been missed since an event; undefined when that can't be told: then everything is read again. */
export async function missedSince(read: Read, seq: number, now: number) {
  const last = await read.selectFrom("outbox").select("created_at").where("seq", "=", seq).executeTakeFirst();
  if (last === undefined || last.created_at < now - RESUMED_MS) return undefined;
  const rows = await read
    .selectFrom("outbox")
    .select(["seq", "kind", "organization_id", "space_id", "payload", "written"])
    // On SQLite events are numbered as they are committed; elsewhere those with smaller numbers may have come later.
    .where("seq", ">", read.link.dialect === "sqlite" ? seq : seq - MOST_MISSED)
    .where("seq", "!=", seq)
    .where("created_at", ">=", last.created_at - LATE_MS)
    .orderBy("seq")
    .limit(MOST_MISSED)
    .execute();
  return rows.length === MOST_MISSED ? undefined : rows;
}
