import { beforeAll, expect, test } from "vitest";
import { openSession, SESSION_LIFETIME } from "../nouns/sessions/commands.ts";
import { newId } from "../ports/ids.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { beat, isClockSteady } from "./heartbeat.ts";
import { planHousekeeping } from "../test/plannedRounds.ts";

const world = useWorld();
const DAY = 24 * 3600 * 1000;
let wanda: Person;

beforeAll(async () => {
  wanda = await world().addPerson("wanda", "create");
});

const now = () => world().deps.clock.now();
const note = () => world().deps.db.transact((tx) => beat(tx, now()));
const steady = () => isClockSteady(world().deps.db.read, now());

const spaceCount = async (id: string) =>
  (await world().deps.db.read.selectFrom("spaces").select("id").where("id", "=", id).execute()).length;

/** Time goes on for some days, noted twice a day. */
async function live(days: number): Promise<void> {
  for (let half = 0; half < 2 * days; half++) {
    world().ahead += DAY / 2;
    await note();
  }
}

test("a clock is steady until it jumps, and a day after that", async () => {
  expect(await steady()).toBe(true);
  expect(await note()).toBe(false);
  await live(3);
  expect(await steady()).toBe(true);
  world().ahead += 365 * DAY;
  // Before anybody noted it, too.
  expect(await steady()).toBe(false);
  expect([await note(), await steady()]).toEqual([true, false]);
  world().ahead -= 365 * DAY;
  expect([await steady(), await note(), await steady()]).toEqual([false, true, false]);
  await live(0.5);
  expect(await steady()).toBe(false);
  await live(1);
  expect(await steady()).toBe(true);
});

test("a deleted space outlives a jump of the clock, and goes in its own time", async () => {
  const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, wanda);
  await world().delete(`/spaces/${space.id}`, wanda);
  world().ahead += 30 * DAY;
  await world().runJobs();
  world().ahead -= 30 * DAY;
  expect(await spaceCount(space.id)).toBe(1);
  expect((await world().post(`/spaces/${space.id}/restore`, undefined, wanda)).status).toBeLessThan(300);
  await world().delete(`/spaces/${space.id}`, wanda);
  await live(40);
  await world().runJobs();
  expect(await spaceCount(space.id)).toBe(0);
});

test("what was planned by a clock that was a year ahead comes in its time once it is set back", async () => {
  const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, wanda);
  await world().delete(`/spaces/${space.id}`, wanda);
  await planHousekeeping(world().deps);
  await note();
  world().ahead += 365 * DAY;
  await note();
  // All of it is due by now, and not done because of the jump; another worker dies at its work.
  await world().runJobs();
  const lost = { id: newId(), kind: "unknown", payload: "{}", state: "running" as const, due_at: now() };
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("jobs")
      .values({ ...lost, lease_until: now() + 15_000, created_at: now() })
      .execute(),
  );
  world().ahead -= 365 * DAY;
  await note();
  const jobs = await world().deps.db.read.selectFrom("jobs").selectAll().execute();
  const late = jobs.filter(
    ({ state, due_at, lease_until }) => (state === "queued" ? due_at : (lease_until ?? 0)) > now() + 7 * DAY,
  );
  expect(late).toEqual([]);
  for (let day = 0; day < 7; day++) {
    expect(await spaceCount(space.id)).toBe(1);
    await live(1);
    await world().runJobs();
  }
  await live(1);
  await world().runJobs();
  expect(await spaceCount(space.id)).toBe(0);
});

test("sessions that are over are forgotten, unless the clock jumped", async () => {
  const session = { user: wanda.id, method: "link" as const, address: undefined, userAgent: undefined };
  await world().deps.db.transact((tx) => openSession(tx, { id: newId(), ...session, now: now() }));
  const kept = async () => (await world().deps.db.read.selectFrom("sessions").select("id").execute()).length;
  await planHousekeeping(world().deps);
  world().ahead += SESSION_LIFETIME + DAY;
  await world().runJobs();
  expect(await kept()).toBe(1);
  world().ahead -= SESSION_LIFETIME + DAY;
  await live(35);
  await world().runJobs();
  expect(await kept()).toBe(0);
});
