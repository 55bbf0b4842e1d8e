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
  description: "Where events are posted to: https, on a public host.",
});
const description = Type.String({ maxLength: 200, description: "What it is for." });
const events = Type.Array(EventName, {
  maxItems: Object.keys(EVENT_TYPES).length,
  uniqueItems: true,
  description: "The types it is told of; empty: all, those of later versions too.",
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
    { description: "Only what happens in these spaces; null: everything." },
  ),
);

const Kind = named(
  "WebhookKind",
  Type.Enum(["webhook", "renderer"], {
    description:
      "`webhook`: it is told what happens. `renderer`: a program that shows sites elsewhere, which is told the tags of the answers that it has to read again.",
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
  active: Type.Boolean({ description: "Whether it is told of what happens from now on." }),
  owner: Type.String({
    description:
      "The administrator who made it or changed it last. When they are none any more, it is disabled.",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastDeliveredAt: Type.Optional(Timestamp),
  failingSince: Type.Optional(
    Type.String({ format: "date-time", description: "When the failures began that no success has ended." }),
  ),
  disabled: Type.Optional(
    Type.Object(
      {
        at: Timestamp,
        because: Type.Enum(["failures", "gone", "owner"], {
          description:
            "`failures`: nothing else for a day; `gone`: it answered 410; `owner`: its owner is no administrator any more.",
        }),
      },
      { description: "When and why Lectern disabled it. A PATCH with `active: true` ends that." },
    ),
  ),
  urls: ResourceUrls,
};

export const Webhook = named(
  "Webhook",
  Type.Object(state, {
    description: "An address that is told of what happens in an organization.",
  }),
);

export const WebhookWithSecret = named(
  "WebhookWithSecret",
  extended(
    Webhook,
    { secret: Type.String({ description: "Signs what is sent. It is in this answer and nowhere else." }) },
    { description: "A webhook with the secret that it was just given." },
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
    description: "`waiting`: it is sent, or sent again, when its time comes; `failed`: it was given up.",
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
  attempts: Type.Integer({ description: "How often it was sent." }),
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
  Type.Object(delivery, { description: "One event on its way to one webhook." }),
);

const Attempt = named(
  "WebhookAttempt",
  Type.Object({
    number: Type.Integer(),
    at: Timestamp,
    duration: Type.Integer({ description: "Milliseconds." }),
    status: Type.Optional(Type.Integer({ description: "The HTTP status, where there was an answer." })),
    error: Type.Optional(Type.String({ description: "Why there was none: a code." })),
    answer: Type.Optional(Type.String({ description: "The answer's text, 1 kB of it at most." })),
  }),
);

export const DeliveryWithAttempts = named(
  "WebhookDeliveryWithAttempts",
  extended(Delivery, {
    body: Type.String({ description: "What is sent, byte for byte." }),
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
