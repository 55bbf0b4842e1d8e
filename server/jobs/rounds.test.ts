import { sql } from "kysely";
import { expect, test } from "vitest";
import { HOUSEKEEPING } from "../content/garbageRound.ts";
import { cancel, enqueue, findJob } from "../db/jobs.ts";
import { deleteOrganization } from "../nouns/orgs/end.ts";
import { deletePerson } from "../nouns/sessions/deletePerson.ts";
import { useWorld } from "../test/harness.ts";
import { planHousekeeping } from "../test/plannedRounds.ts";
import { jobHandlers, rounds } from "./handlers.ts";
import { REFRESH_SPECS } from "./refreshSpecs.ts";
import { openRunner } from "./runner.ts";

const world = useWorld();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const unfinished = (kind: string) =>
  world()
    .deps.db.read.selectFrom("jobs")
    .selectAll()
    .where("kind", "=", kind)
    .where("state", "in", ["queued", "running"])
    .execute();

test.each([
  [HOUSEKEEPING, DAY],
  [REFRESH_SPECS, 5 * MINUTE],
])("a round of %s that was cancelled or has failed is followed by the next one", async (kind, every) => {
  const { deps } = world();
  const handlers = jobHandlers(deps);
  const runner = openRunner(
    deps,
    { [kind]: handlers[kind] as never },
    rounds.filter((one) => one.kind === kind),
  );
  const run = () => runner.drain();
  expect(await run()).toBe(1);
  for (const state of ["cancelled", "failed"] as const) {
    const [planned, ...more] = await unfinished(kind);
    expect(more).toEqual([]);
    const late = Number(planned?.due_at) - deps.clock.now();
    expect(Math.abs(late - every)).toBeLessThan(MINUTE);
    await deps.db.transact((tx) => cancel(tx, planned?.id ?? "", deps.clock.now()));
    await deps.db.transact((tx) =>
      tx
        .updateTable("jobs")
        .set({ state })
        .where("id", "=", planned?.id ?? "")
        .execute(),
    );
    world().ahead += every - MINUTE;
    expect(await run()).toBe(0);
    world().ahead += 2 * MINUTE;
    expect(await run()).toBe(1);
  }
});

test("what was deleted for good goes, though its job was cancelled or has failed", async () => {
  const { deps, organization } = world();
  const { db, newId } = deps;
  const writer = await world().addPerson("wanda", "admin");
  const gone = await world().addPerson("gustav", "read");
  const { body: space } = await world().post(`/orgs/${organization}/spaces`, {}, writer);
  const { body: site } = await world().post(`/orgs/${organization}/sites`, { title: "Docs" }, writer);
  const { body: collection } = await world().post(`/orgs/${organization}/collections`, {}, writer);
  const ended = await world().addOrganization("Over", "over");
  for (const path of [
    `/spaces/${space.id}`,
    `/orgs/${organization}/sites/${site.id}`,
    `/collections/${collection.id}`,
  ])
    expect((await world().delete(path, writer)).status).toBeLessThan(300);
  const now = deps.clock.now();
  await db.transact((tx) => deleteOrganization(tx, { id: ended, now, newId }));
  await db.transact((tx) => deletePerson(tx, { user: gone.id, now, newId, trace: async () => undefined }));
  const kinds = ["purge-space", "purge-site", "purge-collection", "end-organization", "forget-person"];
  const ends = ["failed", "cancelled", "failed", "cancelled", "failed"] as const;
  for (const [index, kind] of kinds.entries()) {
    expect(await unfinished(kind)).toHaveLength(1);
    await db.transact((tx) =>
      tx
        .updateTable("jobs")
        .set({ state: ends[index] as "failed", finished_at: now })
        .where("kind", "=", kind)
        .execute(),
    );
  }
  // The same was asked for twice: one does.
  const [once] = await db.read.selectFrom("jobs").selectAll().where("kind", "=", "purge-space").execute();
  await db.transact((tx) =>
    tx
      .insertInto("jobs")
      .values({ ...(once as NonNullable<typeof once>), id: `${once?.id}2`, state: "cancelled" })
      .execute(),
  );
  const states = async () => {
    const rows = await db.read
      .selectFrom("jobs")
      .select(["kind", "state"])
      .where("kind", "in", kinds)
      .execute();
    return rows.map(({ state }) => state).toSorted();
  };
  world().ahead += DAY / 2;
  await planHousekeeping(deps);
  await db.transact((tx) =>
    tx.updateTable("jobs").set({ due_at: now }).where("kind", "=", HOUSEKEEPING).execute(),
  );
  await world().runJobs();
  expect(await states()).toEqual(["cancelled", "cancelled", "cancelled", "failed", "failed", "failed"]);
  world().ahead += 40 * DAY;
  await world().runJobs();
  const left = [
    await db.read.selectFrom("spaces").select("id").where("id", "=", space.id).execute(),
    await db.read.selectFrom("sites").select("id").where("id", "=", site.id).execute(),
    await db.read.selectFrom("collections").select("id").where("id", "=", collection.id).execute(),
    await db.read.selectFrom("organizations").select("id").where("id", "=", ended).execute(),
  ];
  expect(left).toEqual([[], [], [], []]);
  expect(await states()).not.toContain("failed");
});

test("what is asked for anew while it is taken up leaves the round as it is", async () => {
  const { deps } = world();
  const { db, newId } = deps;
  await world().runJobs();
  const now = deps.clock.now();
  const job = { kind: "purge-space", key: "purge-space:x", organization: null, due: now + DAY, now };
  await db.transact(async (tx) => {
    await enqueue(tx, { ...job, id: newId() });
    await tx
      .updateTable("jobs")
      .set({ state: "cancelled", finished_at: now - 2 * DAY })
      .where("key", "=", job.key)
      .execute();
    await tx.updateTable("jobs").set({ due_at: now }).where("kind", "=", HOUSEKEEPING).execute();
  });
  const before = await unfinished(HOUSEKEEPING);
  let commit = (): void => undefined;
  const committing = new Promise<void>((resolve) => (commit = resolve));
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const asking = db.transact(async (tx) => {
    await enqueue(tx, { ...job, id: newId() });
    asked();
    await committing;
  });
  await isAsked;
  const handlers = jobHandlers(deps);
  const round = openRunner(deps, { [HOUSEKEEPING]: handlers[HOUSEKEEPING] as never }).drain();
  if (db.dialect === "postgres") {
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(db.read)).rows.length).toBeGreaterThan(0);
  }
  commit();
  await asking;
  await round;
  expect((await findJob(db.read, before[0]?.id ?? ""))?.error).toBeNull();
  const states = await db.read.selectFrom("jobs").select("state").where("key", "=", job.key).execute();
  expect(states.map(({ state }) => state).toSorted()).toEqual(["cancelled", "queued"]);
});
