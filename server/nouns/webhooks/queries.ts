import { sql } from "kysely";
import { organizationRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { DeliveryState } from "../../db/tables/events.ts";
import type { Row } from "../../db/schema.ts";
import { oldestFirst } from "../../http/byAge.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";

export const WEBHOOK = "webhook";
/** A literal: SQLite finds its partial indexes by the text of the condition. */
export const WAITING = sql.lit("waiting" as const);
const MOST_ATTEMPTS_SHOWN = 100;

export interface WebhookThing extends LoadedThing<"admin"> {
  readonly hook: Row<"event_targets">;
}

interface DeliveryThing extends WebhookThing {
  readonly delivery: Row<"deliveries">;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("event_targets")
    .selectAll()
    .where("id", "=", p("id"))
    .where("organization_id", "=", p("organization"))
    .where("kind", "=", WEBHOOK),
);

const deliveryById = prepared((read, p: Params<{ target: string; id: string }>) =>
  read.selectFrom("deliveries").selectAll().where("id", "=", p("id")).where("target_id", "=", p("target")),
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
  const id = call.params["deliveryId"] ?? "";
  const delivery = await deliveryById.first(call.deps.db.read, { target: thing.hook.id, id });
  return delivery && { ...thing, delivery };
}

/** The webhooks of an organization, oldest first. */
export async function listWebhooks(read: Read, organization: string, paging: Paging) {
  const query = read
    .selectFrom("event_targets")
    .where("organization_id", "=", organization)
    .where("kind", "=", WEBHOOK);
  return oldestFirst(query, paging);
}

/** The deliveries to one target, newest first. */
export async function listDeliveries(
  read: Read,
  target: string,
  status: DeliveryState | undefined,
  { limit, after }: Paging,
) {
  let query = read.selectFrom("deliveries").where("target_id", "=", target);
  if (status !== undefined) query = query.where("state", "=", status);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  let page = query
    .select(["id", "target_id", "event_id", "type", "space_id", "lane", "seq", "state", "attempts", "tries"])
    .select(["since", "due_at", "created_at", "finished_at"])
    .orderBy("created_at", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    page = page.where((eb) =>
      eb(
        eb.refTuple("created_at", "seq", "id"),
        "<",
        eb.tuple(Number(after[0]), Number(after[1]), String(after[2])),
      ),
    );
  }
  return { rows: await page.execute(), count };
}

/** The newest attempts of one delivery, oldest first. */
export async function attemptsOf(read: Read, delivery: string): Promise<Row<"delivery_attempts">[]> {
  const rows = await read
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("delivery_id", "=", delivery)
    .orderBy("number", "desc")
    .limit(MOST_ATTEMPTS_SHOWN)
    .execute();
  return rows.toReversed();
}
