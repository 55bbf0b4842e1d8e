import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let site: string;
let space: string;
let other: string;
const page = "/acme/guide/install";
const change = (changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${world().organization}/sites`;
  site = `${sites}/${(await world().post(sites, { title: "Guide", spaces: "empty" }, writer)).body.id}`;
  space = (await world().get(`${site}/published`, writer)).body.structure.structure[0].space.id;
  other = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Other" }, writer)).body.id;
  await change([
    { operation: "insert_page", document: { markdown: "# Home" } },
    { operation: "insert_page", document: { markdown: `# Install\n\n${"Run it. ".repeat(200)}` } },
  ]);
  await world().post(`${site}/publish`, undefined, writer);
});

/** Twice: the second answer may come by the shortcut. */
async function visitTwice(path: string, headers: Record<string, string> = {}) {
  await world().visit(path, headers);
  return world().visit(path, headers);
}

test("the same path is another thing in another form, at another host, and with a query", async () => {
  const plain = await visitTwice(page);
  expect(plain.status).toBe(200);
  expect(plain.text).toContain("<h1");
  const markdown = await visitTwice(page, { accept: "text/markdown" });
  expect(markdown.headers["content-type"]).toContain("text/markdown");
  const packed = await visitTwice(page, { "accept-encoding": "br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect((await visitTwice(page, { host: "elsewhere.test" })).status).toBe(404);
  expect((await visitTwice(`${page}?q=x`)).status).toBe(200);
  expect((await visitTwice(page, { "if-none-match": String(plain.headers["etag"]) })).status).toBe(304);
  expect(await visitTwice(page)).toMatchObject({ status: 200, text: plain.text });
});

test("what is changed, closed and opened again shows at once; what is written elsewhere changes nothing", async () => {
  const before = await visitTwice(page);
  await world().patch(`/spaces/${other}`, { title: "Another" }, writer);
  expect((await visitTwice(page)).headers["etag"]).toBe(before.headers["etag"]);
  const { body } = await world().get(`/spaces/${space}/content/path/install`, writer);
  await change([{ operation: "update_page", page: body.id, document: { markdown: "# Install\n\nNew." } }]);
  expect((await world().visit(page)).text).toContain("New.");
  await world().post(`${site}/unpublish`, undefined, writer);
  expect((await world().visit(page)).status).toBe(404);
  await world().post(`${site}/publish`, undefined, writer);
  expect((await world().visit(page)).status).toBe(200);
  await world().patch(site, { visibility: "visitor-auth" }, writer);
  expect((await world().visit(page)).status).not.toBe(200);
});
