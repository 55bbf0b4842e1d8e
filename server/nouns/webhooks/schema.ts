import { Type } from "typebox";
import { EVENT_TYPES, type EventType } from "../../access/events.ts";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { closed, extended, named } from "../../http/named.ts";

const EventName = named("WebhookEventName", Type.Enum(Object.keys(EVENT_TYPES) as [EventType]));
/** Most spaces that one webhook names. */
const MOST_SPACES = 100;

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "The https address, on a public host, to which events are sent.",
});
const description = Type.String({ maxLength: 200, description: "The purpose of the webhook." });
const events = Type.Array(EventName, {
  maxItems: Object.keys(EVENT_TYPES).length,
  uniqueItems: true,
  description: "The types of events to send. Empty: all types, including those of later versions.",
});
const spaces = named(
  "WebhookSpaces",
  Type.Union(
    [
      Type.Array(Id, {
        minItems: 1,
        maxItems: MOST_SPACES,
        uniqueItems: true,
      }),
      Type.Null(),
    ],
    { description: "Only events of these spaces. null: all events." },
  ),
);

const Kind = named(
  "WebhookKind",
  Type.Enum(["webhook", "renderer"], {
    description:
      "`webhook`: it gets events. `renderer`: a program that shows sites elsewhere. It gets the tags of the answers that it has to read again.",
  }),
);

const state = {
  object: Type.Literal("webhook"),
  id: Type.String(),
  kind: Kind,
  url,
  description: Type.String(),
  events: Type.Array(Type.String()),
  spaces: Type.Union([Type.Array(Type.String()), Type.Null()]),
  active: Type.Boolean({ description: "Whether Lectern sends events to it." }),
  owner: Type.String({
    description:
      "The administrator who created it or changed it last. If they are no longer an administrator, Lectern disables it.",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastDeliveredAt: Type.Optional(Timestamp),
  failingSince: Type.Optional(
    Type.String({ format: "date-time", description: "Since when all deliveries have failed." }),
  ),
  disabled: Type.Optional(
    Type.Object(
      {
        at: Timestamp,
        because: Type.Enum(["failures", "gone", "owner"], {
          description:
            "`failures`: all deliveries failed for a day. `gone`: it answered 410. `owner`: its owner is no longer an administrator.",
        }),
      },
      { description: "When and why Lectern disabled it. Send a PATCH with `active: true` to enable it." },
    ),
  ),
  urls: ResourceUrls,
};

export const Webhook = named(
  "Webhook",
  Type.Object(state, {
    description: "An address to which Lectern sends the events of an organization.",
  }),
);

export const WebhookWithSecret = named(
  "WebhookWithSecret",
  extended(
    Webhook,
    {
      secret: Type.String({ description: "The secret that signs the requests. It is only in this answer." }),
    },
    { description: "A webhook with its new secret." },
  ),
);

export const CreateWebhook = named(
  "CreateWebhook",
  closed({
    kind: Type.Optional(Kind),
    url,
    description: Type.Optional(description),
    events: Type.Optional(events),
    spaces: Type.Optional(spaces),
    active: Type.Optional(Type.Boolean()),
  }),
);

export const UpdateWebhook = named(
  "UpdateWebhook",
  closed({
    url: Type.Optional(url),
    description: Type.Optional(description),
    events: Type.Optional(events),
    spaces: Type.Optional(spaces),
    active: Type.Optional(Type.Boolean()),
  }),
);

const Status = named(
  "WebhookDeliveryStatus",
  Type.Enum(["waiting", "delivered", "failed"], {
    description: "`waiting`: Lectern will send it, or send it again. `failed`: Lectern gave up.",
  }),
);

const delivery = {
  object: Type.Literal("webhook-delivery"),
  id: Type.String(),
  event: Type.Object({
    id: Type.String({ description: "The `webhook-id` header: the same on every attempt." }),
    type: Type.String(),
  }),
  space: Type.Optional(Type.String()),
  status: Status,
  attempts: Type.Integer({ description: "How often Lectern sent it." }),
  createdAt: Timestamp,
  nextAttemptAt: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Absent while an earlier delivery of the same space comes first.",
    }),
  ),
  finishedAt: Type.Optional(Timestamp),
};

export const Delivery = named(
  "WebhookDelivery",
  Type.Object(delivery, { description: "The delivery of an event to a webhook." }),
);

const Attempt = named(
  "WebhookAttempt",
  Type.Object({
    number: Type.Integer(),
    at: Timestamp,
    duration: Type.Integer({ description: "Milliseconds." }),
    status: Type.Optional(Type.Integer({ description: "The HTTP status, if there was an answer." })),
    error: Type.Optional(Type.String({ description: "A code that says why there was no answer." })),
    answer: Type.Optional(Type.String({ description: "The text of the answer, at most 1 kB." })),
  }),
);

export const DeliveryWithAttempts = named(
  "WebhookDeliveryWithAttempts",
  extended(Delivery, {
    body: Type.String({ description: "The exact body of the request." }),
    log: Type.Array(Attempt, { description: "The attempts, the newest 100, oldest first." }),
  }),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const WebhookParams = Type.Object({ organizationId: Id, webhookId: Id });
export const DeliveryParams = Type.Object({
  organizationId: Id,
  webhookId: Id,
  deliveryId: Id,
});
export const ListWebhooksQuery = closed(pageQuery);
export const ListDeliveriesQuery = closed({ ...pageQuery, status: Type.Optional(Status) });
