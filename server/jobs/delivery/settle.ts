/** What one attempt changes: its delivery, what waits behind it, and what is known of the target. */
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { updateDelivery, updateTarget } from "../../nouns/webhooks/commands.ts";
import { disable } from "../../nouns/webhooks/disable.ts";
import { WAITING } from "../../nouns/webhooks/queries.ts";
import { type AttemptOutcome, isDelivered } from "./sender.ts";

/** How long an event is tried, and how long a target fails before it is disabled; milliseconds. */
const GIVEN_UP_AFTER_MS = 24 * 3600 * 1000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 4 * 3600 * 1000;
/** Each wait is so many times the one before. */
const GROWTH = 4;
/** Waits differ by up to this part, so that what failed together is not tried together. */
const SPREAD = 0.1;

interface TimedOutcome extends AttemptOutcome {
  readonly at: number;
  readonly duration: number;
}

interface Places {
  readonly newId: () => string;
  readonly now: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Notes an attempt and what follows from it. */
export async function settle(
  tx: Write,
  { organization_id, id, target_id }: Pick<Row<"deliveries">, "organization_id" | "id" | "target_id">,
  attempt: TimedOutcome,
  places: Places,
): Promise<void> {
  const target = await tx
    .selectFrom("event_targets")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", target_id)
    .forUpdate()
    .executeTakeFirst();
  const row = await tx
    .selectFrom("deliveries")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  // Deleted while it was sent.
  if (row === undefined || target === undefined) return;
  const left = row.since + GIVEN_UP_AFTER_MS - places.now;
  if (attempt.isPutOff === true && left > 0) return tryLater(tx, row, 1, { ...places, left });
  await noteAttempt(tx, row, attempt);
  if (isDelivered(attempt)) {
    await finishDelivery(tx, row, "delivered", places.now);
    await updateTarget(tx, target).set({ failing_since: null, delivered_at: places.now }).execute();
    return;
  }
  // Put off for a day: nothing is told of the target by that.
  if (attempt.isPutOff === true) return tryLater(tx, row, 1, { ...places, left });
  const since = target.failing_since ?? attempt.at;
  await updateTarget(tx, target).set({ failing_since: since }).execute();
  if (attempt.isBeyond === true) return disable(tx, target, "script", places);
  if (attempt.status === 410) return disable(tx, target, "gone", places);
  if (places.now - since >= GIVEN_UP_AFTER_MS) return disable(tx, target, "failures", places);
  return tryLater(tx, row, row.tries + 1, { ...places, left });
}

/** Tries again as after so many tries, unless that would be too late. */
async function tryLater(
  tx: Write,
  row: Row<"deliveries">,
  tries: number,
  { now, chance, left }: Pick<Places, "now" | "chance"> & { readonly left: number },
): Promise<void> {
  // Given up by somebody while it was sent.
  if (row.state !== "waiting") return;
  if (left <= 0) return finishDelivery(tx, row, "failed", now);
  await updateDelivery(tx, row)
    .set({ due_at: now + Math.min(left, waitAfter(tries, chance)) })
    .execute();
}

/** Milliseconds until the next attempt after so many. */
export function waitAfter(tries: number, chance: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** (tries - 1));
  return Math.round(wait * (1 + SPREAD * (2 * chance - 1)));
}

async function noteAttempt(tx: Write, row: Row<"deliveries">, attempt: TimedOutcome): Promise<void> {
  const number = row.attempts + 1;
  await tx
    .insertInto("delivery_attempts")
    .values({
      organization_id: row.organization_id,
      delivery_id: row.id,
      number,
      at: attempt.at,
      duration: attempt.duration,
      status: attempt.status ?? null,
      error: attempt.error ?? null,
      answer: attempt.answer ?? null,
      console: attempt.console?.length ? JSON.stringify(attempt.console) : null,
    })
    .execute();
  await updateDelivery(tx, row)
    .set({ attempts: number, tries: row.tries + 1 })
    .execute();
}

/** Ends a delivery, and lets the next of its lane go. */
async function finishDelivery(
  tx: Write,
  row: Row<"deliveries">,
  state: "delivered" | "failed",
  now: number,
): Promise<void> {
  await updateDelivery(tx, row).set({ state, due_at: null, finished_at: now }).execute();
  if (row.lane === null) return;
  await tx
    .updateTable("deliveries")
    .set({ due_at: now })
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("deliveries")
        .select("id")
        .where("organization_id", "=", row.organization_id)
        .where("target_id", "=", row.target_id)
        .where("lane", "=", row.lane)
        .where("state", "=", WAITING)
        .orderBy("seq")
        .limit(1),
    )
    .where("due_at", "is", null)
    .execute();
}
