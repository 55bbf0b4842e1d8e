/** From an event in the outbox to a delivery for each target that asks for it. */
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { eventBody } from "../../nouns/webhooks/message.ts";
import { DEEPEST, siteOf } from "../../nouns/installations/message.ts";
import { INSTALLATION } from "../../nouns/installations/queries.ts";
import { WAITING } from "../../nouns/webhooks/queries.ts";
import { changeOf } from "../../access/answers.ts";
import { UNTOLD } from "../../access/events.ts";
import { RENDERER, tagsBody, tagsOf } from "../../nouns/webhooks/renderers.ts";

/** Events that one transaction takes. */
const SLICE = 100;

interface Places {
  readonly newId: () => string;
  readonly now: number;
}

/** Whether events wait for somebody to take them. While nobody is told anything they just grow old. */
export function eventsWait(read: Read, now: Expression<number>): RawBuilder<SqlBool> {
  // Literals: SQLite finds its partial indexes by the text of the condition.
  const targets = read.selectFrom("event_targets").select("id").where("active", "=", sql.lit(1));
  const events = read
    .selectFrom("outbox")
    .select("seq")
    .where("taken_at", "is", null)
    .where((eb) => eb.or([eb("due_at", "is", null), eb("due_at", "<=", now)]));
  return sql`(exists ${targets} and exists ${events})`;
}

const waiting = prepared((read, p: Params<{ now: number }>) =>
  read.selectNoFrom(eventsWait(read, p("now")).as("wait")),
);

export async function hasEvents(read: Read, now: number): Promise<boolean> {
  return Boolean((await waiting.first(read, { now }))?.wait);
}

/** Takes the oldest events and makes their deliveries; `isLast`: there were no more. */
export async function takeEvents(tx: Write, { newId, now }: Places): Promise<{ readonly isLast: boolean }> {
  const events = await tx
    .selectFrom("outbox")
    .selectAll()
    .where("taken_at", "is", null)
    .where((eb) => eb.or([eb("due_at", "is", null), eb("due_at", "<=", now)]))
    .orderBy("seq")
    .limit(SLICE)
    .execute();
  if (events.length === 0) return { isLast: true };
  const targets = await targetsOf(tx, events);
  const wanted = events.flatMap((event) =>
    targets.filter((target) => isFor(target, event)).map((target) => ({ event, target })),
  );
  const blocked = await lanesInUse(
    tx,
    wanted.map(({ target }) => target),
  );
  const tags = new Map<string, readonly string[]>();
  for (const { event, target } of wanted)
    if (target.isRenderer && !tags.has(event.id)) tags.set(event.id, await tagsOf(tx, event));
  const rows = wanted.map(({ event, target }) => {
    const lane = event.space_id;
    const place = `${target.id} ${lane}`;
    const waits = lane !== null && blocked.has(place);
    if (lane !== null) blocked.add(place);
    const body = target.isRenderer ? tagsBody(tags.get(event.id) ?? []) : bodyOf(event);
    return deliveryOf(event, target, { id: newId(), lane, due: waits ? null : now, now, body });
  });
  if (rows.length > 0) {
    await tx
      .insertInto("deliveries")
      .values(rows)
      .onConflict((on) => on.columns(["organization_id", "target_id", "event_id"]).doNothing())
      .execute();
  }
  await tx
    .updateTable("outbox")
    .set({ taken_at: now })
    .where(
      "seq",
      "in",
      events.map(({ seq }) => seq),
    )
    .execute();
  return { isLast: events.length < SLICE };
}

interface Target {
  readonly id: string;
  readonly organization: string;
  readonly afterSeq: number;
  readonly types: readonly string[];
  readonly spaces: readonly string[] | null;
  readonly sites: readonly string[] | null;
  /** One is told of what happens on a site by the site instead of the space, and of no endless echo of scripts. */
  readonly isInstallation: boolean;
  /** Whether it is told which answers changed, in place of what happened. */
  readonly isRenderer: boolean;
}

async function targetsOf(tx: Write, events: readonly Row<"outbox">[]): Promise<Target[]> {
  const organizations = new Set(events.map((event) => event.organization_id).filter((id) => id !== null));
  const rows = await tx
    .selectFrom("event_targets")
    .select(["id", "kind", "organization_id", "events", "spaces", "sites", "after_seq"])
    .where("active", "=", sql.lit(1))
    .where("organization_id", "in", [...organizations])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: row.organization_id,
    afterSeq: row.after_seq,
    types: JSON.parse(row.events) as string[],
    spaces: row.spaces === null ? null : (JSON.parse(row.spaces) as string[]),
    sites: row.sites === null ? null : (JSON.parse(row.sites) as string[]),
    isInstallation: row.kind === INSTALLATION,
    isRenderer: row.kind === RENDERER,
  }));
}

function isFor(target: Target, event: Row<"outbox">): boolean {
  return (
    target.organization === event.organization_id &&
    event.seq > target.afterSeq &&
    (target.types.length === 0 || target.types.includes(event.kind)) &&
    (!target.isInstallation || event.depth <= DEEPEST) &&
    (target.isRenderer ? changeOf(event.kind) !== undefined : event.kind !== UNTOLD) &&
    isWhere(target, event)
  );
}

function isWhere({ spaces, sites, isInstallation }: Target, event: Row<"outbox">): boolean {
  const site = isInstallation ? siteOf(event) : undefined;
  if (site !== undefined) return sites === null || sites.includes(site);
  return spaces === null || (event.space_id !== null && spaces.includes(event.space_id));
}

/** The lanes in which something waits already: what is added goes behind it. */
async function lanesInUse(tx: Write, targets: readonly Target[]): Promise<Set<string>> {
  if (targets.length === 0) return new Set();
  const [organizations, ids] = [new Set<string>(), new Set<string>()];
  for (const { organization, id } of targets) {
    organizations.add(organization);
    ids.add(id);
  }
  const rows = await tx
    .selectFrom("deliveries")
    .select(["target_id", "lane"])
    .distinct()
    .where("state", "=", WAITING)
    .where("organization_id", "in", [...organizations])
    .where("target_id", "in", [...ids])
    .where("lane", "is not", null)
    .execute();
  return new Set(rows.map(({ target_id, lane }) => `${target_id} ${lane}`));
}

/** What happened, as it is told. */
function bodyOf(event: Row<"outbox">): string {
  const data = {
    organizationId: event.organization_id,
    ...(JSON.parse(event.payload) as Record<string, unknown>),
  };
  return eventBody({ id: event.id, type: event.kind, at: event.created_at, data });
}

interface NewDelivery {
  readonly id: string;
  readonly lane: string | null;
  readonly due: number | null;
  readonly now: number;
  readonly body: string;
}

function deliveryOf(event: Row<"outbox">, target: Target, { id, lane, due, now, body }: NewDelivery) {
  return {
    organization_id: target.organization,
    id,
    target_id: target.id,
    event_id: event.id,
    type: event.kind,
    space_id: event.space_id,
    lane,
    seq: event.seq,
    depth: event.depth,
    body,
    state: "waiting" as const,
    since: now,
    due_at: due,
    created_at: now,
  };
}
