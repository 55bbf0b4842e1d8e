import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EVENT_TYPES } from "../../access/events.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { planHousekeeping } from "../../test/plannedRounds.ts";
import { openRunner } from "../runner.ts";
import { deliverJob, DELIVER_JOB, delivering } from "./deliver.ts";
import { type ReceivedDelivery, Receiver } from "./receiver.fixture.ts";
import { waitAfter } from "./settle.ts";

const world = useWorld();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let receiver: Receiver;
let admin: Person;
let hooks: string;

beforeAll(async () => {
  receiver = await Receiver.open();
  admin = await world().addPerson("ada", "admin");
  hooks = `/orgs/${world().organization}/webhooks`;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await world().runJobs();
  await world().deps.db.transact((tx) => tx.deleteFrom("event_targets").execute());
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
});

interface Hook {
  readonly id: string;
  readonly secret: string;
}

const hook = async (path: string, body: object = {}): Promise<Hook> =>
  (await world().post(hooks, { url: receiver.url + path, ...body }, admin)).body;
const show = async ({ id }: Hook) => (await world().get(`${hooks}/${id}`, admin)).body;
const space = async (): Promise<string> =>
  (await world().post(`/orgs/${world().organization}/spaces`, {}, admin)).body.id;
const write = async (id: string, title: string): Promise<string> => {
  const changes = [{ operation: "insert_page", title, document: { markdown: title } }];
  return (await world().post(`/spaces/${id}/content`, { changes }, admin)).body.revision;
};
const deliveries = async ({ id }: Hook, filter = "") =>
  (await world().get(`${hooks}/${id}/deliveries?limit=1000${filter}`, admin)).body.items;
const revisions = (received: readonly ReceivedDelivery[]) =>
  received.map(({ event }) => event.data["revisionId"]);

/** Checks a message as the text of Standard Webhooks says it, without any code of ours. */
function isGenuine(secret: string, { headers, body }: ReceivedDelivery): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const [, at, hex] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(headers["x-lectern-signature"] ?? "") ?? [];
  const plain = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected) && plain === hex;
}

describe("what is told", () => {
  test("an event arrives once, signed, at each webhook that asks for it", async () => {
    const id = await space();
    await world().runJobs();
    const [all, types, elsewhere, here] = [
      await hook("/all"),
      await hook("/types", { events: ["space_content_updated"] }),
      await hook("/elsewhere", { spaces: [await space()] }),
      await hook("/here", { spaces: [id] }),
    ];
    await world().runJobs();
    receiver.received.length = 0;
    const revision = await write(id, "One");
    await world().patch(`/spaces/${id}`, { title: "Named" }, admin);
    await world().runJobs();
    expect(receiver.at("/all").map(({ event }) => event.type)).toEqual([
      "space_content_updated",
      "space_updated",
    ]);
    expect(receiver.at("/here")).toHaveLength(2);
    expect(receiver.at("/elsewhere")).toEqual([]);
    expect(await deliveries(elsewhere, "&status=waiting")).toEqual([]);
    const [message] = receiver.at("/types");
    expect(receiver.at("/types")).toHaveLength(1);
    expect(message?.event).toEqual({
      id: message?.headers["webhook-id"],
      type: "space_content_updated",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        organizationId: world().organization,
        spaceId: id,
        revisionId: revision,
        actor: { type: "user", id: admin.id },
      },
    });
    expect(message?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Lectern-Webhook",
    });
    for (const one of receiver.at("/all")) expect(isGenuine(all.secret, one)).toBe(true);
    expect(isGenuine(types.secret, message as ReceivedDelivery)).toBe(true);
    expect(isGenuine(here.secret, message as ReceivedDelivery)).toBe(false);
    expect(isGenuine(types.secret, { ...(message as ReceivedDelivery), body: `${message?.body} ` })).toBe(
      false,
    );
    const [delivery] = await deliveries(types);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1, event: { id: message?.event.id } });
    expect((await show(types)).lastDeliveredAt).toBeDefined();
    expect(await world().runJobs()).toBe(0);
  });

  test("the parts of a site are told with their site, and without their secrets", async () => {
    const sites = `/orgs/${world().organization}/sites`;
    const { id } = (await world().post(sites, { title: "Parts", spaces: "sample" }, admin)).body;
    await hook("/site");
    const link = (await world().post(`${sites}/${id}/share-links`, { name: "Partners" }, admin)).body;
    const moved = { source: "/old", destination: { kind: "external", url: "https://docs.example.com/" } };
    const redirect = (await world().post(`${sites}/${id}/redirects`, moved, admin)).body;
    const part = (await world().post(`${sites}/${id}/site-spaces`, { spaceId: await space() }, admin)).body;
    await world().delete(`${sites}/${id}/share-links/${link.id}`, admin);
    await world().runJobs();
    const { organization } = world();
    const common = { organizationId: organization, siteId: id, actor: { type: "user", id: admin.id } };
    const told = receiver.at("/site").map(({ event: { type, data } }) => [type, data]);
    for (const [type, ids] of [
      ["share_link_created", { shareLinkId: link.id }],
      ["site_redirect_created", { siteRedirectId: redirect.id }],
      ["site_space_created", { siteSpaceId: part.id }],
      ["share_link_deleted", { shareLinkId: link.id }],
    ] as const)
      expect(told).toContainEqual([type, { ...common, ...ids }]);
  });

  test("a change request tells of its life, and of what its merge publishes", async () => {
    const id = await space();
    await hook("/life", { spaces: [id] });
    const request = (await world().post(`/spaces/${id}/change-requests`, { subject: "S" }, admin)).body.id;
    const path = `/spaces/${id}/change-requests/${request}`;
    const changes = [{ operation: "insert_page", title: "New", document: { markdown: "n" } }];
    await world().post(`${path}/content`, { changes }, admin);
    await world().post(`${path}/merge`, undefined, admin);
    await world().runJobs();
    const told = receiver.at("/life").map(({ event: { type, data } }) => [type, data["changeRequestId"]]);
    expect(told).toEqual([
      ["change_request_created", request],
      ["change_request_content_updated", request],
      ["space_content_updated", request],
      ["change_request_merged", request],
    ]);
  });

  test("what happened before is not told, nor what happens while it is not active", async () => {
    const id = await space();
    await write(id, "Before");
    const one = await hook("/later", { spaces: [id] });
    await world().patch(`${hooks}/${one.id}`, { active: false }, admin);
    await write(id, "Meanwhile");
    await world().patch(`${hooks}/${one.id}`, { active: true }, admin);
    const last = await write(id, "After");
    await world().runJobs();
    expect(revisions(receiver.at("/later"))).toEqual([last]);
  });

  test("for a day after a rotation both secrets sign", async () => {
    const one = await hook("/rotated");
    const { secret } = (await world().post(`${hooks}/${one.id}/rotate`, undefined, admin)).body;
    const told = async () => {
      await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
      await world().runJobs();
      const message = receiver.received.at(-1) as ReceivedDelivery;
      const standard = (of: string) =>
        (message.headers["webhook-signature"] ?? "").split(" ").some((signature) => {
          const key = Buffer.from(of.slice(6), "base64");
          const text = `${message.headers["webhook-id"]}.${message.headers["webhook-timestamp"]}.${message.body}`;
          return signature === `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
        });
      return [standard(one.secret), standard(secret)];
    };
    expect(await told()).toEqual([true, true]);
    world().ahead += DAY;
    expect(await told()).toEqual([false, true]);
  });
});

describe("what doesn't arrive", () => {
  test("is tried again, later each time, with the same id and a new signature", async () => {
    const one = await hook("/down");
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    receiver.failing(503, "x".repeat(5000));
    await world().runJobs();
    await world().runJobs();
    expect(receiver.received).toHaveLength(1);
    for (let tries = 1; tries <= 3; tries++) {
      world().ahead += waitAfter(tries, 1);
      if (tries === 3) receiver.failing(200, "fine");
      await world().runJobs();
    }
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
    expect(receiver.received.every((message) => isGenuine(one.secret, message))).toBe(true);
    const [{ id }] = await deliveries(one);
    const { body } = await world().get(`${hooks}/${one.id}/deliveries/${id}`, admin);
    expect(body).toMatchObject({ status: "delivered", attempts: 4 });
    expect(body.log.map(({ status }: { status: number }) => status)).toEqual([503, 503, 503, 200]);
    expect(body.log[0].answer).toBe("x".repeat(1024));
    expect((await show(one)).failingSince).toBeUndefined();
  });

  test("waits grow to hours, and spread", () => {
    const waits = Array.from({ length: 12 }, (_, at) => waitAfter(at + 1, 0.5));
    expect(waits.slice(0, 3)).toEqual([5000, 20_000, 80_000]);
    expect(waits.at(-1)).toBe(4 * HOUR);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([4500, 5500]);
  });

  test.each([
    ["a redirect", 302, "FETCH_FAILED"],
    ["a broken connection", 0, "FETCH_FAILED"],
  ])("%s counts as a failure and is not followed", async (_, status, error) => {
    const one = await hook("/odd");
    receiver.answer = (response) => {
      if (status === 0) response.destroy();
      else response.writeHead(status, { location: `${receiver.url}/followed` }).end();
    };
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    await world().runJobs();
    const [{ id }] = await deliveries(one);
    const { body } = await world().get(`${hooks}/${one.id}/deliveries/${id}`, admin);
    expect(body.log).toMatchObject([{ number: 1, error }]);
    expect(receiver.at("/followed")).toEqual([]);
  });

  test("an answer that ends in the middle is an answer", async () => {
    const one = await hook("/short");
    receiver.answer = (response) => {
      response.writeHead(200, { "content-length": "100", "content-encoding": "gzip" });
      response.write("not gzip", () => response.destroy());
    };
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    await world().runJobs();
    expect((await deliveries(one))[0]).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("holds up what follows in its space, and nothing of other spaces", async () => {
    const [a, b] = [await space(), await space()];
    await hook("/order", { events: ["space_content_updated"] });
    const poison = await write(a, "A1");
    receiver.answer = (response, { event }) =>
      void response.writeHead(event.data["revisionId"] === poison ? 500 : 200).end();
    const [a2, b1, a3] = [await write(a, "A2"), await write(b, "B1"), await write(a, "A3")];
    await world().runJobs();
    const first = revisions(receiver.at("/order"));
    expect(first.toSorted()).toEqual([poison, b1].toSorted());
    receiver.answer = (response) => void response.writeHead(200).end();
    world().ahead += waitAfter(1, 1);
    await world().runJobs();
    expect(revisions(receiver.at("/order")).slice(2)).toEqual([poison, a2, a3]);
  });

  test("is given up after a day while the webhook works otherwise, and then the next goes", async () => {
    const [a, b] = [await space(), await space()];
    const one = await hook("/poison", { events: ["space_content_updated"] });
    const poison = await write(a, "A1");
    const next = await write(a, "A2");
    receiver.answer = (response, { event }) =>
      void response.writeHead(event.data["revisionId"] === poison ? 500 : 200).end();
    for (let hour = 0; hour <= 25; hour += 5) {
      await write(b, `B${hour}`);
      await world().runJobs();
      world().ahead += 5 * HOUR;
    }
    const mine = (await deliveries(one)).filter(({ space: id }: { space: string }) => id === a);
    expect(mine.map(({ status }: { status: string }) => status)).toEqual(["delivered", "failed"]);
    expect(revisions(receiver.received)).toContain(next);
    expect((await show(one)).active).toBe(true);
    // It may be sent again, out of its turn.
    receiver.answer = (response) => void response.writeHead(200).end();
    await world().post(`${hooks}/${one.id}/deliveries/${mine[1].id}/replay`, undefined, admin);
    await world().runJobs();
    expect(revisions(receiver.received).at(-1)).toBe(poison);
    expect((await deliveries(one, "&status=failed")).length).toBe(0);
  });
});

describe("disabling", () => {
  test("after a day of failures, with a letter to the administrators and an entry in the audit log", async () => {
    const id = await space();
    const one = await hook("/dead", { spaces: [id] });
    await write(id, "One");
    await write(id, "Two");
    receiver.failing(500);
    await world().runJobs();
    expect((await show(one)).failingSince).toBeDefined();
    world().letters.length = 0;
    for (let hour = 0; hour <= 25; hour += 5) {
      world().ahead += 5 * HOUR;
      await world().runJobs();
    }
    expect(await show(one)).toMatchObject({ active: false, disabled: { because: "failures" } });
    expect((await deliveries(one)).map(({ status }: { status: string }) => status)).toEqual([
      "failed",
      "failed",
    ]);
    expect(world().letters).toHaveLength(1);
    expect(world().letters[0]).toMatch(
      /^Mail to ada@example\.com\nSubject: A webhook was disabled in Lectern at app\.test\n.*the webhook to 127\.0\.0\.1/s,
    );
    const trail = await world().get(
      `/orgs/${world().organization}/audit-events?action=webhook.disable`,
      admin,
    );
    expect(trail.body.items[0]).toMatchObject({ target: { id: one.id }, actor: { type: "system" } });
    const sent = receiver.received.length;
    await write(id, "Three");
    world().ahead += DAY;
    await world().runJobs();
    expect(receiver.received).toHaveLength(sent);
    receiver.failing(200);
    const { body } = await world().patch(`${hooks}/${one.id}`, { active: true }, admin);
    expect([body.active, body.disabled, body.failingSince]).toEqual([true, undefined, undefined]);
    const last = await write(id, "Four");
    await world().runJobs();
    expect(revisions(receiver.received.slice(sent))).toEqual([last]);
  });

  test("at once when the receiver says that it is gone", async () => {
    const one = await hook("/gone");
    receiver.failing(410);
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    await world().runJobs();
    expect(await show(one)).toMatchObject({ active: false, disabled: { because: "gone" } });
  });

  test.each([
    ["no administrator any more", { role: "create" }],
    ["disabled", { disabled: 1 }],
  ])("before anything is sent when its owner is %s", async (name, fields) => {
    const owner = await world().addPerson(`owner-${name.length}`, "admin");
    const { body: one } = await world().post(hooks, { url: `${receiver.url}/owned` }, owner);
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    await world().deps.db.transact((tx) =>
      tx
        .updateTable("members")
        .set(fields as never)
        .where("user_id", "=", owner.id)
        .execute(),
    );
    const after = async () => {
      await world().runJobs();
      return show(one);
    };
    await expect.poll(after).toMatchObject({ active: false, disabled: { because: "owner" } });
    expect(receiver.at("/owned")).toEqual([]);
  });
});

test("one that hangs holds up no other, and one worker does the work of two processes", async () => {
  const [slow, quick] = [await hook("/slow"), await hook("/quick")];
  const held: (() => void)[] = [];
  receiver.answer = (response, { path }) => {
    const end = () => void response.writeHead(204).end();
    if (path === "/slow") held.push(end);
    else end();
  };
  for (let made = 0; made < 10; made++) await world().post(`${hooks}/${slow.id}/ping`, undefined, admin);
  const first = world().runJobs();
  await receiver.heard("/slow", 4);
  const second = world().runJobs();
  for (let made = 0; made < 10; made++) await world().post(`${hooks}/${quick.id}/ping`, undefined, admin);
  await receiver.heard("/quick", 10);
  expect(receiver.at("/slow")).toHaveLength(4);
  receiver.answer = (response) => void response.writeHead(204).end();
  for (const end of held) end();
  await Promise.all([first, second]);
  expect(receiver.at("/slow")).toHaveLength(10);
  expect(receiver.at("/quick")).toHaveLength(10);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(20);
});

test("an organization whose targets all hang leaves room to others, however many it has", async () => {
  const hanging = await Promise.all(Array.from({ length: 12 }, (_, at) => hook(`/hang${at}`)));
  const other = await world().addOrganization("Another", "another");
  const owner = await world().addPerson("another-admin", "admin", other);
  const quick = await world().post(`/orgs/${other}/webhooks`, { url: `${receiver.url}/quick` }, owner);
  const held = new Set<() => void>();
  let most = 0;
  receiver.answer = (response, { path }) => {
    const end = () => void response.writeHead(204).end();
    if (path === "/quick") return end();
    held.add(end);
    response.once("close", () => held.delete(end));
    most = Math.max(most, held.size);
  };
  for (const { id } of hanging)
    for (let made = 0; made < 4; made++) await world().post(`${hooks}/${id}/ping`, undefined, admin);
  const work = world().runJobs();
  await expect.poll(() => most).toBe(16);
  await world().post(`/orgs/${other}/webhooks/${quick.body.id}/ping`, undefined, owner);
  await receiver.heard("/quick", 1);
  receiver.answer = (response) => void response.writeHead(204).end();
  for (const end of held) end();
  await work;
  // Half of all places, to targets that would fill them one and a half times.
  expect(most).toBe(16);
});

test("housekeeping removes events a day after they were taken, and deliveries a month after they ended", async () => {
  const id = await space();
  const one = await hook("/kept", { spaces: [id] });
  await write(id, "One");
  await world().runJobs();
  const count = async () => {
    const { read } = world().deps.db;
    const rows = await Promise.all([
      read.selectFrom("outbox").select("id").where("space_id", "=", id).execute(),
      read.selectFrom("deliveries").select("id").where("target_id", "=", one.id).execute(),
      read.selectFrom("delivery_attempts").select("number").execute(),
    ]);
    return rows.map(({ length }) => length > 0);
  };
  expect(await count()).toEqual([true, true, true]);
  await planHousekeeping(world().deps);
  world().ahead += 2 * DAY;
  await world().runJobs();
  expect(await count()).toEqual([false, true, true]);
  world().ahead += 31 * DAY;
  await world().runJobs();
  expect(await count()).toEqual([false, false, false]);
});

describe("the documentation", () => {
  const page = readFileSync(new URL("../../../docs/api/webhooks.md", import.meta.url), "utf8");

  test("has every type of event, as the program describes it", () => {
    const rows = [...page.matchAll(/^\| `([a-z]+_[a-z_]+)` \| (.+) \|$/gm)].map(([, type, text]) => [
      type,
      text,
    ]);
    expect(Object.fromEntries(rows)).toEqual(EVENT_TYPES);
  });

  test("has an example that tells what is genuine from what isn't", async () => {
    const [, code = ""] = /```javascript\n([\s\S]*?)```/.exec(page) ?? [];
    const { isFromLectern } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isFromLectern: (secret: string, headers: object, body: string, now?: number) => boolean;
    };
    const one = await hook("/example");
    await world().post(`${hooks}/${one.id}/ping`, undefined, admin);
    await world().post(`${hooks}/${one.id}/rotate`, undefined, admin);
    await world().runJobs();
    const { headers, body } = receiver.received.at(-1) as ReceivedDelivery;
    const now = world().deps.clock.now();
    expect(isFromLectern(one.secret, headers, body, now)).toBe(true);
    expect(isFromLectern(one.secret, headers, `${body} `, now)).toBe(false);
    expect(isFromLectern(one.secret, headers, body, now + 600_000)).toBe(false);
    expect(isFromLectern(one.secret, { ...headers, "webhook-id": "other" }, body, now)).toBe(false);
    const forged = { ...headers, "webhook-signature": "v1,AAAA v1a,x" };
    expect(isFromLectern(one.secret, forged, body, now)).toBe(false);
    // Anybody can leave a header out.
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const { [name]: _, ...rest } = headers;
      expect(isFromLectern(one.secret, rest, body, now), `without ${name}`).toBe(false);
    }
  });
});

test("another kind of target is a row and a sender", async () => {
  const { deps, organization } = world();
  await deps.db.transact((tx) =>
    tx
      .insertInto("event_targets")
      .values({
        id: "installed",
        kind: "installation",
        organization_id: organization,
        owner_id: admin.id,
        created_at: 0,
        updated_at: 0,
      })
      .execute(),
  );
  const told: string[] = [];
  const senders = {
    installation: async (_: unknown, { type }: { type: string }) => {
      told.push(type);
      if (told.length === 1) throw new Error("a defect");
      return { status: 200 };
    },
  };
  const made = await space();
  const drain = () => openRunner(deps, { [DELIVER_JOB]: deliverJob(deps, senders) }, [delivering]).drain();
  await drain();
  world().ahead += waitAfter(1, 1);
  await drain();
  expect(told.slice(-2)).toEqual(["space_created", "space_created"]);
  expect(made).not.toBe("");
  // Webhooks' operations know webhooks alone.
  expect((await world().get(`${hooks}/installed`, admin)).status).toBe(404);
});
