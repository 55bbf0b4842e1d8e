/** Hostile texts in everything that a site shows: read strictly, and opened in a browser. */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "../test/browser.ts";
import { type Person, useWorld, type Visit } from "../test/harness.ts";
import { auditPage, auditXml, HOSTILE_ADDRESSES, HOSTILE_TEXTS } from "./hostile.fixture.ts";
import { buildSites } from "./serve.ts";
import { builtAssets } from "../test/assets.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const world = useWorld();
const base = "/acme/guide/";
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

let writer: Person;
let site = "";
let space = "";
let section = "";
let variant = "";
let group = "";
let away = "";
// oxlint-disable-next-line typescript/no-explicit-any -- settings are what the test makes of them
let plain: any;

const text = (index: number, longest = 1000) =>
  [...(HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? "")].join("").slice(0, longest).padEnd(2, "x");
const written = [...HOSTILE_TEXTS.keys()].filter((index) => {
  const said = text(index);
  return said.isWellFormed() && !said.includes("\0");
});
const address = (index: number) => HOSTILE_ADDRESSES[index % HOSTILE_ADDRESSES.length] ?? "";

/** What is refused may be refused; nothing may fail. */
async function tell(method: "post" | "put" | "patch", path: string, body: object): Promise<boolean> {
  const { status, text: said } = await world()[method](path, body, writer);
  expect([path, status < 500 ? "" : said]).toEqual([path, ""]);
  return status < 300;
}

const markdownOf = (index: number, said: string) => `## Needle

{% updates format="full" %}
{% update date="2026-01-${(index % 20) + 10}" tags="${said}" %}
## ${said}

[${said}](${address(index)})
{% endupdate %}
{% endupdates %}

<code class="expression">page.vars.said</code> <code class="expression">space.vars.said</code>

### ${said}

\`\`\`js title="${said}"
needle
\`\`\`
`;

function pageOf(index: number): object {
  const said = text(index, 250);
  return {
    operation: "insert_page",
    slug: `p${index}`,
    title: said,
    description: said,
    icon: text(index, 50),
    variables: { said },
    document: { markdown: markdownOf(index, said) },
  };
}

const leads = (index: number) => ({
  operation: "insert_page",
  type: "link",
  title: text(index, 250),
  target: { kind: "url", url: address(index) },
});

/** Those among the texts that no text may hold are refused everywhere. */
async function plantPages(): Promise<void> {
  const start = { operation: "insert_page", title: "Start", document: { markdown: "Here." } };
  const changes = [start, ...written.map(pageOf)];
  for (let at = 0; at < changes.length; at += 50) {
    const some = { changes: changes.slice(at, at + 50) };
    expect(await tell("post", `/spaces/${space}/content`, some)).toBe(true);
  }
  for (const index of HOSTILE_ADDRESSES.keys())
    await tell("post", `/spaces/${space}/content`, { changes: [leads(index)] });
}

/** Puts the next text into every field of which a site has one. */
async function plantSite(index: number): Promise<void> {
  const at = (step: number) => index + step;
  const variables = { said: text(at(0), 256) };
  await tell("post", `/spaces/${space}/content`, { changes: [{ operation: "set_variables", variables }] });
  await tell("patch", `/spaces/${space}`, { title: text(at(1), 50) });
  await tell("patch", site, { title: text(at(2), 128) });
  const words = { title: text(at(3), 128), description: text(at(4), 256), icon: text(at(5), 50) };
  await tell("patch", `${site}/sections/${section}`, words);
  await tell("patch", `${site}/section-groups/${group}`, { title: text(at(6), 100), icon: text(at(7), 50) });
  const leading = { title: text(at(27), 128), url: address(at(28)), description: text(at(29), 256) };
  await tell("patch", `${site}/external-links/${away}`, { ...leading, icon: text(at(30), 50) });
  await tell("patch", `${site}/site-spaces/${variant}/customization`, { title: text(at(8), 128) });
  await tell("post", `${site}/share-links`, { name: text(at(9), 50) });
  const link = (step: number) => ({
    title: text(at(step), 64),
    to: { kind: "url", url: address(at(step)) },
  });
  for (const part of [
    {
      header: {
        ...plain.header,
        links: [
          { ...link(10), links: [] },
          { ...link(11), links: [link(12)] },
        ],
      },
    },
    { footer: { groups: [{ title: text(at(13), 128), links: [link(14)] }], copyright: text(at(15), 300) } },
    { announcement: { enabled: true, message: text(at(16), 128), style: "info", link: link(17) } },
    { favicon: { emoji: text(at(18), 50) } },
    { favicon: { icon: { light: address(at(19)), dark: address(at(20)) } } },
    { header: { ...plain.header, logo: { light: address(at(21)), dark: address(at(22)) } } },
    { privacyPolicy: { url: address(at(23)) } },
    { socialPreview: { url: address(at(24)) } },
    { styling: { ...plain.styling, primaryColor: { light: text(at(25), 7), dark: "#fff" } } },
    { styling: { ...plain.styling, font: fontOf(at(26)) } },
  ]) {
    const { body } = await world().get(`${site}/customization`, writer);
    await tell("put", `${site}/customization`, { ...body, ...part });
  }
}

const fontOf = (index: number) => ({
  id: text(index, 128),
  custom: true,
  fontFamily: text(index, 50),
  fontFaces: [{ weight: 400, sources: [{ url: address(index), format: "woff2" }] }],
});

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const org = `/orgs/${world().organization}`;
  const newSpace = async (title: string) => (await world().post(`${org}/spaces`, { title }, writer)).body.id;
  space = await newSpace("Guide");
  const { body } = await world().post(`${org}/sites`, { title: "Guide", spaces: [space] }, writer);
  site = `${org}/sites/${body.id}`;
  variant = (await world().get(`${site}/site-spaces`, writer)).body.items[0].id;
  const added = await world().post(`${site}/sections`, { spaceId: await newSpace("Second") }, writer);
  section = added.body.id;
  const grouped = { title: "Group", sections: [section] };
  group = (await world().post(`${site}/section-groups`, grouped, writer)).body.id;
  const link = { title: "Status", url: "https://status.example.com/", parent: group };
  away = (await world().post(`${site}/external-links`, link, writer)).body.id;
  await world().post(`${site}/publish`, undefined, writer);
  plain = (await world().get(`${site}/customization`, writer)).body;
  await plantPages();
  await world().runJobs();
});

function checkPage(path: string, { status, headers, text: page }: Visit, expected: number): void {
  const { "content-security-policy": policy, "content-type": type, "referrer-policy": referrer } = headers;
  expect({ path, status, wrong: auditPage(page) }).toEqual({ path, status: expected, wrong: [] });
  expect([policy, type, referrer, headers["x-content-type-options"], headers["set-cookie"]]).toEqual([
    POLICY,
    "text/html; charset=utf-8",
    "strict-origin-when-cross-origin",
    "nosniff",
    undefined,
  ]);
}

const look = async (path: string, expected = 200) =>
  checkPage(path, await world().visit(base + path), expected);

test("the strict reader would notice", () => {
  const bad = `<!doctype html><html><head><base href=x><link rel=import href=x></head><body><a href="javascript:x" onclick=y>`;
  const wrong = auditPage(`${bad}<script src=//evil.example></script><iframe></iframe>`);
  expect(wrong).toHaveLength(7);
});

test("pages, their neighbours and searches hold nothing but text", async () => {
  for (const [index, said] of HOSTILE_TEXTS.entries()) {
    const sent = encodeURIComponent(said.toWellFormed());
    if (written.includes(index)) await look(`p${index}`);
    if (!FULL && index % 2 === 0) continue;
    await look(`~/search?q=${sent}`);
    await look(`nowhere/${sent.replaceAll("%00", "")}x`, 404);
  }
  await look("~/search?q=needle");
});

test("a picture named by half a character is none", async () => {
  for (const emoji of ["d83d", "1f1e9-d800"]) {
    expect(await tell("put", `${site}/customization`, { ...plain, favicon: { emoji } })).toBe(false);
    await look("p3");
  }
});

test("what machines read is no page, and its XML is whole", async () => {
  const lists = ["sitemap.xml", "robots.txt", "llms.txt", "llms-full.txt", "~/search.json?q=needle"];
  for (const path of [...lists, ...written.flatMap((index) => [`p${index}.md`, `p${index}/rss.xml`])]) {
    const { status, headers, text: said } = await world().visit(base + path);
    expect([path, status, headers["x-content-type-options"], headers["content-security-policy"]]).toEqual([
      path,
      200,
      "nosniff",
      POLICY,
    ]);
    expect([path, headers["content-type"]]).toEqual([path, expect.not.stringContaining("html")]);
    if (path.endsWith(".xml")) expect([path, auditXml(said)]).toEqual([path, []]);
  }
});

test("everything that a site has one of holds nothing but text", async () => {
  for (let index = 0; index < HOSTILE_TEXTS.length; index += FULL ? 1 : 9) {
    await plantSite(index);
    await look("p3");
    await look("~/search?q=needle");
    await look("nowhere", 404);
  }
});

test("redirects lead to the web or nowhere, and names break no header", async () => {
  let count = 0;
  for (const [index, url] of [...HOSTILE_ADDRESSES, "https://a.example"].entries()) {
    const destination = { kind: "external", url };
    const made = await tell("post", `${site}/redirects`, {
      source: `/gone${index}/*`,
      captureWildcard: true,
      destination,
    });
    const { status, headers } = await world().visit(`${base}gone${index}/x:y/é`);
    expect([url, status]).toEqual([url, made ? 307 : 404]);
    if (made) expect(String(headers["location"])).toMatch(/^https:\/\/a\.example\/[\x21-\x7e]*$/);
    count += made ? 1 : 0;
  }
  expect(count).toBe(1);
  const types = [
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "text/javascript",
    "a/b\r\nx: y",
  ];
  for (const [index, said] of HOSTILE_TEXTS.entries()) {
    const name = `${said.slice(0, 200)}.html`;
    const bytes = Buffer.from(index % 2 ? "<script>window.__pwn=1</script>" : "GIF89a/*<script>*/=1");
    const files = [{ name, contentType: types[index % 6], base64: bytes.toString("base64") }];
    await tell("post", `/spaces/${space}/content`, { changes: [{ operation: "insert_files", files }] });
  }
  const { body } = await world().get(`/spaces/${space}/content/files?limit=100`, writer);
  expect(body.items.length).toBeGreaterThan(20);
  for (const { name, downloadURL } of body.items) {
    const { pathname } = new URL(downloadURL);
    const { status, headers } = await world().visit(pathname);
    const { "content-security-policy": policy, "x-content-type-options": sniff } = headers;
    expect([name, status, policy, sniff]).toEqual([name, 200, "default-src 'none'; sandbox", "nosniff"]);
    const way = headers["content-type"] === "image/gif" ? "inline" : "attachment";
    const plain = new RegExp(
      `^${way}; filename="[^"\\\\%\\x00-\\x1f]*"(?:; filename\\*=UTF-8''[\\w.%!~-]+)?$`,
    );
    expect(headers["content-disposition"]).toMatch(plain);
  }
});

const WATCH = `
  window.__violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    window.__violations.push([violatedDirective, blockedURI, sample].join(" ")));`;
/** Touches everything, then tells what ran or was held back. */
const TOUCH = `
  for (const element of document.querySelectorAll("*"))
    for (const event of ["mouseover", "focus", "pointerenter", "toggle", "error", "load", "animationstart"])
      element.dispatchEvent(new Event(event));
  [...window.__violations, ...(window.__pwn === undefined ? [] : ["it ran"])]`;

// What a browser shows does not depend on the database.
describe.skipIf(inject("databases").dialect === "postgres")("in a browser", () => {
  test("nothing runs, nothing is held back, and the search still opens", async () => {
    const sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
    const [browser, origin] = await Promise.all([
      launchBrowser(),
      sites.listen({ host: "127.0.0.1", port: 0 }),
    ]);
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.addInitScript(WATCH);
      const some = written.filter((index) => FULL || index % 3 === 0).map((index) => `p${index}`);
      const asked = `~/search?q=${encodeURIComponent(text(3))}`;
      for (const path of [
        ...some,
        "p1#%",
        "p1#user-content-x%zz",
        asked,
        `nowhere/${encodeURIComponent(text(0))}`,
      ]) {
        await page.goto(origin + base + path, { waitUntil: "load" });
        expect([path, await page.evaluate(TOUCH), faults]).toEqual([path, [], []]);
      }
      await page.goto(`${origin}${base}p2`);
      await page.keyboard.press("/");
      await page.keyboard.type("needle");
      await page.locator("dialog a[href]").first().waitFor();
      expect([await page.evaluate(TOUCH), faults]).toEqual([[], []]);
    } finally {
      await browser.close();
      await sites.close();
    }
  });
});
