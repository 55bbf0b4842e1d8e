/** What the installations of an integration were told: for who publishes it, and for who has installed it. */
import type { Deps } from "../../deps.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, type LoadCall, ok, op } from "../../http/operation.ts";
import { type IntegrationThing, loadOwnIntegration } from "../integrations/queries.ts";
import { replay } from "../webhooks/commands.ts";
import { aclsFor } from "./contentQueries.ts";
import { type InstallationThing, loadInstallation } from "./queries.ts";
import * as schema from "./schema.ts";
import {
  findTold,
  listTold,
  type LogOwner,
  presentTold,
  presentTrace,
  requireTold,
  type ToldEvent,
} from "./toldEvents.ts";

const ofInstallation = "/integrations/:integrationName/installations/:installationId/events";

interface ToldThing extends IntegrationThing {
  readonly told: ToldEvent;
}

interface ToldHere extends InstallationThing {
  readonly told: ToldEvent;
}

async function loadTold(call: LoadCall): Promise<ToldThing | undefined> {
  const thing = await loadOwnIntegration(call);
  // Whether an event is there is nothing for those who only see the integration.
  if (thing?.integration.rights?.listIntegrations !== true) return undefined;
  const owner = { integration: thing.integration.id };
  const told = await findTold(call.deps.db.read, owner, call.params["eventId"] ?? "");
  return told && { ...thing, told, version: undefined };
}

/** Whoever sees the installation as its publisher has the log of the integration. */
async function loadToldHere(call: LoadCall): Promise<ToldHere | undefined> {
  const thing = await loadInstallation(call);
  if (thing === undefined) return undefined;
  const told = await findTold(call.deps.db.read, await logOf(call.deps, thing), call.params["eventId"] ?? "");
  return told && { ...thing, told, version: undefined };
}

/** The log of an installation, as far as its spaces and sites are seen. */
async function logOf(deps: Deps, thing: InstallationThing): Promise<LogOwner> {
  const { installation, member } = thing;
  return { installation, acls: (await aclsFor(deps, thing)) ?? [], seesSites: member?.role === "admin" };
}

const targetOf = ({ organization_id, target_id }: ToldEvent) => ({ organization_id, id: target_id });

export const eventOperations = chapter("Installations", [
  op({
    method: "GET",
    url: "/integrations/:integrationName/events",
    operationId: "listIntegrationEvents",
    call: "integrations.events.list",
    summary: "List the events of an integration",
    description:
      "Its events in all organizations, the newest first, with their results. Kept for 30 days. For administrators of the organization that published it.",
    scopes: ["integration:read"],
    access: holding("The integration", loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, query: schema.PageQuery },
    answers: { 200: listOf(schema.IntegrationEvent) },
    handler: async ({ deps, thing: { integration }, paging }) => {
      const page = await listTold(deps.db.read, { integration: integration.id }, paging);
      return pageOf(page, presentTold);
    },
  }),
  op({
    method: "GET",
    url: "/integrations/:integrationName/events/:eventId",
    operationId: "getIntegrationEvent",
    call: "integrations.events.get",
    summary: "Get an event of an integration with its attempts",
    description: "When the event was sent, and the answer to it.",
    scopes: ["integration:read"],
    access: holding("The event", loadTold, "admin"),
    shapes: { params: schema.EventParams },
    answers: { 200: schema.EventWithTrace },
    handler: async ({ deps, thing: { told } }) => ok(await presentTrace(deps.db.read, told)),
  }),
  op({
    method: "POST",
    url: "/integrations/:integrationName/events/:eventId/replay",
    operationId: "replayIntegrationEvent",
    call: "integrations.events.replay",
    summary: "Send an event of an installation again",
    description:
      "Sends it now, regardless of earlier and later events, and retries for a day. Requests to an integration can't be sent again: they are only recorded.",
    scopes: ["integration:update"],
    access: holding("The event", loadTold, "admin"),
    shapes: { params: schema.EventParams },
    answers: { 200: schema.IntegrationEvent },
    handler: ({ thing: { told, integration }, change }) => {
      requireTold(told);
      return change(async ({ tx, now, trace }) => {
        const row = await replay(tx, targetOf(told), told, now);
        await trace({
          action: "integration.replay",
          organization: integration.organization_id,
          target: { type: "integration", id: integration.id, label: integration.name },
          after: { event: row.id, installation: row.target_id },
        });
        return ok(presentTold({ ...told, ...row }));
      });
    },
  }),
  op({
    method: "GET",
    url: ofInstallation,
    operationId: "listIntegrationInstallationEvents",
    call: "installations.events.list",
    summary: "List the events of an installation",
    description:
      "For people with permission to install: the events that they can see, the newest first, with their results. Kept for 30 days.",
    scopes: ["integration:installation:read"],
    access: holding("The installation", loadInstallation, "install"),
    shapes: { params: schema.InstallationParams, query: schema.PageQuery },
    answers: { 200: listOf(schema.IntegrationEvent) },
    handler: async ({ deps, thing, paging }) =>
      pageOf(await listTold(deps.db.read, await logOf(deps, thing), paging), presentTold),
  }),
  op({
    method: "GET",
    url: `${ofInstallation}/:eventId`,
    operationId: "getIntegrationInstallationEvent",
    call: "installations.events.get",
    summary: "Get an event of an installation with its attempts",
    description: "When the event was sent, what its script wrote to the console, and the answer.",
    scopes: ["integration:installation:read"],
    access: holding("The event of the installation", loadToldHere, "install"),
    shapes: { params: schema.InstallationEventParams },
    answers: { 200: schema.EventWithTrace },
    handler: async ({ deps, thing: { told } }) => ok(await presentTrace(deps.db.read, told)),
  }),
  op({
    method: "POST",
    url: `${ofInstallation}/:eventId/replay`,
    operationId: "replayIntegrationInstallationEvent",
    call: "installations.events.replay",
    summary: "Resend an event to this installation",
    description: "Now, without regard to what comes before or after it, and with new attempts for a day.",
    scopes: ["integration:installation:update"],
    access: holding("The event of the installation", loadToldHere, "install"),
    shapes: { params: schema.InstallationEventParams },
    answers: { 200: schema.IntegrationEvent },
    handler: ({ thing: { told, installation }, change }) => {
      requireTold(told);
      return change(async ({ tx, now, trace }) => {
        const row = await replay(tx, targetOf(told), told, now);
        await trace({
          action: "installation.replay",
          organization: installation.organization_id,
          target: { type: "installation", id: installation.id, label: installation.integration },
          after: { event: row.id },
        });
        return ok(presentTold({ ...told, ...row }));
      });
    },
  }),
]);
