/** Every kind of address of a site, for every audience and every kind of visitor, from cold caches and from warm ones. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld, type Visit } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const world = useWorld({ trustedProxies: ["127.0.0.1"] });
let writer: Person;
let site: VisitedSite;
let shareKey = "";

/** An address below the site; what it answers to those who may read; whether that shows content. */
interface Kind {
  readonly path: string;
  readonly accept?: string;
  /** What is posted there; absent for what is read. */
  readonly posted?: string;
  readonly status: number;
  readonly shows: boolean | undefined;
}
let kinds: Kind[] = [];

const SEARCH = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "search_pages", arguments: { query: "quokka" } },
};
const API = {
  openapi: "3.1.0",
  info: { title: "Animals", version: "1" },
  paths: { "/q": { get: { summary: "Find a quokka", responses: { 200: { description: "One" } } } } },
};

/** What somebody sends, and the prefix that they ask below. */
interface Sending {
  readonly headers: Record<string, string>;
  readonly prefix: string;
  readonly opens: "visitor-auth" | "share-link" | undefined;
}
let visitors: [name: string, Sending][] = [];

beforeAll(async () => {
  // Nothing is sent here: who may keep what is said nevertheless.
  const { fetch } = world().deps;
  Object.assign(world().deps, { purge: { url: "http://127.0.0.1:9/", token: undefined, fetch } });
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Members");
  const other = await makeSite(world(), writer, "Others");
  const page = (slug: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref: slug,
    slug,
    document: { markdown },
    ...more,
  });
  const change = (changes: unknown[]) => world().post(`/spaces/${site.space}/content`, { changes }, writer);
  const files = [{ name: "picture.txt", ref: "f", contentType: "text/plain", base64: "cXVva2th" }];
  const source = { text: JSON.stringify(API) };
  await world().put(`/orgs/${world().organization}/openapi/animals`, { source }, writer);
  await world().runJobs();
  const { body: inserted } = await change([{ operation: "insert_files", files }]);
  const { body } = await change([
    page("home", "# Home of the quokka"),
    page(
      "news",
      '# News\n\n{% updates %}\n{% update date="2025-01-02" %}\nA quokka.\n{% endupdate %}\n{% endupdates %}',
    ),
    page(
      "api",
      '# API\n\n{% openapi-operation spec="animals" path="/q" method="get" %}{% endopenapi-operation %}',
    ),
    page("guide", `# Guide to the quokka\n\n![](/files/${inserted.insertedFiles[0].id})`),
    { operation: "insert_page", type: "group", title: "Quokka group", ref: "group" },
  ]);
  const named = (ref: string): string => body.changes.find((done: { ref?: string }) => done.ref === ref).page;
  const group = named("group");
  await change([page("inner", "# Inner quokka", { into: group })]);
  await world().post(`/spaces/${site.space}/change-requests`, {}, writer);
  const { body: look } = await world().get(`${site.api}/customization`, writer);
  await world().put(`${site.api}/customization`, { ...look, feedback: { enabled: true } }, writer);
  const { body: space } = await world().get(`/spaces/${site.space}`, writer);
  const { body: link } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body: links } = await world().get(`${site.api}/share-links`, writer);
  shareKey = new URL(links.items[0].urls.published ?? link.urls.published).pathname.split("/").at(-2) ?? "";
  await world().runJobs();
  const shown = (path: string, more: object = {}): Kind => ({ path, status: 200, shows: true, ...more });
  const none = (path: string): Kind => ({ path, status: 404, shows: undefined });
  kinds = [
    shown(""),
    shown("guide"),
    shown("guide", { accept: "text/markdown" }),
    shown("guide.md"),
    { ...shown("GUIDE"), status: 308, shows: false },
    shown("news/rss.xml"),
    shown("llms.txt"),
    shown("llms-full.txt"),
    { ...shown("robots.txt"), shows: false },
    shown("sitemap.xml"),
    shown("~/search?q=quokka"),
    shown("~/search.json?q=quokka"),
    shown(`~/nav/${group}`),
    shown("api"),
    shown("~/mcp", { posted: JSON.stringify(SEARCH) }),
    { path: "~/feedback", status: 303, shows: false, posted: `page=${named("guide")}&rating=good` },
    { path: `~/pdf?page=${named("guide")}&only=true`, status: 303, shows: false },
    none("~/embed/guide"),
    { path: "~/mcp", status: 405, shows: false },
    { path: "~/feedback", status: 405, shows: false },
    none("nowhere"),
    none("~/anything"),
    none("~/changes/1/guide"),
    none(`~/revisions/${space.revision}/guide`),
    none("~/preview/forged/guide"),
  ];
  const right = await tokenOf(world(), site.key, { name: "Ada" });
  const expired = await tokenOf(world(), site.key, { exp: 1 });
  const foreign = await tokenOf(world(), other.key);
  const wrong = await tokenOf(world(), "no key of anybody");
  const cookie = (token: string, name = "gitbook-visitor-token"): Record<string, string> => ({
    cookie: `session=x; ${name}=${token}`,
  });
  const sends = (headers: Record<string, string>, opens?: Sending["opens"], prefix = ""): Sending => ({
    headers,
    prefix,
    opens,
  });
  visitors = [
    ["the right cookie", sends(cookie(right), "visitor-auth")],
    ["the right header", sends({ authorization: `Bearer ${right}` }, "visitor-auth")],
    ["nothing", sends({})],
    ["the share key", sends({}, "share-link", `${shareKey}/`)],
    ["a wrong share key", sends({}, undefined, `${shareKey.slice(1)}0/`)],
    ["another key's cookie", sends(cookie(wrong))],
    ["another key's header", sends({ authorization: `Bearer ${wrong}` })],
    ["an expired cookie", sends(cookie(expired))],
    ["another site's cookie", sends(cookie(foreign))],
    [
      "an editor's token",
      sends({ authorization: `Bearer ${writer.token}`, cookie: `session=${writer.token}` }),
    ],
  ];
});

/** How often something was posted: each time from another network, since one may not post that often. */
let posts = 0;

function visit({ path, accept, posted }: Kind, { headers, prefix }: Sending): Promise<Visit> {
  const address = site.base + prefix + path;
  if (posted === undefined)
    return world().visit(address, { ...headers, ...(accept === undefined ? {} : { accept }) });
  posts += 1;
  const type = posted.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
  const from = `10.${posts >> 8}.${posts & 255}.1`;
  return world().send(address, posted, { ...headers, "content-type": type, "x-forwarded-for": from });
}

const AUDIENCES = ["public", "unlisted", "share-link", "visitor-auth", "nobody"] as const;
type Audience = (typeof AUDIENCES)[number];

/** What a cell has to be. `shows`: undefined where readers may see the site around it and there is nothing to find. */
interface Cell {
  readonly status: number;
  readonly shows: boolean | undefined;
}

function expected(audience: Audience, kind: Kind, sending: Sending): Cell {
  const closed = (status: number) => ({ status, shows: false });
  const { path } = kind;
  const isPreview = /^~\/(?:changes|revisions|preview)\//.test(path);
  if (isPreview && sending.prefix === "") return closed(404);
  const lost = { status: 404, shows: undefined };
  if (audience === "nobody") return closed(404);
  if (audience === "public" || audience === "unlisted") {
    if (sending.opens === "share-link") return closed(307);
    if (sending.prefix !== "") return lost;
  } else if (sending.opens !== audience) {
    if (audience === "share-link") return closed(403);
    if (sending.headers["authorization"] !== undefined) return closed(401);
    return closed(sending.prefix === "" && path.startsWith("~") ? 403 : 303);
  }
  if (path === "sitemap.xml" && audience !== "public") return lost;
  return kind;
}

const CACHING: Readonly<Record<Audience, RegExp>> = {
  public: /^public, max-age=0, must-revalidate$/,
  unlisted: /^public, max-age=0, must-revalidate$/,
  "share-link": /^private, max-age=0, must-revalidate$/,
  "visitor-auth": /^private, no-cache$/,
  nobody: /^never$/,
};

function check(audience: Audience, name: string, kind: Kind, sending: Sending, answer: Visit): void {
  const cell = [audience, name, kind.path, kind.accept];
  const wanted = expected(audience, kind, sending);
  const { status, shows } = wanted;
  // What somebody typed is shown to them again.
  const text = answer.text.replace(/value="[^"]*"|<code>[^<]*<\/code>/g, "");
  const isShown = /quokka/i.test(text);
  expect([...cell, answer.status, isShown]).toEqual([...cell, status, shows ?? isShown]);
  const caching = String(answer.headers["cache-control"]);
  const isKept = status === 200 && !kind.path.startsWith("~/search") && kind.posted === undefined;
  expect([...cell, caching]).toEqual([
    ...cell,
    isKept ? expect.stringMatching(CACHING[audience]) : "private, no-store",
  ]);
  // What may be kept for others says by which name it is dropped; nothing else does.
  const isForAll = isKept && (audience === "public" || audience === "unlisted");
  expect([...cell, answer.headers["surrogate-key"]]).toEqual([
    ...cell,
    isForAll ? `site:${site.id}` : undefined,
  ]);
  expect([...cell, answer.headers["cdn-cache-control"]]).toEqual([
    ...cell,
    isForAll ? "public, max-age=3600, stale-while-revalidate=60" : undefined,
  ]);
  if (status !== 303) return;
  if (wanted === kind) {
    // To the document, or back to the page: below the same origin, and never to those who may not read it.
    expect([...cell, answer.headers["location"]]).toEqual([
      ...cell,
      expect.stringMatching(new RegExp(`^(?:/~/pdf/|${site.base}${sending.prefix}guide#)`)),
    ]);
    return;
  }
  const location = new URL(String(answer.headers["location"]));
  expect([...cell, location.origin + location.pathname]).toEqual([...cell, "https://login.example.com/docs"]);
  expect(location.searchParams.get("location")).toBe(`/${sending.prefix}${kind.path.split("?", 1)[0]}`);
}

describe.each(AUDIENCES)("a site for %s", (audience) => {
  beforeAll(async () => {
    if (audience === "nobody") await world().post(`${site.api}/unpublish`, undefined, writer);
    else await world().patch(site.api, { visibility: audience }, writer);
  });

  test("answers everybody as they may, from cold caches", async () => {
    for (const [name, sending] of visitors) {
      await world().patch(site.api, { title: `Members of ${name}`.slice(0, 40) }, writer);
      for (const kind of kinds) check(audience, name, kind, sending, await visit(kind, sending));
    }
  });

  test("and from caches that others have warmed", async () => {
    for (const [name, sending] of visitors.toReversed()) {
      for (const kind of kinds) check(audience, name, kind, sending, await visit(kind, sending));
    }
  });

  test("says nothing has changed only to those who may read it", async () => {
    const [, right] = visitors[0] as (typeof visitors)[0];
    const guide = kinds[1] as Kind;
    const tag = String((await visit(guide, right)).headers["etag"]);
    for (const [name, sending] of visitors) {
      const headers = { ...sending.headers, "if-none-match": tag };
      const { status } = await visit(guide, { ...sending, headers });
      const may = expected(audience, guide, sending).status;
      expect([name, status]).toEqual([
        name,
        may === 200 && tag !== "undefined" && sending.prefix === "" ? 304 : may,
      ]);
    }
  });
});
