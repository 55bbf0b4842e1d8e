import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const base = "/acme/manual/";
let writer: Person;
let site: string;
/** The default variant of the default section, whose pages have the names of what stands beside it. */
let guides: string;
let api: string;
/** The pages of the guides, by their words. */
const pages: Record<string, string> = {};

async function newSpace(title: string): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title }, writer);
  await insert(body.id, "Start", `space ${title}`);
  return body.id;
}

async function insert(space: string, title: string, words: string, more: object = {}): Promise<string> {
  const document = { markdown: `# ${title}\n\nWords of ${words}, quokkas.` };
  const changes = [{ operation: "insert_page", document, ...more }];
  const { body } = await world().post(`/spaces/${space}/content`, { changes }, writer);
  return body.changes[0].page;
}

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${world().organization}/sites`;
  guides = await newSpace("Guides");
  const older = await newSpace("Older");
  const { body } = await world().post(sites, { title: "Manual", spaces: [guides, older] }, writer);
  site = `${sites}/${body.id}`;
  await world().post(`${site}/publish`, undefined, writer);
  const spaceId = await newSpace("API");
  api = (await world().post(`${site}/sections`, { spaceId }, writer)).body.id;
  await insert(spaceId, "Shared", "the section itself");
  const add = async (title: string, more: object = {}) =>
    (pages[title] = await insert(guides, title, title, more));
  await add("API");
  await add("Keys", { into: pages["API"] });
  await add("Shared", { into: pages["API"] });
  await add("Older");
  await add("Manual");
  await add("Of the manual", { into: pages["Manual"], slug: "manual" });
  await add("API of the manual", { into: pages["Manual"], slug: "api" });
  await add("Plain", { into: pages["Manual"] });
  await world().runJobs();
});

const visit = async (path: string) => {
  const { status, text, headers } = await world().visit(base + path);
  return status === 200
    ? /Words of ([^,]*),/.exec(text)?.[1]
    : [status, String(headers["location"]).replace(base, "")];
};

/** Where each page is. Its section is called "manual", its variant "guides". */
const PLACES = [
  ["API", "manual/api"],
  ["Keys", "manual/api/keys"],
  ["Shared", "manual/api/shared"],
  ["Older", "guides/older"],
  ["Manual", "manual"],
  ["Of the manual", "manual/manual/manual"],
  ["API of the manual", "manual/manual/api"],
  ["Plain", "manual/plain"],
] as const;

test.each(PLACES)("a page called %s is at %s", async (title, path) => {
  expect(await visit(path)).toBe(title);
  const { text } = await world().visit(base + path);
  expect(text).toContain(`<link rel="canonical" href="http://sites.test${base}${path}"`);
  expect((await world().visit(`${base}${path}.md`)).text).toContain(`Words of ${title}, quokkas.`);
  const found = await world().post("/urls/published", { url: `http://sites.test${base}${path}` });
  expect(found.body).toMatchObject({ space: guides, canonicalUrl: `http://sites.test${base}${path}` });
  expect(found.body.basePath + found.body.pathname.slice(1)).toBe(base + path);
});

test("what has the name itself is where it was", async () => {
  expect(await visit("api/")).toBe("space API");
  expect(await visit("api/shared")).toBe("the section itself");
  expect(await visit("older/")).toBe("space Older");
});

test("a page that has lost its address leads to the new one where nothing else has it", async () => {
  expect(await visit("api/keys")).toEqual([307, "manual/api/keys"]);
  expect((await world().visit(`${base}api/keys.md`)).text).toContain("Words of Keys,");
  expect(await visit("older/nothing")).toEqual([404, "undefined"]);
  expect(await visit("API/keys/nothing")).toEqual([404, "undefined"]);
});

test("names of defaults may stand in every address", async () => {
  expect(await visit("manual/start")).toEqual([307, ""]);
  expect(await visit("guides/manual/plain")).toEqual([307, "manual/plain"]);
  expect(await visit("api/api/shared")).toEqual([307, "api/shared"]);
  expect(await visit("guides/nothing")).toEqual([404, "undefined"]);
});

test("everything that names pages knows their addresses", async () => {
  const { text: html } = await world().visit(base);
  const places = PLACES.map(([, path]) => path);
  const top = places.filter((path) => ["manual/api", "guides/older", "manual"].includes(path));
  for (const path of top) expect(html).toContain(`href="${base}${path}"`);
  const { text: sitemap } = await world().visit(`${base}sitemap.xml`);
  const { text: list } = await world().visit(`${base}llms.txt`);
  for (const path of places) {
    expect(sitemap).toContain(`<loc>http://sites.test${base}${path}</loc>`);
    expect(list).toContain(`(http://sites.test${base}${path}.md)`);
  }
  for (const path of ["api/keys", "older"]) {
    expect(sitemap).not.toContain(`${base}${path}<`);
    expect(list).not.toContain(`${base}${path}.md`);
  }
  const { text } = await world().visit(`${base}~/search.json?q=keys`);
  const { results } = JSON.parse(text) as { results: { href: string }[] };
  expect(results.map(({ href }) => href)).toEqual([`${base}manual/api/keys`]);
});

test("redirects lead to pages behind the names", async () => {
  const { items } = (await world().get(`${site}/site-spaces`, writer)).body;
  const own = items.find(({ space }: { space: { id: string } }) => space.id === guides);
  const destination = { kind: "site-page", siteSpaceId: own.id, pageId: pages["Older"] };
  await world().post(`${site}/redirects`, { source: "/wiki", destination }, writer);
  expect(await visit("wiki")).toEqual([307, "guides/older"]);
  const { body } = await world().get(`${site}/redirect?source=/wiki`, writer);
  expect(body.target).toBe(`http://sites.test${base}guides/older`);
});

test("whoever is not shown the section has the page without a name, and is led there", async () => {
  await world().patch(`${site}/sections/${api}`, { condition: "visitor.claims.staff === true" }, writer);
  expect(await visit("api")).toBe("API");
  expect(await visit("manual/api/keys")).toEqual([307, "api/keys"]);
  expect((await world().visit(base)).text).toContain(`href="${base}api"`);
  await world().patch(`${site}/sections/${api}`, { condition: null }, writer);
});

test("a page that gets such a name later, or a section, counts at once", async () => {
  const changes = [{ operation: "update_page", page: pages["Older"], slug: "api-2" }];
  await world().post(`/spaces/${guides}/content`, { changes }, writer);
  expect(await visit("api-2")).toBe("Older");
  await world().patch(`${site}/sections/${api}`, { path: "api-2" }, writer);
  expect(await visit("manual/api-2")).toBe("Older");
  expect(await visit("api-2/shared")).toBe("the section itself");
  expect(await visit("api")).toBe("API");
  expect((await world().visit(`${base}sitemap.xml`)).text).toContain(`${base}manual/api-2<`);
});
