import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const base = "/acme/looks/";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let writer: Person;
let site: string;
let variant: string;
let space: string;
let pages: Record<string, string>;
let file: string;
let elsewhere: Server;
let origin: string;
// oxlint-disable-next-line typescript/no-explicit-any -- settings are what the tests make of them
let plain: any;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title: "Looks", spaces: "empty" }, writer);
  site = `${sites}/${body.id}`;
  const { items } = (await world().get(`${site}/site-spaces`, writer)).body;
  [variant, space] = [items[0].id, items[0].space.id];
  const page = (ref: string, more: object) => ({ operation: "insert_page", ref, slug: ref, ...more });
  const changed = await change([
    page("start", { document: { markdown: "# Start\n\nSee [outside](https://example.org/)." } }),
    page("guides", { title: "Guides", icon: "book" }),
    page("secret", { title: "Secret", hidden: true, condition: "visitor.claims.staff == true" }),
    {
      operation: "insert_files",
      files: [{ name: "logo.png", contentType: "image/png", base64: PIXEL.toString("base64") }],
    },
  ]);
  pages = Object.fromEntries(
    changed.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]),
  );
  file = changed.insertedFiles[0].id;
  await change([
    page("first", { into: pages["guides"], title: "First steps", description: "Where to begin" }),
    page("unlisted", { into: pages["guides"], title: "Unlisted", hidden: true }),
  ]);
  await world().post(`${site}/publish`, undefined, writer);
  plain = (await world().get(`${site}/customization`, writer)).body;
  elsewhere = createServer((request, response) => {
    if (request.url === "/logo.svg")
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>');
    else if (request.url === "/font.woff2") response.end(Buffer.concat([Buffer.from("wOF2"), PIXEL]));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => elsewhere.close());

async function change(changes: object[]) {
  const answer = await world().post(`/spaces/${space}/content`, { changes }, writer);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body;
}

async function put(changes: object): Promise<void> {
  const { status, text } = await world().put(`${site}/customization`, { ...plain, ...changes }, writer);
  expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
}

const html = async (path = "") => (await world().visit(base + path)).text;
const to = (kind: string, more: object) => ({ kind, ...more });

describe("a look that was put", () => {
  test("is seen at once, in colours, words and theme", async () => {
    const before = await html();
    expect(before).toContain('href="/~/assets/look4-p3d5ccc.css"');
    expect(before).not.toContain('as="font"');
    await put({
      title: "Acme",
      styling: {
        ...plain.styling,
        primaryColor: { light: "#c00", dark: "#f55" },
        corners: "straight",
        theme: "bold",
        font: "Merriweather",
      },
      internationalization: { locale: "de" },
      themes: { default: "dark", toggeable: false },
      pageActions: { markdown: false, externalAI: false },
      favicon: { emoji: "1f680" },
    });
    const seen = await html();
    expect(seen).toContain('lang="de"');
    expect(seen).toContain('data-look="theme-bold corners-straight bar-bold"');
    expect(seen).toMatch(/data-theme="dark"\s+data-theme-first="dark"\s+data-theme-fixed/);
    expect(seen).toContain("<title>Start · Acme</title>");
    expect(seen).toContain("Zum Inhalt springen");
    expect(seen).toContain("🚀");
    expect(seen).not.toContain("data-theme-toggle");
    expect(seen).not.toContain("data-copy-page");
    const sheet = await world().visit("/~/assets/look4-pcc0000ff5555-fMerriweather-mIBMPlexMono.css");
    expect(seen).toContain("/~/assets/look4-pcc0000ff5555-fMerriweather-mIBMPlexMono.css");
    expect([sheet.status, sheet.headers["cache-control"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(await html("nowhere")).toContain("Seite nicht gefunden");
  });

  test("leads where its links lead, for whom they are", async () => {
    const links = [
      { title: "Guides", to: to("page", { page: pages["guides"] }), links: [] },
      { title: "Part", to: to("anchor", { page: pages["guides"], anchor: "a b" }), links: [] },
      { title: "Staff", to: to("page", { page: pages["secret"] }), links: [] },
      { title: "Beta", to: to("space", { space }), links: [], condition: "visitor.claims.beta == true" },
      { title: "Menu", to: null, links: [{ title: "Logo", to: to("file", { file }) }] },
      { title: "Gone", to: null, links: [{ title: "x", to: to("page", { page: "absent" }) }] },
    ];
    await put({
      header: { preset: "default", links },
      footer: {
        groups: [
          { title: "Firm", links: [{ title: "Out", to: to("url", { url: "https://example.com/" }) }] },
        ],
        copyright: "© Acme",
      },
      externalLinks: { target: "blank" },
      privacyPolicy: { url: "https://example.com/privacy" },
      announcement: { enabled: true, message: "New <b>", style: "info" },
      pagination: { enabled: false },
    });
    const seen = (await html()).replace(/\s+/g, " ").replaceAll(" >", ">");
    expect(seen).toContain(`<a class="top-link" href="${base}guides">Guides</a>`);
    expect(seen).toContain(`href="${base}guides#a%20b"`);
    expect(seen).toMatch(/class="menu-link" href="\/~\/files\/[^"]+logo\.png"/);
    for (const absent of ["Staff", "Beta", "Gone", 'class="pager"']) expect(seen).not.toContain(absent);
    expect(seen).toContain("New &lt;b&gt;");
    expect(seen).toContain("© Acme");
    expect(seen).toContain('href="https://example.com/privacy" target="_blank" rel="noopener"');
    expect(seen).toContain('<a target="_blank" class="link external" href="https://example.org/"');
  });

  test("of a variant lies over the site's", async () => {
    await put({});
    const url = `${site}/site-spaces/${variant}/customization`;
    await world().patch(url, { internationalization: { locale: "ja" }, title: "日本語版" }, writer);
    const seen = await html();
    expect(seen).toContain('lang="ja"');
    expect(seen).toContain("<title>Start · Looks</title>");
    expect((await world().get(`${site}/site-spaces`, writer)).body.items[0].title).toBe("日本語版");
    await world().delete(url, writer);
    expect(await html()).toContain('lang="en"');
    expect((await world().get(`${site}/site-spaces`, writer)).body.items[0].title).not.toBe("日本語版");
  });
});

describe("pictures and fonts", () => {
  test("of families that come with Lectern are fetched ahead, from the site's own origin", async () => {
    await put({ styling: { ...plain.styling, font: "Inter", monospaceFont: "JetBrainsMono" } });
    const seen = await html();
    const file = /rel="preload" as="font" crossorigin href="(\/~\/assets\/inter-latin[^"]+)"/.exec(seen)?.[1];
    const font = await world().visit(file ?? "");
    expect([font.status, font.headers["content-type"], font.headers["cache-control"]]).toEqual([
      200,
      "font/woff2",
      "public, max-age=31536000, immutable",
    ]);
    const sheet = await world().visit("/~/assets/look4-p3d5ccc-fInter-mJetBrainsMono.css");
    expect(seen).toContain("/~/assets/look4-p3d5ccc-fInter-mJetBrainsMono.css");
    // Beside the sheet, wherever that is.
    expect(sheet.text).toContain(`url("${file?.split("/").at(-1)}") format("woff2")`);
    expect(sheet.text).toContain('font-family:"JetBrains Mono"');
    expect(sheet.text.match(/url\("[^"]*"\)/g)?.every((url) => !url.includes("/"))).toBe(true);
  });

  test("come from the site's own origin, once they are copied", async () => {
    const font = {
      id: "own",
      custom: true,
      fontFamily: "Own",
      fontFaces: [{ weight: 400, sources: [{ url: `${origin}/font.woff2`, format: "woff2" }] }],
    };
    const { body: uploaded } = await world().get(`/spaces/${space}/content/files`, writer);
    await put({
      header: { ...plain.header, logo: { light: `${origin}/logo.svg`, dark: uploaded.items[0].downloadURL } },
      favicon: { icon: { light: `${origin}/gone.png`, dark: `${origin}/gone.png` } },
      styling: { ...plain.styling, font },
      socialPreview: { url: `${origin}/logo.svg` },
    });
    const before = await html();
    expect(before).not.toContain(origin);
    await world().runJobs();
    const seen = await html();
    expect(seen).not.toContain(origin);
    const copy =
      /class="brand-logo light-only"\s+src="([^"]+)"\s+alt="Looks"\s+width="90"\s+height="30"/.exec(
        seen,
      )?.[1];
    expect(seen).toMatch(/class="brand-logo dark-only"\s+src="\/~\/files\/[^"]+logo\.png"/);
    expect(seen).toContain(`property="og:image" content="http://sites.test${copy}"`);
    const logo = await world().visit(copy ?? "");
    expect([logo.status, logo.headers["content-type"], logo.headers["content-security-policy"]]).toEqual([
      200,
      "image/svg+xml",
      "default-src 'none'; sandbox",
    ]);
    expect((await world().visit(`${copy?.slice(0, -1)}~`)).status).toBe(404);
    const sheet = /rel="stylesheet"\s+href="([^"]+~\/fonts[^"]+)"/.exec(seen)?.[1] ?? "";
    const face = await world().visit(sheet);
    expect(face.headers["content-type"]).toBe("text/css; charset=utf-8");
    const fontFile = /url\("(\/~\/copies\/[^"]+)"\)/.exec(face.text)?.[1] ?? "";
    expect(seen).toContain(`rel="preload" as="font" crossorigin href="${fontFile}"`);
    expect((await world().visit(fontFile)).headers["content-type"]).toBe("font/woff2");
    expect((await world().visit(`${base}~/fonts/other.css`)).text).toContain("@font-face");
  });
});

describe("a page without a text", () => {
  test("lists the pages below it that its reader may see", async () => {
    await put({});
    const seen = await html("guides");
    expect(seen).toContain(`href="${base}guides/first"`);
    expect(seen).toContain("Where to begin");
    expect(seen).not.toContain("Unlisted");
  });
});
