import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let stranger: Person;
let team = "";
let base = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("cleo", "create");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  base = `/orgs/${world().organization}`;
  await world().post(`${base}/spaces`, { title: "Space" }, creator);
  world().ahead = 10_000;
  team = (await world().put(`${base}/teams`, { title: "Team" }, admin)).body.id;
  await world().patch(`${base}/teams/${team}`, { title: "Crew" }, admin);
  world().ahead = 20_000;
  await world().patch(`${base}/members/${creator.id}`, { role: "edit" }, admin);
  world().ahead = 0;
});

const log = (query = "", as: Person | undefined = admin) => world().get(`${base}/audit-events${query}`, as);
const actions = ({ body }: Answer): string[] => body.items.map((item: { action: string }) => item.action);

describe("getOrganizationAuditEvent", () => {
  test("answers an entry as the list does, to administrators of its organization", async () => {
    const [entry] = (await log()).body.items;
    const path = new URL(entry.urls.location).pathname.replace("/v1", "");
    expect((await world().get(path, admin)).body).toEqual(entry);
    expect((await world().get(path, creator)).status).toBe(403);
    expect((await world().get(path, stranger)).status).toBe(404);
    const own = await world().post("/orgs", { title: "Third" }, stranger);
    const elsewhere = path.replace(world().organization, own.body.id);
    for (const absent of [`${base}/audit-events/absent`, elsewhere])
      expect((await world().get(absent, absent === elsewhere ? stranger : admin)).status).toBe(404);
  });
});

describe("listAuditEvents", () => {
  test("lists every change once, the newest first", async () => {
    const answer = await log();
    expect(actions(answer)).toEqual(["member.update", "team.update", "team.create", "space.create"]);
    expect(answer.body.count).toBe(4);
    expect(answer.body.items[0]).toMatchObject({
      object: "audit-event",
      actor: { type: "user", id: admin.id, label: "ada" },
      source: "api",
      target: { type: "member", id: creator.id, label: "cleo" },
      before: { role: "create" },
      after: { role: "edit" },
    });
  });

  test("goes on where a page ends, filtered or not", async () => {
    for (const filter of ["", `&actor=${admin.id}`]) {
      const all = actions(await log(`?limit=100${filter}`));
      const found: string[] = [];
      let page = "";
      for (let round = 0; round < 6; round++) {
        const answer = await log(`?limit=1${filter}${page}`);
        found.push(...actions(answer));
        if (answer.body.next === undefined) break;
        page = `&page=${answer.body.next.page}`;
      }
      expect(found).toEqual(all);
    }
  });

  test("filters by action, actor, target and time", async () => {
    expect(actions(await log("?action=team.create"))).toEqual(["team.create"]);
    expect(actions(await log(`?actor=${creator.id}`))).toEqual(["space.create"]);
    expect(actions(await log(`?target=${team}`))).toEqual(["team.update", "team.create"]);
    const { occurredAt } = (await log("?action=team.create")).body.items[0];
    expect(actions(await log(`?to=${occurredAt}`))).toEqual(["space.create"]);
    expect(actions(await log(`?from=${occurredAt}&action=team.create`))).toEqual(["team.create"]);
    expect(actions(await log(`?actor=nobody`))).toEqual([]);
  });

  test.each(["limit=101", "limit=0", "from=yesterday", "to=2016-12-31T23:59:60Z", "colour=red", "page=x"])(
    "refuses %s",
    async (query) => {
      const answer = await log(`?${query}`);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, `/${query.split("=")[0]}`]);
    },
  );

  test("is the administrators' alone", async () => {
    expect((await world().get(`${base}/audit-events`)).status).toBe(401);
    expect((await log("", creator)).status).toBe(403);
    expect((await log("", stranger)).status).toBe(404);
  });
});

test("listAuditEventActions lists the names that are there", async () => {
  const { body } = await world().get(`${base}/audit-event-actions`, admin);
  expect(body).toEqual({ items: ["member.update", "space.create", "team.create", "team.update"] });
  expect((await world().get(`${base}/audit-event-actions`, creator)).status).toBe(403);
  expect((await world().get(`${base}/audit-event-actions`, stranger)).status).toBe(404);
});

test("exportAuditEvents sends one document a line, the oldest first, however many", async () => {
  const path = `${base}/audit-events/export`;
  const lines = async (query = "") =>
    (await world().get(`${path}${query}`, admin)).text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect((await lines("?action=team.create")).map(({ action }) => action)).toEqual(["team.create"]);
  await world().deps.db.transact(async (tx) => {
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      id: `made${index}`,
      organization_id: world().organization,
      occurred_at: 1,
      action: "made",
      actor_type: "system" as const,
      actor_id: "job",
      source: "job" as const,
      target_type: "thing",
      target_id: "t",
    }));
    await tx.insertInto("audit").values(rows).execute();
  });
  const all = await lines();
  expect(all).toHaveLength(1204);
  expect(all.slice(0, 3).map(({ id }) => id)).toEqual(["made0", "made1", "made2"]);
  expect(all[0]).toMatchObject({ source: "workflow", actor: { type: "system", id: "job" } });
  const answer = await world().get(path, admin);
  expect(answer.headers["content-type"]).toContain("application/x-ndjson");
  expect((await world().get(`${path}?limit=1`, admin)).status).toBe(400);
  expect((await world().get(path, creator)).status).toBe(403);
});
