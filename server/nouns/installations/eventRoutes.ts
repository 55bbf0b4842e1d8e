/** What the installations of an integration were told. */
import type { PresentedShape } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadCall, Paging } from "../../http/operation.ts";
import type { Read } from "../../db/database.ts";
import { conflict } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { type IntegrationThing, loadOwnIntegration } from "../integrations/queries.ts";
import type { ScriptLine } from "../../ports/scripts/door.ts";
import { replay } from "../webhooks/commands.ts";
import { attemptsOf } from "../webhooks/queries.ts";
import { WITHHELD } from "./events.ts";
import { eventPayload } from "./message.ts";
import { ASKED } from "./noteAsked.ts";
import * as schema from "./schema.ts";

type ToldEvent = Row<"deliveries"> & { readonly integration_id: string };

interface ToldThing extends IntegrationThing {
  readonly told: ToldEvent;
}

/**
 * What came of events; what waits is none yet. What was given up before an attempt stays untold where it is about
 * content: whether it may be known is looked up when it is sent.
 */
function toldBy(read: Read, integration: string) {
  return read
    .selectFrom("deliveries")
    .innerJoin("installations", (on) =>
      on
        .onRef("installations.organization_id", "=", "deliveries.organization_id")
        .onRef("installations.id", "=", "deliveries.target_id"),
    )
    .where("installations.integration_id", "=", integration)
    .where("deliveries.state", "!=", "waiting")
    .where((eb) => eb.or([eb("deliveries.attempts", ">", 0), eb("deliveries.space_id", "is", null)]))
    .where("deliveries.type", "!=", WITHHELD)
    .selectAll("deliveries")
    .select("installations.integration_id");
}

async function loadTold(call: LoadCall): Promise<ToldThing | undefined> {
  const thing = await loadOwnIntegration(call);
  // Whether an event is there is nothing for those who only see the integration.
  if (thing?.integration.rights?.listIntegrations !== true) return undefined;
  const told = await toldBy(call.deps.db.read, thing.integration.id)
    .where("deliveries.id", "=", call.params["eventId"] ?? "")
    .executeTakeFirst();
  return told && { ...thing, told, version: undefined };
}

function listTold(read: Read, integration: string, paging: Paging) {
  const query = toldBy(read, integration);
  return pageBy(query, ["deliveries.created_at", "deliveries.id"], paging, { direction: "desc" });
}

function presentTold(row: ToldEvent): PresentedShape<typeof schema.IntegrationEvent> {
  return {
    id: row.id,
    integrationId: row.integration_id,
    installationId: row.target_id,
    createdAt: timestamp(row.created_at),
    payload: eventPayload(row),
    status: row.state === "delivered" ? "success" : "failed",
  };
}

/** What a script wrote in an attempt, and what came of it. */
function linesOf({ at, status, error, answer, console }: Row<"delivery_attempts">) {
  const isFine = status !== null && status >= 200 && status < 300;
  const said = Object.values({ ...given("s", status), ...given("e", error), ...given("a", answer) });
  const written = console === null ? [] : (JSON.parse(console) as ScriptLine[]);
  return [
    ...written.map(({ message, at: when, level }) => ({ message, timestamp: timestamp(when), level })),
    {
      message: said.join(" "),
      timestamp: timestamp(at),
      level: isFine ? ("info" as const) : ("error" as const),
    },
  ];
}

export const eventOperations = chapter("Installations", [
  op({
    method: "GET",
    url: "/integrations/:integrationName/events",
    operationId: "listIntegrationEvents",
    call: "integrations.events.list",
    summary: "List what an integration was told",
    description:
      "In all organizations, the newest first, with what came of it. Kept for 30 days. For administrators of whoever published it.",
    scopes: ["integration:read"],
    access: holding("The integration", loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, query: schema.PageQuery },
    answers: { 200: listOf(schema.IntegrationEvent) },
    handler: async ({ deps, thing: { integration }, paging }) => {
      const page = await listTold(deps.db.read, integration.id, paging);
      return pageOf(page, presentTold);
    },
  }),
  op({
    method: "GET",
    url: "/integrations/:integrationName/events/:eventId",
    operationId: "getIntegrationEvent",
    call: "integrations.events.get",
    summary: "Get an event that an integration was told, with its attempts",
    description: "When it was sent, and what was answered.",
    scopes: ["integration:read"],
    access: holding("The event", loadTold, "admin"),
    shapes: { params: schema.EventParams },
    answers: { 200: schema.EventWithTrace },
    handler: async ({ deps, thing: { told } }) => {
      const attempts = await attemptsOf(deps.db.read, told);
      const logs = attempts.flatMap(linesOf);
      return ok({ event: presentTold(told), trace: { logs } });
    },
  }),
  op({
    method: "POST",
    url: "/integrations/:integrationName/events/:eventId/replay",
    operationId: "replayIntegrationEvent",
    call: "integrations.events.replay",
    summary: "Tell an installation of an event again",
    description:
      "Now, without regard to what comes before or after it, and with new attempts for a day. What an integration was asked, such as a request, is noted alone: whoever asked has their answer.",
    scopes: ["integration:update"],
    access: holding("The event", loadTold, "admin"),
    shapes: { params: schema.EventParams },
    answers: { 200: schema.IntegrationEvent },
    handler: ({ thing: { told, integration }, change }) => {
      if (told.seq === ASKED) {
        const remedy = "It answers what it is asked once. Ask it again.";
        throw conflict("not-an-event", `The integration was asked this, and not told of it. ${remedy}`);
      }
      return change(async ({ tx, now, trace }) => {
        const row = await replay(
          tx,
          { organization_id: told.organization_id, id: told.target_id },
          told,
          now,
        );
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
]);
