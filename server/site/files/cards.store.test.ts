/** The pictures of pages where their addresses are shared. */
import { Transformer } from "@napi-rs/image";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { cardPath } from "../reading/addresses.ts";
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
    page("chinese", "# 🚀 安装与配置"),
    page("arabic", "# دليل التثبيت", { description: "كيف تبدأ" }),
  ];
  changes.push(page("thai", "# คู่มือ", { description: "เริ่มต้น" }));
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
  for await (const part of (await world().deps.blobs.of(world().organization).get(hash)) ?? [])
    parts.push(part as Buffer);
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

/** What a card's address says. */
const saidBy = (address: string | undefined): unknown =>
  JSON.parse(Buffer.from(String(address).split("/")[3] ?? "", "base64url").toString("utf8"));

test("letters of East Asia, Arabic and emoji are drawn, and the site's name stands for what can't be drawn", async () => {
  const chinese = await cardOf("chinese");
  expect(saidBy(chinese)).toMatchObject({ title: "🚀 安装与配置", site: "Guide" });
  expect((await world().visit(String(chinese))).headers["content-type"]).toBe("image/png");
  const arabic = await cardOf("arabic");
  expect(saidBy(arabic)).toMatchObject({ title: "دليل التثبيت", description: "كيف تبدأ", site: "Guide" });
  expect((await world().visit(String(arabic))).headers["content-type"]).toBe("image/png");
  expect(saidBy(await cardOf("thai"))).toMatchObject({ title: "Guide", description: "", site: "" });
  // Long words are cut where they would not fit, and East Asian letters take two columns.
  const long = cardPath(world().deps, {
    organization: world().organization,
    title: "漢".repeat(200),
    site: "สิ่ง",
    colour: "red",
    font: undefined,
  });
  expect(saidBy(long)).toMatchObject({ title: `${"漢".repeat(54)}…`, site: "", ground: "#3d5ccc" });
  expect(
    cardPath(world().deps, {
      organization: world().organization,
      title: "สวัสดี",
      site: "สิ่ง",
      colour: "",
      font: undefined,
    }),
  ).toBeUndefined();
});

test("it is in the site's font where that comes with Lectern, and in one of its kind otherwise", async () => {
  const { body: settings } = await world().get(`${site.api}/customization`, writer);
  const families = [
    ["Merriweather", "Libertinus Serif"],
    ["Lato", "Inter"],
  ] as const;
  for (const [font, drawn] of families) {
    const styled = { ...settings, styling: { ...settings.styling, font } };
    const { status, body } = await world().put(`${site.api}/customization`, styled, writer);
    expect([status, body.error]).toEqual([200, undefined]);
    const card = String(await cardOf(""));
    expect(saidBy(card)).toMatchObject({ font: drawn });
  }
});

test("there is none for sites that are not open", async () => {
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  const { status, text } = await world().visit(new URL(body.urls.published).pathname);
  expect([status, text.includes("og:image")]).toEqual([200, false]);
});
