/** Websites that do harm: what they may cost is bounded, and what they have is imported. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OutboundFetch, openFetch } from "../../ports/fetch.ts";
import { planImport } from "../plan.ts";
import { listPages } from "../planned.ts";
import { parseRobots } from "./robots.ts";
import { parseSitemap } from "./sitemap.ts";
import { pageAddress, scopeOf, segmentsOf } from "./scope.ts";
import { readWebsite } from "./website.ts";
import type { WebsiteLimits } from "./limits.ts";

let server: Server;
let origin: string;
let fetch: OutboundFetch;
let answer: (path: string, response: ServerResponse, request: IncomingMessage) => void;
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    if (path === "/robots.txt" || path === "/sitemap.xml") response.writeHead(404).end();
    else answer(path, response, request);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The server of the test may be asked; every other private address stays refused.
  fetch = openFetch({
    allowPrivateNetwork: true,
    isAllowed: (address) => address === "127.0.0.1",
    // Far longer than any page takes here but the one that is never answered.
    headersTimeout: 3000,
  });
});
afterEach(async () => {
  await fetch.close();
  server.closeAllConnections();
  server.close();
});

const html = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { "content-type": "text/html" }).end(`<main>${body}</main>`);
};

async function imported(limits: Partial<WebsiteLimits> = {}) {
  const source = await readWebsite({ fetch, url: `${origin}/`, limits });
  try {
    const { pages, files, report } = await planImport(source);
    return {
      pages: listPages(pages).map(({ title }) => title),
      files,
      reasons: report.skipped.map(({ reason }) => reason),
    };
  } finally {
    await source.close();
  }
}

describe("a website that", () => {
  test("has no end ends at the bound, and the rest is reported", async () => {
    answer = (path, response) => {
      const number = Number(path.slice(1)) || 0;
      const links = Array.from({ length: 5 }, (_, at) => `<a href="/${number * 5 + at + 1}">x</a>`).join("");
      html(response, `<h1>Page ${number}</h1>${links}`);
    };
    const { pages, reasons } = await imported({ pages: 30 });
    expect(pages).toHaveLength(31);
    expect(new Set(reasons)).toEqual(new Set(["an import visits at most 30 addresses"]));
    expect(asked.length).toBeLessThan(40);
  });

  test("shows the same under ever new addresses is one page", async () => {
    answer = (_, response) =>
      html(response, '<h1>Trap</h1><p>The same again and again and again.</p><a href="x/">deeper</a>');
    expect((await imported()).pages).toEqual(["Trap"]);
    expect(asked.length).toBeLessThan(10);
  });

  test("redirects to private addresses, to itself, out, is slow, lies or is huge loses only these pages", async () => {
    answer = (path, response) => {
      const redirect = (location: string): void => void response.writeHead(302, { location }).end();
      if (path === "/private") redirect("http://127.0.0.2:1/x");
      else if (path === "/loop") redirect("/loop");
      else if (path === "/metadata") redirect("http://169.254.169.254/latest/meta-data");
      else if (path === "/file") redirect("file:///etc/passwd");
      else if (path === "/slow") return;
      else if (path === "/pdf") response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF");
      else if (path === "/short") {
        response.writeHead(200, { "content-type": "text/html", "content-length": "5000" });
        response.write("<p>");
        response.socket?.destroy();
      } else if (path === "/huge") {
        response.writeHead(200, { "content-type": "text/html" });
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
      } else if (path === "/deep") html(response, "<div>".repeat(50_000));
      else
        html(
          response,
          `<h1>Good</h1><p>It has a text of its own.</p><a href="/slow">slow</a>${["private", "loop", "metadata", "file", "pdf", "short", "huge", "deep"].map((name) => `<a href="/${name}">${name}</a><img src="/${name}">`).join("")}`,
        );
    };
    const { pages, files, reasons } = await imported();
    expect(pages).toEqual(["Good"]);
    expect(files).toEqual([]);
    expect(new Set(reasons)).toEqual(
      new Set([
        "its address could not be fetched",
        "its address took too long to answer",
        "its address answers with something else",
        "it is too large",
        "its HTML is nested too deeply",
      ]),
    );
  });

  test("has ten thousand links on a page gets no more than its bound", async () => {
    answer = (path, response) =>
      html(
        response,
        path === "/"
          ? `<h1>Many</h1>${Array.from({ length: 10_000 }, (_, at) => `<p><a href="/p${at}">${at}</a></p>`).join(" ")}`
          : `<h1>${path}</h1>`,
      );
    expect((await imported({ pages: 10 })).pages).toHaveLength(11);
  });
});

describe("robots.txt", () => {
  const robots = parseRobots(
    "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.php$\nDisallow: /x*y\nCrawl-delay: 1 # one\nSitemap: https://a.example/map.xml",
  );
  test.each([
    ["/", true],
    ["/a/c", false],
    ["/a/b/c", true],
    ["/i.php", false],
    ["/i.php?x", true],
    ["/x/1/y/2", false],
    ["/x/1", true],
  ])("on %s says %s", (path, isAllowed) => {
    expect(robots.allows(path)).toBe(isAllowed);
  });
  test("has our name before the others', a pause, and sitemaps", () => {
    expect([robots.delay, robots.sitemaps]).toEqual([1000, ["https://a.example/map.xml"]]);
    expect(parseRobots("User-agent: *\nDisallow: /\nUser-agent: Lectern\nDisallow:").allows("/x")).toBe(true);
    expect(parseRobots("").allows("/x")).toBe(true);
  });
  test("with a pattern of many stars is read in time", () => {
    expect(
      parseRobots(`User-agent: *\nDisallow: /${"*a".repeat(400)}b`).allows(`/${"a".repeat(5_000)}`),
    ).toBe(true);
  });
});

test("a sitemap's addresses are read, those of other sitemaps told apart", () => {
  expect(
    parseSitemap("<sitemapindex><sitemap><loc> https://a/1.xml </loc></sitemap></sitemapindex>"),
  ).toEqual({ isIndex: true, addresses: ["https://a/1.xml"] });
  expect(parseSitemap("<urlset><url><loc><![CDATA[https://a/?x=1&amp;y]]></loc></url><loc>")).toEqual({
    isIndex: false,
    addresses: ["https://a/?x=1&y"],
  });
});

test.each([
  ["https://a.example/docs/intro", "/docs/"],
  ["https://a.example/docs", "/docs/"],
  ["https://a.example/docs/", "/docs/"],
  ["https://a.example/index.html", "/"],
])("the scope of %s is %s", (url, prefix) => {
  const scope = scopeOf(new URL(url));
  expect(scope.prefix).toBe(prefix);
  expect(pageAddress(scope, `https://a.example${prefix}x/y.html#z`)).toBe(
    `https://a.example${prefix}x/y.html`,
  );
  expect(segmentsOf(scope, `https://a.example${prefix}x/index.html`)).toEqual(["x"]);
  for (const other of [
    "https://b.example/docs/x",
    `https://a.example${prefix}a.png`,
    `https://a.example${prefix}x?y`,
    "mailto:x",
  ])
    expect(pageAddress(scope, other)).toBeUndefined();
});
