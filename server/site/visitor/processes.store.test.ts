/** Two servers of one database: what narrows an audience in one acts in the other once its second of belief is over. */
import { openDatabase } from "../../db/open.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { assemble } from "../../open.ts";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { makeSite, type VisitedSite } from "./visitors.fixture.ts";

/** Milliseconds that a process may believe what it has read. */
const BELIEVED = 1000;
const world = useWorld();
let writer: Person;
let site: VisitedSite;
let database: Database;
let other: FastifyInstance;
let page = "";
let key = "";
let ahead = 0;
const realNow = performance.now;
const realDate = Date.now;

beforeAll(async () => {
  // The second passes when the test says so.
  performance.now = () => realNow.call(performance) + ahead;
  Date.now = () => realDate() + ahead;
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Shared");
  const changes = ["home", "guide"].map((slug) => ({
    operation: "insert_page",
    slug,
    document: { markdown: `# The ${slug} of the quokka` },
  }));
  page = (await world().post(`/spaces/${site.space}/content`, { changes }, writer)).body.changes[1].page;
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body: link } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  key = `${new URL(link.urls.published).pathname.split("/").at(-2)}/`;
  await world().patch(site.api, { visibility: "public" }, writer);
  await world().runJobs();
  database = await openDatabase(world().place);
  other = buildSites(assemble({ ...world().deps, db: database }), { trustedProxies: [] }, builtAssets());
});
afterEach(async () => {
  await world().patch(site.api, { visibility: "public" }, writer);
  await world().post(`${site.api}/publish`, undefined, writer);
  await onlyFor("");
  ahead += BELIEVED + 1;
});
afterAll(async () => {
  Object.assign(performance, { now: realNow });
  Date.now = realDate;
  await other.close();
  await database.close();
});

/** Says for whom the page is; for everybody when blank. */
const onlyFor = (condition: string) =>
  world().post(
    `/spaces/${site.space}/content`,
    { changes: [{ operation: "update_page", page, condition }] },
    writer,
  );
const here = async (path: string) => (await world().visit(site.base + path)).text.includes("The guide of");
const there = async (path: string) =>
  (await other.inject({ url: site.base + path, headers: { host: "sites.test" } })).body.includes(
    "The guide of",
  );

/** What narrows it, and the address at which it shows; what is to be done before. */
const NARROWED: Readonly<
  Record<string, readonly [path: string, narrow: () => Promise<unknown>, before?: object]>
> = {
  "to those with a share link": [
    "guide",
    () => world().patch(site.api, { visibility: "share-link" }, writer),
  ],
  "to visitors who sign in": ["guide", () => world().patch(site.api, { visibility: "visitor-auth" }, writer)],
  "to nobody": ["guide", () => world().post(`${site.api}/unpublish`, undefined, writer)],
  "by a condition of the page": ["guide.md", () => onlyFor("visitor.claims.isStaff")],
  "by the end of a share link": [
    "key",
    async () => {
      const { body } = await world().get(`${site.api}/share-links`, writer);
      return world().delete(`${site.api}/share-links/${body.items[0].id}`, writer);
    },
    { visibility: "share-link" },
  ],
};

test.each(Object.entries(NARROWED))("a site is narrowed %s", async (_name, [named, narrow, before]) => {
  const path = named === "key" ? key : named;
  if (before !== undefined) await world().patch(site.api, before, writer);
  ahead += BELIEVED + 1;
  // Twice: what is kept is what the second reader gets.
  for (const read of [here, there, here, there]) expect(await read(path)).toBe(true);
  await narrow();
  expect(await here(path)).toBe(false);
  ahead += BELIEVED + 1;
  expect(await there(path)).toBe(false);
});
