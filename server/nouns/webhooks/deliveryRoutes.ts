import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { replay } from "./commands.ts";
import { presentDelivery, presentDeliveryWithAttempts } from "./present.ts";
import { attemptsOf, listDeliveries, loadDelivery, loadWebhook } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The delivery";
const all = "/orgs/:organizationId/webhooks/:webhookId/deliveries";

export const deliveryOperations = chapter("Webhooks", [
  op({
    method: "GET",
    url: all,
    operationId: "listWebhookDeliveries",
    call: "webhooks.deliveries.list",
    summary: "List the deliveries to a webhook",
    description: "The newest first. They are kept for 30 days after they ended.",
    scopes: [],
    access: holding("The webhook", loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams, query: schema.ListDeliveriesQuery },
    answers: { 200: listOf(schema.Delivery) },
    handler: async ({ deps, thing: { hook }, query, paging }) => {
      const page = await listDeliveries(deps.db.read, hook, query.status, paging);
      return pageOf(page, presentDelivery);
    },
  }),
  op({
    method: "GET",
    url: `${all}/:deliveryId`,
    operationId: "getWebhookDelivery",
    call: "webhooks.deliveries.get",
    summary: "Get a delivery with its attempts",
    description: "The body of the request, and for each attempt its time, its duration and the answer.",
    scopes: [],
    access: holding(noun, loadDelivery, "admin"),
    shapes: { params: schema.DeliveryParams },
    answers: { 200: schema.DeliveryWithAttempts },
    handler: async ({ deps, thing: { delivery } }) =>
      ok(presentDeliveryWithAttempts(delivery, await attemptsOf(deps.db.read, delivery))),
  }),
  op({
    method: "POST",
    url: `${all}/:deliveryId/replay`,
    operationId: "replayWebhookDelivery",
    call: "webhooks.deliveries.replay",
    summary: "Send a delivery again",
    description:
      "Now, with the same `webhook-id`, without regard to what comes before or after it, and with new attempts for a day. One that waits for its next attempt is not made to wait longer.",
    scopes: [],
    access: holding(noun, loadDelivery, "admin"),
    shapes: { params: schema.DeliveryParams },
    answers: { 200: schema.Delivery },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await replay(tx, thing.hook, thing.delivery, now);
        await trace({
          action: "webhook.replay",
          organization: thing.hook.organization_id,
          target: { type: "webhook", id: thing.hook.id },
          after: { delivery: row.id, event: row.event_id },
        });
        return ok(presentDelivery(row));
      }),
  }),
]);
