import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { NOT_PERMITTED } from "../../ports/fetch.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createWebhook, deleteTarget, patchWebhook, ping, rotateSecret } from "./commands.ts";
import { deliveryOperations } from "./deliveryRoutes.ts";
import { presentDelivery, presentWebhook } from "./present.ts";
import { listWebhooks, loadWebhook, type WebhookThing } from "./queries.ts";
import * as schema from "./schema.ts";
import { newWebhookSecret, sealSecret } from "./secret.ts";

const noun = "The webhook";
const all = "/orgs/:organizationId/webhooks";
const one = `${all}/:webhookId`;

const target = ({ hook }: Pick<WebhookThing, "hook">) => ({
  organization: hook.organization_id,
  target: { type: "webhook", id: hook.id, label: hostOf(hook.url ?? "") },
});

/** Addresses may carry keys: the audit log names no more than the host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

function requireUrl({ fetch }: Deps, url: string | undefined): void {
  if (url === undefined || fetch.permits(url)) return;
  throw invalidField("/url", NOT_PERMITTED);
}

function settingsOf<Body extends { readonly url?: string | undefined }>({ url, ...rest }: Body) {
  return { ...rest, ...(url === undefined ? {} : { host: hostOf(url) }) };
}

export const webhookOperations = chapter("Webhooks", [
  op({
    method: "GET",
    url: all,
    operationId: "listOrganizationWebhooks",
    call: "webhooks.list",
    summary: "List the webhooks of an organization",
    description: "The oldest first. Only administrators see them.",
    scopes: [],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: schema.OrganizationParams, query: schema.ListWebhooksQuery },
    answers: { 200: listOf(schema.Webhook) },
    handler: async ({ deps, thing: { organization }, paging }) => {
      const page = await listWebhooks(deps.db.read, organization.id, paging);
      return pageOf(page, (row) => presentWebhook(row, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createOrganizationWebhook",
    call: "webhooks.create",
    summary: "Create a webhook",
    description:
      "It gets events from now on, as signed requests. The secret that signs them is only in this answer.",
    scopes: [],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: schema.OrganizationParams, body: schema.CreateWebhook },
    answers: { 201: schema.WebhookWithSecret },
    tagged: true,
    handler: ({ deps, thing: { organization }, body, identity, change }) => {
      requireUrl(deps, body.url);
      return change(async ({ tx, now, newId, trace }) => {
        const [id, secret] = [newId(), newWebhookSecret()];
        const hook = await createWebhook(tx, {
          ...body,
          id,
          organization: organization.id,
          secret: sealSecret(deps.secrets, id, secret),
          owner: identity.userId,
          now,
        });
        await trace({ action: "webhook.create", ...target({ hook }), after: settingsOf(body) });
        return created({ ...presentWebhook(hook, deps.addresses), secret }, hook.version);
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getOrganizationWebhook",
    call: "webhooks.get",
    summary: "Get a webhook",
    description: "Includes its health: since when it fails, and when and why it was disabled.",
    scopes: [],
    access: holding(noun, loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams },
    answers: { 200: schema.Webhook },
    tagged: true,
    handler: ({ deps, thing: { hook } }) => ok(presentWebhook(hook, deps.addresses), hook.version),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateOrganizationWebhook",
    call: "webhooks.update",
    summary: "Change a webhook",
    description:
      "`active: false` discards the events that wait. Events that happen before it is active again are not sent later. The person who changes a webhook becomes its owner.",
    scopes: [],
    access: holding(noun, loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams, body: schema.UpdateWebhook },
    answers: { 200: schema.Webhook },
    tagged: true,
    handler: ({ deps, thing, body, identity, expectedVersion, change }) => {
      requireUrl(deps, body.url);
      return change(async ({ tx, now, trace }) => {
        const by = { owner: identity.userId, expected: expectedVersion, now };
        const hook = await patchWebhook(tx, thing.hook, body, by);
        const before = presentWebhook(thing.hook, deps.addresses);
        await trace({
          action: "webhook.update",
          ...target({ hook }),
          before: { active: before.active, events: before.events, spaces: before.spaces },
          after: settingsOf(body),
        });
        return ok(presentWebhook(hook, deps.addresses), hook.version);
      });
    },
  }),
  op({
    method: "POST",
    url: `${one}/rotate`,
    operationId: "rotateOrganizationWebhookSecret",
    call: "webhooks.rotateSecret",
    summary: "Replace the secret of a webhook",
    description:
      "The new secret is only in this answer. For a day, requests are signed with both secrets, so that you can change the receiver in between.",
    scopes: [],
    access: holding(noun, loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams },
    answers: { 200: schema.WebhookWithSecret },
    tagged: true,
    handler: ({ deps, thing, expectedVersion, change }) =>
      change(async ({ tx, now, trace }) => {
        const secret = newWebhookSecret();
        const sealed = sealSecret(deps.secrets, thing.hook.id, secret);
        const hook = await rotateSecret(tx, thing.hook, { secret: sealed, expected: expectedVersion, now });
        await trace({ action: "webhook.rotate", ...target({ hook }) });
        return ok({ ...presentWebhook(hook, deps.addresses), secret }, hook.version);
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteOrganizationWebhook",
    call: "webhooks.delete",
    summary: "Delete a webhook",
    description: "Deletes it with its deliveries. Events that still wait are not sent.",
    scopes: [],
    access: holding(noun, loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams },
    answers: { 204: null },
    handler: ({ thing, expectedVersion, change }) =>
      change(async ({ tx, trace }) => {
        await deleteTarget(tx, thing.hook, expectedVersion);
        await trace({ action: "webhook.delete", ...target(thing) });
        return empty(204);
      }),
  }),
  op({
    method: "POST",
    url: `${one}/ping`,
    operationId: "pingOrganizationWebhook",
    call: "webhooks.ping",
    summary: "Send a test event to a webhook",
    description:
      "Sends an event of the type `ping`, whatever events the webhook has chosen. Its delivery shows the result.",
    scopes: [],
    access: holding(noun, loadWebhook, "admin"),
    shapes: { params: schema.WebhookParams },
    answers: { 201: schema.Delivery },
    handler: ({ deps, thing, identity, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const made = { id: newId(), event: newId(), by: identity.userId, now };
        const delivery = await ping(tx, thing.hook, made);
        await trace({ action: "webhook.ping", ...target(thing) });
        const { location } = presentWebhook(thing.hook, deps.addresses).urls;
        return {
          status: 201,
          body: presentDelivery(delivery),
          headers: { location: `${location}/deliveries/${delivery.id}` },
        };
      }),
  }),
  ...deliveryOperations,
]);
