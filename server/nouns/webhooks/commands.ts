import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalidField, notFound, preconditionFailed } from "../../http/errors.ts";
import { eventBody } from "./message.ts";
import { RENDERER, tagsBody } from "./renderers.ts";
import { type DeliveryKey, type TargetKey, WAITING, WEBHOOK } from "./queries.ts";

/** Most webhooks that one organization has. */
const MOST = 50;
/** How long the secret before signs beside a new one; milliseconds. */
const OVERLAP_MS = 24 * 3600 * 1000;

interface WebhookFields {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly spaces?: readonly string[] | null | undefined;
  readonly active?: boolean | undefined;
}

interface NewWebhook extends WebhookFields {
  readonly id: string;
  readonly organization: string;
  readonly kind?: Row<"event_targets">["kind"] | undefined;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly owner: string;
  readonly now: number;
}

/**
 * Makes a webhook; it is told of what happens from now on.
 * @throws 400 for a space of somebody else; 409 when there are as many as may be
 */
export async function createWebhook(tx: Write, made: NewWebhook): Promise<Row<"event_targets">> {
  const { id, organization, secret, owner, now } = made;
  const { count } = await tx
    .selectFrom("event_targets")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .where("kind", "in", [WEBHOOK, RENDERER])
    .executeTakeFirstOrThrow();
  if (count >= MOST) {
    throw conflict(
      "too-many-webhooks",
      `An organization has at most ${MOST} webhooks. Delete those that nobody needs.`,
    );
  }
  if (made.kind === RENDERER) refuseChoice(made);
  await requireSpaces(tx, organization, made.spaces);
  return tx
    .insertInto("event_targets")
    .values({
      id,
      kind: made.kind ?? WEBHOOK,
      organization_id: organization,
      url: made.url,
      description: made.description ?? "",
      secret,
      events: JSON.stringify(made.events ?? []),
      spaces: made.spaces ? JSON.stringify(made.spaces) : null,
      active: made.active === false ? 0 : 1,
      owner_id: owner,
      after_seq: await lastSeq(tx),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws 400 where a renderer would not hear of all that it keeps */
function refuseChoice({ events = [], spaces }: WebhookFields): void {
  const remedy = "can't be set for a renderer, which always gets all tags of its answers; leave it out.";
  if (events.length > 0) throw invalidField("/events", remedy);
  if (spaces) throw invalidField("/spaces", remedy);
}

/**
 * Changes a webhook. Whoever does answers for it from then on: their rights are the ones it is told with.
 * @throws 400 as above; 404 when it is gone; 412 when it is no longer at `expected`
 */
export async function patchWebhook(
  tx: Write,
  hook: Row<"event_targets">,
  fields: WebhookFields,
  { owner, expected, now }: { owner: string; expected: number | undefined; now: number },
): Promise<Row<"event_targets">> {
  const row = await lockTarget(tx, hook, expected);
  if (row.kind === RENDERER) refuseChoice(fields);
  await requireSpaces(tx, hook.organization_id, fields.spaces);
  const { url, description, events, spaces, active } = fields;
  const wakes = active === true && row.active === 0;
  if (active === false) await giveUpWaiting(tx, row, now);
  return updateTarget(tx, row)
    .set({
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(events === undefined ? {} : { events: JSON.stringify(events) }),
      ...(spaces === undefined ? {} : { spaces: spaces === null ? null : JSON.stringify(spaces) }),
      ...(active === undefined ? {} : { active: active ? (1 as const) : (0 as const) }),
      ...(wakes ? { after_seq: await lastSeq(tx) } : {}),
      ...(active === undefined ? {} : { disabled_at: null, disabled_because: null, failing_since: null }),
      owner_id: owner,
      updated_at: now,
      version: row.version + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives it another secret (sealed); the one before signs beside it for a day. @throws as above */
export async function rotateSecret(
  tx: Write,
  hook: Row<"event_targets">,
  { secret, expected, now }: { secret: string; expected: number | undefined; now: number },
): Promise<Row<"event_targets">> {
  const row = await lockTarget(tx, hook, expected);
  return updateTarget(tx, row)
    .set({ secret, former_secret: row.secret, former_until: now + OVERLAP_MS, updated_at: now })
    .set({ version: row.version + 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a target with its log; what waits is never sent. @throws as above */
export async function deleteTarget(
  tx: Write,
  target: TargetKey,
  expected: number | undefined,
): Promise<void> {
  await lockTarget(tx, target, expected);
  await tx
    .deleteFrom("event_targets")
    .where("organization_id", "=", target.organization_id)
    .where("id", "=", target.id)
    .execute();
}

/** An update of one target. */
export function updateTarget(tx: Write, { organization_id, id }: TargetKey) {
  return tx.updateTable("event_targets").where("organization_id", "=", organization_id).where("id", "=", id);
}

/** An update of one delivery. */
export function updateDelivery(tx: Write, { organization_id, id }: DeliveryKey) {
  return tx.updateTable("deliveries").where("organization_id", "=", organization_id).where("id", "=", id);
}

/** Sends one event to one webhook alone, whatever it asks to be told of. @throws 409 when it is not active */
export async function ping(
  tx: Write,
  hook: Row<"event_targets">,
  { id, event, by, now }: { id: string; event: string; by: string; now: number },
): Promise<Row<"deliveries">> {
  const row = await lockTarget(tx, hook, undefined);
  if (row.active === 0) throw inactive(row);
  const data = { organizationId: row.organization_id, webhookId: row.id, actor: { type: "user", id: by } };
  return tx
    .insertInto("deliveries")
    .values({
      organization_id: row.organization_id,
      id,
      target_id: row.id,
      event_id: event,
      type: "ping",
      seq: 0,
      body: row.kind === RENDERER ? tagsBody([]) : eventBody({ id: event, type: "ping", at: now, data }),
      state: "waiting",
      since: now,
      due_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Sends a delivery once more, now and without regard to the order: one that is finished, or one that waits for its
 * next attempt. @throws 404 when it is gone; 409 when its target is not active, or an earlier delivery comes first
 */
export async function replay(
  tx: Write,
  hook: TargetKey,
  delivery: DeliveryKey,
  now: number,
): Promise<Row<"deliveries">> {
  const target = await lockTarget(tx, hook, undefined);
  if (target.active === 0) throw inactive(target);
  const row = await tx
    .selectFrom("deliveries")
    .selectAll()
    .where("organization_id", "=", delivery.organization_id)
    .where("id", "=", delivery.id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The delivery");
  const waits = row.state === "waiting";
  if (waits && row.due_at === null) {
    throw conflict(
      "earlier-delivery-waits",
      "An earlier delivery of the same space comes first. Replay that one, and this one follows.",
    );
  }
  return (
    updateDelivery(tx, row)
      .set({ state: "waiting", due_at: now, since: now, tries: 0, finished_at: null })
      // What had its turn must not hold up what came after it.
      .set(waits ? {} : { lane: null })
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Gives up what waits for a target that is not active any more. */
export async function giveUpWaiting(tx: Write, target: TargetKey, now: number): Promise<void> {
  await tx
    .updateTable("deliveries")
    .set({ state: "failed", due_at: null, finished_at: now })
    .where("organization_id", "=", target.organization_id)
    .where("target_id", "=", target.id)
    .where("state", "=", WAITING)
    .execute();
}

function inactive({ kind }: Row<"event_targets">) {
  const what = kind === WEBHOOK || kind === RENDERER ? "webhook" : "installation";
  return conflict(`${what}-inactive`, `The ${what} is not active. Activate it with a PATCH first.`);
}

async function lockTarget(tx: Write, { organization_id, id }: TargetKey, expected: number | undefined) {
  const row = await tx
    .selectFrom("event_targets")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The webhook");
  if (expected !== undefined && row.version !== expected) throw preconditionFailed();
  return row;
}

/** The newest event so far: what comes after it happened later. */
export async function lastSeq(tx: Write): Promise<number> {
  const row = await tx.selectFrom("outbox").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

async function requireSpaces(
  tx: Write,
  organization: string,
  spaces: readonly string[] | null | undefined,
): Promise<void> {
  if (!spaces) return;
  const rows = await tx
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", organization)
    .where("id", "in", spaces)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const at = spaces.findIndex((id) => !known.has(id));
  if (at >= 0) throw invalidField(`/spaces/${at}`, "is no space of this organization.");
}
