/** Hostile texts in everything that a site shows: read strictly. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld, type Visit } from "../test/harness.ts";
import { auditPage, auditXml, HOSTILE_ADDRESSES, HOSTILE_TEXTS } from "./hostile.fixture.ts";

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
  const links = HOSTILE_ADDRESSES.map((_address, index) => leads(index));
  const changes = [start, ...written.map(pageOf), ...links];
  for (let at = 0; at < changes.length; at += 50) {
    const some = { changes: changes.slice(at, at + 50) };
    expect(await tell("post", `/spaces/${space}/content`, some)).toBe(true);
  }
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
    await look(`~/search?q=${sent}`);
    await look(`nowhere/${sent.replaceAll("%00", "")}x`, 404);
  }
  await look("~/search?q=needle");
});

test("a picture named by half a character is shown as it was named", async () => {
  for (const emoji of ["d83d", "1f1e9-d800"]) {
    expect(await tell("put", `${site}/customization`, { ...plain, favicon: { emoji } })).toBe(true);
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
  for (let index = 0; index < HOSTILE_TEXTS.length; index += FULL ? 1 : 5) {
    await plantSite(index);
    await look("p3");
    await look("~/search?q=needle");
    await look("nowhere", 404);
  }
});
