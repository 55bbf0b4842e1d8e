/** The feeds of pages with updates, as a program reads them. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;

const UPDATES = `# Changes

{% updates format="full" %}
{% update date="2025-03-01" tags="api,fixes" %}
## Faster \\<search> & more

See [the guide](guide.md), [it's](https://example.com/it's), [below](#older) and ![a fox](https://img.example.com/fox.png?a=1&b=2).

<script>alert(1)</script><img src="x" onerror="alert(2)">

{% endupdate %}

{% update date="2025-04-02" %}
]]> Nothing but words.
{% endupdate %}

{% update date="someday" tags="plans" %}
No day.
{% endupdate %}

{% if visitor.claims.staff %}
{% update date="2025-05-01" %}
For staff alone.
{% endupdate %}
{% endif %}
{% endupdates %}
`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Handbook");
  const page = (slug: string, markdown: string) => ({
    operation: "insert_page",
    ref: slug,
    slug,
    document: { markdown },
  });
  const changes = [page("home", "# Home"), page("guide", "# Guide\n\nWords."), page("changes", UPDATES)];
  const { status } = await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  expect(status).toBe(200);
});

/** The text of the elements of a name, as a reader of feeds decodes them. */
function texts(xml: string, name: string): string[] {
  const found = [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))];
  return found.map(([, text = ""]) => decode(text));
}

const decode = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));

test("a feed has the updates, the latest first, with whole addresses and nothing that runs", async () => {
  const { status, headers, text } = await world().visit(`${site.base}changes/rss.xml`);
  expect([status, headers["content-type"]]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  expect(texts(text, "title")).toEqual([
    "Changes · Handbook",
    "Changes: 2025-04-02",
    "Faster <search> & more",
    "Changes",
  ]);
  expect(texts(text, "pubDate")).toEqual(["Wed, 02 Apr 2025 00:00:00 GMT", "Sat, 01 Mar 2025 00:00:00 GMT"]);
  expect(texts(text, "category")).toEqual(["api", "fixes", "plans"]);
  const address = "http://sites.test/acme/handbook/changes";
  expect(texts(text, "guid")).toEqual([
    `${address}#update-2025-04-02`,
    `${address}#update-2025-03-01`,
    `${address}#update-someday`,
  ]);
  const [, words = "", second = ""] = texts(text, "description");
  expect(words).toContain("]]&gt; Nothing but words.");
  expect(second).toContain('href="http://sites.test/acme/handbook/guide"');
  expect(second).toContain(`href="${address}#older"`);
  expect(second).toContain('src="https://img.example.com/fox.png?a=1&amp;b=2"');
  expect(second).toContain('href="https://example.com/it&#39;s"');
  expect(second).not.toMatch(/script|onerror|alert|class=|data-|<button/);
  expect(text).not.toContain("For staff alone");
  expect(text).toContain(`<atom:link href="${address}/rss.xml" rel="self"`);
});

test("the same feed is not sent twice, and another after a change", async () => {
  const feed = `${site.base}changes/rss.xml`;
  const etag = String((await world().visit(feed)).headers["etag"]);
  expect((await world().visit(feed, { "if-none-match": etag })).status).toBe(304);
  const { body } = await world().get(`/spaces/${site.space}/content/path/changes`, writer);
  const markdown = UPDATES.replace("Nothing but words", "Other words");
  const change = { operation: "update_page", page: body.id, document: { markdown } };
  await world().post(`/spaces/${site.space}/content`, { changes: [change] }, writer);
  const after = await world().visit(feed, { "if-none-match": etag });
  expect([after.status, after.text.includes("Other words")]).toEqual([200, true]);
});

test("pages name their feed in their head, and have none without updates", async () => {
  const html = (await world().visit(`${site.base}changes`)).text;
  expect(html).toMatch(
    /<link rel="alternate" type="application\/rss\+xml"[^>]*href="\/acme\/handbook\/changes\/rss.xml"/,
  );
  expect((await world().visit(`${site.base}guide`)).text).not.toContain("rss");
  for (const path of ["guide/rss.xml", "rss.xml", "nowhere/rss.xml"]) {
    expect([path, (await world().visit(site.base + path)).status]).toEqual([path, 404]);
  }
  const { status, headers } = await world().visit(`${site.base}Changes/rss.xml`);
  expect([status, headers["location"]]).toEqual([308, "/acme/handbook/changes/rss.xml"]);
});

test("a visitor's feed has what their claims open", async () => {
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  const feed = `${site.base}changes/rss.xml`;
  const authorization = `Bearer ${await tokenOf(world(), site.key, { staff: true })}`;
  expect((await world().visit(feed, { authorization })).text).toContain("For staff alone");
  expect((await world().visit(feed)).text).not.toContain("For staff alone");
});
