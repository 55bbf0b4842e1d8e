/** A manual as it was published: hundreds of pages that nobody wrote for this test. For the full tier. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OutboundFetch, openFetch } from "../../ports/fetch.ts";
import type { ImportPlan } from "../planned.ts";
import { listPages } from "../planned.ts";
import { planImport } from "../plan.ts";
import { readWebsite } from "./website.ts";

const PAGES = 500;
const HOW =
  `Set LECTERN_TEST_WEBSITE to a folder with the HTML of a manual of at least ${PAGES} pages and an index.html, such as ` +
  'the one that "apt-get download postgresql-doc-15 && dpkg -x postgresql-doc-15_*.deb manual" gives in ' +
  "manual/usr/share/doc/postgresql-doc-15/html.";

describe.runIf(process.env["LECTERN_TEST_TIER"] === "full")("a manual on the web", () => {
  let server: Server;
  let fetch: OutboundFetch;
  let plan: ImportPlan;

  beforeAll(async () => {
    const folder = process.env["LECTERN_TEST_WEBSITE"] ?? "/usr/share/doc/postgresql-doc-15/html";
    if (!existsSync(join(folder, "index.html"))) throw new Error(HOW);
    server = createServer((request, response) => {
      const file = join(
        folder,
        normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname)),
      );
      const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      const type = /\.(html|svg|png)$/.exec(file)?.[1] ?? "";
      const types: Record<string, string> = { html: "text/html", svg: "image/svg+xml", png: "image/png" };
      response.writeHead(isThere ? 200 : 404, { "content-type": types[type] ?? "text/plain" });
      response.end(isThere ? readFileSync(file) : "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fetch = openFetch({ allowPrivateNetwork: true, isAllowed: (address) => address === "127.0.0.1" });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
    const source = await readWebsite({ fetch, url });
    plan = await planImport(source);
    await source.close();
  }, 600_000);
  afterAll(async () => {
    await fetch?.close();
    server?.closeAllConnections();
    server?.close();
  });

  test("comes as a tree of its pages, each with a title", () => {
    const pages = listPages(plan.pages);
    expect(pages.length, HOW).toBeGreaterThanOrEqual(PAGES);
    expect(pages.filter(({ title }) => title === "" || title === "Untitled")).toEqual([]);
    // A manual has chapters: its pages don't lie side by side.
    expect(plan.pages.length).toBeLessThan(pages.length / 5);
  });

  test("loses nothing but what it hasn't got", () => {
    const lost = plan.report.skipped.filter(({ reason }) => !/status 404/.test(reason));
    expect(lost).toEqual([]);
    expect(
      listPages(plan.pages).filter(({ body, children }) => body.source === "" && children.length === 0),
    ).toEqual([]);
  });

  test("keeps its links: hardly any leads back to where it came from", () => {
    const texts = listPages(plan.pages).map(({ body }) => body);
    const kept = texts.reduce((sum, { links }) => sum + links.length, 0);
    const left = texts.reduce((sum, { source, links }) => {
      const own = [...source.matchAll(/\]\(<?http:\/\/127\.0\.0\.1:\d+[^)]*\)/g)];
      return (
        sum +
        own.filter(({ index }) => !links.some((link) => link.start > index && link.start < index + 4)).length
      );
    }, 0);
    expect(kept).toBeGreaterThan(PAGES);
    expect(left).toBeLessThan(kept / 100);
  });
});
