import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { type Person, useWorld } from "../test/harness.ts";
import { networkOf } from "./rateLimit.ts";

const MINUTE = 60_000;
const world = useWorld({ rateLimit: 20 });
let person: Person;
let other: Person;

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  other = await world().addPerson("olga", "admin");
});

// A minute of its own for each test, begun at its start.
beforeEach(() => {
  const now = Date.now() + world().ahead;
  world().ahead += MINUTE - (now % MINUTE) + 1000;
});

const remaining = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  Number(answer.headers["x-ratelimit-remaining"]);

describe("the limit", () => {
  test("is told with every answer: reads cost 1, writes 5, refusals too", async () => {
    const answers = [
      await world().get("/user", person),
      await world().post("/user/tokens", { label: "x" }, person),
      await world().post("/user/tokens", {}, person),
      await world().get("/spaces/absent", person),
      await world().get("/nowhere", person),
      await world().call("DELETE", "/user", { as: person }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 404, 404, 405]);
    expect(answers.map(remaining)).toEqual([19, 14, 9, 8, 7, 6]);
    for (const { headers } of answers) {
      expect(headers["x-ratelimit-limit"]).toBe("20");
      const reset = Number(headers["x-ratelimit-reset"]);
      const now = (Date.now() + world().ahead) / 1000;
      expect(reset - now).toBeGreaterThan(0);
      expect(reset - now).toBeLessThanOrEqual(60);
    }
  });

  test("refuses with 429 and when to come back, and the next minute is free again", async () => {
    for (let call = 0; call < 20; call++) expect((await world().get("/user", person)).status).toBe(200);
    const refused = await world().get("/user", person);
    expect([refused.status, refused.body.error.type]).toEqual([429, "rate-limited"]);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(remaining(refused)).toBe(0);
    expect(refused.body.error.message).toContain(`${seconds} seconds`);
    world().ahead += MINUTE;
    expect((await world().get("/user", person)).status).toBe(200);
  });

  test("takes a point for each part of a text that the console has shown", async () => {
    const { id: organization } = (await world().get("/orgs", person)).body.items[0];
    const { body: space } = await world().post(`/orgs/${organization}/spaces`, { title: "Shown" }, person);
    const { cookie } = await world().signIn(person);
    const show = (names: string[]) =>
      world().app.inject({
        method: "PUT",
        url: "/-/parts",
        headers: { "sec-fetch-site": "same-origin", "lectern-console": "1", cookie },
        payload: { space: space.id, parts: names.map((name) => ({ type: "emoji", name })) },
      });
    const answers = [await show(["rocket"]), await show(["rocket", "tada", "fire"]), await show([])];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400]);
    expect(answers.map(remaining)).toEqual([18, 14, 13]);
    const refused = await show(Array.from({ length: 14 }, (_, n) => `a${n}`));
    expect([refused.statusCode, refused.json().error.type]).toEqual([429, "rate-limited"]);
  });

  test("counts each token for itself", async () => {
    for (let call = 0; call < 21; call++) await world().get("/user", person);
    expect((await world().get("/user", person)).status).toBe(429);
    expect((await world().get("/user", other)).status).toBe(200);
    expect((await world().call("GET", "/")).status).toBe(200);
  });

  test("counts those without a valid token by their network", async () => {
    for (let call = 0; call < 10; call++) {
      await world().get("/user");
      await world().call("GET", "/user", { as: `guess-${call}` });
    }
    expect((await world().get("/user")).status).toBe(429);
    expect((await world().call("GET", "/user", { as: "another guess" })).status).toBe(429);
    expect((await world().get("/user", person)).status).toBe(200);
  });

  test("does not count health checks and preflights", async () => {
    for (let call = 0; call < 30; call++) {
      expect((await world().call("GET", "//healthz")).status).toBe(200);
      expect((await world().call("OPTIONS", "/user")).status).toBe(204);
    }
    expect((await world().get("/user")).status).toBe(401);
  });
});

describe("X-Forwarded-For", () => {
  const apps: FastifyInstance[] = [];
  const appTrusting = (trustedProxies: readonly string[]): FastifyInstance => {
    const app = world().openApp({}, { rateLimit: 20, trustedProxies });
    apps.push(app);
    return app;
  };
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  const call = async (app: FastifyInstance, forwarded: string, remoteAddress = "192.0.2.1") =>
    remaining(
      await app.inject({ url: "/v1/user", remoteAddress, headers: { "x-forwarded-for": forwarded } }),
    );

  test("changes nothing unless a trusted proxy sends it", async () => {
    for (const app of [appTrusting([]), appTrusting(["10.0.0.1"])]) {
      const counts: number[] = [];
      for (let index = 0; index < 5; index++) counts.push(await call(app, `198.51.${index}.1`));
      expect(counts).toEqual([19, 18, 17, 16, 15]);
    }
  });

  test("names the caller when a trusted proxy sends it; what the caller wrote before it does not", async () => {
    const app = appTrusting(["192.0.2.0/24"]);
    expect(await call(app, "198.51.100.1")).toBe(19);
    expect(await call(app, "203.0.113.1")).toBe(19);
    expect(await call(app, "1.1.1.1, 203.0.113.1")).toBe(18);
    expect(await call(app, "1.1.1.1, 2.2.2.2, 203.0.113.9")).toBe(17);
  });
});

test("0 is no limit and no headers", async () => {
  const app = world().openApp();
  for (let call = 0; call < 50; call++) {
    const response = await app.inject({
      url: "/v1/user",
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect([response.statusCode, response.headers["x-ratelimit-limit"]]).toEqual([200, undefined]);
  }
  await app.close();
});

test.each([
  ["192.0.2.1", "192.0.2.255", true],
  ["192.0.2.1", "192.0.3.1", false],
  ["192.0.2.1", "::ffff:192.0.2.9", true],
  ["2001:db8::1", "2001:db8::ffff:1", true],
  ["2001:db8::1", "2001:db8:0:0:1:2:3:4", true],
  ["2001:db8::1", "2001:db8:0:1::1", false],
  ["fe80::1%eth0", "fe80::2%eth0", true],
])("%s and %s are one network: %j", (one, another, same) => {
  expect(networkOf(one) === networkOf(another)).toBe(same);
});
