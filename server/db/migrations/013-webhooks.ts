/** Who is told of events, what they are told, and each attempt to tell them. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./columns.ts";
import { emptyList, index, key, refers, required, startsAt, table } from "./columns.ts";

async function targets(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "event_targets")
    .addColumn("id", text, key)
    .addColumn("kind", text, required)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("url", text)
    .addColumn("description", text)
    .addColumn("secret", text)
    .addColumn("former_secret", text)
    .addColumn("former_until", int)
    .addColumn("events", text, emptyList)
    .addColumn("spaces", text)
    .addColumn("active", int, startsAt(1))
    .addColumn("owner_id", text, required)
    .addColumn("after_seq", int, startsAt(0))
    .addColumn("failing_since", int)
    .addColumn("delivered_at", int)
    .addColumn("disabled_at", int)
    .addColumn("disabled_because", text)
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "event_targets_in_order", "event_targets", ["organization_id", "created_at", "id"]);
  await schema
    .createIndex("event_targets_active")
    .on("event_targets")
    .column("organization_id")
    .where(sql.ref("active"), "=", sql.lit(1))
    .execute();
}

async function deliveries(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  const waiting = sql.lit("waiting");
  await table(context, "deliveries")
    .addColumn("id", text, key)
    .addColumn("target_id", text, refers("event_targets.id", "cascade"))
    .addColumn("event_id", text, required)
    .addColumn("type", text, required)
    .addColumn("space_id", text)
    .addColumn("lane", text)
    .addColumn("seq", int, required)
    .addColumn("body", text, required)
    .addColumn("state", text, required)
    .addColumn("attempts", int, startsAt(0))
    .addColumn("tries", int, startsAt(0))
    .addColumn("since", int, required)
    .addColumn("due_at", int)
    .addColumn("created_at", int, required)
    .addColumn("finished_at", int)
    .addUniqueConstraint("deliveries_once", ["target_id", "event_id"])
    .execute();
  await index(context, "deliveries_in_order", "deliveries", ["target_id", "created_at", "seq", "id"]);
  await schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["due_at", "seq"])
    .where(sql.ref("state"), "=", waiting)
    .execute();
  await schema
    .createIndex("deliveries_of_lane")
    .on("deliveries")
    .columns(["target_id", "lane", "seq"])
    .where(sql.ref("state"), "=", waiting)
    .execute();
  await index(context, "deliveries_by_age", "deliveries", ["finished_at"]);
  await table(context, "delivery_attempts")
    .addColumn("delivery_id", text, refers("deliveries.id", "cascade"))
    .addColumn("number", int, required)
    .addColumn("at", int, required)
    .addColumn("duration", int, required)
    .addColumn("status", int)
    .addColumn("error", text)
    .addColumn("answer", text)
    .addPrimaryKeyConstraint("delivery_attempts_key", ["delivery_id", "number"])
    .execute();
}

export const webhooks: Migration = {
  name: "013-webhooks",
  async up(context) {
    await targets(context);
    await deliveries(context);
    // Events that nobody has looked at yet: few, while there are targets.
    await context.schema.alterTable("outbox").addColumn("taken_at", context.int).execute();
    await context.schema
      .createIndex("outbox_untaken")
      .on("outbox")
      .column("seq")
      .where(sql.ref("taken_at"), "is", sql.lit(null))
      .execute();
  },
};
