/** Visitors who come again are answered before the framework sees them: never with what they may not have by now. */
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { visitorCookies, visitorCookieText } from "./cookies.ts";
import { makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const HOUR = 3600;
/** More requests than it takes until what was read a moment ago is read again in time, on any machine. */
const MOST_TRIES = 200;
const world = useWorld();
const agent = new Agent({ keepAlive: true });
let writer: Person;
let site: VisitedSite;
let sites: FastifyInstance;
/** Requests that the framework has seen. */
let seen = 0;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Known");
  const parts = ["# Home", "For all.", '{% if visitor.claims.plan == "pro" %}', "A quokka.", "{% endif %}"];
  const changes = [parts.join("\n\n"), "# Plain\n\nOf nobody."].map((markdown) => ({
    operation: "insert_page",
    document: { markdown },
  }));
  await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  await world().runJobs();
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  sites.addHook("onRequest", async () => void seen++);
  await sites.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  world().ahead = 0;
  await world().patch(site.api, { visibility: "public", adaptiveContent: { enabled: true } }, writer);
});
afterAll(async () => {
  agent.destroy();
  await sites.close();
});

interface Answer {
  readonly status: number;
  readonly tag: string;
  readonly text: string;
  readonly wasAtOnce: boolean;
}

function ask(headers: Record<string, string>, path = site.base): Promise<Answer> {
  const { port } = sites.server.address() as AddressInfo;
  const before = seen;
  return new Promise((resolve, reject) => {
    const asked = request({ agent, port, path, headers: { host: "sites.test", ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part));
      answer.on("end", () => {
        const tag = String(answer.headers["etag"]);
        resolve({ status: answer.statusCode ?? 0, tag, text, wasAtOnce: seen === before });
      });
    });
    asked.on("error", reject).end();
  });
}

/** Asks until the framework does not see it: what is ready holds for a second only. */
async function askAtOnce(headers: Record<string, string>, path?: string): Promise<Answer> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await ask(headers, path);
    if (answer.wasAtOnce) return answer;
  }
  throw new Error("The framework has seen every request.");
}

const signed = async (claims: Record<string, unknown>) => ({
  cookie: `_ga=1; gitbook-visitor-token=${await tokenOf(world(), site.key, claims)}; theme=dark`,
});
const isQuokka = ({ text }: Answer): boolean => text.includes("quokka");

test("each of two visitors gets their own page at once, and anybody gets nobody's", async () => {
  const [pro, free] = [await signed({ plan: "pro" }), await signed({ plan: "free" })];
  for (let round = 0; round < 3; round++) {
    const answers = [await askAtOnce(pro), await askAtOnce(free), await askAtOnce({})];
    expect(answers.map(isQuokka)).toEqual([true, false, false]);
    // One answer for all who answer its question alike.
    expect(answers[2]?.tag).toBe(answers[1]?.tag);
  }
  const { status, text } = await askAtOnce({ ...free, "if-none-match": (await ask(pro)).tag });
  expect([status, text.includes("quokka")]).toEqual([200, false]);
});

test("cookies of others and a proxy that forwards the same host change nothing", async () => {
  await world().patch(site.api, { adaptiveContent: { enabled: false } }, writer);
  const { text } = await askAtOnce({});
  for (const headers of [
    { cookie: "_ga=GA1.2.3; session=x; theme=dark" },
    { cookie: "my-visitor-id=7; x=gitbook-visitor-token=1" },
    { "x-forwarded-host": "sites.test", "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" },
    { "x-forwarded-host": "sites.test", cookie: "a=1" },
  ]) {
    expect(await askAtOnce(headers)).toMatchObject({ status: 200, text });
  }
});

test("a token that ends, or that does not count yet, is seen at once", async () => {
  const now = Math.floor(world().deps.clock.now() / 1000);
  const pro = await signed({ plan: "pro", exp: now + HOUR, nbf: now - HOUR });
  expect(isQuokka(await askAtOnce(pro))).toBe(true);
  for (const [hours, shows] of [
    [0.9, true],
    [1.1, false],
    [0.9, true],
    [-1.1, false],
    [0.9, true],
  ] as const) {
    world().ahead = hours * HOUR * 1000;
    for (let time = 0; time < 3; time++) expect([hours, isQuokka(await ask(pro))]).toEqual([hours, shows]);
  }
  await world().patch(site.api, { visibility: "visitor-auth" }, writer);
  expect((await askAtOnce(pro)).status).toBe(200);
  world().ahead = 1.1 * HOUR * 1000;
  expect((await ask(pro)).status).toBe(303);
});

test("a key that is changed, an audience that is narrowed and a schema that admits less act at once", async () => {
  const own = await makeSite(world(), writer, "Rotated");
  const cookie = `lectern-visitor-token=${await tokenOf(world(), own.key, { plan: "pro" })}`;
  const change = { operation: "insert_page", document: { markdown: "# Home\n\nA quokka." } };
  await world().post(`/spaces/${own.space}/content`, { changes: [change] }, writer);
  await world().patch(own.api, { visibility: "visitor-auth" }, writer);
  const status = async () => (await ask({ cookie }, own.base)).status;
  expect((await askAtOnce({ cookie }, own.base)).status).toBe(200);
  await world().post(`${own.api}/unpublish`, undefined, writer);
  expect(await status()).toBe(404);
  await world().post(`${own.api}/publish`, undefined, writer);
  expect((await askAtOnce({ cookie }, own.base)).status).toBe(200);
  await world().post(`${own.api}/publishing/auth/regenerate`, undefined, writer);
  for (let time = 0; time < 3; time++) expect(await status()).toBe(303);

  const pro = await signed({ plan: "pro" });
  expect(isQuokka(await askAtOnce(pro))).toBe(true);
  const plan = { type: "string", description: "The plan", enum: ["free"] };
  const jsonSchema = { type: "object", properties: { plan }, additionalProperties: false };
  await world().put(`${site.api}/adaptive-schema`, { jsonSchema }, writer);
  expect(isQuokka(await ask(pro))).toBe(false);
  expect(isQuokka(await askAtOnce(pro))).toBe(false);
  plan.enum.push("pro");
  await world().put(`${site.api}/adaptive-schema`, { jsonSchema }, writer);
  expect(isQuokka(await ask(pro))).toBe(true);
});

/** A token, as its holder got it: under which key, and when it ends. */
interface Held {
  readonly cookie: string;
  readonly plan: string;
  readonly key: number;
  /** Milliseconds of the tests' clock. */
  readonly end: number;
}

test("whatever happens between requests, nobody is answered as somebody else", async () => {
  const heavy = process.env["LECTERN_TEST_TIER"] === "full";
  const noise = fc.constantFrom("", "_ga=1; ", "x-visitor-y=2; ", "gitbook-visitor-=; ");
  const step = fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant("read"), holder: fc.nat(5), noise }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait"), hours: fc.constantFrom(1, 2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("rotate") }) },
  );
  const plans = fc.array(fc.record({ plan: fc.constantFrom("pro", "free"), hours: fc.constantFrom(1, 3) }), {
    minLength: 6,
    maxLength: 6,
  });
  let rotations = 0;
  const key = { current: site.key };
  const property = fc.asyncProperty(
    plans,
    fc.array(step, { minLength: 10, maxLength: 30 }),
    async (all, steps) => {
      const holders: Held[] = [];
      for (const { plan, hours } of all) {
        const end = world().deps.clock.now() + (hours - 0.5) * HOUR * 1000;
        const token = await tokenOf(world(), key.current, { plan, exp: Math.floor(end / 1000) });
        holders.push({ cookie: `gitbook-visitor-token=${token}`, plan, key: rotations, end });
      }
      for (const each of steps as Record<string, unknown>[]) {
        if (each["kind"] === "wait") world().ahead += Number(each["hours"]) * HOUR * 1000;
        else if (each["kind"] === "rotate") {
          const made = await world().post(`${site.api}/publishing/auth/regenerate`, undefined, writer);
          key.current = made.body.privateKey;
          rotations++;
        } else {
          const held = holders[Number(each["holder"])] as Held;
          const counts = held.key === rotations && world().deps.clock.now() < held.end;
          const answer = await ask({ cookie: `${String(each["noise"])}${held.cookie}` });
          expect([answer.status, isQuokka(answer)]).toEqual([200, counts && held.plan === "pro"]);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: heavy ? 200 : 8 });
});

test("a visitor's part of the cookies holds all that is read of them", () => {
  const name = fc.constantFrom(
    "gitbook-visitor-token",
    "lectern-visitor-public~a",
    "theme",
    "my-visitor-x",
    "",
  );
  const value = fc.string({ unit: fc.constantFrom("a", "=", '"', " ", "-visitor-", "gitbook-visitor-") });
  const pair = fc.tuple(name, fc.constantFrom("=", " = ", ""), value).map((parts) => parts.join(""));
  const header = fc
    .array(pair, { maxLength: 60 })
    .chain((pairs) => fc.constantFrom(";", "; ", " ;").map((between) => pairs.join(between)));
  fc.assert(
    fc.property(header, (text) => {
      const part = visitorCookieText(text);
      expect(visitorCookies(part)).toEqual(visitorCookies(text));
      expect(part === undefined).toBe(visitorCookies(text).length === 0);
      expect(visitorCookieText(part)).toBe(part);
    }),
  );
});
