import { sql } from "kysely";
import { organizationRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { DeliveryState, Row } from "../../db/schema.ts";
import { oldestFirst, pageBy } from "../../http/pageBy.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { RENDERER } from "./renderers.ts";

export const WEBHOOK = "webhook";
/** The kinds of targets that administrators set up. */
const KINDS = [WEBHOOK, RENDERER];
/** A literal: SQLite finds its partial indexes by the text of the condition. */
export const WAITING = sql.lit("waiting" as const);
const MOST_ATTEMPTS_SHOWN = 100;

/** What names somebody who is told of events. */
export type TargetKey = Pick<Row<"event_targets">, "organization_id" | "id">;
/** What names a delivery. */
export type DeliveryKey = Pick<Row<"deliveries">, "organization_id" | "id">;

export interface WebhookThing extends VersionedThing<"admin"> {
  readonly hook: Row<"event_targets">;
}

interface DeliveryThing extends WebhookThing {
  readonly delivery: Row<"deliveries">;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("event_targets")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("kind", "in", KINDS),
);

const deliveryById = prepared((read, p: Params<{ organization: string; target: string; id: string }>) =>
  read
    .selectFrom("deliveries")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("target_id", "=", p("target")),
);

/** The webhook that the path names. Only administrators see that it is there. */
export async function loadWebhook(call: LoadCall): Promise<WebhookThing | undefined> {
  const within = await loadOrganization(call);
  if (within === undefined) return undefined;
  const id = call.params["webhookId"] ?? "";
  const hook = await byId.first(call.deps.db.read, { organization: within.organization.id, id });
  const { admin } = organizationRights(within.member.role);
  return hook && { hook, rights: { view: admin, admin }, version: hook.version };
}

/** The delivery that the path names, with the rights on its webhook. */
export async function loadDelivery(call: LoadCall): Promise<DeliveryThing | undefined> {
  const thing = await loadWebhook(call);
  if (thing === undefined) return undefined;
  const { organization_id, id: target } = thing.hook;
  const named = { organization: organization_id, target, id: call.params["deliveryId"] ?? "" };
  const delivery = await deliveryById.first(call.deps.db.read, named);
  return delivery && { ...thing, delivery };
}

/** The webhooks of an organization, oldest first. */
export async function listWebhooks(read: Read, organization: string, paging: Paging) {
  const query = read
    .selectFrom("event_targets")
    .where("organization_id", "=", organization)
    .where("kind", "in", KINDS);
  return oldestFirst(query, paging);
}

/** The deliveries to one target, newest first. */
export function listDeliveries(
  read: Read,
  target: TargetKey,
  status: DeliveryState | undefined,
  paging: Paging,
) {
  let query = read
    .selectFrom("deliveries")
    .where("organization_id", "=", target.organization_id)
    .where("target_id", "=", target.id);
  if (status !== undefined) query = query.where("state", "=", status);
  const shown = query
    .select(["organization_id", "id", "target_id", "event_id", "type", "space_id", "lane", "seq", "state"])
    .select(["attempts", "tries", "since", "due_at", "created_at", "finished_at", "depth"]);
  return pageBy(shown, ["created_at", "seq", "id"], paging, { direction: "desc" });
}

/** The newest attempts of one delivery, oldest first. */
export async function attemptsOf(read: Read, delivery: DeliveryKey): Promise<Row<"delivery_attempts">[]> {
  const rows = await read
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("organization_id", "=", delivery.organization_id)
    .where("delivery_id", "=", delivery.id)
    .orderBy("number", "desc")
    .limit(MOST_ATTEMPTS_SHOWN)
    .execute();
  return rows.toReversed();
}
