import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { planHousekeeping } from "../test/plannedRounds.ts";
import { notedRooms } from "./room.ts";

const world = useWorld();
const DAY = 24 * 3600 * 1000;
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

const count = async (table: "idempotency" | "nodes" | "bodies" | "outbox") => {
  const { n } = await world()
    .deps.db.read.selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
};

test("a round removes what is old, keeps what is reached, and plans the next one", async () => {
  const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer, {
    "idempotency-key": "old",
  });
  const changes = [{ operation: "insert_page", document: { markdown: "# Kept\n\nwords" } }];
  const made = await world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const orphan = { hash: "f".repeat(40), text: "nobody's", touched_at: 0 };
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("bodies")
      .values({ organization_id: world().organization, ...orphan })
      .execute(),
  );
  const [nodes, bodies] = [await count("nodes"), await count("bodies")];
  await planHousekeeping(world().deps);
  await planHousekeeping(world().deps);
  world().ahead = 2 * DAY;
  await world().runJobs();
  expect(await count("idempotency")).toBe(0);
  expect(await count("bodies")).toBe(bodies - 1);
  expect(await count("nodes")).toBeLessThanOrEqual(nodes);
  expect(await count("outbox")).toBeGreaterThan(0);
  const page = await world().get(`/spaces/${space.id}/content/page/${made.body.changes[0].page}`, writer);
  expect(page.body.markdown).toBe("words");
  const planned = await world()
    .deps.db.read.selectFrom("jobs")
    .select(["state", "due_at"])
    .where("kind", "=", "housekeeping")
    .execute();
  expect(planned).toHaveLength(1);
  expect(planned[0]?.state).toBe("queued");
  expect(planned[0]?.due_at).toBeGreaterThan(world().deps.clock.now() + DAY / 2);
  world().ahead = 40 * DAY;
  await world().runJobs();
  expect(await count("outbox")).toBe(0);
  // From the room of each round lectern doctor reckons when the disk is full.
  const rooms = await notedRooms(world().deps.db.read);
  expect(rooms.map(({ bytes }) => bytes > 0)).toEqual([true, true]);
  expect(Number(rooms[1]?.at) - Number(rooms[0]?.at)).toBeGreaterThan(37 * DAY);
});

test("forgets tasks of integrations after a day, and other jobs after a month", async () => {
  const { deps, organization } = world();
  const now = deps.clock.now();
  const job = (id: string, kind: string, days: number) => ({
    id,
    kind,
    payload: "{}",
    state: "done" as const,
    due_at: 0,
    organization_id: organization,
    created_at: 0,
    finished_at: now - days * DAY,
  });
  const task = "integration-task";
  const jobs = [job("1", task, 2), job("2", task, 0), job("3", "import", 2), job("4", "import", 31)];
  await deps.db.transact((tx) => tx.insertInto("jobs").values(jobs).execute());
  await deps.db.transact((tx) =>
    tx.updateTable("jobs").set({ due_at: now }).where("kind", "=", "housekeeping").execute(),
  );
  await world().runJobs();
  const ids = jobs.map(({ id }) => id);
  const left = await deps.db.read
    .selectFrom("jobs")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  expect(left.map(({ id }) => id)).toEqual(["2", "3"]);
});

test("forgets sign-ins of single sign-on that are over, and assertions that can't come again", async () => {
  const { deps, organization } = world();
  const base = deps.clock.now();
  const provider = { id: "idp", organization_id: organization, label: "Company", created_at: base };
  const request = (name: string, expires_at: number) => ({
    relay_hash: name,
    organization_id: provider.organization_id,
    provider_id: provider.id,
    request_id: name,
    browser_hash: name,
    created_at: base,
    expires_at,
  });
  const assertion = (assertion_id: string, expires_at: number) => ({
    organization_id: provider.organization_id,
    provider_id: provider.id,
    assertion_id,
    expires_at,
  });
  await deps.db.transact(async (tx) => {
    await tx.insertInto("saml_providers").values(provider).execute();
    await tx
      .insertInto("saml_requests")
      .values([request("over", base - 10 * DAY), request("under way", base + 10 * DAY)])
      .execute();
    await tx
      .insertInto("saml_assertions")
      .values([assertion("over", base - 10 * DAY), assertion("may come again", base + 10 * DAY)])
      .execute();
  });
  world().ahead += 2 * DAY;
  await planHousekeeping(deps);
  await world().runJobs();
  const requests = await deps.db.read.selectFrom("saml_requests").select("request_id").execute();
  const assertions = await deps.db.read.selectFrom("saml_assertions").select("assertion_id").execute();
  expect([requests, assertions]).toEqual([
    [{ request_id: "under way" }],
    [{ assertion_id: "may come again" }],
  ]);
});
