import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { statementsOf } from "../../test/statements.ts";

const world = useWorld();
let owner: Person;
let ana: Person;
let ben: Person;
let guest: Person;
let space: string;
let request: string;
let page: string;
/** Ids of the comments on the space, the oldest first: by ana, ben, ana; the second on a page, the third resolved. */
let ids: string[];

const say = async (on: string, as: Person, more: object = {}): Promise<string> => {
  const { status, body } = await world().post(`${on}/comments`, { body: { markdown: "Hm" }, ...more }, as);
  expect(status).toBe(200);
  world().ahead += 1000;
  return body.id;
};

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  ana = await world().addPerson("ana", "comment");
  ben = await world().addPerson("ben", "comment");
  guest = await world().addPerson("gus", null);
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  space = `/spaces/${made.body.id}`;
  await world().post(`${space}/permissions`, { users: [guest.id], role: "comment" }, owner);
  const insert = { operation: "insert_page", title: "Start", document: { markdown: "One." } };
  page = (await world().post(`${space}/content`, { changes: [insert] }, owner)).body.changes[0].page;
  request = `${space}/change-requests/${(await world().post(`${space}/change-requests`, {}, owner)).body.number}`;
  ids = [await say(space, ana), await say(space, ben, { page }), await say(space, ana)];
  await world().put(`${space}/comments/${ids[2]}`, { resolved: true }, ana);
  await say(request, ben);
  const reply = await world().post(
    `${space}/comments/${ids[0]}/replies`,
    { body: { markdown: "So" } },
    owner,
  );
  expect(reply.status).toBe(200);
});

const listed = async (query: string, on = space) => {
  const { status, body } = await world().get(`${on}/comments${query}`, ana);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
};

describe("listCommentsInSpace, listCommentsInChangeRequest", () => {
  test.each([
    ["", [2, 1, 0]],
    ["?order=desc", [2, 1, 0]],
    ["?order=asc", [0, 1, 2]],
    ["?status=all", [2, 1, 0]],
    ["?status=open", [1, 0]],
    ["?status=resolved", [2]],
    ["?status=open&order=asc&format=markdown", [0, 1]],
  ])("%s", async (query, wanted) => {
    expect(await listed(query)).toEqual(wanted);
  });

  test("by page and by authors, of which there may be several", async () => {
    expect(await listed(`?targetPage=${page}`)).toEqual([1]);
    expect(await listed("?targetPage=absent")).toEqual([]);
    expect(await listed(`?authors=${ana.id}`)).toEqual([2, 0]);
    expect(await listed(`?authors=${ana.id}&authors=${ben.id}`)).toEqual([2, 1, 0]);
    expect(await listed(`?authors=${ana.id}&status=open`)).toEqual([0]);
    expect(await listed("?authors=absent")).toEqual([]);
  });

  test("keeps those of change requests apart, and counts open ones in each place", async () => {
    expect(await listed("", request)).toEqual([-1]);
    expect((await world().get(space, ana)).body.comments).toBe(2);
    expect((await world().get(request, ana)).body.comments).toBe(1);
  });

  test("goes on where the page before ended, whatever comes meanwhile", async () => {
    const first = (await world().get(`${space}/comments?limit=2`, ana)).body;
    const late = await say(space, ben);
    const next = (await world().get(`${space}/comments?limit=2&page=${first.next.page}`, ana)).body;
    const seen = [...first.items, ...next.items].map(({ id }: { id: string }) => ids.indexOf(id));
    expect(seen).toEqual([2, 1, 0]);
    expect(next).not.toHaveProperty("next");
    await world().delete(`${space}/comments/${late}`, ben);
    const other = await world().get(`${space}/comments?order=asc&page=${first.next.page}`, ana);
    expect(other.status).toBe(400);
  });

  test.each(["status=closed", "order=up", "format=html", "limit=0", "authorz=a", "page=x"])(
    "refuses ?%s",
    async (query) => {
      expect((await world().get(`${space}/comments?${query}`, ana)).status).toBe(400);
    },
  );
});

describe("addresses of members", () => {
  const of = (answer: object): string[] => [
    ...new Set(JSON.stringify(answer).match(/[a-z]+@[a-z.]+/g) ?? []),
  ];

  const made = async (kind: string) => {
    const all = `/orgs/${world().organization}/${kind}s`;
    const { body } = await world().post(all, { title: "Other" }, owner);
    return kind === "site" ? `${all}/${body.id}` : `/${kind}s/${body.id}`;
  };
  test.each(["space", "collection", "site"])(
    "are not in the lists of who may do what, for a guest who administers a %s",
    async (kind) => {
      const thing = await made(kind);
      const chief = await world().addPerson(`chief${kind}`, null);
      const grant = (to: Person, role: string) =>
        world().post(`${thing}/permissions`, { users: [to.id], role }, owner);
      expect((await grant(guest, "comment")).status).toBe(204);
      expect((await grant(chief, "admin")).status).toBe(204);
      const seen = async (list: string, as: Person) => {
        const { status, body } = await world().get(`${thing}/permissions/${list}`, as);
        return [status, of(body).includes("gus@example.com"), of(body).includes(`chief${kind}@example.com`)];
      };
      for (const list of ["users", "aggregate"]) {
        expect([list, ...(await seen(list, owner))]).toEqual([list, 200, true, true]);
        expect([list, ...(await seen(list, chief))]).toEqual([list, 200, false, true]);
      }
    },
  );

  test("are read by members, and not by guests, who read their own", async () => {
    const comment = `${space}/comments/${ids[0]}`;
    await world().put(comment, { addedReactions: ["👍"] }, ben);
    await world().post(`${request}/requested-reviewers`, { users: [ben.id, guest.id] }, owner);
    const review = { status: "approved" };
    expect((await world().post(`${request}/reviews`, review, owner)).status).toBe(201);
    const own = await say(space, guest);
    const lists = [
      `${space}/comments`,
      comment,
      `${comment}/replies`,
      `${request}/comments`,
      `${request}/reviews`,
      `${request}/requested-reviewers`,
      `${request}/contributors`,
      request,
      `${space}/change-requests?status=draft`,
      `${space}/change-requests?status=open`,
      `/orgs/${world().organization}/change-requests`,
    ];
    const seen = async (as: Person) => {
      const all: string[] = [];
      for (const path of lists) {
        const { status, body } = await world().get(path, as);
        expect([path, status]).toEqual([path, 200]);
        all.push(...of(body));
      }
      return [...new Set(all)].toSorted();
    };
    expect(await seen(ana)).toEqual([
      "ana@example.com",
      "ben@example.com",
      "gus@example.com",
      "olga@example.com",
    ]);
    expect(await seen(guest)).toEqual(["gus@example.com"]);
    await world().runJobs();
    const actors = async (as: Person) => of((await world().get("/user/notifications", as)).body);
    expect([await actors(ben), await actors(guest)]).toEqual([["olga@example.com"], []]);
    await world().delete(`${space}/comments/${own}`, guest);
    await world().put(comment, { removedReactions: ["👍"] }, ben);
  });
});

describe("listCommentersInSpace, listCommentersInChangeRequest", () => {
  const commenters = async (on: string, as = ana, query = "") => {
    const { status, body } = await world().get(`${on}/commenters${query}`, as);
    expect(status).toBe(200);
    return body;
  };

  test("tells members who wrote comments or replies, of this discussion", async () => {
    const body = await commenters(space);
    expect(body.count).toBe(3);
    expect(new Set(body.items.map(({ id }: { id: string }) => id))).toEqual(
      new Set([owner.id, ana.id, ben.id]),
    );
    expect(body.items[0]).toMatchObject({ object: "member", user: { object: "user" } });
    expect((await commenters(request)).items.map(({ id }: { id: string }) => id)).toEqual([ben.id]);
  });

  test("in pages", async () => {
    const first = await commenters(space, ana, "?limit=2");
    const next = await commenters(space, ana, `?limit=2&page=${first.next.page}`);
    expect([first.items.length, next.items.length, next.next]).toEqual([2, 1, undefined]);
  });

  test("shows guests themselves alone", async () => {
    expect(await commenters(space, guest)).toMatchObject({ count: 0, items: [] });
    const id = await say(space, guest);
    expect(await commenters(space, guest)).toMatchObject({ count: 1, items: [{ id: guest.id }] });
    await world().delete(`${space}/comments/${id}`, guest);
  });

  test("hides what one can't see", async () => {
    const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
    for (const on of [space, request]) {
      expect((await world().get(`${on}/commenters`, stranger)).status).toBe(404);
      expect((await world().get(`${on}/comments`, stranger)).status).toBe(404);
      expect((await world().get(`${on}/commenters`)).status).toBe(401);
    }
  });
});

test("a list asks the database as often for many comments as for one", async () => {
  const many = 20;
  for (let nth = 0; nth < many; nth++) await say(space, ana);
  const asked = async (query: string): Promise<number> => {
    const { db } = world().deps;
    // Nothing is believed after a commit, and nothing known while others write: what they do meanwhile is no matter.
    await db.transact(() => Promise.resolve());
    const restless = vi.spyOn(db, "state").mockResolvedValue(undefined);
    const count = await statementsOf(db, async () => {
      const { status, body } = await world().get(`${space}/comments${query}`, ana);
      expect([status, body.items.length]).toEqual([200, Number(query.slice("?limit=".length))]);
    });
    restless.mockRestore();
    return count;
  };
  // What is made of the pages is kept from the first time on.
  await asked(`?limit=${many}`);
  const one = await asked("?limit=1");
  expect(one).toBeGreaterThan(3);
  // Reads of one membership join where they meet, by chance; a statement for each comment would be a score.
  expect(Math.abs((await asked(`?limit=${many}`)) - one)).toBeLessThan(many / 2);
});

test("says who did what, never what was said", async () => {
  const secret = "Nobody else is to read this";
  const { body } = await world().post(`${request}/comments`, { body: { markdown: secret } }, ana);
  const at = `${request}/comments/${body.id}`;
  await world().put(at, { body: { markdown: `${secret}!` }, resolved: true, addedReactions: ["👍"] }, ana);
  const reply = await world().post(`${at}/replies`, { body: { markdown: secret } }, ben);
  await world().delete(`${at}/replies/${reply.body.id}`, ben);
  await world().delete(at, ana);
  const { read } = world().deps.db;
  const trail = await read
    .selectFrom("audit")
    .selectAll()
    .where("target_id", "in", [body.id, reply.body.id])
    .orderBy("seq")
    .execute();
  expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["comment.create", ana.id],
    ["comment.update", ana.id],
    ["comment-reply.create", ben.id],
    ["comment-reply.delete", ben.id],
    ["comment.delete", ana.id],
  ]);
  expect(JSON.parse(trail[1]?.after ?? "")).toEqual({
    body: "edited",
    resolved: true,
    addedReactions: ["👍"],
  });
  const events = await read.selectFrom("outbox").selectAll().orderBy("seq").execute();
  const heard = events.filter(({ payload }) => payload.includes(body.id));
  expect(heard.map(({ kind }) => kind)).toEqual(
    ["created", "updated", "created", "deleted", "deleted"].map((what) => `comment_${what}`),
  );
  expect(JSON.parse(heard[2]?.payload ?? "")).toMatchObject({
    spaceId: space.split("/")[2],
    commentId: body.id,
    commentReplyId: reply.body.id,
  });
  expect(JSON.parse(heard[2]?.payload ?? "").changeRequestId).toBeDefined();
  expect(JSON.stringify([trail, events])).not.toContain(secret);
});
