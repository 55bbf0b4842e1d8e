import type { PresentedShape } from "../../http/operation.ts";
import type { Delivery, DeliveryWithAttempts, Webhook } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { WEBHOOK } from "./queries.ts";
import { RENDERER } from "./renderers.ts";
import { given, timestamp } from "../../http/shapes.ts";

const optionalTime = <Key extends string>(key: Key, at: number | null) =>
  given(key, at === null ? undefined : timestamp(at));

export function presentWebhook(
  row: Row<"event_targets">,
  { app }: Addresses,
): PresentedShape<typeof Webhook> {
  return {
    object: "webhook" as const,
    id: row.id,
    kind: row.kind === RENDERER ? RENDERER : WEBHOOK,
    url: row.url ?? "",
    description: row.description ?? "",
    events: JSON.parse(row.events) as string[],
    spaces: row.spaces === null ? null : (JSON.parse(row.spaces) as string[]),
    active: row.active === 1,
    owner: row.owner_id,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...optionalTime("lastDeliveredAt", row.delivered_at),
    ...optionalTime("failingSince", row.failing_since),
    ...(row.disabled_at === null
      ? {}
      : { disabled: { at: timestamp(row.disabled_at), because: causeOf(row) } }),
    urls: { location: `${app}/v1/orgs/${row.organization_id}/webhooks/${row.id}` },
  };
}

type ListedDelivery = Omit<Row<"deliveries">, "body" | "site_id">;

/** Scripts are none of a webhook's. */
function causeOf({ disabled_because: cause }: Row<"event_targets">): "failures" | "gone" | "owner" {
  return cause === null || cause === "script" ? "owner" : cause;
}

export function presentDelivery(row: ListedDelivery): PresentedShape<typeof Delivery> {
  return {
    object: "webhook-delivery" as const,
    id: row.id,
    event: { id: row.event_id, type: row.type },
    ...given("space", row.space_id),
    status: row.state,
    attempts: row.attempts,
    createdAt: timestamp(row.created_at),
    ...optionalTime("nextAttemptAt", row.due_at),
    ...optionalTime("finishedAt", row.finished_at),
  };
}

export function presentDeliveryWithAttempts(
  row: Row<"deliveries">,
  attempts: readonly Row<"delivery_attempts">[],
): PresentedShape<typeof DeliveryWithAttempts> {
  return {
    ...presentDelivery(row),
    body: row.body,
    log: attempts.map(({ number, at, duration, status, error, answer }) => ({
      number,
      at: timestamp(at),
      duration,
      ...given("status", status),
      ...given("error", error),
      ...given("answer", answer),
    })),
  };
}
