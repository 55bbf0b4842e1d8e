import { expect, test } from "vitest";
import { IMPORT_JOB } from "../content/importJob.ts";
import { enqueue } from "../../db/jobs.ts";
import { newId } from "../../ports/ids.ts";
import { useWorld } from "../../test/harness.ts";
import { disableUser } from "./disable.ts";

const world = useWorld();

test("what somebody had queued does nothing once they are disabled, and what they ask meanwhile is refused", async () => {
  const boss = await world().addPerson("boss", "admin");
  const dora = await world().addPerson("dora", "edit");
  const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, boss);
  const [id, now] = [newId(), world().deps.clock.now()];
  const payload = { url: "http://127.0.0.1:9/never.md", kind: "file", organization: world().organization };
  const job = {
    id,
    kind: IMPORT_JOB,
    payload,
    due: now,
    now,
    space: space.id,
    organization: world().organization,
  };
  await world().deps.db.transact((tx) => enqueue(tx, { ...job, createdBy: dora.id }));
  const asked = Array.from({ length: 20 }, () => world().get(`/spaces/${space.id}`, dora));
  await world().deps.db.transact((tx) => disableUser(tx, dora.id, now));
  // Those that were under way may have been answered; none asked from now on is.
  expect(new Set((await Promise.all(asked)).map(({ status }) => status)).size).toBeLessThanOrEqual(2);
  const later = await Promise.all(Array.from({ length: 20 }, () => world().get(`/spaces/${space.id}`, dora)));
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([401]));
  await world().runJobs();
  const row = await world()
    .deps.db.read.selectFrom("jobs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toMatchObject({ state: "failed", error: expect.stringContaining("may not edit") });
});
