import type { Write } from "../db/database.ts";
import { type Event, eventOf } from "./events.ts";

/** From where a change came. */
export interface Origin {
  /** Without a token it is a user's job that goes on. */
  readonly identity:
    | { readonly userId: string; readonly tokenId?: string; readonly installation?: { readonly id: string } }
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

/** Writes the audit row, and an outbox row for each event that follows, into the transaction of the change itself. */
export async function leaveTrace(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  trace: Trace,
): Promise<void> {
  await leaveRows(tx, origin, at, newId, [trace]);
  const actor = actorOf(origin);
  const events = eventsOf(trace);
  if (events.length === 0 || trace.organization === undefined) return;
  await tx
    .insertInto("outbox")
    .values(
      events.map(({ kind, space, payload }) => ({
        id: newId(),
        kind,
        organization_id: trace.organization ?? null,
        space_id: space ?? null,
        payload: JSON.stringify({ ...payload, actor }),
        created_at: at,
      })),
    )
    .execute();
}

/** Writes audit rows alone, by one statement however many: for what happened to several organizations at once. */
export async function leaveRows(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  traces: readonly Trace[],
): Promise<void> {
  const actor = actorOf(origin);
  await tx
    .insertInto("audit")
    .values(
      traces.map((trace) => ({
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
      })),
    )
    .execute();
}

function actorOf({ identity, source }: Origin): { readonly type: string; readonly id: string } {
  if (identity?.installation !== undefined) return { type: "installation", id: identity.installation.id };
  return identity ? { type: "user", id: identity.userId } : { type: "system", id: source };
}

function eventsOf(trace: Trace): readonly Event[] {
  const following = eventOf(trace);
  if (trace.event === undefined) return following === undefined ? [] : [following];
  const isSame = following === undefined || following.kind === trace.event.kind;
  return isSame ? [trace.event] : [trace.event, following];
}
