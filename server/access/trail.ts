import type { Write } from "../db/database.ts";

/** From where a change came. */
export interface Origin {
  /** Without a token it is a user's job that goes on. */
  readonly identity: { readonly userId: string; readonly tokenId?: string } | undefined;
  readonly ip: string | undefined;
  readonly source: "api" | "ui" | "cli" | "job";
}

/** One change, as the audit log and the listeners see it. `before` and `after` hold only the fields that changed. */
export interface Trace {
  readonly action: string;
  readonly organization?: string | undefined;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The event that follows from it, where listeners exist for it. */
  readonly event?: {
    readonly kind: string;
    readonly space?: string;
    readonly payload: Readonly<Record<string, unknown>>;
  };
}

/** Writes the audit row, and the outbox row where there is an event, into the transaction of the change itself. */
export async function leaveTrace(
  tx: Write,
  origin: Origin,
  at: number,
  newId: () => string,
  trace: Trace,
): Promise<void> {
  const { identity } = origin;
  await tx
    .insertInto("audit")
    .values({
      id: newId(),
      organization_id: trace.organization ?? null,
      occurred_at: at,
      action: trace.action,
      actor_type: identity ? "user" : "system",
      actor_id: identity?.userId ?? origin.source,
      token_id: identity?.tokenId ?? null,
      ip: origin.ip ?? null,
      source: origin.source,
      target_type: trace.target.type,
      target_id: trace.target.id,
      target_label: trace.target.label ?? null,
      before: trace.before ? JSON.stringify(trace.before) : null,
      after: trace.after ? JSON.stringify(trace.after) : null,
    })
    .execute();
  if (trace.event === undefined) return;
  await tx
    .insertInto("outbox")
    .values({
      id: newId(),
      kind: trace.event.kind,
      organization_id: trace.organization ?? null,
      space_id: trace.event.space ?? null,
      payload: JSON.stringify(trace.event.payload),
      created_at: at,
    })
    .execute();
}
