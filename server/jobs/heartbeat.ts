/**
 * What keeps a clock that jumped from deleting anything. A server notes the time every few minutes. When it finds that
 * more than a day has passed since the last note, or that time went back as far, its clock may be wrong: what is due to be
 * deleted for good then waits for another day, in which an operator can set it right and restore. After a server was
 * off for long it waits as well, and loses nothing by it. What was planned by a clock that was ahead is due that much
 * earlier once it has been set back, or it would wait for as long as the clock was wrong.
 */
import { sql } from "kysely";
import type { Read, Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";

const KEY = "heartbeat";
const DAY = 24 * 3600 * 1000;
/** How often a server notes the time. */
const BEAT_MS = 5 * 60_000;
/** When what had to wait looks again. */
export const LOOK_AGAIN_MS = 3600 * 1000;

/** Milliseconds. */
interface Heartbeat {
  readonly at: number;
  /** When time jumped last; 0: it never did. */
  readonly jumpedAt: number;
}

async function readHeartbeat(read: Read): Promise<Heartbeat | undefined> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row && (JSON.parse(row.value) as Heartbeat);
}

const isJump = (before: number, now: number): boolean => Math.abs(now - before) > DAY;

/** Notes the time. True when it has jumped since the last note. */
export async function beat(tx: Write, now: number): Promise<boolean> {
  const before = await readHeartbeat(tx);
  const jumped = before !== undefined && isJump(before.at, now);
  const jumpedAt = jumped ? now : (before?.jumpedAt ?? 0);
  const value = JSON.stringify({ at: now, jumpedAt } satisfies Heartbeat);
  await tx
    .insertInto("meta")
    .values({ key: KEY, value })
    .onConflict((on) => on.column("key").doUpdateSet({ value }))
    .execute();
  if (jumped && before.at > now) await planEarlier(tx, now, before.at - now);
  return jumped;
}

/** What is due later than `now` by a clock that was ahead by so many milliseconds. It may run early, which it bears. */
async function planEarlier(tx: Write, now: number, ahead: number): Promise<void> {
  const due_at = sql<number>`case when due_at > ${now + ahead} then due_at - ${ahead} else ${now} end`;
  await tx
    .updateTable("jobs")
    .set({ due_at })
    .where("state", "=", "queued")
    .where("due_at", ">", now)
    .execute();
  // Whoever works shows it every few seconds; a claim until a later day is of somebody who is gone.
  const lost = tx.updateTable("jobs").set({ lease_until: now }).where("state", "=", "running");
  await lost.where("lease_until", ">", now + DAY).execute();
  await tx.updateTable("deliveries").set({ due_at }).where("due_at", ">", now).execute();
  await tx.updateTable("openapi_specs").set({ due_at }).where("due_at", ">", now).execute();
}

/** Whether time has gone on evenly for a day, so that what is over may be deleted. True where nobody notes it. */
export async function isClockSteady(read: Read, now: number): Promise<boolean> {
  const last = await readHeartbeat(read);
  if (last === undefined) return true;
  return !isJump(last.at, now) && (last.jumpedAt === 0 || isJump(last.jumpedAt, now));
}

/**
 * Notes the time now and then until it is stopped.
 * @param offset the setting for retention drills: a clock that is moved on purpose is not watched
 */
export async function watchClock(
  { db, clock, log }: Pick<Deps, "db" | "clock" | "log">,
  offset: number,
): Promise<() => Promise<void>> {
  if (offset !== 0) {
    await db.transact(async (tx) => void (await tx.deleteFrom("meta").where("key", "=", KEY).execute()));
    return async () => undefined;
  }
  const note = async (): Promise<void> => {
    if (await db.transact((tx) => beat(tx, clock.now()))) {
      log.warn("time has jumped by more than a day: nothing is deleted for good for another day");
    }
  };
  let noting = note();
  await noting;
  const timer = setInterval(() => {
    noting = note().catch((error: unknown) => log.warn({ err: error }, "the time was not noted"));
  }, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await noting;
  };
}
