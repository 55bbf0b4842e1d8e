/** What an installation is told: the events of its spaces and sites that its scopes bring, and what becomes of itself. */
import { SCOPE_EVENTS } from "../../access/scopes.ts";
import { lookAtSources } from "../../content/computed/contentSources.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { wordsOf } from "../../db/wordList.ts";
import { giveUpWaiting, lastSeq, updateDelivery, updateTarget } from "../webhooks/commands.ts";
import { eventBody } from "../webhooks/message.ts";
import { type DeliveryKey, WAITING } from "../webhooks/queries.ts";
import { DEEPEST } from "./message.ts";
import { INSTALLATION, type InstallationKey } from "./queries.ts";

/** A list with no type would mean all of them; this one nobody else's event has. */
const OWN_TYPE = "installation_setup";

type Installation = Row<"installations">;

/** Makes the row by which an installation is told of events. */
export async function listen(tx: Write, installation: Installation, now: number): Promise<void> {
  await tx
    .insertInto("event_targets")
    .values({
      id: installation.id,
      kind: INSTALLATION,
      organization_id: installation.organization_id,
      owner_id: installation.owner_id,
      after_seq: await lastSeq(tx),
      created_at: now,
      updated_at: now,
      ...(await told(tx, installation)),
    })
    .execute();
  await lookAtItsSources(tx, installation, now);
}

/** Pages that are made by it are other ones when it is set up otherwise, and none when it is gone. */
async function lookAtItsSources(
  tx: Write,
  { organization_id: organization, integration_id: integrationId }: Installation,
  now: number,
): Promise<void> {
  await lookAtSources(tx, { integrationId, organization }, now);
}

/** Brings what an installation is told to what it is now. */
export async function listenAgain(
  tx: Write,
  installation: Installation,
  { now, wakes }: { now: number; wakes: boolean },
): Promise<void> {
  await updateTarget(tx, installation)
    .set({ ...(await told(tx, installation)), owner_id: installation.owner_id, updated_at: now })
    .execute();
  await lookAtItsSources(tx, installation, now);
  if (!wakes) return;
  await updateTarget(tx, installation)
    .set({ active: 1, disabled_at: null, disabled_because: null, failing_since: null })
    .set({ after_seq: await lastSeq(tx) })
    .where("active", "=", 0)
    .execute();
}

async function told(tx: Write, installation: Installation) {
  const { status, scopes } = installation;
  const brought: Readonly<Record<string, readonly string[] | undefined>> = SCOPE_EVENTS;
  const types = status === "active" ? wordsOf(scopes).flatMap((scope) => brought[scope] ?? []) : [];
  return {
    events: JSON.stringify([OWN_TYPE, ...new Set(types)]),
    spaces: await chosen(tx, installation, "space"),
    sites: await chosen(tx, installation, "site"),
  };
}

/** The spaces or the sites that an installation is active on, as JSON; null: it is on all of them. */
async function chosen(tx: Write, installation: Installation, kind: "space" | "site"): Promise<string | null> {
  if (installation[`${kind}_selection`] === "all") return null;
  const column = `${kind}_id` as const;
  const rows = await tx
    .selectFrom("content_installations")
    .select(column)
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where(column, "is not", null)
    .where("status", "=", "active")
    .orderBy(column)
    .execute();
  return JSON.stringify(rows.map((row) => row[column]));
}

interface OwnEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Tells one installation, and nobody else, in the order of what is told to it so. */
export async function tell(
  tx: Write,
  { organization_id, id }: InstallationKey,
  { type, data }: OwnEvent,
  { newId, now, depth = 0 }: { newId: () => string; now: number; depth?: number | undefined },
): Promise<void> {
  if (depth > DEEPEST) return;
  const last = await tx
    .selectFrom("deliveries")
    .select(["seq", "state"])
    .where("organization_id", "=", organization_id)
    .where("target_id", "=", id)
    .where("lane", "=", INSTALLATION)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const waiting = await tx
    .selectFrom("deliveries")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("target_id", "=", id)
    .where("lane", "=", INSTALLATION)
    .where("state", "=", WAITING)
    .limit(1)
    .executeTakeFirst();
  const event = newId();
  await tx
    .insertInto("deliveries")
    .values({
      organization_id,
      id: newId(),
      target_id: id,
      event_id: event,
      type,
      lane: INSTALLATION,
      seq: (last?.seq ?? 0) + 1,
      depth,
      body: eventBody({ id: event, type, at: now, data: { organizationId: organization_id, ...data } }),
      state: "waiting",
      since: now,
      due_at: waiting === undefined ? now : null,
      created_at: now,
    })
    .execute();
}

/** The type of what was not told: it has no other content, and no log shows it. */
export const WITHHELD = "withheld";

/** Takes what it says out of a delivery, which then counts as sent: what comes after it in its order goes on. */
export async function withhold(tx: Write, delivery: DeliveryKey): Promise<void> {
  await updateDelivery(tx, delivery).set({ type: WITHHELD, body: "{}" }).execute();
}

/** Nothing more of what happens is told; what waits is given up. What is told after this is the last. */
export async function stopListening(tx: Write, installation: Installation, now: number): Promise<void> {
  await giveUpWaiting(tx, installation, now);
  await updateTarget(tx, installation)
    .set({ events: JSON.stringify([OWN_TYPE]), spaces: null, sites: null, updated_at: now })
    .execute();
  await lookAtItsSources(tx, installation, now);
}
