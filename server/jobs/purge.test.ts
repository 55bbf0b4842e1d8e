/** What a network that keeps answers of sites is told, when, and how often. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFetch, type OutboundFetch } from "../ports/fetch.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { Receiver } from "./delivery/receiver.fixture.ts";

const AGAIN = 30_000;
const world = useWorld();
let receiver: Receiver;
let fetch: OutboundFetch;
let admin: Person;
let of = "";
let site = "";
let space = "";
let page = "";

beforeAll(async () => {
  receiver = await Receiver.open();
  fetch = openFetch({ allowPrivateNetwork: true });
  Object.assign(world().deps, {
    purge: { url: `${receiver.url}/purge`, token: "a secret", fetch, settling: 0 },
  });
  admin = await world().addPerson("ada", "admin");
  of = `/orgs/${world().organization}`;
  space = (await world().post(`${of}/spaces`, { title: "Guide" }, admin)).body.id;
  site = (await world().post(`${of}/sites`, { title: "Guide", spaces: [space] }, admin)).body.id;
  await world().post(`${of}/sites/${site}/publish`, undefined, admin);
  const changes = [{ operation: "insert_page", title: "One", document: { markdown: "One." } }];
  page = (await world().post(`/spaces/${space}/content`, { changes }, admin)).body.changes[0].page;
});
afterAll(async () => {
  await receiver.close();
  await fetch.close();
});
beforeEach(async () => {
  receiver.answer = (response) => void response.writeHead(204).end();
  await tellAll();
  receiver.received.length = 0;
});

/** What was told, each request's tags in order. */
const told = (): string[][] =>
  receiver.at("/purge").map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags.toSorted());
async function tellAll(): Promise<void> {
  for (const ahead of [0, AGAIN, AGAIN]) {
    world().ahead += ahead;
    await world().runJobs();
  }
}
const both = (): string[] => [`site:${site}`, `space:${space}`];

test("is told what changed, with its token, and once more when answers that were under way have come", async () => {
  await world().patch(`${of}/sites/${site}`, { visibility: "share-link" }, admin);
  await world().patch(`${of}/sites/${site}`, { visibility: "public" }, admin);
  await world().post(`/spaces/${space}/comments`, { body: { markdown: "Hm." } }, admin);
  const changedAt = Date.now();
  let toldAt = 0;
  const { purge } = world().deps;
  Object.assign(world().deps, { purge: { ...purge, settling: undefined } });
  receiver.answer = (response) => {
    toldAt = Date.now();
    response.writeHead(200).end("purged");
  };
  await world().runJobs();
  Object.assign(world().deps, { purge });
  // Two changes of one site are one tag.
  expect(told()).toEqual([[`site:${site}`]]);
  const { headers } = receiver.at("/purge")[0] ?? { headers: {} };
  expect(headers).toMatchObject({
    authorization: "Bearer a secret",
    "surrogate-key": `site:${site}`,
    "content-type": "application/json",
  });
  // Not before all processes have let go of what they believed.
  expect(toldAt - changedAt).toBeGreaterThan(1000);
  await world().runJobs();
  expect(told()).toHaveLength(1);
  world().ahead += AGAIN;
  await world().runJobs();
  expect(told()).toEqual([[`site:${site}`], [`site:${site}`]]);
  world().ahead += 10 * AGAIN;
  await world().runJobs();
  expect(told()).toHaveLength(2);
});

test("hears of what is written bit by bit at once, though webhooks wait for its end", async () => {
  const hook = await world().post(`${of}/webhooks`, { url: `${receiver.url}/hook` }, admin);
  const change = { operation: "update_page", page, document: { markdown: "Two." } };
  const written = await world().call("POST", `/spaces/${space}/content`, {
    as: admin,
    body: { changes: [change] },
    headers: { prefer: "coalesce" },
  });
  expect(written.status).toBe(200);
  await world().runJobs();
  expect(told()).toEqual([both()]);
  expect(receiver.at("/hook")).toEqual([]);
  await world().delete(`${of}/webhooks/${hook.body.id}`, admin);
});

test("what it doesn't take is told again, and what comes later is told meanwhile", async () => {
  receiver.failing(503);
  await world().patch(`${of}/sites/${site}`, { title: "Guide 2" }, admin);
  await world().runJobs();
  expect(told()).toEqual([[`site:${site}`]]);
  const change = { operation: "update_page", page, document: { markdown: "Three." } };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, admin);
  await world().runJobs();
  expect(told()).toContainEqual(both());
  receiver.answer = (response) => void response.writeHead(204).end();
  receiver.received.length = 0;
  world().ahead += 60_000;
  await world().runJobs();
  expect(told()).toEqual([both()]);
});

test("what integrations and fonts change is told to it, and to no webhook", async () => {
  const hook = await world().post(`${of}/webhooks`, { url: `${receiver.url}/hook` }, admin);
  const renderer = { kind: "renderer", url: `${receiver.url}/renderer` };
  const made = await world().post(`${of}/webhooks`, renderer, admin);
  const script = "export default { events: {} };";
  const body = { title: "Counter", description: "Counts.", organization: world().organization, script };
  expect((await world().post("/integrations/counter", body, admin)).status).toBe(200);
  await world().runJobs();
  expect(told()).toEqual([[`site:${site}`]]);
  expect(receiver.at("/hook")).toEqual([]);
  expect(receiver.at("/renderer").map(({ body: said }) => JSON.parse(said).tags)).toEqual([[`site:${site}`]]);
  for (const { id } of [hook.body, made.body]) await world().delete(`${of}/webhooks/${id}`, admin);
});

/** Events of writing that wait to be told, as many spaces as are named writing in turns. */
async function write(
  count: number,
  spaces: readonly string[],
  created_at = Date.now() + world().ahead,
): Promise<void> {
  const { db, newId } = world().deps;
  for (let at = 0; at < count; at += 500)
    await db.transact((tx) =>
      tx
        .insertInto("outbox")
        .values(
          Array.from({ length: Math.min(500, count - at) }, (_, index) => {
            const spaceId = spaces[(at + index) % spaces.length] as string;
            return {
              id: newId(),
              kind: "space_content_updated",
              organization_id: world().organization,
              space_id: spaceId,
              subject_id: spaceId,
              payload: JSON.stringify({ spaceId }),
              created_at,
              taken_at: created_at,
              purge_at: created_at,
              purges: 2,
            };
          }),
        )
        .execute(),
    );
}
async function waiting(): Promise<number> {
  const { count } = await world()
    .deps.db.read.selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("purge_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

test("of much that is written it is told once, and before that of what is taken away", async () => {
  const others = ["a", "b", "c"].map((name) => `other-${name}`);
  await write(5000, others);
  await world().post(`${of}/sites/${site}/unpublish`, undefined, admin);
  await world().runJobs();
  const tags = others.map((id) => `space:${id}`);
  expect(told()).toEqual([[...tags, `site:${site}`].toSorted(), tags, tags]);
  // One for each thing is told once more, and all at once.
  expect(await waiting()).toBeLessThanOrEqual(10);
  receiver.received.length = 0;
  world().ahead += AGAIN;
  await world().runJobs();
  expect(told().flat().toSorted()).toEqual([`site:${site}`, ...tags].toSorted());
  expect(await waiting()).toBe(0);
  await world().post(`${of}/sites/${site}/publish`, undefined, admin);
});

test("what it doesn't take waits as the first and the last of each thing", async () => {
  receiver.failing(503);
  await write(1000, ["other"]);
  await world().runJobs();
  expect(told().length).toBeGreaterThan(0);
  expect(await waiting()).toBe(2);
  receiver.answer = (response) => void response.writeHead(204).end();
  await tellAll();
  expect(await waiting()).toBe(0);
});

test("what happened where there is none is told once there is one, but for what nobody keeps any more", async () => {
  const { purge } = world().deps;
  Object.assign(world().deps, { purge: undefined });
  await write(1, ["long-ago"], Date.now() + world().ahead - 63 * 60_000);
  await world().patch(`${of}/sites/${site}`, { title: "Guide 3" }, admin);
  await world().runJobs();
  expect(told()).toEqual([]);
  expect(await waiting()).toBe(2);
  Object.assign(world().deps, { purge });
  await world().runJobs();
  expect(told()).toEqual([[`site:${site}`]]);
  await tellAll();
  expect(await waiting()).toBe(0);
});
