import { beforeAll, describe, expect, test } from "vitest";
import { enqueue, finish } from "../../db/jobs.ts";
import { noteJobEnd } from "../../jobs/notify.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { mentionedIn } from "./recipients.ts";

const world = useWorld();
let ana: Person;
let ben: Person;
let cleo: Person;
let guest: Person;
let space: string;

beforeAll(async () => {
  ana = await world().addPerson("ana", "admin");
  ben = await world().addPerson("ben", "review");
  cleo = await world().addPerson("cleo", "edit");
  guest = await world().addPerson("gus", null);
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, ana)).body.id;
});

async function newRequest(as = ana) {
  const { body } = await world().post(`/spaces/${space}/change-requests`, { subject: "Words" }, as);
  return {
    id: body.id as string,
    number: body.number as number,
    at: `/spaces/${space}/change-requests/${body.id}`,
  };
}

const say = (markdown: string) => ({ body: { markdown } });

/** What somebody was told since they were asked last, newest first. */
async function told(person: Person) {
  await world().runJobs();
  const { status, body } = await world().get("/user/notifications?unread=true", person);
  expect(status).toBe(200);
  const read = await world().post("/user/notifications/read", {}, person);
  expect(read.status).toBe(204);
  return body.items;
}

const typesOf = (items: { type: string }[]) => items.map(({ type }) => type);

describe("notifications", () => {
  test("who is asked for a review hears it, and the author what came of it", async () => {
    const { id, number, at } = await newRequest();
    await world().post(`${at}/requested-reviewers`, { users: [ben.id] }, ana);
    expect(await told(ben)).toEqual([
      {
        object: "notification",
        id: expect.any(String),
        type: "review-requested",
        createdAt: expect.any(String),
        organization: world().organization,
        actor: expect.objectContaining({ id: ana.id, displayName: "ana" }),
        space: { id: space, title: "Guide" },
        changeRequest: { id, number, subject: "Words" },
        urls: { app: `http://app.test/s/${space}/~/changes/${number}` },
      },
    ]);
    // Asked for beside him, she hears it alone.
    await world().post(`${at}/requested-reviewers`, { users: [cleo.id] }, ana);
    expect([typesOf(await told(cleo)), await told(ben)]).toEqual([["review-requested"], []]);
    await world().post(`${at}/reviews`, { status: "approved" }, ben);
    expect(typesOf(await told(ana))).toEqual(["reviewed"]);
    await world().post(`${at}/merge`, {}, cleo);
    expect((await world().get(at, ana)).body.status).not.toBe("merged");
    await world().post(`${at}/merge`, {}, ana);
    expect([typesOf(await told(ben)), typesOf(await told(cleo)), await told(ana)]).toEqual([
      ["merged"],
      ["merged"],
      [],
    ]);
  });

  test("comments on what is one's own, replies and mentions, each once and by what concerns one most", async () => {
    const { at } = await newRequest(cleo);
    const comment = (await world().post(`${at}/comments`, say("Why?"), ben)).body.id;
    expect(typesOf(await told(cleo))).toEqual(["comment"]);
    await world().post(`${at}/comments/${comment}/replies`, say(`Ask [@Ana](/users/${ana.id}).`), cleo);
    expect([typesOf(await told(ben)), typesOf(await told(ana)), await told(cleo)]).toEqual([
      ["reply"],
      ["mention"],
      [],
    ]);
    await world().post(
      `${at}/comments/${comment}/replies`,
      say(`[@Cleo](/users/${cleo.id}) [@Gus](/users/${guest.id}) [@?](/users/nobody)`),
      ana,
    );
    const [hers] = await told(cleo);
    expect(hers).toMatchObject({ type: "mention", comment, reply: expect.any(String) });
    expect([typesOf(await told(ben)), await told(guest)]).toEqual([["reply"], []]);
    await world().post(`/spaces/${space}/comments`, say(`Look, [@Ben](/users/${ben.id}).`), ana);
    expect(typesOf(await told(ben))).toEqual(["mention"]);
  });

  test("what is deleted, and what one may not see any more, is not told", async () => {
    const secret = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Secret" }, ana)).body
      .id;
    await world().post(`/spaces/${secret}/permissions`, { users: [guest.id], role: "read" }, ana);
    const comment = (await world().post(`/spaces/${secret}/comments`, say(`[@](/users/${guest.id})`), ana))
      .body.id;
    await world().post(`/spaces/${secret}/comments`, say(`[@](/users/${guest.id}) again`), ana);
    await world().runJobs();
    const count = async () => (await world().get("/user/notifications", guest)).body.count;
    expect(await count()).toBe(2);
    await world().delete(`/spaces/${secret}/comments/${comment}`, ana);
    expect(await count()).toBe(1);
    await world().delete(`/spaces/${secret}/permissions/users/${guest.id}`, ana);
    expect(await count()).toBe(0);
  });

  test("are read one by one or all, and only by whom they are for", async () => {
    const { at } = await newRequest(cleo);
    for (const text of ["one", "two", "three"]) await world().post(`${at}/comments`, say(text), ben);
    await world().runJobs();
    const list = async (query = "") => (await world().get(`/user/notifications?limit=2${query}`, cleo)).body;
    const first = await list("&unread=true");
    expect([first.count, first.items.length]).toEqual([3, 2]);
    const rest = await list(`&unread=true&page=${first.next.page}`);
    expect(rest.items).toHaveLength(1);
    const notifications = [first.items[0].id];
    await world().post("/user/notifications/read", { notifications }, ben);
    expect((await list("&unread=true")).count).toBe(3);
    await world().post("/user/notifications/read", { notifications }, cleo);
    expect((await list("&unread=true")).count).toBe(2);
    expect((await list()).items[0]).toMatchObject({ id: notifications[0], readAt: expect.any(String) });
    await world().post("/user/notifications/read", {}, cleo);
    expect((await list("&unread=true")).count).toBe(0);
    expect((await world().get("/user/notifications")).status).toBe(401);
    expect((await world().post("/user/notifications/read", { notifications: "all" }, cleo)).status).toBe(400);
    expect((await world().post("/user/notifications/read", {})).status).toBe(401);
  });

  test("whoever asked for a job hears that it has ended", async () => {
    const { db, clock } = world().deps;
    const now = clock.now();
    const organization = world().organization;
    await db.transact(async (tx) => {
      await enqueue(tx, { id: "job", kind: "test", due: now, now, space, organization, createdBy: cleo.id });
      await noteJobEnd(tx, "job", now);
    });
    expect(await told(cleo)).toEqual([]);
    const held = await db.read
      .selectFrom("jobs")
      .selectAll()
      .where("id", "=", "job")
      .executeTakeFirstOrThrow();
    await db.transact(async (tx) => {
      await tx.updateTable("jobs").set({ state: "running" }).where("id", "=", "job").execute();
      await finish(tx, { ...held, state: "running" }, now);
      await noteJobEnd(tx, "job", now);
      await noteJobEnd(tx, "job", now);
    });
    expect(await told(cleo)).toMatchObject([{ type: "job-ended", job: { id: "job", kind: "test" } }]);
  });
});

test.each([
  ["[@Ana Bo](/users/a-1) and [@Ben](/users/b2), [@Ana Bo](/users/a-1)", ["a-1", "b2"]],
  ["[Ana](/users/) [x](/users/a/b) (/users/c)", []],
  ["nobody", []],
])("%j mentions %j", (markdown, users) => {
  expect(mentionedIn(markdown)).toEqual(users);
});
