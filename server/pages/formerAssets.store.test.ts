/** What pages of another build name is there for a while, and whoever keeps pages is told of the update. */
import { beforeAll, afterAll, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { tellOfChangedBuild } from "../site/edge/shownAnew.ts";
import { buildSites } from "../site/serve.ts";
import { builtAssets } from "../test/assets.ts";
import { changedAnswers } from "../test/changedAnswers.ts";
import { type Person, useWorld } from "../test/harness.ts";
import type { Assets } from "./assets.ts";
import { keepAssets } from "./formerAssets.ts";

const world = useWorld();
let admin: Person;
let sites: FastifyInstance;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  await sites.ready();
});
afterAll(() => sites.close());

/** A build with one sheet of its own, and one that others have too. */
function buildOf(name: string): Assets {
  const contentType = "text/css; charset=utf-8";
  const files = new Map([
    ["shared.css", { contentType, identity: Buffer.from("b{}") }],
    [`style.${name}.css`, { contentType, identity: Buffer.from(`a{content:"${name}é"}`) }],
  ]);
  return { ...builtAssets(), id: name, files };
}

const ask = (name: string) => sites.inject({ url: `/~/assets/${name}`, headers: { host: "127.0.0.1" } });

test("a process has what pages of the builds before it name, and of one that comes after it", async () => {
  expect((await ask("style.one.css")).statusCode).toBe(404);
  await keepAssets(world().deps, buildOf("one"));
  await keepAssets(world().deps, buildOf("one"));
  await keepAssets(world().deps, buildOf("two"));
  const { statusCode, body, headers } = await ask("style.one.css");
  expect([statusCode, body]).toEqual([200, 'a{content:"oneé"}']);
  expect(headers).toMatchObject({
    "content-type": "text/css; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect((await ask("style.two.css")).body).toBe('a{content:"twoé"}');
  expect((await ask("shared.css")).body).toBe("b{}");
  // Those of long ago go, and the store has no more of them.
  for (const name of ["three", "four", "five"]) await keepAssets(world().deps, buildOf(name));
  expect((await ask("style.one.css")).statusCode).toBe(404);
  expect((await ask("style.two.css")).statusCode).toBe(200);
  let stored = 0;
  for await (const _ of world().deps.blobs.of("assets").list()) stored += 1;
  expect(stored).toBe(4);
  for (const name of ["constructor", "..%2f..%2fetc%2fpasswd", "style.six.css"])
    expect((await ask(name)).statusCode).toBe(404);
});

test("all that is kept of published sites is told of after an update or another address, and once", async () => {
  const of = `/orgs/${world().organization}`;
  const { id } = (await world().post(`${of}/sites`, { title: "Guide" }, admin)).body;
  await world().post(`${of}/sites/${id}/publish`, undefined, admin);
  await world().post(`${of}/sites`, { title: "Draft" }, admin);
  const start = (build: string, addresses = world().deps.addresses) =>
    changedAnswers(world(), () => tellOfChangedBuild({ ...world().deps, addresses }, buildOf(build)));
  // Nothing was kept before the first start.
  expect(await start("one")).toEqual([]);
  expect(await start("one")).toEqual([]);
  expect(await start("two")).toEqual([`site:${id}`]);
  expect(await start("two")).toEqual([]);
  expect(await start("two", { ...world().deps.addresses, sites: "https://docs.test" })).toEqual([
    `site:${id}`,
  ]);
});
