import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TSchema } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTILE_ADDRESSES } from "../../../site/hostile.fixture.ts";
import { changedAnswers } from "../../../test/changedAnswers.ts";
import { type Person, useWorld } from "../../../test/harness.ts";
import { PutCustomization } from "./schema.ts";

const world = useWorld();
let creator: Person;
let reader: Person;
let stranger: Person;
let site: string;
let variant: string;

beforeAll(async () => {
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  site = await newSite();
  variant = (await world().get(`${site}/site-spaces`, creator)).body.items[0].id;
});

async function newSite(): Promise<string> {
  const sites = `/orgs/${world().organization}/sites`;
  const made = await world().post(sites, { title: "Looks", spaces: "sample" }, creator);
  return `${sites}/${made.body.id}`;
}

const look = async (at = site) => (await world().get(`${at}/customization`, creator)).body;
const url = () => `${site}/site-spaces/${variant}/customization`;

const LINK = { title: "Status", to: { kind: "url", url: "https://status.example.com/" } };
const RED = { light: "#c00", dark: "#ff5555" };

/** The fields of a schema that none of some values has; choices are not looked into. */
function unshown(schema: TSchema, values: readonly unknown[], place = ""): string[] {
  const { properties = {}, items } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
  };
  if (items !== undefined) return unshown(items, values.flat(), place);
  return Object.entries(properties).flatMap(([name, field]) => {
    const within = values.map((value) => (value as Record<string, unknown>)[name]);
    const said = within.filter((value) => value !== undefined);
    return said.length === 0 ? [`${place}/${name}`] : unshown(field, said, `${place}/${name}`);
  });
}

describe("getSiteCustomizationById", () => {
  test("has something to say from the beginning, to members alone", async () => {
    const { status, body } = await world().get(`${site}/customization`, reader);
    expect([status, body.themes, body.footer]).toEqual([
      200,
      { default: "light", toggeable: true },
      { groups: [] },
    ]);
    expect((await world().get(`${site}/customization`)).status).toBe(401);
    expect((await world().get(`${site}/customization`, stranger)).status).toBe(404);
  });
});

describe("updateSiteCustomizationById", () => {
  test("replaces everything, and is answered as it was put", async () => {
    const before = await look();
    const put = {
      ...before,
      title: "Acme Docs",
      styling: { ...before.styling, primaryColor: RED, tint: { color: RED }, corners: "straight" },
      favicon: { emoji: "🚀" },
      header: {
        preset: "default",
        links: [
          { ...LINK, style: "button-primary", links: [] },
          { title: "More", to: null, links: [LINK], condition: "visitor.claims.beta == true" },
        ],
      },
      footer: { groups: [{ title: "Company", links: [LINK] }], copyright: "© Acme" },
      announcement: { enabled: true, message: "Version 2 is out", link: LINK, style: "success" },
    };
    const { status, body } = await world().put(`${site}/customization`, put, creator);
    expect([status, body]).toEqual([200, put]);
    expect(await look()).toEqual(put);
    expect((await world().get(site, reader)).body.icon).toEqual({ emoji: "🚀" });
    const published = await world().get(`${site}/published`, reader);
    // A renderer looks for each variant's own, which is the site's where it has none.
    const { items } = (await world().get(`${site}/site-spaces`, reader)).body;
    const own = Object.fromEntries(items.map(({ id }: { id: string }) => [id, put]));
    expect(published.body.customizations).toEqual({ site: put, siteSpaces: own });
    const byCode = { ...before, favicon: { emoji: "1f680" } };
    expect((await world().put(`${site}/customization`, byCode, creator)).body.favicon).toEqual(put.favicon);
    await world().put(`${site}/customization`, before, creator);
    expect(await look()).toEqual(before);
    expect((await world().get(site, reader)).body.icon).toBeUndefined();
  });

  test("takes the whole look that docs/customization.md shows, which has every field", async () => {
    const page = readFileSync(new URL("../../../../docs/customization.md", import.meta.url), "utf8");
    const [, json = "", after = ""] =
      /title="look\.json"[^]*?```json\n([^]*?)```([^]*?)\n## /.exec(page) ?? [];
    const shown = JSON.parse(json);
    expect(unshown(PutCustomization, [shown])).toEqual([
      "/styling/codeTheme",
      "/ai/integrationId",
      "/pageActions/items",
      "/socialAccounts",
    ]);
    const told = [...after.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/\w+/g)].map(String),
    );
    expect(told.toSorted()).toEqual(Object.keys(shown).toSorted());
    const at = await newSite();
    const before = await look(at);
    const { status, body } = await world().put(`${at}/customization`, shown, creator);
    expect([status, body]).toEqual([
      200,
      {
        ...shown,
        styling: { ...shown.styling, codeTheme: before.styling.codeTheme },
        pageActions: { ...shown.pageActions, items: ["markdown", "pdf"] },
        socialAccounts: [],
      },
    ]);
    await world().put(`${at}/customization`, before, creator);
  });

  test("refuses what isn't one, and says where", async () => {
    const before = await look();
    const { styling, header } = before;
    const cases: [object, string][] = [
      [
        { ...before, styling: { ...styling, primaryColor: { light: "red", dark: "#fff" } } },
        "/styling/primaryColor/light",
      ],
      [{ ...before, styling: { ...styling, corners: "wavy" } }, "/styling/corners"],
      [{ ...before, internationalization: { locale: "tlh" } }, "/internationalization/locale"],
      [
        { ...before, header: { ...header, logo: { light: "logo.png", dark: "logo.png" } } },
        "/header/logo/light",
      ],
      [
        { ...before, header: { ...header, links: [{ ...LINK, links: [], condition: "1 +" }] } },
        "/header/links/0/condition",
      ],
      [{ ...before, footer: { groups: [], copyright: "x".repeat(301) } }, "/footer/copyright"],
      [{ ...before, shape: "round" }, "/shape"],
      [{ ...before, favicon: { emoji: "rocket" } }, "/favicon/emoji"],
    ];
    for (const [body, path] of cases) {
      const answer = await world().put(`${site}/customization`, body, creator);
      expect([answer.status, JSON.stringify(answer.body.error.details)]).toEqual([
        400,
        expect.stringContaining(`"${path}"`),
      ]);
    }
    expect((await world().put(`${site}/customization`, {}, creator)).status).toBe(400);
    expect((await world().put(`${site}/customization`, before)).status).toBe(401);
    expect((await world().put(`${site}/customization`, before, reader)).status).toBe(403);
    expect((await world().put(`${site}/customization`, before, stranger)).status).toBe(404);
    const tag = String((await world().get(`${site}/customization`, creator)).headers["etag"]);
    const guarded = { "if-match": tag };
    expect((await world().put(`${site}/customization`, before, creator, guarded)).status).toBe(200);
    expect((await world().put(`${site}/customization`, before, creator, guarded)).status).toBe(412);
  });
});

describe("links of a look", () => {
  const toUrl = (address: string) => ({ title: "Go", to: { kind: "url", url: address } });
  /** Every place of a look that has a link, and how a problem of it is named. */
  const places: [string, (link: object, before: Record<string, object>) => object][] = [
    [
      "/header/links/0/to/url",
      (link, { header }) => ({ header: { ...header, links: [{ ...link, links: [] }] } }),
    ],
    [
      "/header/links/0/links/0/to/url",
      (link, { header }) => ({ header: { ...header, links: [{ title: "Menu", to: null, links: [link] }] } }),
    ],
    [
      "/footer/groups/0/links/0/to/url",
      (link) => ({ footer: { groups: [{ title: "More", links: [link] }] } }),
    ],
    [
      "/announcement/link/to/url",
      (link) => ({ announcement: { enabled: true, message: "Read", style: "info", link } }),
    ],
  ];

  test.each(places)(
    "lead to the web, a letter, a telephone or a place of the site: %s",
    async (path, part) => {
      const before = await look();
      const put = (address: string) =>
        world().put(`${site}/customization`, { ...before, ...part(toUrl(address), before) }, creator);
      for (const address of [
        "https://a.example/x?y=z:1#a:b",
        "HTTP://a.example",
        "mailto:ada@example.com",
        "tel:+4912345",
        "/guide",
        "guide/more#part",
        "?q=a:b",
        "#part",
        "//a.example/x",
        "./päge 1",
      ])
        expect([address, (await put(address)).status]).toEqual([address, 200]);
      for (const address of [
        ...HOSTILE_ADDRESSES.filter((each) => !each.startsWith("https://a.example/") || /[\r\n]/.test(each)),
        "ftp://a.example/x",
        "java\u00adscript:x",
        "\u200bjavascript:x",
        "x:y",
      ]) {
        const { status, body } = await put(address);
        expect([address, status, body.error?.details]).toEqual([
          address,
          400,
          expect.arrayContaining([{ path, message: expect.stringContaining("http, https, mailto or tel") }]),
        ]);
      }
      await world().put(`${site}/customization`, before, creator);
    },
  );

  test("are the same for a variant, for pages that are links, and for covers", async () => {
    const header = { links: [{ ...toUrl("javascript:x"), links: [] }] };
    expect((await world().patch(url(), { header }, creator)).status).toBe(400);
    const [{ space }] = (await world().get(`${site}/site-spaces`, creator)).body.items;
    const insert = async (page: object) => {
      const changes = [{ operation: "insert_page", title: "Link", ...page }];
      const { status, body } = await world().post(`/spaces/${space.id}/content`, { changes }, creator);
      return [status, body.error?.details?.[0]?.path];
    };
    const ref = { kind: "url", url: "data:text/html,x" };
    expect(await insert({ type: "link", target: ref })).toEqual([400, "/changes/0/target/url"]);
    expect(await insert({ cover: { ref } })).toEqual([400, "/changes/0/cover/ref/url"]);
    expect(await insert({ type: "link", target: { kind: "url", url: "/guide" } })).toEqual([200, undefined]);
  });
});

describe("a variant's own look", () => {
  test("lies over the site's, field by field, until it is given back", async () => {
    expect((await world().get(url(), reader)).body).toMatchObject({ hasOverrides: false });
    const patched = await world().patch(
      url(),
      { title: "Acme auf Deutsch", internationalization: { locale: "de" }, styling: { primaryColor: RED } },
      creator,
    );
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      hasOverrides: true,
      internationalization: { locale: "de" },
      styling: { primaryColor: RED, corners: "rounded" },
    });
    const published = await world().get(`${site}/published`, reader);
    expect(published.body.customizations.siteSpaces[variant]).toMatchObject({ title: "Acme auf Deutsch" });
    const back = { styling: { primaryColor: null }, title: null };
    const { body } = await world().patch(url(), back, creator);
    expect([body.title, body.hasOverrides, body.internationalization.locale]).toEqual([
      undefined,
      true,
      "de",
    ]);
    expect(body.styling.primaryColor).toEqual((await look()).styling.primaryColor);
    expect((await world().delete(url(), creator)).status).toBe(205);
    expect((await world().get(url(), reader)).body).toEqual({
      ...(await look()),
      hasOverrides: false,
      overrides: {},
    });
  });

  test("getSiteSpaceCustomizationById, overrideSiteSpaceCustomizationById and deleteSiteSpaceCustomizationById refuse what they should", async () => {
    for (const patch of [
      { styling: { font: "Inter" } },
      { themes: { default: "blue" } },
      { title: "x" },
      { header: { links: [{ ...LINK, links: [], condition: "1 +" }] } },
    ])
      expect((await world().patch(url(), patch, creator)).status).toBe(400);
    for (const call of [world().get, world().delete]) expect((await call(url())).status).toBe(401);
    expect((await world().patch(url(), {})).status).toBe(401);
    expect((await world().patch(url(), {}, reader)).status).toBe(403);
    expect((await world().delete(url(), reader)).status).toBe(403);
    expect((await world().patch(url(), {}, stranger)).status).toBe(404);
    const elsewhere = `${await newSite()}/site-spaces/${variant}/customization`;
    expect((await world().get(elsewhere, creator)).status).toBe(404);
  });
});

describe("pictures and fonts from elsewhere", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  let server: Server;
  let origin: string;
  let asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/logo.png") response.setHeader("content-type", "image/png").end(PNG);
      else if (request.url === "/page") response.end("<p>no picture");
      else if (request.url === "/large") response.end(Buffer.alloc(2_000_000, "a"));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test("are copied once, dropped when no look names them, and never hold up a change", async () => {
    const before = await look();
    const pair = (light: string, dark = light) => ({
      light: `${origin}/${light}`,
      dark: `${origin}/${dark}`,
    });
    const rows = () =>
      world()
        .deps.db.read.selectFrom("site_copies")
        .select(["url", "hash", "content_type", "width"])
        .orderBy("url")
        .execute();
    const named = { ...before, header: { ...before.header, logo: pair("logo.png", "page") } };
    expect((await world().put(`${site}/customization`, named, creator)).status).toBe(200);
    await world().patch(url(), { footer: { logo: pair("large", "absent") } }, creator);
    // Pages name the copies, so whoever keeps pages reads them again once these are there.
    expect(await changedAnswers(world(), () => world().runJobs())).toEqual([
      `site:${site.split("/").at(-1)}`,
    ]);
    expect((await rows()).map((row) => [row.url.slice(origin.length), row.content_type, row.width])).toEqual([
      ["/absent", null, null],
      ["/large", null, null],
      ["/logo.png", "image/png", 1],
      ["/page", null, null],
    ]);
    asked = [];
    await world().put(`${site}/customization`, named, creator);
    await world().delete(url(), creator);
    await world().runJobs();
    expect(asked).toEqual(["/page"]);
    await world().put(`${site}/customization`, before, creator);
    await world().runJobs();
    expect(await rows()).toEqual([]);
  });
});
