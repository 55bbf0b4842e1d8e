/** What renderers elsewhere are told, and what they check it by. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { Receiver } from "./receiver.fixture.ts";

const world = useWorld();
let receiver: Receiver;
let admin: Person;
let of = "";
let site = "";
let space = "";

beforeAll(async () => {
  receiver = await Receiver.open();
  admin = await world().addPerson("ada", "admin");
  of = `/orgs/${world().organization}`;
  space = (await world().post(`${of}/spaces`, { title: "Guide" }, admin)).body.id;
  site = (await world().post(`${of}/sites`, { title: "Guide", spaces: [space] }, admin)).body.id;
  await world().runJobs();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
});

const sent = (): string[][] => receiver.received.map(({ body }) => JSON.parse(body).tags);

test("a renderer is told the tags of what changed, signed by the hash of the body with its secret", async () => {
  const made = await world().post(
    `${of}/webhooks`,
    { kind: "renderer", url: `${receiver.url}/~gitbook/revalidate` },
    admin,
  );
  expect([made.status, made.body.kind]).toEqual([201, "renderer"]);
  const changes = [{ operation: "insert_page", title: "One", document: { markdown: "One." } }];
  await world().post(`/spaces/${space}/content`, { changes }, admin);
  await world().runJobs();
  expect(sent()).toEqual([[`space:${space}`, `site:${site}`]]);
  const [{ body, headers } = { body: "", headers: {} }] = receiver.received;
  const hash = createHmac("sha256", made.body.secret).update(body).digest("hex");
  expect((headers as Record<string, string>)["x-gitbook-signature"]).toBe(hash);
  receiver.received.length = 0;
  const parts = `${of}/sites/${site}`;
  await world().patch(parts, { visibility: "unlisted" }, admin);
  await world().post(`${parts}/share-links`, { name: "All" }, admin);
  const destination = { kind: "external", url: "https://example.com/" };
  await world().post(`${parts}/redirects`, { source: "/gone", destination }, admin);
  await world().post(`${parts}/unpublish`, undefined, admin);
  await world().post(`/spaces/${space}/comments`, { body: { markdown: "Hm." } }, admin);
  await world().runJobs();
  expect(sent()).toEqual([[`site:${site}`], [`site:${site}`], [`site:${site}`], [`site:${site}`]]);
  const one = `${of}/webhooks/${made.body.id}`;
  const [delivery] = (await world().get(`${one}/deliveries`, admin)).body.items;
  receiver.received.length = 0;
  expect(
    (await world().post(`${one}/deliveries/${delivery.id}/replay`, undefined, admin)).status,
  ).toBeLessThan(300);
  await world().runJobs();
  expect(sent()).toEqual([[`site:${site}`]]);
  expect((await world().patch(one, { events: ["site_updated"] }, admin)).status).toBe(400);
  expect((await world().patch(one, { spaces: [space] }, admin)).status).toBe(400);
});

test("for a day after a rotation, who refuses what the new secret signed is sent it under the one before", async () => {
  const path = "/rotated";
  const made = await world().post(`${of}/webhooks`, { kind: "renderer", url: receiver.url + path }, admin);
  const one = `${of}/webhooks/${made.body.id}`;
  const rotated = await world().post(`${one}/rotate`, undefined, admin);
  const hashed = (secret: string, body: string) => createHmac("sha256", secret).update(body).digest("hex");
  const former = receiver.answer;
  receiver.answer = (response, { headers, body }) => {
    const isGood = headers["x-gitbook-signature"] === hashed(made.body.secret, body);
    response.writeHead(isGood ? 204 : 401).end();
  };
  const ping = async () => {
    receiver.received.length = 0;
    await world().patch(`${of}/sites/${site}`, { title: `Guide ${world().deps.clock.now()}` }, admin);
    await world().runJobs();
    return receiver
      .at(path)
      .map(({ headers, body }) => [
        headers["x-gitbook-signature"] === hashed(rotated.body.secret, body),
        headers["x-gitbook-signature"] === hashed(made.body.secret, body),
      ]);
  };
  expect(await ping()).toEqual([
    [true, false],
    [false, true],
  ]);
  const { items } = (await world().get(`${one}/deliveries`, admin)).body;
  expect(items[0]).toMatchObject({ status: "delivered" });
  receiver.answer = former;
  expect(await ping()).toEqual([[true, false]]);
});

test("sites are named too that show something of what changed by way of other spaces", async () => {
  const { status, body } = await world().post(`${of}/spaces`, { title: "Parts" }, admin);
  expect(status).toBe(201);
  const parts = body.id;
  const write = (to: string, ...changes: object[]) =>
    world().post(`/spaces/${to}/content`, { changes }, admin);
  const shared = { operation: "insert_reusable_content", title: "Legal", document: { markdown: "Once." } };
  const made = await write(parts, shared);
  const { reusableContent } = made.body.changes[0];
  const tag = `{% include "/spaces/${parts}/reusable/${reusableContent}" %}`;
  await write(space, { operation: "insert_page", title: "Terms", document: { markdown: tag } });
  await world().post(`${of}/webhooks`, { kind: "renderer", url: `${receiver.url}/included` }, admin);
  await world().runJobs();
  receiver.received.length = 0;
  await write(parts, {
    operation: "update_reusable_content",
    reusableContent,
    document: { markdown: "Twice." },
  });
  await world().runJobs();
  expect(receiver.at("/included").map(({ body: told }) => JSON.parse(told).tags)).toEqual([
    [`space:${parts}`, `site:${site}`],
  ]);
});
