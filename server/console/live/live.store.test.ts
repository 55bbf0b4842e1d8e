import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enqueue } from "../../db/jobs.ts";
import { openDatabase } from "../../db/open.ts";
import { keptBytes } from "../../memory/kept.ts";
import { assemble } from "../../open.ts";
import { type Person, type Session, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";
import { EventReader } from "./stream.fixture.ts";

const OURS = { "sec-fetch-site": "same-origin", "lectern-console": "1" };
const LISTENERS = process.env["LECTERN_TEST_TIER"] === "full" ? 1000 : 200;
const COALESCE = { prefer: "coalesce" };

const world = useWorld();
let base: string;
let ana: Person;
let ben: Person;
let anaHere: Session;
let benHere: Session;
const readers: EventReader[] = [];

beforeAll(async () => {
  base = await world().app.listen({ host: "127.0.0.1", port: 0 });
  ana = await world().addPerson("ana", "admin");
  ben = await world().addPerson("ben", "edit");
  [anaHere, benHere] = [await world().signIn(ana), await world().signIn(ben)];
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => {
  for (const reader of readers) reader.close();
});

/** What this process holds, when all that nobody holds is gone. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function open(
  query: string,
  { cookie }: Session = anaHere,
  headers: Record<string, string> = {},
  at = base,
): Promise<EventReader> {
  const reader = await EventReader.open(at, `/-/events?${query}`, { ...OURS, cookie, ...headers });
  readers.push(reader);
  return reader;
}

async function listen(query: string, session?: Session, headers?: Record<string, string>, at?: string) {
  const reader = await open(query, session, headers, at);
  expect(reader.status).toBe(200);
  await reader.next("ready");
  return reader;
}

interface Place {
  readonly space: string;
  readonly page: string;
}

async function newSpace(title = "Guide"): Promise<Place> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title }, ana);
  const changes = [{ operation: "insert_page", title: "Page", document: { markdown: "begin" } }];
  const made = await world().post(`/spaces/${body.id}/content`, { changes }, ana);
  return { space: body.id, page: made.body.changes[0].page };
}

async function write({ space, page }: Place, markdown: string, headers = {}, at = `/spaces/${space}`) {
  const changes = [{ operation: "update_page", page, document: { markdown } }];
  const { body } = await world().post(`${at}/content`, { changes }, ana, headers);
  return (body.revision ?? body.changeRequest.revision) as string;
}

describe("GET /-/events", () => {
  test("tells of what is written, at once, also when it coalesces, and of nothing elsewhere", async () => {
    const [place, other] = [await newSpace(), await newSpace("Other")];
    const reader = await listen(`space=${place.space}`, benHere);
    await write(other, "elsewhere");
    const revision = await write(place, "one", COALESCE);
    expect((await reader.next("content")).data).toEqual({
      space: place.space,
      revision,
      pages: [place.page],
    });
    const next = await write(place, "two", COALESCE);
    expect((await reader.next("content")).data.revision).toBe(next);
    expect(reader.heard.filter(({ event }) => event === "content")).toHaveLength(2);
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });

  test("tells of comments, reviews and change requests; of what is written in one to those who have it open", async () => {
    const place = await newSpace();
    const request = (await world().post(`/spaces/${place.space}/change-requests`, { subject: "Words" }, ana))
      .body;
    const at = `/spaces/${place.space}/change-requests/${request.number}`;
    const outside = await listen(`space=${place.space}`, benHere);
    const inside = await listen(`space=${place.space}&changeRequest=${request.number}`, benHere);
    const named = { space: place.space, changeRequest: request.id, number: request.number };
    const revision = await write(place, "three", {}, at);
    expect((await inside.next("content")).data).toEqual({ ...named, revision, pages: [place.page] });
    await world().patch(at, { subject: "More words" }, ana);
    const comment = (await world().post(`${at}/comments`, { body: { markdown: "Why?" } }, ana)).body.id;
    await world().post(`${at}/requested-reviewers`, { users: [ben.id] }, ana);
    for (const reader of [inside, outside]) {
      expect((await reader.next("change-request")).data).toEqual(named);
      expect((await reader.next("comment")).data).toEqual({ ...named, comment });
      expect((await reader.next("review")).data).toEqual(named);
    }
    expect(outside.heard.some(({ event }) => event === "content")).toBe(false);
  });

  test("tells somebody of their jobs, as they go on and when they have ended", async () => {
    const { space } = await newSpace();
    const [reader, others] = [await listen(`space=${space}`), await listen(`space=${space}`, benHere)];
    const now = world().deps.clock.now();
    const job = {
      id: "a-job",
      kind: "test",
      due: now + 1e9,
      now,
      space,
      organization: null,
      createdBy: ana.id,
    };
    await world().deps.db.transact((tx) => enqueue(tx, job));
    expect((await reader.next("job")).data).toEqual({ job: "a-job", space });
    const set = (values: object) =>
      world().deps.db.transact((tx) =>
        tx.updateTable("jobs").set(values).where("id", "=", "a-job").execute(),
      );
    await set({ state: "running", progress: '{"done":1}' });
    await reader.next("job");
    await set({ state: "done", finished_at: now });
    await reader.next("job");
    expect(others.heard.some(({ event }) => event === "job")).toBe(false);
  });

  test("goes on where it ended, and says when it can't", async () => {
    const place = await newSpace();
    const reader = await listen(`space=${place.space}`);
    await write(place, "one");
    const { id } = await reader.next("content");
    reader.close();
    const [second, third] = [await write(place, "two"), await write(place, "three")];
    const again = await listen(`space=${place.space}`, anaHere, { "last-event-id": id ?? "" });
    // Those of a moment before come again: one with a smaller number may have been late.
    await again.next("content", ({ data }) => data.revision === second);
    await again.next("content", ({ data }) => data.revision === third);
    for (const lost of ["999999999", "x", "0"]) {
      const late = await open(`space=${place.space}`, anaHere, { "last-event-id": lost });
      expect((await late.next("reset")).data).toEqual({});
      late.close();
    }
  });

  test("goes on at another server that lacks the last events", async () => {
    const place = await newSpace();
    const reader = await listen(`space=${place.space}`, benHere);
    await write(place, "kept");
    await reader.next("content");
    const { db } = world().deps;
    const last = await db.read
      .selectFrom("outbox")
      .selectAll()
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    const again = (id: string, seq: number) =>
      db.transact(async (tx) => {
        const { seq: _, ...row } = { ...last, id };
        const isNumbered = db.dialect === "sqlite";
        if (!isNumbered)
          await sql`select setval(pg_get_serial_sequence('outbox', 'seq'), ${seq - 1})`.execute(tx);
        const values = isNumbered ? { ...row, seq } : row;
        await tx
          .insertInto("outbox")
          .values(values as never)
          .execute();
      });
    // As if the server before had got far beyond it.
    await again("far", last.seq + 1000);
    await reader.next("content");
    await db.transact((tx) => tx.deleteFrom("outbox").where("seq", ">", last.seq).execute());
    expect((await reader.next("reset")).data).toEqual({});
    await again("after", last.seq + 1);
    expect((await reader.next("content")).data.space).toBe(place.space);
  });

  test("asks for rights with each event, and tells who lost them no more than that", async () => {
    const place = await newSpace();
    const guest = await world().addPerson("gus", null);
    const session = await world().signIn(guest);
    const at = `/spaces/${place.space}/permissions`;
    const granted = await world().post(at, { users: [guest.id], role: "read" }, ana);
    expect(granted.status).toBeLessThan(300);
    const reader = await listen(`space=${place.space}`, session);
    await write(place, "one");
    await reader.next("content");
    await world().delete(`${at}/users/${guest.id}`, ana);
    await write(place, "two");
    await reader.next("permissions", ({ data }) => data.space === place.space);
    await reader.next(
      "permissions",
      ({ data }) => Object.keys(data).length === 1 && data.space === place.space,
    );
    expect(reader.heard.filter(({ event }) => event === "content")).toHaveLength(1);
    // Still a member, so the stream goes on about the organization.
    await world().delete(`/orgs/${world().organization}/members/${guest.id}`, ana);
    await reader.ended;
    const stranger = await listen(`space=${place.space}`, session);
    const member = await listen(`space=${place.space}`);
    const revision = await write(place, "three");
    // What one of them is told at this point, the other would have been told too.
    await member.next("content", ({ data }) => data.revision === revision);
    expect(stranger.heard.map(({ event }) => event)).toEqual(["ready"]);
  });

  test("ends with the session, and when its person is disabled", async () => {
    const place = await newSpace();
    const dora = await world().addPerson("dora", "edit");
    const session = await world().signIn(dora);
    const reader = await listen(`space=${place.space}`, session);
    await world().deps.db.transact((tx) =>
      tx.deleteFrom("sessions").where("user_id", "=", dora.id).execute(),
    );
    await reader.next("session-ended");
    await reader.ended;
    const again = await listen(`space=${place.space}`, await world().signIn(dora));
    await world().deps.db.transact((tx) =>
      tx.updateTable("users").set({ disabled_at: 1 }).where("id", "=", dora.id).execute(),
    );
    await again.next("session-ended");
    await again.ended;
  });

  test("ends for who has no second factor once the day has come from which the organization asks for one", async () => {
    const place = await newSpace();
    const eva = await world().addPerson("eva", "edit");
    const evaHere = await world().signIn(eva);
    const reader = await listen(`space=${place.space}`, evaHere);
    const hour = 3600_000;
    const app = { user_id: ana.id, secret: "sealed", used_step: 0, created_at: 1, used_at: 1 };
    const ask = (factor_from: number | null) =>
      world().deps.db.transact(async (tx) => {
        await tx.deleteFrom("authenticators").where("user_id", "=", ana.id).execute();
        if (factor_from !== null) await tx.insertInto("authenticators").values(app).execute();
        await tx.updateTable("organizations").set({ factor_from }).execute();
      });
    await ask(world().deps.clock.now() + hour);
    await write(place, "before");
    await reader.next("content");
    world().ahead += hour + 1;
    await write(place, "after");
    await reader.ended;
    expect(reader.heard.filter(({ event }) => event === "content")).toHaveLength(1);
    await ask(null);
  });

  test("is for our own pages with a session, five at a time", async () => {
    const status = async (headers: Record<string, string>, query = "") =>
      (await world().app.inject({ url: `/-/events?${query}`, headers })).statusCode;
    const { cookie } = anaHere;
    expect(await status(OURS)).toBe(401);
    expect(await status({ ...OURS, cookie, "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status({ cookie })).toBe(403);
    expect(await status({ ...OURS, cookie, authorization: `Bearer ${ana.token}` })).toBe(400);
    expect(await status({ ...OURS, cookie }, "space=../x")).toBe(400);
    expect(await status({ ...OURS, cookie }, "space=x&".repeat(51))).toBe(400);
    const { space } = await newSpace();
    const many = await Promise.all(Array.from({ length: 9 }, () => open(`space=${space}`)));
    const refused = many.filter((one) => one.status !== 200);
    expect(refused.map((one) => [one.status, one.headers.get("retry-after")])).toEqual(
      Array.from({ length: 4 }, () => [429, "15"]),
    );
    expect((await open("", benHere)).status).toBe(200);
  });

  test(`${LISTENERS} listeners cost a question a second, and little memory`, async () => {
    const { space } = await newSpace();
    const sessions = await Promise.all(Array.from({ length: LISTENERS / 5 }, () => world().signIn(ben)));
    const before = heldBytes();
    await Promise.all(
      sessions.flatMap((session) => Array.from({ length: 5 }, () => listen(`space=${space}`, session))),
    );
    // Both ends of each connection are in this process.
    expect((heldBytes() - before) / LISTENERS).toBeLessThan(64 * 2 ** 10);
    const asked: string[] = [];
    const end = hearStatements(world().deps.db, (sql) => void asked.push(sql));
    const began = performance.now();
    while (asked.length < 3) await new Promise((done) => setTimeout(done, 50));
    end();
    expect(asked.length / ((performance.now() - began) / 1000)).toBeLessThan(1.8);
  });
});

describe("two processes on one database", () => {
  test("hear of each other, also of what commits late", async () => {
    if (world().dialect !== "postgres") return;
    const place = await newSpace();
    const { deps } = world();
    const second = await openDatabase({ url: world().place.url, file: "", poolSize: 2 });
    const app = world().openApp(assemble({ ...deps, db: second }));
    const there = await app.listen({ host: "127.0.0.1", port: 0 });
    try {
      const reader = await listen(`space=${place.space}`, anaHere, {}, there);
      // Begun first, with the smaller number, and committed when the other was heard of and it was asked on.
      let commit: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (commit = resolve));
      let isNumbered: () => void = () => undefined;
      const numbered = new Promise<void>((resolve) => (isNumbered = resolve));
      const late = deps.db.transact(async (tx) => {
        const row = { id: "late", kind: "space_content_updated", organization_id: world().organization };
        const written = JSON.stringify({ revision: "late", pages: [] });
        await tx
          .insertInto("outbox")
          .values({ ...row, space_id: place.space, payload: "{}", written, created_at: deps.clock.now() })
          .execute();
        isNumbered();
        await held;
      });
      await numbered;
      const revision = await write(place, "meanwhile");
      expect((await reader.next("content")).data.revision).toBe(revision);
      let asked = 0;
      const end = hearStatements(second, () => void asked++);
      await expect.poll(() => asked).toBeGreaterThan(2);
      end();
      commit();
      await late;
      expect((await reader.next("content")).data.revision).toBe("late");
    } finally {
      for (const reader of readers.splice(0)) reader.close();
      await app.close();
      await second.close();
    }
  });
});

async function putAt(url: string, body: object, { cookie }: Session) {
  const response = await world().app.inject({
    method: "PUT",
    url,
    headers: { ...OURS, cookie, "content-type": "application/json" },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json() };
}

test("PUT /-/parts shows parts of a text as sites do, to who sees the space", async () => {
  const { space } = await newSpace();
  const parts = [
    { type: "code", lang: "js", info: "js", text: "let a = 1;\n" },
    { type: "math", text: "x^2", inLine: true },
    { type: "math", text: "\\frac{" },
    { type: "emoji", name: "rocket" },
    { type: "html", raw: '<b onclick="a()">bold</b><script>a()</script>' },
    { type: "code", lang: "dot", info: "dot", text: "digraph { a -> b }" },
  ];
  const { status, body } = await putAt("/-/parts", { space, parts }, anaHere);
  expect(status).toBe(200);
  expect(body.parts).toEqual([
    expect.stringContaining('<span class="tok-keyword">let</span>'),
    expect.stringMatching(/^<p><span class="math-inline"><math .*<msup>.*<\/math><\/span><\/p>$/s),
    '<div class="math-block"><code class="math-error">\\frac{</code></div>',
    "<p>🚀</p>",
    "<b>bold</b>",
    expect.stringContaining("<svg"),
  ]);
  expect((await putAt("/-/parts", { space: "absent", parts }, anaHere)).status).toBe(404);
  expect((await putAt("/-/parts", { space, parts: [{ type: "page" }] }, anaHere)).status).toBe(400);
  const many = Array.from({ length: 31 }, (_, n) => ({ type: "emoji", name: `a${n}` }));
  expect((await putAt("/-/parts", { space, parts: many }, anaHere)).status).toBe(400);
  // Apart from what sites are made of, which nobody pushes out by asking for parts.
  expect(keptBytes().get("shown_parts")?.bytes).toBeGreaterThan(0);
});

describe("PUT /-/presence", () => {
  const put = (body: object, session: Session) => putAt("/-/presence", body, session);

  test("says who else is there, and tells those who are", async () => {
    const { space, page } = await newSpace();
    const reader = await listen(`space=${space}`);
    expect(await put({ space, page }, anaHere)).toEqual({ status: 200, body: { people: [] } });
    const here = await put({ space, page, block: "b1" }, benHere);
    expect(here.body.people).toMatchObject([{ user: { id: ana.id, displayName: "ana" }, page }]);
    expect((await reader.next("presence")).data).toEqual({ space });
    expect((await put({ space, page }, anaHere)).body.people).toMatchObject([
      { user: { id: ben.id }, page, block: "b1" },
    ]);
    world().ahead += 46_000;
    await reader.next("presence");
    expect((await put({ space, page }, anaHere)).body.people).toEqual([]);
  });

  test("in a change request it is told to those who have it open", async () => {
    const { space, page } = await newSpace();
    const request = (await world().post(`/spaces/${space}/change-requests`, {}, ana)).body;
    const changeRequest = String(request.number);
    const reader = await listen(`space=${space}&changeRequest=${changeRequest}`);
    await put({ space, page, changeRequest }, benHere);
    expect((await reader.next("presence")).data).toEqual({
      space,
      changeRequest: request.id,
      number: request.number,
    });
    expect((await put({ space, changeRequest }, anaHere)).body.people).toMatchObject([
      { user: { id: ben.id } },
    ]);
    expect((await put({ space }, anaHere)).body.people).toEqual([]);
  });

  test("refuses what isn't there, and what isn't ours", async () => {
    const { space } = await newSpace();
    const stranger = await world().signIn(await world().addPerson("sam"));
    expect((await put({ space }, stranger)).status).toBe(404);
    expect((await put({ space, changeRequest: "77" }, anaHere)).status).toBe(404);
    expect((await put({ space, more: 1 }, anaHere)).status).toBe(400);
    expect((await put({ space }, { cookie: "" })).status).toBe(401);
  });
});

describe("GET /-/start", () => {
  const ask = async (path: string, { cookie }: Session = anaHere) => {
    const response = await world().app.inject({
      url: `/-/start?path=${encodeURIComponent(path)}`,
      headers: { ...OURS, cookie },
    });
    return { status: response.statusCode, body: response.json() };
  };

  test("answers what the operations answer that the first screen asks", async () => {
    const { space, page } = await newSpace();
    const { body } = await ask(`/s/${space}/${page}`);
    const same = async (path: string) => (await world().get(path, anaHere)).body;
    expect(body).toMatchObject({
      user: await same("/user"),
      organizations: await same("/orgs?limit=100"),
      organization: await same(`/orgs/${world().organization}`),
      space: await same(`/spaces/${space}`),
      pages: await same(`/spaces/${space}/content/pages?metadata=false&computed=false`),
      page: await same(`/spaces/${space}/content/page/${page}?metadata=false&computed=false`),
      unread: { count: 0 },
    });
    expect(body.page.markdown).toContain("begin");
    const { headers } = await world().get(`/spaces/${space}`, anaHere);
    expect(body.read).toContainEqual({ name: "space", url: `/spaces/${space}`, etag: headers["etag"] });
    expect(Number(body.events)).toBeGreaterThan(0);
    expect(body.version).toMatch(/^\d+\.\d+/);
  });

  test("of a change request has its pages; of an organization that; and else nothing of others", async () => {
    const { space, page } = await newSpace();
    const request = (await world().post(`/spaces/${space}/change-requests`, {}, ana)).body;
    const { body } = await ask(`/s/${space}/~/changes/${request.number}/${page}`);
    expect(body.changeRequest.id).toBe(request.id);
    const url = `/spaces/${space}/change-requests/${request.number}/content/pages?metadata=false&computed=false`;
    expect(body.read).toContainEqual({ name: "pages", url, etag: expect.any(String) });
    expect(body.page).toMatchObject({ id: page, markdown: expect.stringContaining("begin") });
    expect((await ask(`/s/${space}/gone`)).body).not.toHaveProperty("page");
    const names = async (path: string, session?: Session) =>
      Object.keys((await ask(path, session)).body).toSorted();
    expect(await names(`/o/${world().organization}/members`)).toContain("organization");
    const stranger = await world().signIn(await world().addPerson("sue"));
    const nothing = ["events", "organizations", "read", "unread", "user", "version"];
    expect(await names(`/s/${space}`, stranger)).toEqual(nothing);
    expect(await names("/../../etc", stranger)).toEqual(nothing);
    expect((await ask("/", { cookie: "" })).status).toBe(401);
  });
});
