import type { PresentedShape } from "../../http/operation.ts";
import type { AuditEvent } from "./schema.ts";
import type { Addresses } from "../../deps.ts";
import type { Row } from "../../db/schema.ts";
import { given, timestamp } from "../../http/shapes.ts";

/** An entry of the log, with its actor's name of today. */
export type AuditRow = Row<"audit"> & { readonly actor_name: string | null };

/** What the public API calls where a change came from. */
const SOURCES = { api: "api", ui: "ui", cli: "script", job: "workflow" } as const;

export function presentAuditEvent(
  row: AuditRow,
  { app }: Pick<Addresses, "app">,
): PresentedShape<typeof AuditEvent> {
  return {
    object: "audit-event",
    id: row.id,
    occurredAt: timestamp(row.occurred_at),
    action: row.action,
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      ...given("label", row.actor_label ?? row.actor_name),
    },
    source: SOURCES[row.source],
    target: { type: row.target_type, id: row.target_id, ...given("label", row.target_label) },
    ...given("token", row.token_id),
    ...given("ip", row.ip),
    ...(row.before === null ? {} : { before: JSON.parse(row.before) as Record<string, unknown> }),
    ...(row.after === null ? {} : { after: JSON.parse(row.after) as Record<string, unknown> }),
    urls: { location: `${app}/v1/orgs/${row.organization_id}/audit-events/${row.id}` },
  };
}
