/** What one reader may take of a process: others don't wait for it. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";

const world = useWorld({ trustedProxies: ["127.0.0.1"] });
const base = "/acme/guide/";
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const org = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${org}/spaces`, { title: "Guide" }, writer);
  const changes = [{ operation: "insert_page", document: { markdown: "# Samovar\n\nTea." } }];
  await world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const { body: site } = await world().post(`${org}/sites`, { title: "Guide", spaces: [space.id] }, writer);
  await world().post(`${org}/sites/${site.id}/publish`, undefined, writer);
  await world().runJobs();
});

const from = (network: number) => ({ "x-forwarded-for": `203.0.${network}.7` });

test("who searches for more at once than a network may is refused, and wrong addresses suggest nothing then", async () => {
  const search = (network: number) => world().visit(`${base}~/search.json?q=samovar`, from(network));
  expect((await search(1)).text).toContain("Samovar");
  const lost = (network: number) => world().visit(`${base}samovar-tea`, from(network));
  expect((await lost(1)).text).toContain('class="suggestion"');
  const missing: ReturnType<typeof lost>[] = [];
  const many = Array.from({ length: 200 }, (_, at) => {
    if (at % 10 === 9) missing.push(lost(1));
    return search(1);
  });
  const other = search(2);
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  // Four at once and sixty that wait; who comes then is told at once.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statuses).toContain(429);
  const pages = await Promise.all(missing);
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
  expect(pages.some(({ text }) => !text.includes('class="suggestion"'))).toBe(true);
  expect((await other).text).toContain("Samovar");
  expect((await search(1)).status).toBe(200);
});

test("a description is read once for all who read it at the moment", async () => {
  const spec = `/orgs/${world().organization}/openapi/dishes`;
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Dishes", version: "1" }, paths: {} });
  expect((await world().put(spec, { source: { text } }, writer)).status).toBeLessThan(300);
  expect((await world().patch(spec, { visibility: "public" }, writer)).status).toBe(200);
  await world().runJobs();
  const { body } = await world().get(spec, writer);
  const heard: string[] = [];
  const stop = hearStatements(world().deps.db, (sql) => heard.push(sql));
  const address = `/~/openapi/${world().organization}/${body.id}/latest/dishes.json`;
  const answers = await Promise.all(Array.from({ length: 5 }, () => world().visit(address)));
  stop();
  expect(new Set(answers.map(({ status, text: sent }) => `${status} ${sent}`))).toEqual(
    new Set([`200 ${text}`]),
  );
  expect(heard.filter((sql) => sql.includes("openapi_pieces"))).toHaveLength(1);
});
