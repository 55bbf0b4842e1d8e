/** Every kind of source, from a server on this machine that has what such tools write. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { docxOf, styled } from "../../importers/docx.fixture.ts";
import { craftZip } from "../../importers/zip.fixture.ts";
import { newId } from "../../ports/ids.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

type Served = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

const world = useWorld();
let writer: Person;
let server: Server;
let origin: string;
const served = new Map<string, Served>();
const asked: string[] = [];

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    asked.push(path);
    const content = served.get(path);
    if (typeof content === "function") return content(request, response);
    const type = /\.(png|md|txt|xml|zip|docx)$/.exec(path)?.[1] ?? "html";
    response.writeHead(content === undefined ? 404 : 200, {
      "content-type": TYPES[type] ?? "text/html; charset=utf-8",
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  served.clear();
  asked.length = 0;
});

const TYPES: Record<string, string> = {
  png: "image/png",
  md: "text/plain",
  txt: "text/plain",
  xml: "text/xml",
  zip: "application/zip",
};
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
  "base64",
);

function zipOf(content: Record<string, string | Buffer>): Buffer {
  return craftZip(Object.entries(content).map(([name, bytes]) => ({ name, bytes })));
}

async function newSpace(): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title: "Imported" }, writer)).body.id;
}

const start = (at: string, source: string, path: string, headers = {}) =>
  world().post(`${at}/content/import`, { url: origin + path, source }, writer, headers);

/** Imports by a job to its end, and gives what the job tells then. */
async function job(at: string, source: string, path: string) {
  const { status, body } = await start(at, source, path, { prefer: "respond-async" });
  expect(status).toBe(202);
  await world().runJobs();
  return (await world().get(`/jobs/${body.id}`, writer)).body;
}

/** Runs the job of a request that has been sent, as soon as it is queued. */
async function runSoon(): Promise<void> {
  for (let round = 0; round < 2_000 && (await world().runJobs()) === 0; round++) await setImmediate();
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly pages?: readonly Listed[];
}

/** "path: title" of all pages, in order. */
async function tree(at: string): Promise<string[]> {
  const flat = (pages: readonly Listed[]): string[] =>
    pages.flatMap((page) => [`${page.path}: ${page.title}`, ...flat(page.pages ?? [])]);
  return flat((await world().get(`${at}/content/pages`, writer)).body.pages);
}

/** A page's Markdown, with names in the place of ids. */
async function text(at: string, path: string): Promise<string> {
  const pages = await world().get(`${at}/content/pages`, writer);
  const ids = new Map<string, string>();
  const visit = (list: readonly Listed[]): void => {
    for (const page of list) {
      ids.set(page.id, page.path);
      visit(page.pages ?? []);
    }
  };
  visit(pages.body.pages);
  const files = await world().get(`${at}/content/files`, writer);
  for (const { id, name } of files.body.items) ids.set(id, name);
  const id = [...ids].find(([, one]) => one === path)?.[0];
  const { markdown } = (await world().get(`${at}/content/page/${id}`, writer)).body;
  return markdown
    .trimEnd()
    .replace(
      /\/(pages|files)\/(\w{20})/g,
      (_: string, kind: string, one: string) => `/${kind}/${ids.get(one)}`,
    );
}

const page = (title: string, body: string, head = ""): string =>
  `<html><head><title>${title} | Acme</title>${head}</head><body><nav><ul><li><a href="/docs/">Start</a></li><li><a href="/docs/guide/">Guide</a><ul><li><a href="/docs/guide/setup.html">Set up</a></li></ul></li><li><a href="/docs/faq.html">FAQ</a></li></ul></nav><main><h1>${title}</h1>${body}<p>This page is long enough to be the content of it.</p></main></body></html>`;

describe("a website", () => {
  test("is imported with its tree, its links and its images, as robots.txt allows", async () => {
    served.set("/robots.txt", `User-agent: *\nDisallow: /docs/secret\nSitemap: ${origin}/map.xml`);
    served.set(
      "/map.xml",
      `<urlset><url><loc>${origin}/docs/lost.html</loc></url><url><loc>${origin}/blog/x</loc></url></urlset>`,
    );
    served.set(
      "/docs/",
      page(
        "Start",
        '<p>See <a href="guide/setup.html#first">set up</a>, <a href="/blog/x">the blog</a>, <a href="secret.html">it</a>, <a href="old.html">old</a>.</p><img src="/img/a.png" alt="A">',
      ),
    );
    served.set(
      "/docs/guide/",
      page("Guide", '<p><a href="gone.html">gone</a> and <a href="../faq.html?x=1">faq</a></p>'),
    );
    served.set(
      "/docs/guide/setup.html",
      page("Set up", '<h2 id="first">First</h2><img src="/img/missing.png">'),
    );
    served.set("/docs/faq.html", page("FAQ", "<p>Why?</p>"));
    served.set("/docs/lost.html", page("Lost", "<p>Nobody links here.</p>"));
    served.set("/docs/secret.html", page("Secret", "<p>Not for us.</p>"));
    served.set("/docs/old.html", (_, response) =>
      response.writeHead(301, { location: "/docs/faq.html" }).end(),
    );
    served.set("/img/a.png", PNG);
    const at = `/spaces/${await newSpace()}`;
    const done = await job(at, "website", "/docs/");
    expect(done).toMatchObject({ status: "done", report: { importedResources: 6 } });
    expect(await tree(at)).toEqual([
      "index: Start",
      "guide: Guide",
      "guide/setup: Set up",
      "faq: FAQ",
      "lost: Lost",
    ]);
    expect(await text(at, "index")).toBe(
      `See [set up](/pages/guide/setup#first), [the blog](${origin}/blog/x), [it](${origin}/docs/secret.html), [old](/pages/faq).\n\n![A](/files/a.png)\n\nThis page is long enough to be the content of it.`,
    );
    expect(done.report.report.skipped).toEqual(
      expect.arrayContaining([
        { path: `${origin}/docs/secret.html`, reason: "the website's robots.txt does not allow it" },
        { path: `${origin}/docs/guide/gone.html`, reason: "its address answers with status 404" },
        { path: `${origin}/img/missing.png`, reason: "its address answers with status 404" },
      ]),
    );
    expect(asked).not.toContain("/docs/secret.html");
    expect(asked).not.toContain("/blog/x");
    expect(await job(at, "website", "/docs/")).toMatchObject({ report: { changed: false } });
  });

  test("answers when it is done, when that is soon; into a change request as well", async () => {
    served.set("/docs/", page("Start", "<p>One.</p>"));
    const space = `/spaces/${await newSpace()}`;
    const request = await world().post(`${space}/change-requests`, {}, writer);
    const at = `${space}/change-requests/${request.body.id}`;
    const answer = start(at, "website", "/docs/");
    await runSoon();
    expect(await answer).toMatchObject({
      status: 201,
      body: { importedResources: 1, report: { brokenLinks: [] } },
    });
    expect(await tree(at)).toEqual(["index: Start"]);
    expect(await tree(space)).toEqual([]);
  });

  test("that is no website is a conflict; a job says why", async () => {
    const at = `/spaces/${await newSpace()}`;
    const answer = start(at, "website", "/nothing/");
    await runSoon();
    expect(await answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("answers with status 404") } },
    });
    const refused = world().post(
      `${at}/content/import`,
      { url: "http://127.0.0.1:25/", source: "website" },
      writer,
    );
    await runSoon();
    expect((await refused).body.error.message).toBe(
      "The robots.txt of http://127.0.0.1:25 could not be read: its address could not be fetched. " +
        "A host in a private network, and http, take LECTERN_ALLOW_PRIVATE_NETWORK=1 on the server.",
    );
    served.set("/robots.txt", "User-agent: lectern\nDisallow: /");
    served.set("/docs/", page("Start", ""));
    expect(await job(at, "website", "/docs/")).toMatchObject({
      status: "failed",
      error: expect.stringContaining("robots.txt does not allow it"),
    });
  });

  test("that takes long is told of as the job that it is; so is one that a server leaves when it stops", async () => {
    const at = `/spaces/${await newSpace()}`;
    const isQueued = async (count: number): Promise<void> => {
      const look = () => world().deps.db.read.selectFrom("jobs").selectAll().execute();
      await vi.waitUntil(async () => (await look()).length === count, { timeout: 60_000, interval: 5 });
    };
    await world().runJobs();
    await world().deps.db.transact((tx) => tx.deleteFrom("jobs").execute());
    const late = start(at, "website", "/docs/");
    await isQueued(1);
    world().ahead += 10 * 60_000 + 1000;
    expect(await late).toMatchObject({ status: 202, body: { kind: "import", status: "queued" } });

    const app = world().openApp();
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const asking = fetch(`${address}/v1${at}/content/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${writer.token}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `${origin}/docs/`, source: "website" }),
    });
    await isQueued(2);
    const began = performance.now();
    await app.close();
    // Thirty seconds are what a request under way would get that never ends.
    expect(performance.now() - began).toBeLessThan(25_000);
    const answer = await asking;
    expect([answer.status, answer.headers.get("connection")]).toEqual([202, "close"]);
    const { id } = (await answer.json()) as { id: string };
    expect(answer.headers.get("location")).toBe(`http://app.test/v1/jobs/${id}`);
    await world().deps.db.transact((tx) => tx.deleteFrom("jobs").execute());
  });

  test("can be cancelled while it is fetched", async () => {
    let isAsked = (): void => {};
    const reached = new Promise<void>((resolve) => (isAsked = resolve));
    served.set("/docs/", page("Start", ""));
    served.set("/docs/faq.html", () => isAsked());
    const at = `/spaces/${await newSpace()}`;
    const { body } = await start(at, "website", "/docs/", { prefer: "respond-async" });
    const running = world().runJobs();
    await reached;
    expect((await world().post(`/jobs/${body.id}/cancel`, undefined, writer)).body.status).toBe("cancelled");
    await running;
    expect(await tree(at)).toEqual([]);
  });
});

describe("who loses the right while it is fetched changes nothing", () => {
  /** A file that is slow enough for its importer to be somebody else when it comes. */
  async function slowly(
    as: "removed" | "demoted" | "revoked",
    send: (at: string, by: Person) => Promise<Answer>,
  ): Promise<Answer> {
    const boss = await world().addPerson(`boss-${newId()}`, "admin");
    const leaver = await world().addPerson(`leaver-${boss.id}`, "edit");
    const at = `/spaces/${await newSpace()}`;
    const member = `/orgs/${world().organization}/members/${leaver.id}`;
    served.set("/slow.html", async (_, response) => {
      if (as === "removed") await world().delete(member, boss);
      if (as === "demoted") await world().patch(member, { role: "read" }, boss);
      const { body } = await world().get("/user/tokens", leaver);
      if (as === "revoked") await world().delete(`/user/tokens/${body.items[0].id}`, leaver);
      world().ahead += 2000;
      response.writeHead(200, { "content-type": "text/html" }).end(page("Slow", ""));
    });
    const answer = await send(at, leaver);
    world().ahead = 0;
    expect(asked).toContain("/slow.html");
    expect([await tree(at), (await world().get(`${at}/content/files`, writer)).body.items]).toEqual([[], []]);
    return answer;
  }

  const importing = (headers: Record<string, string>) => (at: string, by: Person) =>
    world().post(`${at}/content/import`, { url: `${origin}/slow.html`, source: "html" }, by, headers);
  const bringing = (at: string, by: Person) => {
    const files = [{ name: "slow.html", url: `${origin}/slow.html` }];
    return world().post(`${at}/content`, { changes: [{ operation: "insert_files", files }] }, by);
  };

  test.each([
    ["removed", 404],
    ["demoted", 403],
    ["revoked", 401],
  ] as const)("by a request, once %s", async (as, status) => {
    expect((await slowly(as, importing({}))).status).toBe(status);
    expect((await slowly(as, bringing)).status).toBe(status);
  });

  test("by a job", async () => {
    const { body } = await slowly("removed", async (at, by) => {
      const queued = await importing({ prefer: "respond-async" })(at, by);
      await world().runJobs();
      return world().get(`/jobs/${queued.body.id}`, writer);
    });
    expect(body).toMatchObject({ status: "failed", error: expect.stringContaining("may not edit") });
  });
});

describe("a file by its address", () => {
  const importFile = async (source: string, name: string, content: string | Buffer) => {
    served.set(`/${name}`, content);
    const at = `/spaces/${await newSpace()}`;
    const { status, body } = await start(at, source, `/${name}`);
    expect([status, body.error]).toEqual([201, undefined]);
    return { at, body };
  };

  test("html: one page, with its images", async () => {
    served.set("/img/a.png", PNG);
    const { at } = await importFile(
      "html",
      "page.html",
      page("One", '<p><img src="img/a.png" alt="A"> <a href="two.html">two</a></p>'),
    );
    expect(await tree(at)).toEqual(["page: One"]);
    expect(await text(at, "page")).toContain(`![A](/files/a.png) [two](${origin}/two.html)`);
  });

  test("docx: one page, with headings, lists, tables, notes and images", async () => {
    const { at } = await importFile("docx", "plan.docx", docxOf(PNG));
    expect(await tree(at)).toEqual(["plan: The plan"]);
    expect(await text(at, "plan")).toMatch(
      /^Some \*\*bold\*\* text\[\^1\] and a \[link\]\(https:\/\/example\.com\/\)\.\n\n## First\n\n- one\n- two\n\n\| A \| B \|\n[^]*\| 1 \| 2 \|\n\n!\[A dot\]\(\/files\/[0-9a-f]{16}\.png\)\n\n\[\^1\]: A note$/,
    );
  });

  test("zip: of HTML, by its links", async () => {
    const { at } = await importFile(
      "zip",
      "site.zip",
      zipOf({
        "index.html": page(
          "Start",
          '<p><a href="sub/a%20b.html#x">A</a><img src="img/dot.png" alt="dot"></p>',
        ),
        "sub/a b.html": page("Inner", '<p><a href="../index.html">up</a></p>'),
        "img/dot.png": PNG,
        "style.css": "a{}",
      }),
    );
    expect(await tree(at)).toEqual(["index: Start", "a-b: Inner"]);
    expect(await text(at, "index")).toContain("[A](/pages/a-b#x)![dot](/files/dot.png)");
    expect(await text(at, "a-b")).toContain("[up](/pages/index)");
  });

  test("confluence: the tree of the index, attachments", async () => {
    const wiki = (title: string, body: string): string =>
      `<html><head><title>Handbook : ${title}</title></head><body><div id="main-header"><ol id="breadcrumbs"><li><a href="index.html">Handbook</a></li></ol><h1 id="title-heading"><span id="title-text">Handbook : ${title}</span></h1></div><div id="content"><div class="page-metadata">Created by Wanda</div><div id="main-content" class="wiki-content group">${body}<p>This page is long enough to be the content of it.</p></div><div class="pageSection group"><h2>Attachments:</h2></div></div></body></html>`;
    const { at } = await importFile(
      "confluence",
      "export.zip",
      zipOf({
        "HB/index.html":
          '<html><head><title>HB (Handbook)</title></head><body><div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Zebra_3.html">Zebra</a></li><li><a href="Apple_2.html">Apple</a></li></ul></li></ul></div></body></html>',
        "HB/Home_1.html": wiki(
          "Home",
          '<p><a href="Apple_2.html">Apple</a> <img src="attachments/1/9.png" alt="dot"></p>',
        ),
        "HB/Apple_2.html": wiki(
          "Apple",
          '<div class="confluence-information-macro confluence-information-macro-warning"><div class="confluence-information-macro-body"><p>Hot</p></div></div>',
        ),
        "HB/Zebra_3.html": wiki(
          "Zebra",
          '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java">int x;</pre>',
        ),
        "HB/attachments/1/9.png": PNG,
      }),
    );
    expect(await tree(at)).toEqual(["home_1: Home", "home_1/zebra_3: Zebra", "home_1/apple_2: Apple"]);
    expect(await text(at, "home_1")).toBe(
      "[Apple](/pages/home_1/apple_2) ![dot](/files/9.png)\n\nThis page is long enough to be the content of it.",
    );
    expect(await text(at, "home_1/apple_2")).toMatch(/^{% hint style="warning" %}\nHot\n/);
    expect(await text(at, "home_1/zebra_3")).toMatch(/^```java\nint x;\n```/);
  });

  test("notion: names without ids, databases as tables, parts in an archive", async () => {
    const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(32));
    const inner = zipOf({
      [`Home ${a}.md`]: `# Home\n\n[Tasks](Home%20${a}/Tasks%20${b}.csv)\n\n![dot](Home%20${a}/dot.png)\n\n<aside>\n💡 Mind it\n\n</aside>\n`,
      [`Home ${a}/dot.png`]: PNG,
      [`Home ${a}/Tasks ${b}.csv`]: 'Name,Note,Due by\nWrite,"two, or\nmore",\nNone,,\n',
      [`Home ${a}/Tasks ${b}/Write ${c}.md`]:
        "# Write\n\nNote: two | or more\nDue by: May 4, 2026 10:00\n\nStatus: Open\n",
    });
    const { at } = await importFile("notion", "export.zip", zipOf({ "ExportBlock-1-Part-1.zip": inner }));
    expect(await tree(at)).toEqual(["home: Home", "home/tasks: Tasks", "home/tasks/write: Write"]);
    expect(await text(at, "home")).toBe(
      '[Tasks](/pages/home/tasks)\n\n![dot](/files/dot.png)\n\n{% hint style="info" %}\n💡 Mind it\n\n{% endhint %}',
    );
    expect(await text(at, "home/tasks")).toContain(
      "| [Write](</pages/home/tasks/write>) | two, or<br>more |",
    );
    expect(await text(at, "home/tasks/write")).toBe(
      "| | |\n| - | - |\n| **Note** | two \\| or more |\n| **Due by** | May 4, 2026 10:00 |\n\nStatus: Open",
    );
  });

  test("google-docs: by the address of a document, through its export", async () => {
    const id = "1aBcDeFgHiJkLmNoPqRsTuVwXyZ012345";
    const html =
      '<html><head><style>.c1{font-weight:700}</style></head><body><p class="title">Plan</p><p><span class="c1">Bold</span> <a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D">link</a></p><img src="images/image1.png" alt="dot"></body></html>';
    served.set(`/document/d/${id}/export`, (request, response) => {
      asked.push(request.url ?? "");
      response.end(zipOf({ "Plan.html": html, "images/image1.png": PNG }));
    });
    const at = `/spaces/${await newSpace()}`;
    expect((await start(at, "google-docs", `/document/d/${id}/edit?usp=sharing`)).status).toBe(201);
    expect(asked).toContain(`/document/d/${id}/export?format=zip`);
    expect(await tree(at)).toEqual(["plan: Plan"]);
    expect(await text(at, "plan")).toBe(
      "**Bold** [link](https://example.com/a)\n\n![dot](/files/image1.png)",
    );
  });
});

describe("imported again, what is the same makes no revision, and what has changed changes alone:", () => {
  /** What tells the pages of a space from later ones: id, title and text of each. */
  const state = async (at: string): Promise<Map<string, string>> => {
    const { pages } = (await world().get(`${at}/content/pages`, writer)).body;
    const ids = (list: readonly Listed[]): string[] =>
      list.flatMap((one) => [one.id, ...ids(one.pages ?? [])]);
    const all = await Promise.all(ids(pages).map((id) => world().get(`${at}/content/page/${id}`, writer)));
    return new Map(all.map(({ body }) => [`${body.id} ${body.title}`, body.markdown as string]));
  };
  const changedFrom = (before: Map<string, string>, after: Map<string, string>): string[] =>
    [...after].filter(([key, one]) => before.get(key) !== one).map(([key]) => key.replace(/^\S+ /, ""));

  const site = (faq: string): Record<string, string> => ({
    "index.html": page("Start", '<p><a href="guide/setup.html">set up</a></p><img src="a.png" alt="A">'),
    "guide/setup.html": page("Set up", '<p><a href="../faq.html#why">why</a></p>'),
    "faq.html": page("FAQ", faq),
  });
  const FIRST = '<h2 id="why">Why?</h2>';
  const SECOND = '<h2 id="why">Why not?</h2>';

  test.each<[string, string, (isLater: boolean) => void, string[]]>([
    [
      "website",
      "/docs/",
      (isLater) => {
        for (const [name, html] of Object.entries(site(isLater ? SECOND : FIRST)))
          served.set(`/docs/${name.replace("index.html", "")}`, html);
        served.set("/docs/a.png", PNG);
      },
      ["FAQ"],
    ],
    [
      "zip",
      "/site.zip",
      (isLater) => served.set("/site.zip", zipOf({ ...site(isLater ? SECOND : FIRST), "a.png": PNG })),
      ["FAQ"],
    ],
    [
      "html",
      "/faq.html",
      (isLater) => served.set("/faq.html", page("FAQ", isLater ? SECOND : FIRST)),
      ["FAQ"],
    ],
    [
      "docx",
      "/plan.docx",
      (isLater) => served.set("/plan.docx", docxOf(PNG, isLater ? styled(["Normal", "Later"]) : "")),
      ["The plan"],
    ],
    [
      "notion",
      "/n.zip",
      (isLater) =>
        served.set(
          "/n.zip",
          zipOf({
            [`Home ${"a".repeat(32)}.md`]: `# Home\n\n[It](Home%20${"a".repeat(32)}/It%20${"b".repeat(32)}.md)\n`,
            [`Home ${"a".repeat(32)}/It ${"b".repeat(32)}.md`]: isLater
              ? "# It\n\nLater\n"
              : "# It\n\nFirst\n",
          }),
        ),
      ["It"],
    ],
  ])("%s", async (source, path, serve, changed) => {
    const at = `/spaces/${await newSpace()}`;
    serve(false);
    const first = (await job(at, source, path)).report;
    const before = await state(at);
    serve(false);
    expect((await job(at, source, path)).report).toMatchObject({ changed: false, revision: first.revision });
    serve(true);
    expect((await job(at, source, path)).report).toMatchObject({ changed: true });
    const after = await state(at);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(changedFrom(before, after)).toEqual(changed);
  });
});

test("github-wiki: its pages as the sidebar orders them, with links and images", async () => {
  served.set(
    "/acme/app/wiki",
    '<div id="wiki-pages-box"><ul><li><a href="/acme/app/wiki">Home</a></li><li><a href="/acme/app/wiki/Getting-Started">x</a></li><li><a href="/acme/app/wiki/About">y</a></li></ul></div><p>Some text that stands here as well, as it does.</p>',
  );
  served.set(
    "/acme/app/wiki/_Sidebar.md",
    "* [[Home]]\n* [[First steps|Getting Started]]\n  * [About](About)\n",
  );
  served.set(
    "/acme/app/wiki/Home.md",
    "Go to [[Getting Started]] or [[the rest|About#more]].\n\n![dot](images/dot.png)\n",
  );
  served.set("/acme/app/wiki/Getting-Started.md", "[Home](Home)");
  served.set("/acme/app/wiki/About.md", "About it");
  served.set("/acme/app/wiki/images/dot.png", PNG);
  const at = `/spaces/${await newSpace()}`;
  expect(await job(at, "github-wiki", "/acme/app/wiki/Home")).toMatchObject({ status: "done" });
  expect(await tree(at)).toEqual([
    "home: Home",
    "getting-started: Getting Started",
    "getting-started/about: About",
  ]);
  expect(await text(at, "home")).toContain(
    "Go to [Getting Started](</pages/getting-started>) or [the rest](</pages/getting-started/about#more>).\n\n![dot](/files/dot.png)",
  );
});

test("an upload may say what it is", async () => {
  const at = `/spaces/${await newSpace()}`;
  const upload = (name: string, content: Buffer, query = "") =>
    world().call("POST", `${at}/content/import${query}`, {
      as: writer,
      raw: Buffer.concat([
        Buffer.from(`--xx\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        content,
        Buffer.from("\r\n--xx--\r\n"),
      ]),
      headers: { "content-type": "multipart/form-data; boundary=xx" },
    });
  expect((await upload("plan.docx", docxOf(PNG))).status).toBe(201);
  expect(
    (
      await upload(
        "x.zip",
        zipOf({
          "index.html": '<div class="pagesection"><a href="a.html">A</a></div>',
          "a.html": "<p>a</p>",
        }),
        "?source=confluence",
      )
    ).status,
  ).toBe(201);
  expect(await tree(at)).toEqual(["plan: The plan", "a: A"]);
  expect((await upload("broken.docx", Buffer.from("PK\u0003\u0004 no"))).status).toBe(400);
  expect((await upload("zip.docx", zipOf({ "a.txt": "a" }))).body.error.message).toBe(
    "This is not a .docx document.",
  );
});
