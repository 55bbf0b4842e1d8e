import { type Params, prepared, preparedInsert, type Write } from "../db/database.ts";
import { type Actor, tell } from "./outbox.ts";
import { type Action, eventOf } from "./actions.ts";
import type { Event } from "./events.ts";

/** From where a change came. */
export interface Origin {
  /** Without a token it is a user's job that goes on. */
  readonly identity:
    | {
        readonly userId: string;
        readonly tokenId?: string | undefined;
        readonly sessionId?: string | undefined;
        readonly installation?: { readonly id: string; readonly depth?: number };
        readonly integration?: { readonly id: string; readonly depth?: number };
      }
    | undefined;
  readonly ip: string | undefined;
  readonly source: "api" | "ui" | "cli" | "job";
}

/** One change, as the audit log and the listeners see it. `before` and `after` hold only the fields that changed. */
export interface Trace {
  readonly action: Action;
  readonly organization?: string | undefined;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
  /** The space that the target lies in, where it lies in one: its events keep their order. */
  readonly space?: string | undefined;
  /** The site that the target is a part of, where it is one. */
  readonly site?: string | undefined;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The pages that were written, where content was; `coalesces`: by one of many small writes. */
  readonly written?: { readonly pages: readonly string[]; readonly coalesces?: boolean | undefined };
  /** An event beside the one that follows from the action by itself (events.ts). */
  readonly event?: Event;
}

const insertAudit = preparedInsert("audit", [
  "id",
  "organization_id",
  "occurred_at",
  "action",
  "actor_type",
  "actor_id",
  "token_id",
  "ip",
  "source",
  "target_type",
  "target_id",
  "target_label",
  "before",
  "after",
]);

/**
 * Writes the audit row, and an outbox row for each event that follows, into the transaction of the change itself. All
 * of them are sent at once. Small writes that coalesce share an audit row and an event.
 */
export async function leaveTrace(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  trace: Trace,
): Promise<void> {
  const noted =
    trace.written?.coalesces === true
      ? noteWriting(tx, origin, at, newId, trace)
      : insertAudit.run(tx, auditRow(origin, at, newId, trace));
  const told = eventsOf(trace).map((event) => tell(tx, event, trace, actorOf(origin), { at, newId }));
  await Promise.all([noted, ...told]);
}

/** How long what somebody writes on a page is one row of the log; milliseconds. */
const WRITING_MS = 10 * 60_000;

const recentRows = prepared((q, p: Params<{ organization: string; target: string; since: number }>) =>
  q
    .selectFrom("audit")
    .select(["seq", "action", "actor_id", "token_id", "ip", "after"])
    .where("organization_id", "=", p("organization"))
    .where("target_id", "=", p("target"))
    .where("occurred_at", ">", p("since")),
);

/** One row for each page that somebody is writing on, with how many writes it stands for. */
async function noteWriting(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  trace: Trace,
): Promise<void> {
  const { organization = "", target, after } = trace;
  const rows = await recentRows.all(tx, { organization, target: target.id, since: at - WRITING_MS });
  const { pages = [] } = trace.written ?? {};
  for (const page of pages.length === 0 ? [undefined] : pages) {
    const row = auditRow(origin, at, newId, trace);
    const known = rows.find(
      (other) =>
        other.action === row.action &&
        other.actor_id === row.actor_id &&
        other.token_id === row.token_id &&
        other.ip === row.ip &&
        writingOf(other.after).page === page,
    );
    const writes = known === undefined ? 1 : writingOf(known.after).writes + 1;
    const written = JSON.stringify({ ...after, ...(page === undefined ? {} : { page }), writes });
    if (known === undefined) await insertAudit.run(tx, { ...row, after: written });
    else await tx.updateTable("audit").set({ after: written }).where("seq", "=", known.seq).execute();
  }
}

/** What a row says of writing; rows of other writes have no count, and match no page. */
function writingOf(after: string | null): { readonly page?: unknown; readonly writes: number } {
  const { page, writes } = JSON.parse(after ?? "{}") as { page?: unknown; writes?: number };
  return writes === undefined ? { page: null, writes: 0 } : { page, writes };
}

/** Writes audit rows alone, by one statement however many: for what happened to several organizations at once. */
export async function leaveRows(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  traces: readonly Trace[],
): Promise<void> {
  await tx
    .insertInto("audit")
    .values(traces.map((trace) => auditRow(origin, at, newId, trace)))
    .execute();
}

function auditRow(origin: Origin, at: number, newId: () => string, trace: Trace) {
  const actor = actorOf(origin);
  return {
    id: newId(),
    organization_id: trace.organization ?? null,
    occurred_at: at,
    action: trace.action,
    actor_type: actor.type,
    actor_id: actor.id,
    token_id: origin.identity?.tokenId ?? null,
    ip: origin.ip ?? null,
    source: origin.source,
    target_type: trace.target.type,
    target_id: trace.target.id,
    target_label: trace.target.label ?? null,
    before: trace.before ? JSON.stringify(trace.before) : null,
    after: trace.after ? JSON.stringify(trace.after) : null,
  };
}

function actorOf({ identity, source }: Origin): Actor {
  if (identity?.installation !== undefined) {
    const { id, depth = 0 } = identity.installation;
    return { type: "installation", id, depth };
  }
  if (identity?.integration !== undefined) {
    const { id, depth = 0 } = identity.integration;
    return { type: "integration", id, depth };
  }
  return identity ? { type: "user", id: identity.userId } : { type: "system", id: source };
}

function eventsOf(trace: Trace): readonly Event[] {
  if (trace.organization === undefined) return [];
  const following = eventOf(trace);
  if (trace.event === undefined) return following === undefined ? [] : [following];
  const isSame = following === undefined || following.kind === trace.event.kind;
  return isSame ? [trace.event] : [trace.event, following];
}
