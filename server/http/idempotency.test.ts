import { beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "../ports/tokens.ts";
import { type Answer, type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
let person: Person;
let other: Person;
let serial = 0;

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  other = await world().addPerson("olga", "admin");
});

const HOUR = 3600 * 1000;
const newKey = () => `key-${++serial}`;
const spaces = () => `/orgs/${world().organization}/spaces`;
const make = (key: string, body: unknown = { title: "Once" }, as = person): Promise<Answer> =>
  world().post(spaces(), body, as, { "idempotency-key": key });
const countOf = async (path: string): Promise<number> =>
  (await world().get(`${path}?limit=1`, person)).body.count;

function lasting({ headers }: Answer): Record<string, unknown> {
  const { date: _date, "idempotent-replayed": _replayed, ...rest } = headers;
  return rest;
}

/** Every creating operation, and the ones that act by POST. */
const CASES: readonly [string, () => Promise<{ path: string; body: unknown; count: string }>][] = [
  ["createSpace", async () => ({ path: spaces(), body: { title: "Once" }, count: spaces() })],
  ["createUserToken", async () => ({ path: "/user/tokens", body: { label: "Once" }, count: "/user/tokens" })],
  [
    "createSite",
    async () => {
      const path = `/orgs/${world().organization}/sites`;
      return { path, body: { title: "Once", spaces: "sample" }, count: path };
    },
  ],
  [
    "publishSite",
    async () => {
      const { body } = await world().post(`/orgs/${world().organization}/sites`, { title: "Site" }, person);
      const path = `/orgs/${world().organization}/sites/${body.id}/publish`;
      return { path, body: undefined, count: "/user/tokens" };
    },
  ],
  [
    "updateSpaceContent",
    async () => {
      const { body } = await world().post(spaces(), {}, person);
      const changes = [{ operation: "insert_page", title: "A page", document: { markdown: "text" } }];
      return { path: `/spaces/${body.id}/content`, body: { changes }, count: "/user/tokens" };
    },
  ],
];

describe.each(CASES)("%s", (_name, prepare) => {
  test("answers a repeated request as the first time, and does nothing more", async () => {
    const { path, body, count } = await prepare();
    const before = await countOf(count);
    const key = newKey();
    const headers = { "idempotency-key": key };
    const first = await world().call("POST", path, {
      as: person,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(first.status).toBeLessThan(300);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    const after = await countOf(count);
    expect(after - before).toBeLessThanOrEqual(1);
    const second = await world().call("POST", path, {
      as: person,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(lasting(second)).toEqual(lasting(first));
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(await countOf(count)).toBe(after);
  });
});

describe("a key", () => {
  test("with another body or another address is a conflict", async () => {
    const key = newKey();
    expect((await make(key)).status).toBe(201);
    const headers = { "idempotency-key": key };
    for (const answer of [
      await make(key, { title: "Twice" }),
      await make(key, {}),
      await world().call("POST", spaces(), { as: person, headers }),
      await world().post("/user/tokens", { label: "Once" }, person, headers),
      await world().post(`/orgs/${world().organization}/sites`, { title: "Once" }, person, headers),
    ]) {
      expect([answer.status, answer.body.error.type]).toEqual([409, "idempotency-key-reused"]);
    }
  });

  test("is one's own: another user's same key is another request", async () => {
    const key = newKey();
    const [mine, theirs] = [await make(key), await make(key, { title: "Once" }, other)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test("belongs to the user, not to the token", async () => {
    const key = newKey();
    const first = await make(key);
    const { body } = await world().post("/user/tokens", { label: "second" }, person);
    const second = await world().call("POST", spaces(), {
      as: body.token,
      body: { title: "Once" },
      headers: { "idempotency-key": key },
    });
    expect(second.body.id).toBe(first.body.id);
  });

  test("is apart for who comes by single sign-on, and for an installation, whatever anybody writes", async () => {
    const key = newKey();
    const tokens: string[] = [];
    for (let index = 0; index < 2; index++)
      tokens.push((await world().post("/user/tokens", { label: "t" }, person)).body.token);
    const [direct, through] = tokens as [string, string];
    await world().deps.db.transact((tx) =>
      tx
        .updateTable("tokens")
        .set({ through: world().organization })
        .where("hash", "=", hashToken(through))
        .execute(),
    );
    const send = (as: string, written: string) =>
      world().call("POST", spaces(), {
        as,
        body: { title: "Once" },
        headers: { "idempotency-key": written },
      });
    const first = await send(direct, key);
    const second = await send(through, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await send(through, key)).body.id).toBe(second.body.id);
    for (const forged of [`:${key}`, `${world().organization}:${key}`])
      expect([first.body.id, second.body.id]).not.toContain((await send(direct, forged)).body.id);
    expect((await send(direct, `${world().organization} ${key}`)).status).toBe(400);
  });

  test("of twenty requests at once has one effect and one answer", async () => {
    const before = await countOf(spaces());
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => make(key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    expect(await countOf(spaces())).toBe(before + 1);
  });

  test("of different requests at once lets one through", async () => {
    const before = await countOf(spaces());
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => make(key, { title: `Race ${index}` })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(await countOf(spaces())).toBe(before + 1);
  });

  test("is free again after a failure", async () => {
    const key = newKey();
    expect((await make(key, { title: 7 })).status).toBe(400);
    const hidden = await world().post("/orgs/absent/spaces", { title: "x" }, person, {
      "idempotency-key": key,
    });
    expect(hidden.status).toBe(404);
    expect((await make(key)).status).toBe(201);
  });

  test("holds for a day", async () => {
    const key = newKey();
    const first = await make(key);
    try {
      world().ahead = 23.9 * HOUR;
      expect((await make(key)).body.id).toBe(first.body.id);
      world().ahead = 24.1 * HOUR;
      const later = await make(key, { title: "A day later" });
      expect(later.status).toBe(201);
      expect(later.body.id).not.toBe(first.body.id);
      expect((await make(key, { title: "A day later" })).body.id).toBe(later.body.id);
    } finally {
      world().ahead = 0;
    }
  });

  test("answers again even when its effect would now refuse it", async () => {
    const site = await world().post(`/orgs/${world().organization}/sites`, { title: "Brief" }, person);
    const path = `/orgs/${world().organization}/sites/${site.body.id}`;
    const headers = {
      "idempotency-key": newKey(),
      "if-match": String((await world().get(path, person)).headers["etag"]),
    };
    const first = await world().call("POST", `${path}/publish`, { as: person, headers });
    expect(first.status).toBe(200);
    await world().patch(path, { title: "Renamed meanwhile" }, person);
    const second = await world().call("POST", `${path}/publish`, { as: person, headers });
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  test.each(["", " ", "a b", "a\tb", "ä", "x".repeat(256)])("%j is none", async (key) => {
    const { status, body } = await make(key);
    expect([status, body.error.type]).toEqual([400, "invalid-input"]);
  });

  test.each(["x", "x".repeat(255), "!~", '"quoted"', "8e03978e-40d5-43e8-bc93-6894a57f9324"])(
    "%j is one",
    async (key) => {
      expect((await make(key)).status).toBe(201);
    },
  );

  test("of an update answers again what it answered, whatever was changed since", async () => {
    const { body: space } = await make(newKey());
    const path = `/spaces/${space.id}`;
    const headers = { "idempotency-key": newKey() };
    const first = await world().patch(path, { title: "First" }, person, headers);
    expect([first.status, first.body.title]).toEqual([200, "First"]);
    await world().patch(path, { title: "Meanwhile" }, person);
    const second = await world().patch(path, { title: "First" }, person, headers);
    expect([second.status, second.text, lasting(second)]).toEqual([200, first.text, lasting(first)]);
    expect((await world().get(path, person)).body.title).toBe("Meanwhile");
    const minimal = { ...headers, prefer: "return=minimal" };
    expect((await world().patch(path, { title: "First" }, person, minimal)).status).toBe(204);
    const other = await world().patch(path, { title: "Other" }, person, headers);
    expect([other.status, other.body.error.type]).toEqual([409, "idempotency-key-reused"]);
  });

  test("says that it was carried out where its answer was too large to be kept", async () => {
    const { body: space } = await make(newKey());
    const path = `/spaces/${space.id}/content`;
    const added = await world().post(
      path,
      { changes: [{ operation: "insert_page", title: "Long", document: { markdown: "One.\n\nTwo.\n" } }] },
      person,
    );
    const page = added.body.changes[0].page;
    const { body: before } = await world().get(`/spaces/${space.id}/content/page/${page}`, person);
    const write = (markdown: string, headers: Record<string, string>) =>
      world().post(
        path,
        {
          changes: [{ operation: "update_page", page, document: { base: before.documentId, markdown } }],
        },
        person,
        headers,
      );
    await write("One, changed.\n\nTwo.\n", {});
    // Merged, and so answered whole.
    const long = `One.\n\nTwo, ${"changed ".repeat(40_000)}.\n`;
    const headers = { "idempotency-key": newKey() };
    const first = await write(long, headers);
    expect([first.status, first.text.length > 300_000]).toEqual([200, true]);
    const second = await write(long, headers);
    expect([second.status, second.body.error.type]).toEqual([409, "answer-not-kept"]);
    const { body: after } = await world().get(
      `/spaces/${space.id}/content/page/${page}?format=markdown`,
      person,
    );
    expect(after.markdown).toMatch(/^One, changed\.\n\nTwo, changed changed /);
  });

  test("of a deletion is no 404 the second time", async () => {
    const { body: space } = await make(newKey());
    const path = `/spaces/${space.id}`;
    const headers = { "idempotency-key": newKey() };
    const first = await world().delete(path, person, headers);
    const second = await world().delete(path, person, headers);
    expect([first.status, second.status]).toEqual([205, 205]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    const without = await world().delete(path, person);
    expect(without.status).toBe(404);
  });

  test("of twenty deletions at once has one effect and one answer", async () => {
    const { body: space } = await make(newKey());
    const headers = { "idempotency-key": newKey() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world().delete(`/spaces/${space.id}`, person, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 205));
    expect(answers.filter(({ headers: sent }) => sent["idempotent-replayed"] === undefined)).toHaveLength(1);
  });

  test("is not looked at where nothing is changed", async () => {
    const headers = { "idempotency-key": "not a key" };
    expect((await world().get("/user", person, headers)).status).toBe(200);
  });
});

test("an answer that holds a secret is not kept readable", async () => {
  const key = newKey();
  const headers = { "idempotency-key": key };
  const { body } = await world().post("/user/tokens", { label: "secret" }, person, headers);
  const rows = await world()
    .deps.db.read.selectFrom("idempotency")
    .selectAll()
    .where("key", "=", key)
    .execute();
  expect(rows).toHaveLength(1);
  expect(Buffer.from(JSON.stringify(rows)).includes(body.token)).toBe(false);
  expect(Buffer.from(rows[0]?.body as never).toString("latin1")).not.toContain(body.token);
  const again = await world().post("/user/tokens", { label: "secret" }, person, headers);
  expect(again.body.token).toBe(body.token);
});
