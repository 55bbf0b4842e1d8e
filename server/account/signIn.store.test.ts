import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../db/database.ts";
import { keepAuthenticator } from "../nouns/factors/authenticator.ts";
import { addFactor } from "../nouns/factors/commands.ts";
import { openSession } from "../nouns/sessions/commands.ts";
import { beginAttempt } from "../nouns/sessions/attempts.ts";
import { createSignInLink, GIVEN_LINK_LIFETIME } from "../nouns/sessions/links.ts";
import { newId } from "../ports/ids.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { asksFactor } from "./enter.ts";
import { givePassword, OWN, type PageAnswer, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const MINUTE = 60_000;
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
});

const signIn = (
  visitor: Visitor,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => visitor.post("/sign-in", { email: "ada@example.com", password: PASSWORD, ...fields }, headers);
const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
/** How often each status was answered. */
const tally = (statuses: readonly number[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(statuses)].map((of) => [of, statuses.filter((status) => status === of).length]),
  );
const leadsTo = ({ status, headers }: PageAnswer) => [status, headers["location"]];

function newLink(user = ada, options: { mailed?: boolean; next?: string } = {}): Promise<string> {
  const now = world().deps.clock.now();
  const link = { id: newId(), user: user.id, mailed: false, lifetime: GIVEN_LINK_LIFETIME, now, ...options };
  return world().deps.db.transact((tx) => createSignInLink(tx, link));
}

describe("signing in by password", () => {
  test("opens a session in a cookie that scripts don't see, and leads to the account", async () => {
    const visitor = pages.visitor();
    expect(leadsTo(await visitor.get("/account"))).toEqual([303, "/sign-in?next=%2Faccount"]);
    const answer = await signIn(visitor, { email: " ADA@Example.com " });
    expect(leadsTo(answer)).toEqual([303, "/"]);
    expect(answer.headers["set-cookie"]).toMatch(
      /^lectern-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.get("/account")).text).toContain("ada@example.com");
    expect(leadsTo(await visitor.get("/sign-in"))).toEqual([303, "/"]);
  });

  test("is asked for once more where it is said, and another session takes the place of the one before", async () => {
    const visitor = pages.visitor();
    await signIn(visitor);
    const before = [...visitor.cookies.values()];
    const door = await visitor.get("/sign-in?again&next=/o/acme/sso");
    expect(door.status).toBe(200);
    expect(door.text).toContain("Sign in once more");
    expect(door.text).toContain('value="ada@example.com"');
    expect(leadsTo(await signIn(visitor, { next: "/o/acme/sso" }))).toEqual([303, "/o/acme/sso"]);
    expect([...visitor.cookies.values()]).not.toEqual(before);
  });

  test("gives a new secret each time, and never one that the browser brought", async () => {
    const visitor = pages.visitor();
    visitor.cookies.set("lectern-session", "a".repeat(43));
    await signIn(visitor);
    const first = visitor.cookies.get("lectern-session") ?? "";
    expect(first).not.toBe("a".repeat(43));
    await signIn(visitor);
    expect(visitor.cookies.get("lectern-session")).not.toBe(first);
    const thief = pages.visitor();
    thief.cookies.set("lectern-session", first);
    expect(await isIn(thief)).toBe(false);
  });

  test("says the same for a wrong password, an unknown address and somebody without a password", async () => {
    await world().addPerson("nopass", "read");
    const wrong = [
      { password: "another password" },
      { email: "nobody@example.com" },
      { email: "nopass@example.com" },
      { email: "ada@example.com'--", password: "' or 1=1 --" },
    ];
    const answers: PageAnswer[] = [];
    for (const fields of wrong) answers.push(await signIn(pages.visitor(), fields));
    const text = (page: PageAnswer) => page.text.replaceAll(/value="[^"]*"/g, "");
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(new Set(answers.map(text)).size).toBe(1);
    expect(answers[0]?.headers["set-cookie"]).toBeUndefined();
  });

  test("takes as long for an unknown address as for a known one", async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const rounds = 12;
    for (let round = 0; round < rounds; round++) {
      for (const [kind, email] of [
        ["known", "ada@example.com"],
        ["unknown", `nobody${round}@example.com`],
      ] as const) {
        const visitor = pages.visitor();
        const began = performance.now();
        await signIn(visitor, { email, password: "a wrong password" });
        times[kind]?.push(performance.now() - began);
      }
    }
    const median = (values: number[] = []) => values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    // The hash is most of it: without the hash of nobody's password the ratio would be some 10 or more.
    const ratio = median(times["known"]) / median(times["unknown"]);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  test("ends with the button, and then the cookie is worth nothing", async () => {
    const visitor = pages.visitor();
    await signIn(visitor);
    const secret = visitor.cookies.get("lectern-session") ?? "";
    expect(leadsTo(await visitor.post("/sign-out", { do: "sign-out" }))).toEqual([303, "/sign-in?out"]);
    expect(visitor.cookies.size).toBe(0);
    expect((await visitor.get("/sign-in?out")).text).toContain("You are signed out");
    visitor.cookies.set("lectern-session", secret);
    expect(await isIn(visitor)).toBe(false);
  });

  test("of another tab ends nobody else's, and its door says who is signed in", async () => {
    const visitor = pages.visitor();
    await signIn(visitor);
    const out = { do: "sign-out", person: "somebody-else" };
    expect(leadsTo(await visitor.post("/sign-out", out))).toEqual([303, "/sign-in?as=somebody-else"]);
    expect(await isIn(visitor)).toBe(true);
    const door = await visitor.get("/sign-in?as=somebody-else&next=%2Fs%2Fa");
    expect([door.status, door.text]).toEqual([200, expect.stringContaining('href="/s/a">Go on as')]);
    // A wrong password, or no address for the link, takes neither who is signed in nor the organization away.
    const asked = await visitor.get("/sign-in?as=somebody-else&org=acme-docs&next=%2Fs%2Fa");
    for (const [name, value] of Object.entries({ as: "somebody-else", org: "acme-docs", next: "/s/a" }))
      expect(asked.text).toContain(`name="${name}" value="${value}"`);
    const typed = { as: "somebody-else", org: "acme-docs", next: "/s/a", email: "x", password: "wrong one" };
    for (const [path, refused] of [
      ["/sign-in", 403],
      ["/sign-in/link", 400],
    ] as const) {
      const again = await visitor.post(path, typed);
      expect([again.status, again.text]).toEqual([refused, expect.stringContaining('href="/s/a">Go on as')]);
      expect(again.text).toContain('name="org" value="acme-docs"');
    }
  });

  test("is noted in the audit trail, with the user and without the secret", async () => {
    const visitor = pages.visitor("192.0.2.1");
    await signIn(visitor);
    const rows = await world()
      .deps.db.read.selectFrom("audit")
      .selectAll()
      .where("ip", "=", "192.0.2.1")
      .execute();
    expect(rows).toMatchObject([{ action: "user.sign-in", actor_id: ada.id, source: "ui" }]);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get("lectern-session"));
  });
});

describe("guessing", () => {
  beforeEach(() => world().stopClock());
  afterEach(() => world().runClock());

  test("is slowed down more and more for the account from that network, whatever is varied", async () => {
    const rita = await world().addPerson("rita", "read");
    await givePassword(world(), rita, PASSWORD);
    const spellings = ["rita@example.com", "RITA@example.com", " rita@example.com", "rita@EXAMPLE.com "];
    const attempt = async (at: number) => {
      const headers = {
        "x-forwarded-for": `203.0.113.${at}`,
        "user-agent": `agent ${at}`,
        "x-real-ip": `192.0.2.${at}`,
      };
      const fields = { email: spellings[at % 4] ?? "", password: `guess number ${at}` };
      return signIn(pages.visitor(`198.51.100.${at}`), fields, headers);
    };
    const statuses: number[] = [];
    for (let at = 1; at <= 7; at++) statuses.push((await attempt(at)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const waits: number[] = [];
    for (let at = 8; at < 12; at++) {
      const refused = await attempt(at);
      const seconds = Number(refused.headers["retry-after"]);
      waits.push(seconds);
      world().ahead += seconds * 1000;
      await attempt(at);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    // Even the right password waits there; from elsewhere it doesn't.
    expect((await signIn(pages.visitor("198.51.100.9"), { email: "rita@example.com" })).status).toBe(429);
    expect((await signIn(pages.visitor(), { email: "rita@example.com" })).status).toBe(303);
  });

  test("many at once is not more than one after the other", async () => {
    const visitor = pages.visitor();
    const guesses = Array.from({ length: 40 }, (_, at) =>
      signIn(visitor, { password: `guess number ${at}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(tally(statuses)).toEqual({ 403: 5, 429: 35 });
  });

  test("by strangers from everywhere locks nobody out where they are known", async () => {
    const olga = await world().addPerson("olga", "read");
    await givePassword(world(), olga, PASSWORD);
    const home = "192.0.2.77";
    const fields = { email: "olga@example.com" };
    const visitor = pages.visitor(home);
    await signIn(visitor, fields);
    await visitor.post("/sign-out", { do: "sign-out" });
    const guess = () => signIn(pages.visitor(), { ...fields, password: "guess" });
    expect((await guess()).status).toBe(403);
    // As if there had been a hundred.
    await world().deps.db.transact(async (tx) => {
      await tx
        .updateTable("sign_in_attempts")
        .set({ failures: 100 })
        .where("key", "like", "% account %")
        .execute();
    });
    expect((await guess()).status).toBe(403);
    expect((await signIn(pages.visitor(), fields)).status).toBe(429);
    expect((await signIn(visitor, fields)).status).toBe(303);
    await world().deps.db.transact(async (tx) => void (await tx.deleteFrom("sign_in_attempts").execute()));
    const link = await newLink(olga);
    expect((await pages.visitor().post(`/sign-in/link/${link}`, { by: "link" })).status).toBe(303);
  });

  test("many accounts from one network slows that network down", async () => {
    const visitor = pages.visitor();
    const stuff = (at: number) => signIn(visitor, { email: `user${at}@example.com`, password: "guess" });
    const statuses = (await Promise.all(Array.from({ length: 36 }, (_, at) => stuff(at)))).map(
      ({ status }) => status,
    );
    // All of them, so that a failure says what else was answered.
    expect(tally(statuses)).toEqual({ 403: 30, 429: 6 });
  });

  test("nobody waits for somebody of their network who began a little later and was counted first", async () => {
    const now = world().deps.clock.now();
    const begin = (at: number) => {
      const by = { kind: "password", email: `late${at}@example.com`, user: undefined } as const;
      const attempt = { ...by, address: "192.0.2.200", now: now - at * 1000 };
      return world().deps.db.transact((tx) => beginAttempt(tx, attempt));
    };
    const waits: number[] = [];
    for (let at = 0; at < 31; at++) waits.push(await begin(at));
    // The thirtieth is the one that begins the pauses.
    expect(waits).toEqual([...Array<number>(30).fill(0), 2000]);
  });
});

describe("a one-time link", () => {
  test("shows whom it lets in, and does so once", async () => {
    const link = await newLink();
    const visitor = pages.visitor();
    for (const _ of [1, 2])
      expect((await visitor.get(`/sign-in/link/${link}`)).text).toContain("ada@example.com");
    expect(await isIn(visitor)).toBe(false);
    expect(leadsTo(await visitor.post(`/sign-in/link/${link}`, { by: "link" }))).toEqual([303, "/"]);
    expect(await isIn(visitor)).toBe(true);
    // Who clicks on it again is told that they are in, and led on.
    const again = await visitor.get(`/sign-in/link/${link}`);
    expect([again.status, again.text]).toEqual([410, expect.stringContaining("signed in as <strong>ada@")]);
    expect(again.text).toContain('href="/"');
    const second = pages.visitor();
    const useless = await second.get(`/sign-in/link/${link}`);
    expect([useless.status, useless.text]).toEqual([410, expect.stringContaining("Have another one sent.")]);
    expect(useless.text).not.toContain("ada@");
    expect((await second.post(`/sign-in/link/${link}`, { by: "link" })).status).toBe(410);
    expect(await isIn(second)).toBe(false);
  });

  test("that two use at the same time lets one in", async () => {
    for (let round = 0; round < 5; round++) {
      const link = await newLink();
      const racing = Array.from({ length: 6 }, () =>
        pages.visitor().post(`/sign-in/link/${link}`, { by: "link" }),
      );
      const statuses = (await Promise.all(racing)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([303, 410, 410, 410, 410, 410]);
    }
  });

  test("is over after its time, and unknown ones are the same", async () => {
    const link = await newLink();
    world().ahead += GIVEN_LINK_LIFETIME;
    const late = await pages.visitor().get(`/sign-in/link/${link}`);
    world().ahead -= GIVEN_LINK_LIFETIME;
    const unknown = await pages.visitor().get("/sign-in/link/unknown");
    expect([late.status, unknown.status, late.text === unknown.text]).toEqual([410, 410, true]);
  });

  test("proves the address when it went there by mail, and leads where it was asked for", async () => {
    const lena = await world().addPerson("lena", "read");
    const verified = async () =>
      (
        await world()
          .deps.db.read.selectFrom("users")
          .select("email_verified")
          .where("id", "=", lena.id)
          .executeTakeFirst()
      )?.email_verified;
    await pages.visitor().post(`/sign-in/link/${await newLink(lena)}`, { by: "link" });
    expect(await verified()).toBe(0);
    const link = await newLink(lena, { mailed: true, next: "/invites/x" });
    expect(leadsTo(await pages.visitor().post(`/sign-in/link/${link}`, { by: "link" }))).toEqual([
      303,
      "/invites/x",
    ]);
    expect(await verified()).toBe(1);
  });

  test("comes in a letter to those who ask, with the same answer to those whom nobody knows", async () => {
    const visitor = pages.visitor();
    const ask = (email: string) => visitor.post("/sign-in/link", { email, next: "/docs" });
    const known = await ask("Ada@example.com");
    const unknown = await ask("who@example.com");
    expect([known.status, known.text.replaceAll("Ada@", "who@")]).toEqual([200, unknown.text]);
    await world().runJobs();
    expect(world().letters).toHaveLength(1);
    const [link] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters[0] ?? "") ?? [];
    expect(leadsTo(await visitor.post(link ?? "", { by: "link" }))).toEqual([303, "/docs"]);
    expect(JSON.stringify(await world().deps.db.read.selectFrom("jobs").selectAll().execute())).not.toContain(
      "sign-in/link/",
    );
  });

  test("works for 15 minutes when it was asked for", async () => {
    const visitor = pages.visitor();
    await visitor.post("/sign-in/link", { email: "ada@example.com" });
    await world().runJobs();
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters.at(-1) ?? "") ?? [];
    expect((await visitor.get(link)).status).toBe(200);
    world().ahead += 15 * MINUTE;
    expect((await visitor.get(link)).status).toBe(410);
    world().ahead -= 15 * MINUTE;
  });

  test("is not sent again and again", async () => {
    world().stopClock();
    const visitor = pages.visitor();
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++)
      statuses.push((await visitor.post("/sign-in/link", { email: "ada@example.com" })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await visitor.post("/sign-in/link", { email: "no address" })).status).toBe(400);
    world().runClock();
  });
});

describe("a change that another site sends", () => {
  const forged: [string, Record<string, string>, number][] = [
    ["cross-site", { "sec-fetch-site": "cross-site", origin: "https://evil.test" }, 403],
    ["cross-site with our origin", { "sec-fetch-site": "cross-site" }, 403],
    [
      "same-site, such as a published site",
      { "sec-fetch-site": "same-site", origin: "http://sites.test" },
      403,
    ],
    ["an unknown fetch site", { "sec-fetch-site": "whatever" }, 403],
    ["another origin", { origin: "https://evil.test" }, 403],
    ["another port", { origin: "http://app.test:8080" }, 403],
    ["another scheme", { origin: "https://app.test" }, 403],
    ["a longer host", { origin: "http://app.test.evil.test" }, 403],
    ["a null origin", { origin: "null" }, 403],
    ["a null origin from the same origin", { origin: "null", "sec-fetch-site": "same-origin" }, 403],
    ["no origin", { origin: "" }, 403],
    ["a text form", { "content-type": "text/plain" }, 415],
    ["JSON", { "content-type": "application/json" }, 415],
    ["a multipart form", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["a type that only begins well", { "content-type": "application/x-www-form-urlencodedx" }, 415],
    ["another method in a header", { "x-http-method-override": "GET", origin: "https://evil.test" }, 403],
  ];

  test.each(forged)("%s", async (_name, headers, status) => {
    const visitor = pages.visitor();
    expect((await signIn(visitor, {}, headers)).status).toBe(status);
    await signIn(visitor);
    const refused = await visitor.post("/account/profile", { displayName: "Mallory" }, headers);
    expect([refused.status, (await visitor.get("/account")).text.includes("Mallory")]).toEqual([
      status,
      false,
    ]);
    expect((await visitor.post("/sign-out", { do: "sign-out" }, headers)).status).toBe(status);
    expect(await isIn(visitor)).toBe(true);
  });

  test("our own forms pass, also where an old browser names no site", async () => {
    const visitor = pages.visitor();
    expect((await signIn(visitor, {}, { "sec-fetch-site": "same-origin" })).status).toBe(303);
    const local = {
      "sec-fetch-site": "same-origin",
      origin: "http://localhost:4000",
      host: "localhost:4000",
    };
    expect((await signIn(visitor, {}, local)).status).toBe(303);
    expect((await visitor.get("/account", { "sec-fetch-site": "cross-site" })).status).toBe(200);
  });

  test("nothing changes on GET, and the API reads no cookie", async () => {
    const visitor = pages.visitor();
    await signIn(visitor);
    for (const path of [
      "/sign-out",
      "/account/profile",
      "/account/tokens",
      "/account/sessions/end",
      "/account/password",
    ]) {
      expect([path, (await visitor.get(`${path}?do=end&displayName=M`)).status]).toEqual([path, 405]);
    }
    expect((await visitor.get("/v1/user")).status).toBe(401);
    expect(await isIn(visitor)).toBe(true);
  });

  test("a field that is sent twice, too long or broken is refused", async () => {
    const visitor = pages.visitor();
    const send = (payload: string) =>
      pages.app().inject({
        method: "POST",
        url: "/sign-in",
        headers: { origin: OWN, "content-type": "application/x-www-form-urlencoded" },
        payload,
      });
    expect((await send("email=a@b.c&email=d@e.f&password=x")).statusCode).toBe(400);
    expect((await send("email=a%00@b.c&password=x")).statusCode).toBe(400);
    expect((await send(`email=${"a".repeat(400)}@b.c&password=x`)).statusCode).toBe(400);
    expect((await send(`email=a@b.c&password=${"x".repeat(70_000)}`)).statusCode).toBe(413);
    expect((await signIn(visitor, { password: "x".repeat(2000) })).status).toBe(400);
  });
});

describe("where signing in leads", () => {
  test.each([
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "/%0d%0aset-cookie:x=1/..//evil.test",
    "/a/..//evil.test",
    "javascript:alert(1)",
    "http:evil.test",
    " //evil.test",
    "evil.test",
    "/\r\nlocation: https://evil.test",
    "///evil.test",
  ])("is never %j", async (next) => {
    const answer = await signIn(pages.visitor(), { next });
    expect(answer.status === 400 || answer.headers["location"] === "/").toBe(true);
    const page = await pages.visitor().get(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.text).not.toContain('name="next"');
  });

  test("is a path of ours as it was", async () => {
    const next = "/invites/abc?x=1&y=%2F#part";
    expect(leadsTo(await signIn(pages.visitor(), { next }))).toEqual([303, next]);
  });
});

test("every page has the policy, is kept by nobody and loads nothing from elsewhere", async () => {
  const visitor = pages.visitor();
  const seen: PageAnswer[] = [
    await visitor.get("/sign-in"),
    await visitor.get("/sign-in/link/x"),
    await signIn(visitor, { password: "wrong" }),
  ];
  await signIn(visitor);
  seen.push(await visitor.get("/account"), await visitor.get("/invites/unknown"));
  for (const { headers, text } of seen) {
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
  }
});

test("the door has the mark of the organization, and where there are several nobody is told of them", async () => {
  const { organization, deps } = world();
  const [mine] = await deps.db.read.selectFrom("organizations").select(["id", "title"]).execute();
  expect(mine?.id).toBe(organization);
  const brand = async () =>
    /class="door-brand"[^>]*>(.*?)<\/p>/s.exec((await pages.visitor().get("/sign-in")).text)?.[1];
  const rename = (title: string) =>
    deps.db.transact((tx) =>
      tx.updateTable("organizations").set({ title }).where("id", "=", organization).execute(),
    );
  await rename("\u00e9cole & amis");
  expect(await brand()).toMatch(
    /<span class="door-mark" aria-hidden="true">\u00c9<\/span\s*><span dir="auto">\u00e9cole &amp; amis<\/span>/,
  );
  await rename(mine?.title ?? "");
  await world().addOrganization("Other", "other");
  expect(await brand()).toMatch(/^\s*<a href="\/">Lectern<\/a>\s*$/);
});

describe("a sign-in that is under way", () => {
  test("by a password that is changed meanwhile opens nothing", async () => {
    const vito = await world().addPerson("vito", "read");
    await givePassword(world(), vito, PASSWORD);
    const { db } = world().deps;
    // The first transaction counts the attempt. The second opens the session, after the password was compared.
    let transactions = 0;
    const slow: typeof db = Object.assign(Object.create(db) as typeof db, {
      transact: async <T>(work: Parameters<typeof db.transact<T>>[0]): Promise<T> => {
        if (++transactions === 2) await givePassword(world(), vito, "other words than before");
        return db.transact(work);
      },
    });
    const app = world().openApp({ db: slow }, { assets: pages.assets() });
    const answer = await app.inject({
      method: "POST",
      url: "/sign-in",
      headers: { origin: OWN, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email: "vito@example.com", password: PASSWORD }).toString(),
    });
    await app.close();
    const sessions = await db.read
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", vito.id)
      .execute();
    const failed = await db.read
      .selectFrom("audit")
      .select("action")
      .where("target_id", "=", vito.id)
      .where("action", "=", "user.sign-in-failed")
      .execute();
    expect([answer.statusCode, sessions.length, failed.length]).toEqual([403, 0, 1]);
  });

  test("without a second factor is ended by the first one that is added meanwhile, also on PostgreSQL", async () => {
    const ugo = await world().addPerson("ugo", "read");
    const { db, clock } = world().deps;
    const at = { user: ugo.id, now: clock.now() };
    const add = () =>
      db.transact((tx) =>
        addFactor(tx, { user: ugo.id, session: "none" }, () =>
          keepAuthenticator(tx, world().deps.secrets, { ...at, secret: "JBSWY3DPEHPK3PXP", step: 1 }),
        ),
      );
    let begin = (): void => undefined;
    const adding = new Promise<void>((resolve) => (begin = resolve)).then(add);
    await db.transact(async (tx) => {
      expect(await asksFactor(tx, ugo.id)).toBe(false);
      begin();
      // SQLite has one transaction after the other. On PostgreSQL the other one is done, or waits.
      if (db.dialect === "postgres") await doneOrWaiting(db, adding);
      await openSession(tx, {
        ...at,
        id: newId(),
        method: "password",
        address: undefined,
        userAgent: undefined,
      });
    });
    await adding;
    const open = await db.read
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", ugo.id)
      .where("hash", "is not", null)
      .execute();
    expect(open).toEqual([]);
  });
});

/** Until `work` has ended or waits for a lock. */
async function doneOrWaiting(db: Database, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => isDone || (await waiting.execute(db.read)).rows[0]?.n === 1).toBe(true);
}
