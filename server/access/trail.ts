import { preparedInsert, type Write } from "../db/database.ts";
import { type Event, eventOf } from "./events.ts";

/** From where a change came. */
export interface Origin {
  /** Without a token it is a user's job that goes on. */
  readonly identity:
    | {
        readonly userId: string;
        readonly tokenId?: string | undefined;
        readonly installation?: { readonly id: string };
      }
    | undefined;
  readonly ip: string | undefined;
  readonly source: "api" | "ui" | "cli" | "job";
}

/** One change, as the audit log and the listeners see it. `before` and `after` hold only the fields that changed. */
export interface Trace {
  readonly action: string;
  readonly organization?: string | undefined;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
  /** The space that the target lies in, where it lies in one: its events keep their order. */
  readonly space?: string | undefined;
  /** The site that the target is a part of, where it is one. */
  readonly site?: string | undefined;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
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

const insertEvent = preparedInsert("outbox", [
  "id",
  "kind",
  "organization_id",
  "space_id",
  "payload",
  "created_at",
]);

/**
 * Writes the audit row, and an outbox row for each event that follows, into the transaction of the change itself. All
 * of them are sent at once.
 */
export async function leaveTrace(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  trace: Trace,
): Promise<void> {
  const noted = insertAudit.run(tx, auditRow(origin, at, newId, trace));
  const organization = trace.organization ?? null;
  const events = organization === null ? [] : eventsOf(trace);
  const told = events.map(({ kind, space, payload }) =>
    insertEvent.run(tx, {
      id: newId(),
      kind,
      organization_id: organization,
      space_id: space ?? null,
      payload: JSON.stringify({ ...payload, actor: actorOf(origin) }),
      created_at: at,
    }),
  );
  await Promise.all([noted, ...told]);
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

function actorOf({ identity, source }: Origin): {
  readonly type: "installation" | "user" | "system";
  readonly id: string;
} {
  if (identity?.installation !== undefined) return { type: "installation", id: identity.installation.id };
  return identity ? { type: "user", id: identity.userId } : { type: "system", id: source };
}

function eventsOf(trace: Trace): readonly Event[] {
  const following = eventOf(trace);
  if (trace.event === undefined) return following === undefined ? [] : [following];
  const isSame = following === undefined || following.kind === trace.event.kind;
  return isSame ? [trace.event] : [trace.event, following];
}
