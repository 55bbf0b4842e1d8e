import { endSession } from "../nouns/sessions/commands.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, type Session, useWorld } from "../test/harness.ts";

const world = useWorld();
const limited = useWorld({ rateLimit: 20 });
let ada: Person;
let session: Session;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  session = await world().signIn(ada);
});

/** Asks below `/-/` with exactly these headers. */
async function ask(method: string, url: string, headers: Record<string, string>, payload?: string) {
  const answer = await world().app.inject({
    method: method as "GET",
    url,
    headers: { host: "app.test", ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

describe("a page of our own", () => {
  test("asks as who is signed in, by the same operations", async () => {
    expect((await world().get("/user", session)).body).toEqual((await world().get("/user", ada)).body);
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guides" }, session);
    expect(made.status).toBe(201);
    const { body } = await world().get(`/orgs/${world().organization}/audit-events?action=space.create`, ada);
    const { source, actor, token } = body.items[0];
    expect([source, actor.id, token]).toEqual(["ui", ada.id, undefined]);
  });

  test("repeats a change under its key, and it is made once", async () => {
    const key = { "idempotency-key": "console-1" };
    const [first, second] = [
      await world().post(`/orgs/${world().organization}/spaces`, { title: "Once" }, session, key),
      await world().post(`/orgs/${world().organization}/spaces`, { title: "Once" }, session, key),
    ];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
  });

  test("is told nothing once the session has ended", async () => {
    const other = await world().signIn(ada);
    expect((await world().get("/user", other)).status).toBe(200);
    await world().deps.db.transact((tx) => endSession(tx, other.cookie.slice(other.cookie.indexOf("=") + 1)));
    const { status, body, headers } = await world().get("/user", other);
    expect([status, body.error.message]).toEqual([
      401,
      "You are signed out. Sign in again, then repeat this.",
    ]);
    expect(headers["www-authenticate"]).toBe('Cookie realm="lectern"');
  });

  test("makes tokens, which the session doesn't end with", async () => {
    const { status, body } = await world().post("/user/tokens", { label: "From the console" }, session);
    expect([status, (await world().call("GET", "/user", { as: body.token })).status]).toEqual([201, 200]);
  });
});

describe("what is refused below /-/", () => {
  const reading = { "sec-fetch-site": "same-origin" };
  const writing = { ...reading, "lectern-console": "1" };
  const bare = { "lectern-console": "1" };
  const own = { origin: "http://app.test" };
  const table: readonly [what: string, method: string, headers: Record<string, string>, status: number][] = [
    ["a read from our page", "GET", reading, 200],
    ["a read that the browser says nothing of", "GET", {}, 403],
    ["the same with our header", "GET", bare, 200],
    ["an address that somebody typed", "GET", { "sec-fetch-site": "none" }, 403],
    ["a page of a neighbouring host", "GET", { "sec-fetch-site": "same-site", ...bare }, 403],
    ["a page of elsewhere", "GET", { "sec-fetch-site": "cross-site", ...bare }, 403],
    ["a write from our page", "PATCH", { ...writing, ...own }, 200],
    ["a write without our header", "PATCH", { ...reading, ...own }, 403],
    ["a write that names another origin", "PATCH", { ...writing, origin: "https://elsewhere.example" }, 403],
    ["a write that the browser says nothing of", "PATCH", bare, 403],
    ["the same from our origin", "PATCH", { ...bare, ...own }, 200],
    ["the same from another one", "PATCH", { ...bare, origin: "http://app.test.elsewhere.example" }, 403],
    [
      "the same from our host under another name",
      "PATCH",
      { ...bare, host: "docs.local", origin: "http://docs.local" },
      200,
    ],
    ["a token", "GET", { ...reading, authorization: "Bearer lct_something" }, 400],
    ["credentials of another kind", "GET", { ...reading, authorization: "Basic YTpi" }, 400],
    ["the question whether one may", "OPTIONS", { ...own, "access-control-request-method": "PATCH" }, 405],
  ];

  test.each(table)("%s: %s %j is %i", async (_, method, headers, status) => {
    const body = method === "PATCH" ? "{}" : undefined;
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const all = { cookie: session.cookie, ...type, ...headers };
    const answer = await ask(method, `/-/v1/orgs/${world().organization}`, all, body);
    expect(answer.status, answer.text).toBe(status);
    // Not to anybody: no page of another origin reads what is here.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded"])("a body as %s", async (type) => {
    const headers = { ...writing, cookie: session.cookie, "content-type": type };
    expect((await ask("PATCH", `/-/v1/orgs/${world().organization}`, headers, "{}")).status).toBe(415);
  });

  test("nothing of it below /v1, which reads no cookie", async () => {
    const headers = { ...writing, cookie: session.cookie };
    expect((await ask("GET", "/v1/user", headers)).status).toBe(401);
  });

  test.each(["/-/v1", "/-/v1/", "/-/v1?a=b", "/-/v1/nowhere", "/-/v10/user", "/-/user", "/-/"])(
    "%s is no way around it",
    async (url) => {
      const foreign = { cookie: session.cookie, "sec-fetch-site": "cross-site" };
      expect((await ask("GET", url, foreign)).status).toBe(403);
      expect([200, 400, 404]).toContain(
        (await ask("GET", url, { ...reading, cookie: session.cookie })).status,
      );
    },
  );

  test("what is answered is nobody's who brings another cookie", async () => {
    const { status, headers } = await ask("GET", "/-/v1/user", { ...reading, cookie: session.cookie });
    expect([status, headers["vary"]]).toEqual([200, "cookie, authorization, accept-encoding, origin"]);
  });

  test("two cookies that differ are nobody's", async () => {
    const cookie = `${session.cookie}; lectern-session=planted`;
    expect((await ask("GET", "/-/v1/user", { ...reading, cookie })).status).toBe(401);
  });
});

describe("a tab whose person isn't who is signed in any more", () => {
  const reading = { "sec-fetch-site": "same-origin", "lectern-console": "1" };
  const writing = { ...reading, origin: "http://app.test", "content-type": "application/json" };

  test.each([
    ["reads", "GET", "/-/v1/user", undefined],
    ["changes", "PATCH", "/-/v1/user", JSON.stringify({ displayName: "Eve" })],
    ["looks for what isn't there", "GET", "/-/v1/nowhere", undefined],
    ["listens", "GET", "/-/events", undefined],
    ["says where it is", "PUT", "/-/presence", JSON.stringify({ space: "any" })],
  ])("%s no more", async (_what, method, url, body) => {
    const all = { ...(body === undefined ? reading : writing), cookie: session.cookie };
    const answer = await ask(method, url, { ...all, "lectern-person": "somebody-else" }, body);
    expect([answer.status, JSON.parse(answer.text).error]).toMatchObject([
      401,
      {
        type: "another-person",
        message:
          "Somebody else is signed in in this browser now. Sign in as yourself again, then repeat this.",
      },
    ]);
  });

  test("nothing was done as them, and who is named is answered", async () => {
    const all = { ...reading, cookie: session.cookie, "lectern-person": ada.id };
    const { status, headers, text } = await ask("GET", "/-/v1/user", all);
    expect([status, headers["lectern-person"], JSON.parse(text).displayName]).toEqual([200, ada.id, "ada"]);
  });
});

test("the tab of somebody else spends none of a session's points", async () => {
  limited().stopClock();
  const mine = await limited().signIn(await limited().addPerson("jo", "admin"));
  const headers = {
    host: "app.test",
    "sec-fetch-site": "same-origin",
    "lectern-console": "1",
    cookie: mine.cookie,
    "lectern-person": "somebody-else",
  };
  for (let time = 0; time < 25; time++)
    expect((await limited().app.inject({ url: "/-/v1/user", headers })).statusCode).toBe(401);
  const { status, headers: own } = await limited().get("/user", mine);
  expect([status, own["x-ratelimit-remaining"]]).toEqual([200, "19"]);
  limited().runClock();
});

test("a session has its own points, and guessing costs those of the network", async () => {
  limited().stopClock();
  const bo = await limited().addPerson("bo", "admin");
  const mine = await limited().signIn(bo);
  const statuses: number[] = [];
  for (let time = 0; time < 21; time++) statuses.push((await limited().get("/user", mine)).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429]);
  const guess = { cookie: `lectern-session=${"x".repeat(43)}` };
  const guesses: number[] = [];
  for (let time = 0; time < 21; time++) guesses.push((await limited().get("/user", guess)).status);
  expect([guesses[0], guesses.at(-1)]).toEqual([401, 429]);
  limited().runClock();
});
