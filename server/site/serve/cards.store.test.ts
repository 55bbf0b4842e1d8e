/** The pictures of pages where their addresses are shared. */
import { Transformer } from "@napi-rs/image";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Guide");
  const page = (slug: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    slug,
    document: { markdown },
    ...more,
  });
  const changes = [
    page("home", '# Start "here" #let $x$ `y`', { description: "On <your> own server & elsewhere." }),
    page("chinese", "# 安装"),
  ];
  await world().post(`/spaces/${site.space}/content`, { changes }, writer);
});

const cardOf = async (path: string): Promise<string | undefined> => {
  const { text } = await world().visit(site.base + path);
  const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? [];
  return address && new URL(address).pathname;
};

test("a page has a picture of its own words, made once", async () => {
  const card = String(await cardOf(""));
  const { status, headers } = await world().visit(card);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
  const parts: Buffer[] = [];
  const hash = String(headers["etag"]).slice(1, -1);
  for await (const part of (await world().deps.blobs.get(hash)) ?? []) parts.push(part as Buffer);
  const { width, height, format } = new Transformer(Buffer.concat(parts)).metadataSync();
  expect([format, (width / height).toFixed(1)]).toEqual(["png", "1.9"]);
  expect((await world().visit(card, { "if-none-match": `"${hash}"` })).status).toBe(304);
  const { read } = world().deps.db;
  expect((await read.selectFrom("image_copies").select("key").execute()).length).toBe(1);
});

test("nobody makes one of words that are not ours", async () => {
  const card = String(await cardOf(""));
  const said = Buffer.from(
    JSON.stringify({ title: "Bad news", description: "", site: "Guide", ground: "#000000" }),
  );
  const forged = card.replace(/cards\/[\w-]+/, `cards/${said.toString("base64url")}`);
  expect((await world().visit(forged)).status).toBe(404);
});

test("there is none for letters that the fonts lack, nor for sites that are not open", async () => {
  expect(await cardOf("chinese")).toBeUndefined();
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  const { status, text } = await world().visit(new URL(body.urls.published).pathname);
  expect([status, text.includes("og:image")]).toEqual([200, false]);
});
