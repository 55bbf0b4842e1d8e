/** Letting a program act for somebody (RFC 8628), and what keeps others from making use of it. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, OWN, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let ada: Person;
let networks = 0;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
});
afterEach(() => {
  world().ahead = 0;
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, any>;
  readonly cache: unknown;
}

/** Asks as a program does: with a form, without cookies or an origin. */
async function ask(path: string, fields: Record<string, string>, address = "198.51.100.7"): Promise<Answer> {
  const answer = await pages.app().inject({
    method: "POST",
    url: path,
    remoteAddress: address,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, body: answer.json(), cache: answer.headers["cache-control"] };
}

const begin = async (fields: Record<string, string> = {}, address = `203.0.${++networks}.9`) =>
  (await ask("/oauth/device", { client_id: "lectern", ...fields }, address)).body;
const fetchToken = (device_code: string, fields: Record<string, string> = {}) =>
  ask("/oauth/token", { grant_type: GRANT, client_id: "lectern", device_code, ...fields });
const errorOf = async (device_code: string) => (await fetchToken(device_code)).body["error"];

async function signedIn(person = "ada", address?: string): Promise<Visitor> {
  const visitor = pages.visitor(address);
  await visitor.post("/sign-in", { email: `${person}@example.com`, password: PASSWORD });
  return visitor;
}

/** Somebody new, so that mistakes are counted for them alone. */
async function newcomer(name: string, address?: string): Promise<{ person: Person; visitor: Visitor }> {
  const person = await world().addPerson(name, "read");
  await givePassword(world(), person, PASSWORD);
  return { person, visitor: await signedIn(name, address) };
}

const decide = (visitor: Visitor, user_code: string, choice: string) =>
  visitor.post("/device/decision", { user_code, do: choice });
const whoAmI = (token: string) => world().call("GET", "/user", { as: token });

describe("the way of a program", () => {
  test("it shows a code, somebody approves it, and it gets a token of 90 days with their rights", async () => {
    const asked = await begin({ device_name: "ada-laptop" });
    expect(asked).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${OWN}/device`,
      verification_uri_complete: `${OWN}/device?user_code=${asked["user_code"]}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await errorOf(asked["device_code"])).toBe("authorization_pending");
    const visitor = await signedIn();
    expect((await visitor.get(`/device?user_code=${asked["user_code"]}`)).text).toContain(asked["user_code"]);
    expect((await visitor.post("/device", { user_code: asked["user_code"] })).status).toBe(200);
    expect((await decide(visitor, asked["user_code"], "approve")).text).toContain("Approved");
    const { status, body, cache } = await fetchToken(asked["device_code"]);
    expect([status, cache]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^lct_[0-9A-Za-z]{36}$/),
      token_type: "Bearer",
      expires_in: 90 * 24 * 3600,
    });
    expect((await whoAmI(body["access_token"])).body.id).toBe(ada.id);
    const { items } = (await world().get("/user/tokens?limit=100", ada)).body;
    const token = items.find(({ label }: { label: string }) => label === "lectern on ada-laptop");
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * DAY);
  });

  test("a code is taken as it is typed: small, with a space, or without the dash", async () => {
    const visitor = await signedIn();
    const { user_code: code } = await begin();
    for (const typed of [code.toLowerCase(), code.replace("-", " "), ` ${code.replace("-", "")} `])
      expect((await visitor.post("/device", { user_code: typed })).text).toContain("Let this program");
  });

  test("a token can be narrowed, and its program can end it", async () => {
    const asked = await begin({ scope: "space:read user:read" });
    const visitor = await signedIn();
    expect((await visitor.post("/device", { user_code: asked["user_code"] })).text).toContain(
      "space:read, user:read",
    );
    await decide(visitor, asked["user_code"], "approve");
    const { body } = await fetchToken(asked["device_code"]);
    expect(body["scope"]).toBe("space:read user:read");
    const token = body["access_token"];
    expect([
      (await whoAmI(token)).status,
      (await world().call("GET", "/user/tokens", { as: token })).status,
    ]).toEqual([200, 403]);
    expect([(await ask("/oauth/revoke", { token })).status, (await whoAmI(token)).status]).toEqual([
      200, 401,
    ]);
    expect((await ask("/oauth/revoke", { token })).status).toBe(200);
    expect((await ask("/oauth/revoke", { token: "lct_nothing" })).status).toBe(200);
  });

  test("a token of a program makes no others, which its end would not reach", async () => {
    const { device_code, user_code } = await begin();
    await decide(await signedIn(), user_code, "approve");
    const { access_token: as } = (await fetchToken(device_code)).body;
    const made = await world().call("POST", "/user/tokens", { as, body: { label: "Stays" } });
    expect(made.status).toBe(403);
  });

  test("denying it is told to the program", async () => {
    const { device_code, user_code } = await begin();
    expect((await decide(await signedIn(), user_code, "deny")).text).toContain("Denied");
    expect([await errorOf(device_code), await errorOf(device_code)]).toEqual([
      "access_denied",
      "access_denied",
    ]);
  });

  test("each step is in the audit trail, with who asked, and without the codes", async () => {
    const { device_code, user_code } = await begin({ device_name: "nightly" }, "203.0.113.99");
    const { person, visitor } = await newcomer("trail");
    await decide(visitor, user_code, "approve");
    const { body } = await fetchToken(device_code);
    const rows = await world()
      .deps.db.read.selectFrom("audit")
      .selectAll()
      .where("actor_id", "=", person.id)
      .execute();
    expect(rows.map(({ action, source }) => [action, source])).toEqual([
      ["user.sign-in", "ui"],
      ["user.approve-program", "ui"],
      ["token.create", "api"],
    ]);
    const text = JSON.stringify(rows);
    expect(text).toContain("203.0.113.99");
    for (const secret of [device_code, user_code, body["access_token"]]) expect(text).not.toContain(secret);
  });
});

describe("what the program is told", () => {
  test.each([
    ["/oauth/device", { client_id: "" }, "invalid_client"],
    ["/oauth/device", { client_id: "Lectern\u202e" }, "invalid_client"],
    ["/oauth/device", { client_id: "<b>x</b>" }, "invalid_client"],
    ["/oauth/device", { client_id: "lectern", device_name: "a\nb" }, "invalid_request"],
    ["/oauth/device", { client_id: "lectern", scope: "space:read all" }, "invalid_scope"],
    ["/oauth/token", { client_id: "lectern", device_code: "x" }, "unsupported_grant_type"],
    ["/oauth/token", { client_id: "lectern", grant_type: GRANT }, "invalid_request"],
    ["/oauth/token", { client_id: "lectern", grant_type: GRANT, device_code: "x" }, "invalid_grant"],
    ["/oauth/revoke", {}, "invalid_request"],
  ])("%s with %j: %s", async (path, fields, error) => {
    const answer = await ask(path, fields as Record<string, string>);
    expect([answer.status, answer.body["error"], answer.cache]).toEqual([400, error, "no-store"]);
    expect(answer.body["error_description"]).toMatch(/^[A-Z].*\.$/);
  });

  test("a body that is no form, and one with a field twice, are refused in the same words", async () => {
    const send = (headers: Record<string, string>, payload: string) =>
      pages.app().inject({ method: "POST", url: "/oauth/token", headers, payload });
    const answers = [
      await send({ "content-type": "application/json" }, "{}"),
      await send({ "content-type": "application/x-www-form-urlencoded" }, "client_id=a&client_id=b"),
      await send({}, ""),
    ];
    for (const answer of answers) {
      expect([400, 415]).toContain(answer.statusCode);
      expect(answer.json().error).toBe("invalid_request");
    }
  });

  test("asking too often: slow down, by five seconds more each time", async () => {
    const { device_code } = await begin();
    const at = async (seconds: number) => {
      world().ahead = seconds * 1000;
      return errorOf(device_code);
    };
    expect(await at(0)).toBe("authorization_pending");
    expect(await at(2)).toBe("slow_down");
    expect(await at(9)).toBe("slow_down");
    expect(await at(30)).toBe("authorization_pending");
    expect(await at(40)).toBe("slow_down");
  });

  test("after ten minutes the code is over, for the program and for the page", async () => {
    const { device_code, user_code } = await begin();
    const visitor = await signedIn();
    world().ahead = 10 * MINUTE;
    expect(await errorOf(device_code)).toBe("expired_token");
    expect((await decide(visitor, user_code, "approve")).status).toBe(404);
    expect(await errorOf(device_code)).toBe("expired_token");
  });

  test("what was approved and not fetched in time gives nothing", async () => {
    const { device_code, user_code } = await begin();
    await decide(await signedIn(), user_code, "approve");
    world().ahead = 10 * MINUTE;
    expect(await errorOf(device_code)).toBe("expired_token");
  });
});

describe("threats", () => {
  test("guessing codes: five wrong ones, then one has to wait, and the right one, too", async () => {
    const { visitor } = await newcomer("guesser");
    const { user_code } = await begin();
    const wrong = async () => (await visitor.post("/device", { user_code: "BBBB-BBBB" })).status;
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++) statuses.push(await wrong());
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    const right = await visitor.post("/device", { user_code });
    expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
    world().ahead = 2 * MINUTE;
    expect((await visitor.post("/device", { user_code })).status).toBe(200);
  });

  test("guessing at the decision counts as well, and guesses at once gain nothing", async () => {
    const { visitor } = await newcomer("hasty");
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 12 }, () => decide(visitor, "CCCC-CCCC", "approve")));
    const seconds = (performance.now() - began) / 1000;
    const told = all.filter(({ status }) => status === 404);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(12 - told.length);
    // Five, and after each second of waiting one more, where so many took longer than that.
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.length).toBeLessThanOrEqual(5 + Math.floor(seconds));
  });

  test("a right code in between forgives no wrong ones, so nobody buys guesses with codes of their own", async () => {
    const { visitor } = await newcomer("buyer");
    const { user_code } = await begin();
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      statuses.push((await visitor.post("/device", { user_code: "DDDD-DDDD" })).status);
      if (round < 4) expect((await visitor.post("/device", { user_code })).status).toBe(200);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    expect((await visitor.post("/device", { user_code })).status).toBe(429);
  });

  test("somebody who changes networks has ten wrong codes in all", async () => {
    await newcomer("traveller");
    const statuses: number[] = [];
    for (let network = 1; network <= 4; network++) {
      const visitor = await signedIn("traveller", `192.0.${100 + network}.1`);
      for (let round = 0; round < 3; round++)
        statuses.push((await visitor.post("/device", { user_code: "FFFF-FFFF" })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  });

  test("a wrong, a decided and an expired code can't be told apart", async () => {
    const { visitor } = await newcomer("curious");
    const decided = await begin();
    await decide(visitor, decided["user_code"], "deny");
    const said = async (user_code: string) => {
      const { status, text } = await visitor.post("/device", { user_code });
      return [status, text.replaceAll(user_code, "")];
    };
    const expired = await begin();
    const [wrong, used] = [await said("GGGG-GGGG"), await said(decided["user_code"])];
    world().ahead = 10 * MINUTE;
    expect(used).toEqual(wrong);
    expect(await said(expired["user_code"])).toEqual(wrong);
  });

  test("phishing: the page says who asks, on which machine, from which address, when, and for what", async () => {
    const visitor = await signedIn("ada", "192.0.2.50");
    const today = () => new Date(world().deps.clock.now()).toISOString().slice(0, 10);
    const before = today();
    const { user_code } = await begin({ client_id: "lectern-cli", device_name: "far-away" }, "203.0.113.200");
    // A day may end meanwhile.
    const begun = [before, today()];
    const { text } = await visitor.post("/device", { user_code });
    for (const said of [
      "lectern-cli",
      "far-away",
      "203.0.113.200 (not the address that you have)",
      begun.find((day) => text.includes(day)) ?? before,
      "Everything that you may do",
      "90 days, as ada@example.com",
      "Approve only what you started yourself",
    ])
      expect(text).toContain(said);
    const near = await begin({}, "192.0.2.50");
    expect((await visitor.post("/device", { user_code: near["user_code"] })).text).toContain(
      "192.0.2.50 (the address that you have)",
    );
  });

  test("an address with the code approves nothing by being opened", async () => {
    const { device_code, user_code } = await begin();
    const visitor = await signedIn();
    await visitor.get(`/device?user_code=${user_code}`);
    await visitor.get(`/device/decision?user_code=${user_code}&do=approve`);
    await visitor.post("/device", { user_code, do: "approve" });
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  test("a form of another origin, or of a published site, decides nothing", async () => {
    const { device_code, user_code } = await begin();
    const visitor = await signedIn();
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: OWN, "sec-fetch-site": "cross-site" },
      { origin: OWN, "sec-fetch-site": "same-site" },
    ])
      expect((await visitor.post("/device/decision", { user_code, do: "approve" }, headers)).status).toBe(
        403,
      );
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  test("who signed in long ago does it once more, and comes back with the code", async () => {
    const visitor = await signedIn();
    world().ahead = 16 * MINUTE;
    const { device_code, user_code } = await begin();
    const { status, headers } = await decide(visitor, user_code, "approve");
    const back = encodeURIComponent(`/device?user_code=${user_code}`);
    expect([status, headers["location"]]).toEqual([303, `/sign-in?again&next=${back}`]);
    expect((await visitor.get(`/sign-in?again&next=${back}`)).text).toContain("Nothing is done yet.");
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  test("who is not signed in is sent to the door, and back with the code", async () => {
    const { device_code, user_code } = await begin();
    const stranger = pages.visitor();
    const there = `/sign-in?next=${encodeURIComponent(`/device?user_code=${user_code}`)}`;
    expect((await stranger.get(`/device?user_code=${user_code}`)).headers["location"]).toBe(there);
    expect((await decide(stranger, user_code, "approve")).status).toBe(303);
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  test("replay: of many who ask with an approved code at once, one gets a token, and nobody later", async () => {
    const { device_code, user_code } = await begin();
    await decide(await signedIn(), user_code, "approve");
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetchToken(device_code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect(await errorOf(device_code)).toBe("invalid_grant");
  });

  test("a device code is good for the program that it was given to, and the short code is none", async () => {
    const { device_code, user_code } = await begin();
    await decide(await signedIn(), user_code, "approve");
    const other = await fetchToken(device_code, { client_id: "other" });
    expect([other.body["error"], await errorOf(user_code)]).toEqual(["invalid_grant", "invalid_grant"]);
    expect((await fetchToken(device_code)).status).toBe(200);
  });

  test("two decide: the first one's word stands", async () => {
    const { device_code, user_code } = await begin();
    await decide(await signedIn(), user_code, "deny");
    const { visitor } = await newcomer("late");
    expect((await decide(visitor, user_code, "approve")).status).toBe(404);
    expect(await errorOf(device_code)).toBe("access_denied");
  });

  test("somebody who is disabled before the program fetches its token has given none", async () => {
    const { device_code, user_code } = await begin();
    const { person, visitor } = await newcomer("leaving");
    await decide(visitor, user_code, "approve");
    await world().deps.db.transact((tx) =>
      tx.updateTable("users").set({ disabled_at: 1 }).where("id", "=", person.id).execute(),
    );
    expect(await errorOf(device_code)).toBe("access_denied");
  });

  test.each([
    ["signed out", (visitor: Visitor) => visitor.post("/sign-out", { do: "sign-out" })],
    [
      "a new password",
      async (_visitor: Visitor, name: string) => {
        const other = await signedIn(name);
        return other.post("/account/password", { current: PASSWORD, password: "five other words of mine" });
      },
    ],
  ])(
    "what was approved in a session that ended before the program came gives nothing: %s",
    async (how, end) => {
      const { device_code, user_code } = await begin();
      const name = how.replaceAll(" ", "-");
      const { visitor } = await newcomer(name);
      await decide(visitor, user_code, "approve");
      expect((await end(visitor, name)).status).toBe(303);
      expect(await errorOf(device_code)).toBe("access_denied");
    },
  );

  test.each([
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ])("a page elsewhere can't have its visitors ask: %j", async (headers) => {
    for (const url of ["/oauth/device", "/oauth/token", "/oauth/revoke"]) {
      const answer = await pages.app().inject({
        method: "POST",
        url,
        remoteAddress: "192.0.78.1",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        payload: "client_id=lectern",
      });
      expect([answer.statusCode, answer.json().error]).toEqual([403, "invalid_request"]);
    }
    const { read } = world().deps.db;
    const waiting = read.selectFrom("device_grants").selectAll().where("network", "like", "192.0.78%");
    expect(await waiting.execute()).toEqual([]);
  });

  test("neither code stands in the database", async () => {
    const { device_code, user_code } = await begin();
    const rows = JSON.stringify(await world().deps.db.read.selectFrom("device_grants").selectAll().execute());
    for (const secret of [device_code, user_code, user_code.replace("-", "")])
      expect(rows).not.toContain(secret);
  });

  test("one network can have twenty programs wait, not more, until their time is over", async () => {
    const from = (host: number) => ask("/oauth/device", { client_id: "lectern" }, `192.0.77.${host}`);
    const statuses: number[] = [];
    let last: Record<string, any> = {};
    for (let host = 1; host <= 21; host++) {
      const answer = await from(host);
      statuses.push(answer.status);
      if (answer.status === 200) last = answer.body;
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    const { user_code } = last;
    await decide(await signedIn(), user_code, "deny");
    expect([(await from(1)).status, (await from(1)).status]).toEqual([200, 429]);
    world().ahead = 10 * MINUTE;
    expect((await from(1)).status).toBe(200);
  });

  test("what is over is forgotten by housekeeping", async () => {
    await begin();
    world().ahead = 3 * DAY;
    const { planHousekeeping } = await import("../test/plannedRounds.ts");
    await planHousekeeping(world().deps);
    await world().runJobs();
    expect(await world().deps.db.read.selectFrom("device_grants").selectAll().execute()).toEqual([]);
  });
});
