import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
let writer: Person;
let site: string;
let space: string;
let ids: Record<string, string> = {};

const base = "/acme/guide/";

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const made = await world().post(
    `/orgs/${world().organization}/sites`,
    { title: "Guide", spaces: "empty" },
    writer,
  );
  site = made.body.id;
  const published = await world().get(`/orgs/${world().organization}/sites/${site}/published`, writer);
  space = published.body.structure.structure[0].space.id;
  const page = (ref: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref,
    document: { markdown },
    ...more,
  });
  const { body } = await change([
    page("home", "# Home\n\nStart at [install](./install.md#linux)."),
    page(
      "install",
      "---\ndescription: Get it running\n---\n# Install\n\n## Linux\n\nRun it.\n\n```js\nconst a = 1;\n```",
    ),
    page("secret", "# Secret corner", { hidden: true }),
    { operation: "insert_page", type: "group", title: "Reference", ref: "reference" },
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await change([page("api", "# API\n\n<script>alert(1)</script> text", { into: ids["reference"] })]);
});

const change = (changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);
const path = () => `/orgs/${world().organization}/sites/${site}`;

describe("a published site", () => {
  test("is nowhere until it is published", async () => {
    expect((await world().visit(base)).status).toBe(404);
    const { body } = await world().post(`${path()}/publish`, undefined, writer);
    expect(body.urls.published).toBe("http://sites.test/acme/guide/");
    const home = await world().visit(base);
    expect(home.status).toBe(200);
    expect(home.text).toContain("<h1");
  });

  test("shows the page, its navigation, and where links lead", async () => {
    const { text, headers } = await world().visit(base);
    expect(text).toContain(`href="${base}install#linux"`);
    expect(text).toContain("Reference");
    expect(text).not.toContain("Secret corner");
    expect(text).toContain('<link rel="canonical" href="http://sites.test/acme/guide/"');
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=/);
  });

  test("calls a page in its navigation and where it is mentioned as it is called there", async () => {
    const install = { operation: "update_page", page: ids["install"] };
    const mention = { operation: "update_page", page: ids["home"] };
    await change([
      { ...install, linkTitle: "Get it" },
      {
        ...mention,
        document: { markdown: '# Home\n\n[x](./install.md "mention") and [install](./install.md#linux).' },
      },
    ]);
    const read = await world().get(`/spaces/${space}/content/page/${ids["install"]}`, writer);
    expect([read.body.title, read.body.linkTitle]).toEqual(["Install", "Get it"]);
    const home = (await world().visit(base)).text;
    // In the sidebar, where it is mentioned, and where the page ends.
    expect(home.match(/>Get it</g)).toHaveLength(3);
    expect(home).not.toContain(">Install<");
    expect((await world().visit(`${base}install`)).text).toMatch(/<h1[^>]*><span>Install<\/span>/);
    await change([
      { ...install, linkTitle: "" },
      { ...mention, document: { markdown: "# Home\n\nStart at [install](./install.md#linux)." } },
    ]);
    expect(
      (await world().get(`/spaces/${space}/content/page/${ids["install"]}`, writer)).body.linkTitle,
    ).toBeUndefined();
    const { status, body } = await change([{ ...install, linkTitle: "x".repeat(101) }]);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("linkTitle")]);
  });

  test("answers one page at one address", async () => {
    const cases: [string, number, string | undefined][] = [
      ["/acme/guide", 308, base],
      [`${base}home`, 308, base],
      [`${base}INSTALL`, 308, `${base}install`],
      [`${base}install/`, 308, `${base}install`],
      [`${base}reference`, 308, `${base}reference/api`],
      [`${base}install`, 200, undefined],
      [`${base}secret-corner`, 200, undefined],
      [`${base}nowhere`, 404, undefined],
      ["/acme/other/", 404, undefined],
      ["/", 404, undefined],
      [`${base}%2e%2e/etc`, 404, undefined],
      [`${base}%00`, 404, undefined],
    ];
    for (const [address, status, location] of cases) {
      const answer = await world().visit(address);
      expect([address, answer.status, answer.headers["location"]]).toEqual([address, status, location]);
    }
  });

  test("leads from a former address to the page's present one", async () => {
    await change([{ operation: "update_page", page: ids["install"], slug: "setup" }]);
    const moved = await world().visit(`${base}install`);
    expect([moved.status, moved.headers["location"]]).toEqual([307, `${base}setup`]);
    expect((await world().visit(base)).text).toContain(`href="${base}setup#linux"`);
    await change([{ operation: "update_page", page: ids["install"], slug: "install" }]);
  });

  test("serves Markdown, and lists for machines", async () => {
    const markdown = await world().visit(`${base}install.md`);
    expect(markdown.headers["content-type"]).toContain("text/markdown");
    expect(markdown.text).toContain("# Install");
    const agent = { "user-agent": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)" };
    const forAgent = await world().visit(`${base}install`, agent);
    expect([forAgent.text, forAgent.headers["vary"]]).toEqual([
      markdown.text,
      "accept-encoding, accept, user-agent",
    ]);
    // A browser after an agent gets its page.
    expect((await world().visit(`${base}install`)).headers["content-type"]).toContain("text/html");
    expect((await world().visit(base, { accept: "text/markdown" })).text).toContain(
      "http://sites.test/acme/guide/install.md#linux",
    );
    expect((await world().visit(`${base}llms.txt`)).text).toContain(
      "[Install](http://sites.test/acme/guide/install.md): Get it running",
    );
    expect((await world().visit(`${base}llms-full.txt`)).text).toContain("Run it.");
    expect((await world().visit(`${base}llms-full.txt/2`)).status).toBe(404);
    const sitemap = await world().visit(`${base}sitemap.xml`);
    expect(sitemap.text).toContain("<loc>http://sites.test/acme/guide/install</loc>");
    expect(sitemap.text).not.toContain("secret");
    expect((await world().visit(`${base}robots.txt`)).text).toContain(
      "Sitemap: http://sites.test/acme/guide/sitemap.xml",
    );
  });

  test("finds no page that is hidden, nor one below it, whatever it is asked by", async () => {
    const below = { into: ids["secret"], document: { markdown: "# Marsupial\n\nA corner of its own." } };
    const { body } = await change([{ operation: "insert_page", ...below, ref: "below" }]);
    await world().runJobs();
    const asked = async (words: string) =>
      (await world().visit(`${base}~/search.json?q=${encodeURIComponent(words)}`)).text +
      (await world().visit(`${base}~/search?q=${encodeURIComponent(words)}`)).text;
    expect(await asked("install")).toContain(`href="${base}install`);
    for (const words of ["secret", "Secret corner", "corner", "marsupial", "/secret-corner"])
      expect(await asked(words)).not.toMatch(/href="[^"]*secret-corner|"url":"[^"]*secret-corner/);
    // Nothing but that keeps them from being found.
    await change([{ operation: "update_page", page: ids["secret"], hidden: false }]);
    await world().runJobs();
    for (const words of ["corner", "marsupial"]) expect(await asked(words)).toContain(`${base}secret-corner`);
    await change([
      { operation: "update_page", page: ids["secret"], hidden: true },
      { operation: "delete_page", page: body.changes[0].page },
    ]);
  });

  test("opens a branch of the navigation on demand", async () => {
    const { status, text } = await world().visit(`${base}~/nav/${ids["reference"]}`);
    expect(status).toBe(200);
    expect(text).toContain(`href="${base}reference/api"`);
    expect((await world().visit(`${base}~/nav/absent`)).status).toBe(404);
    expect((await world().visit(`${base}~gitbook/nav/${ids["reference"]}`)).status).toBe(200);
  });

  test("keeps hostile content harmless", async () => {
    const { text } = await world().visit(`${base}reference/api`);
    expect(text).not.toContain("<script>alert");
  });

  test("answers 304 to its tag and compresses for those who ask", async () => {
    const first = await world().visit(`${base}install`);
    const tag = String(first.headers["etag"]);
    expect((await world().visit(`${base}install`, { "if-none-match": tag })).status).toBe(304);
    const small = await world().visit(`${base}install`, { "accept-encoding": "br" });
    expect(small.headers["content-encoding"]).toBe("br");
    expect(small.headers["etag"]).not.toBe(tag);
  });

  test("shows a change at once", async () => {
    await change([
      { operation: "update_page", page: ids["home"], document: { markdown: "# Home\n\nBrand new words." } },
    ]);
    expect((await world().visit(base)).text).toContain("Brand new words.");
  });

  test("sends files to who has their address, and to nobody else", async () => {
    const { body } = await change([
      {
        operation: "insert_files",
        files: [{ name: "no te.txt", ref: "note", contentType: "text/plain", base64: "aGVsbG8=" }],
      },
    ]);
    const { downloadURL, id } = body.insertedFiles[0];
    const address = new URL(downloadURL).pathname;
    const file = await world().visit(address);
    expect([file.status, file.text]).toEqual([200, "hello"]);
    expect(file.headers["content-disposition"]).toContain("attachment");
    expect(file.headers["content-security-policy"]).toContain("sandbox");
    const forged = address.replace(/[\w-]{22}(?=\/[^/]*$)/, "A".repeat(22));
    expect((await world().visit(forged)).status).toBe(404);
    expect((await world().visit(`/~/files/${space}/${id}/x/note.txt`)).status).toBe(404);
  });

  test("is not indexed when unlisted, and closed to all but its audience", async () => {
    await world().patch(path(), { visibility: "unlisted" }, writer);
    expect((await world().visit(base)).text).toContain('content="noindex, nofollow"');
    expect((await world().visit(`${base}sitemap.xml`)).status).toBe(404);
    for (const visibility of ["share-link", "visitor-auth"]) {
      await world().patch(path(), { visibility }, writer);
      for (const inner of [
        "",
        "install",
        "install.md",
        "llms.txt",
        "~/search.json?q=run",
        `~/nav/${ids["reference"]}`,
      ]) {
        const answer = await world().visit(base + inner);
        expect([visibility, inner, answer.status]).toEqual([visibility, inner, 403]);
        expect(answer.text).not.toContain("Install");
      }
    }
    await world().patch(path(), { visibility: "public" }, writer);
    await world().post(`${path()}/unpublish`, undefined, writer);
    expect((await world().visit(`${base}install`)).status).toBe(404);
    await world().post(`${path()}/publish`, undefined, writer);
  });

  test("serves its style and script for ever under their names", async () => {
    const { text } = await world().visit(base);
    for (const [, href] of text.matchAll(/(?:src|href)="(\/~\/assets\/[^"]+)"/g)) {
      const asset = await world().visit(String(href));
      expect([href, asset.status]).toEqual([href, 200]);
      expect(asset.headers["cache-control"]).toContain("immutable");
    }
    expect((await world().visit("/~/assets/absent.js")).status).toBe(404);
  });
});

test("a closed site says that it is there, at every path the same, and nothing of what it has", async () => {
  await world().patch(path(), { visibility: "share-link" }, writer);
  const [page, absent, markdown] = await Promise.all(
    ["install", "absent", "install.md"].map((rest) => world().visit(base + rest)),
  );
  await world().patch(path(), { visibility: "public" }, writer);
  expect([page?.status, absent?.status, markdown?.status]).toEqual([403, 403, 403]);
  expect([absent?.text, markdown?.text]).toEqual([page?.text, page?.text]);
  for (const said of ["Guide", "Install", "Linux", "Reference"]) expect(page?.text).not.toContain(said);
  expect((await world().visit("/acme/nobody/install")).status).toBe(404);
});
