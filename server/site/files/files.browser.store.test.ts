/** Files that are two things at once, opened in a real browser from the sites' origin: none of them runs. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { launchBrowser } from "../../test/browser.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";

/** Whatever runs asks for this, wherever it runs. */
const TRAP = "/sprung";
const RUN = `new Image().src=location.origin+'${TRAP}';fetch('${TRAP}')`;
const HTML = `<!doctype html><script>${RUN}</script><img src=x onerror="${RUN}"><meta http-equiv=refresh content="0;${TRAP}">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>${RUN}&lt;/script>"/></foreignObject></svg>`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\('${TRAP}'\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n<script>${RUN}</script>`;

/** By name: what it says it is, and what it is. */
const FILES: Readonly<Record<string, readonly [type: string, bytes: string | Buffer]>> = {
  "page.html": ["text/html", HTML],
  "page.png": ["image/png", HTML],
  "page.jpg": ["text/html", HTML],
  page: ["application/octet-stream", HTML],
  "page.txt": ["text/plain", HTML],
  "page.xhtml": [
    "application/xhtml+xml",
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${RUN}</script></html>`,
  ],
  "picture.svg": ["image/svg+xml", SVG],
  "picture.png": ["image/svg+xml", SVG],
  "styled.xml": [
    "text/xml",
    `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${RUN}</x:script>`,
  ],
  "both.gif": ["image/gif", `GIF89a/*${HTML}*/=1;${RUN}`],
  "both.png": ["image/png", Buffer.concat([PNG, Buffer.from(HTML)])],
  "both.pdf": ["application/pdf", PDF],
  "both.svg.png": ["text/html; charset=utf-7", `${SVG}<!--`],
  "run.js": ["text/javascript", RUN],
  "page.mhtml": ["multipart/related", `MIME-Version: 1.0\nContent-Type: text/html\n\n${HTML}`],
};

describe("files in a browser", () => {
  const world = useWorld();
  let browser: Browser;
  let sites: FastifyInstance;
  let origin = "";
  /** A server that sends everything as it is said to be, and an attacker's page around any address. */
  let naive: Server;
  let elsewhere = "";
  const sprung: string[] = [];
  const paths = new Map<string, string>();

  beforeAll(async () => {
    const writer: Person = await world().addPerson("wanda", "create");
    const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
    const files = Object.entries(FILES).map(([name, [contentType, bytes]]) => ({
      name,
      contentType,
      base64: Buffer.from(bytes).toString("base64"),
    }));
    const changes = [{ operation: "insert_files", files }];
    expect((await world().post(`/spaces/${space.id}/content`, { changes }, writer)).status).toBe(200);
    const { body } = await world().get(`/spaces/${space.id}/content/files?limit=100`, writer);
    for (const { name, downloadURL } of body.items) paths.set(name, new URL(downloadURL).pathname);
    naive = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://x");
      if (url.pathname === TRAP) sprung.push(url.pathname);
      const file = FILES[url.pathname.slice(1)];
      const around = url.searchParams.get("around")?.split(" ") ?? [];
      const frames = around.map(
        (each) =>
          `<iframe src="${each}"></iframe><object data="${each}"></object><embed src="${each}"><img src="${each}"><script src="${each}"></script>`,
      );
      response.setHeader("content-type", file?.[0] ?? "text/html");
      response.end(file?.[1] ?? `<!doctype html><p>${frames.join("")}`);
    });
    sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
    sites.addHook("onRequest", (request, _reply, done) => {
      if (request.url.includes(TRAP)) sprung.push(request.url);
      done();
    });
    await new Promise<void>((done) => naive.listen(0, "127.0.0.1", done));
    elsewhere = `http://127.0.0.1:${(naive.address() as AddressInfo).port}`;
    [browser, origin] = await Promise.all([launchBrowser(), sites.listen({ host: "127.0.0.1", port: 0 })]);
  });
  afterAll(async () => {
    await browser.close();
    naive.closeAllConnections();
    naive.close();
    await sites.close();
  });

  test("the trap springs where files are sent as they say they are", async () => {
    for (const name of ["page.html", "picture.svg", "page.xhtml", "styled.xml"]) {
      sprung.length = 0;
      const page = await browser.newPage();
      const asked = page.waitForRequest((request) => request.url().endsWith(TRAP));
      await page.goto(`${elsewhere}/${name}`, { waitUntil: "commit" });
      await asked;
      await page.close();
    }
  });

  test("no file runs, neither by itself nor in a page of somebody else", async () => {
    sprung.length = 0;
    expect(paths.size).toBe(Object.keys(FILES).length);
    const page = await browser.newPage();
    // What is offered as a download opens nothing, and the driver says so by an error.
    const open = (url: string) => page.goto(url, { waitUntil: "load" }).catch(() => undefined);
    for (const path of paths.values()) await open(origin + path);
    // A script that another page includes is that page's own doing.
    const framed = [...paths].filter(([name]) => name !== "run.js").map(([, path]) => origin + path);
    await open(`${elsewhere}/?around=${encodeURIComponent(framed.join(" "))}`);
    // Whatever was to run has been asked for by the time that another page has loaded.
    await open(`${elsewhere}/nothing`);
    expect(sprung).toEqual([]);
    await page.close();
  });
});
