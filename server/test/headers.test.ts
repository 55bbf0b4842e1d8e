/** The headers of every kind of answer that keep browsers, caches and other sites in their place. */
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request, type RequestOptions } from "node:http";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSites } from "../site/serve.ts";
import { makeSite, tokenOf, type VisitedSite } from "../site/visitor/visitors.fixture.ts";
import { builtAssets } from "./assets.ts";
import { type Person, useWorld } from "./harness.ts";

const world = useWorld();
let admin: Person;
let site: VisitedSite;
let app: FastifyInstance;
let sites: FastifyInstance;
/** Paths that have to be made first, by name. */
const paths: Record<string, string> = {};

const PAGE =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";
const ABROAD = "strict-origin-when-cross-origin";
const ALL = "public, max-age=0, must-revalidate";
const NOBODY = "private, no-store";
const FOREVER = "public, max-age=31536000, immutable";
const SITES = "accept-encoding, accept";

/** status, content type, policy, referrers, caching, what it varies by, who may be in one group of windows with it. */
type Row = readonly [number, RegExp, ...(string | undefined)[]];
const HTML = /^text\/html; charset=utf-8$/;
const JSON_TYPE = /^application\/json/;
const TEXT = /^text\/plain/;
const page = (cache: string, more = SITES): Row => [200, HTML, PAGE, ABROAD, cache, more];

/** Requests to the published world: a path below the site, or of the origin with a slash before it. */
const OF_SITES: Readonly<Record<string, Row>> = {
  "": page(ALL),
  guide: page(ALL),
  "guide.md": [200, /^text\/markdown/, PAGE, ABROAD, ALL, `${SITES}, user-agent`],
  "llms.txt": [200, TEXT, PAGE, ABROAD, ALL, SITES],
  "robots.txt": [200, TEXT, PAGE, ABROAD, ALL, SITES],
  "sitemap.xml": [200, /^application\/xml/, PAGE, ABROAD, ALL, SITES],
  "guide/rss.xml": [200, /^application\/rss\+xml/, PAGE, ABROAD, ALL, SITES],
  "~/search?q=x": page(NOBODY),
  "~/search.json?q=x": [200, JSON_TYPE, PAGE, ABROAD, NOBODY, SITES],
  "~/mcp": [405, TEXT, PAGE, ABROAD, NOBODY, SITES],
  "~/auth/login": [303, TEXT, PAGE, "no-referrer", NOBODY, SITES],
  "~/changes/1/": [404, HTML, PAGE, ABROAD, NOBODY, SITES],
  nowhere: [404, HTML, PAGE, ABROAD, NOBODY, SITES],
  GUIDE: [308, TEXT, PAGE, ABROAD, NOBODY, SITES],
  embed: [
    200,
    HTML,
    PAGE.replace("; base-uri", "; frame-src https://www.youtube-nocookie.com; base-uri"),
    ABROAD,
    ALL,
    SITES,
  ],
  // The console shows it beside the settings of its look.
  preview: [
    200,
    HTML,
    PAGE.replace("frame-ancestors 'none'", "frame-ancestors http://app.test"),
    "no-referrer",
    NOBODY,
    SITES,
  ],
  "/acme/nothing/": [404, HTML, PAGE, ABROAD, NOBODY, SITES],
  "/%zz": [400, HTML, PAGE, ABROAD, NOBODY],
  style: [200, /^text\/css/, undefined, undefined, FOREVER, "accept-encoding"],
  script: [200, /javascript/, undefined, undefined, FOREVER, "accept-encoding"],
  "/~/assets/none.js": [404, /^$/, undefined, undefined],
  file: [200, TEXT, "default-src 'none'; sandbox", undefined, "private, max-age=300"],
  "/~/files/a/b/c/d": [404, HTML, PAGE, ABROAD, NOBODY, SITES],
  pdf: [
    200,
    /^application\/pdf$/,
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "no-referrer",
    "private, no-cache",
  ],
};

const OWN = "same-origin";
const OF_APP: Readonly<Record<string, Row>> = {
  "/": [303, /^$/, undefined, undefined, NOBODY],
  "/docs": [200, HTML, PAGE, ABROAD, ALL, SITES],
  "/docs/none": [404, HTML, PAGE, ABROAD, NOBODY, SITES],
  "/sign-in": [200, HTML, PAGE, OWN, NOBODY, SITES, OWN],
  "/account": [303, /^$/, undefined, undefined, NOBODY],
  "/v1/user": [
    200,
    JSON_TYPE,
    undefined,
    undefined,
    "private, no-cache",
    "authorization, accept-encoding, origin",
  ],
  "/v1/spaces/none": [404, JSON_TYPE],
  "/v1/none": [404, JSON_TYPE],
  "/none": [404, JSON_TYPE],
  "/openapi.json": [200, JSON_TYPE, undefined, undefined, ALL, "accept-encoding, origin"],
  "/healthz": [200, JSON_TYPE],
  "/metrics": [200, TEXT],
};

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  site = await makeSite(world(), admin, "Headed");
  await world().patch(site.api, { visibility: "public" }, admin);
  const insert = (slug: string, markdown: string) => ({
    operation: "insert_page",
    slug,
    document: { markdown },
  });
  const files = [{ name: "a.txt", contentType: "text/plain", base64: "aGVsbG8=" }];
  const changes = [
    insert("home", "# Home"),
    insert(
      "guide",
      '# Guide\n\n{% updates %}\n{% update date="2025-01-02" %}\nNew.\n{% endupdate %}\n{% endupdates %}',
    ),
    insert("embed", '# Film\n\n{% embed url="https://www.youtube.com/watch?v=aqz-KE-bpKQ" %}'),
    { operation: "insert_files", files },
  ];
  await world().post(`/spaces/${site.space}/content`, { changes }, admin);
  await world().runJobs();
  const deps = world().deps;
  const assets = builtAssets();
  app = world().openApp({}, { assets });
  sites = buildSites(deps, { trustedProxies: [] }, assets);
  const { body: listed } = await world().get(`/spaces/${site.space}/content/files`, admin);
  paths["file"] = new URL(listed.items[0].downloadURL).pathname;
  const { body: preview } = await world().get(`${site.api}/publishing/preview`, admin);
  paths["preview"] = new URL(preview.url).pathname;
  const { body: pdf } = await world().get(`/spaces/${site.space}/pdf`, admin);
  paths["pdf"] = new URL(pdf.url).pathname;
  paths["style"] = assets.hrefs().style;
  paths["script"] = assets.hrefs().script;
});
afterAll(() => Promise.all([app.close(), sites.close()]));

async function check(server: FastifyInstance, url: string, row: Row, headers: Record<string, string>) {
  const answer = await server.inject({ url, headers });
  const { headers: sent } = answer;
  const [status, type, policy, referrer, cache, vary, windows] = row;
  expect({
    status: answer.statusCode,
    policy: sent["content-security-policy"],
    referrer: sent["referrer-policy"],
    cache: sent["cache-control"],
    vary: sent["vary"],
    windows: [sent["cross-origin-opener-policy"], sent["cross-origin-resource-policy"]],
    sniffing: sent["x-content-type-options"],
    https: sent["strict-transport-security"],
    cookie: sent["set-cookie"],
    server: sent["x-powered-by"] ?? sent["server"],
  }).toEqual({
    status,
    policy,
    referrer,
    cache,
    vary,
    windows: [windows, windows],
    sniffing: "nosniff",
    https: undefined,
    cookie: undefined,
    server: undefined,
  });
  expect(String(sent["content-type"] ?? "")).toMatch(type);
}

/** The headers of an answer as they came over the wire, but for the time of sending. */
async function headersOf(asked: RequestOptions): Promise<IncomingHttpHeaders> {
  const [answer] = (await once(request({ ...asked, host: "127.0.0.1" }).end(), "response")) as [
    IncomingMessage,
  ];
  await answer.resume().toArray();
  const { date: _, ...headers } = answer.headers;
  return headers;
}

describe("what a site answers", () => {
  test.each(Object.entries(OF_SITES))("%s", async (path, row) => {
    const url = paths[path] ?? (path.startsWith("/") ? path : site.base + path);
    await check(sites, url, row, { host: "sites.test" });
  });

  test("before the framework sees a request is headed like what comes by the framework", async () => {
    const addresses = { ...world().deps.addresses, sites: "https://sites.test" };
    const secure = buildSites({ ...world().deps, addresses }, { trustedProxies: [] }, builtAssets());
    let byFramework = 0;
    secure.addHook("onRequest", (_request, _reply, done) => done(void byFramework++));
    const { port } = new URL(await secure.listen({ host: "127.0.0.1", port: 0 }));
    const headers = { host: "sites.test" };
    // A query is left to the framework, and changes nothing of a page.
    const ask = async (url: string) => [
      await headersOf({ port, path: url, headers }),
      await headersOf({ port, path: `${url}?x=1`, headers }),
    ];
    try {
      const kept = Object.entries(OF_SITES).filter(([path, row]) => row[4] === ALL && !path.startsWith("/"));
      expect(kept.length).toBeGreaterThan(6);
      for (const [path, row] of kept) {
        const url = paths[path] ?? site.base + path;
        let answers: Awaited<ReturnType<typeof ask>> = [];
        // What is kept is believed for a while, which may just be over.
        const asked = async (): Promise<number> => {
          await headersOf({ port, path: url, headers });
          byFramework = 0;
          answers = await ask(url);
          return byFramework;
        };
        await expect.poll(asked, { message: path }).toBe(1);
        const [atOnce, whole] = answers;
        expect([path, atOnce]).toEqual([path, whole]);
        expect(atOnce).toMatchObject({
          "content-security-policy": row[2],
          "referrer-policy": row[3],
          "cache-control": row[4],
          vary: row[5],
          "x-content-type-options": "nosniff",
          "strict-transport-security": "max-age=15552000",
        });
      }
    } finally {
      await secure.close();
    }
  });

  test("to a visitor is theirs, and to those who have to sign in it tells nothing", async () => {
    await world().patch(site.api, { visibility: "visitor-auth" }, admin);
    const cookie = `gitbook-visitor-token=${await tokenOf(world(), site.key)}; session=x`;
    const own = page("private, no-cache", "accept-encoding, accept, cookie, authorization");
    await check(sites, `${site.base}guide`, own, { host: "sites.test", cookie });
    const sent: Row = [303, TEXT, PAGE, "no-referrer", NOBODY, SITES];
    await check(sites, `${site.base}guide`, sent, { host: "sites.test" });
    await world().patch(site.api, { visibility: "public" }, admin);
  });
});

test.each(Object.entries(OF_APP))("what the editor's origin answers at %s", async (path, row) => {
  const authorization = `Bearer ${admin.token}`;
  await check(app, path, row, { host: "app.test", ...(path.startsWith("/v1/") ? { authorization } : {}) });
});

test("browsers are told to come by https where we do, under our own names alone", async () => {
  const addresses = { app: "https://app.test", sites: "https://sites.test", sitesDomain: "docs.test" };
  const deps = { ...world().deps, addresses };
  const [secureApp, secureSites] = [
    world().openApp(deps),
    buildSites(deps, { trustedProxies: ["127.0.0.1"] }, builtAssets()),
  ];
  const told = async (server: FastifyInstance, headers: Record<string, string>) =>
    (await server.inject({ url: "/none", headers })).headers["strict-transport-security"];
  for (const host of ["sites.test", "acme.docs.test", "ACME.docs.test"])
    expect([host, await told(secureSites, { host })]).toEqual([host, "max-age=15552000"]);
  for (const host of ["docs.example.com", "evildocs.test", "app.test"])
    expect([host, await told(secureSites, { host })]).toEqual([host, undefined]);
  expect(await told(secureSites, { host: "sites.test", "x-forwarded-host": "example.com" })).toBeUndefined();
  expect(await told(secureApp, { host: "app.test" })).toBe("max-age=15552000");
  expect(await told(secureApp, { host: "127.0.0.1:4000" })).toBeUndefined();
  await Promise.all([secureApp.close(), secureSites.close()]);
});
