/** A website to import, served on this machine: generated and the same every time, or a folder of HTML that there is. */
import { createReadStream, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { numbersFrom, word } from "./searchCorpus.ts";

export interface ServedWebsite {
  readonly url: string;
  close(): void;
}

/** Pages below each page of the first level, itself included. */
const GROUP = 50;
const CONTENT_BYTES = 8000;

/** Serves `pages` pages of some 14 kB as generators of documentation write them. */
export function serveGenerated(pages: number): Promise<ServedWebsite> {
  const texts = new Map<string, string>();
  for (let index = 0; index < pages; index++) texts.set(`/docs/${nameOf(index)}`, pageOf(index, pages));
  return listen(
    createServer((request, response) => {
      const text = texts.get(request.url ?? "");
      if (text === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
    }),
    "docs/index.html",
  );
}

/** Serves a folder of HTML; its page `index.html` is the start. */
export function serveFolder(folder: string): Promise<ServedWebsite> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "").replace(/[?#].*$/s, ""));
    const file = join(folder, normalize(path));
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      response.writeHead(404).end();
      return;
    }
    const type = /\.html?$/.test(path) ? "text/html" : path.endsWith(".svg") ? "image/svg+xml" : "image/png";
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  });
  return listen(server, "index.html");
}

async function listen(server: Server, start: string): Promise<ServedWebsite> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${start}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function nameOf(index: number): string {
  if (index === 0) return "index.html";
  const group = `part-${Math.floor(index / GROUP)}`;
  return index % GROUP === 0 ? `${group}/index.html` : `${group}/page-${index}.html`;
}

/** A page with a menu of its group and of all groups, headings, links, a list, a table and code. */
function pageOf(index: number, pages: number): string {
  const next = numbersFrom(index + 1);
  const words = (count: number): string =>
    Array.from({ length: count }, () => word(Math.floor(next() * 3000))).join(" ");
  const link = (to: number, text: string): string => `<a href="/docs/${nameOf(to)}">${text}</a>`;
  const menu: string[] = [];
  for (let group = 0; group < pages; group += GROUP) {
    const isOwn = group <= index && index < group + GROUP;
    const size = isOwn ? Math.min(GROUP, pages - group) : 1;
    const below = Array.from(
      { length: size - 1 },
      (_, at) => `<li>${link(group + at + 1, `Page ${group + at + 1}`)}</li>`,
    );
    menu.push(`<li>${link(group, `Part ${group / GROUP}`)}<ul>${below.join("")}</ul></li>`);
  }
  const parts: string[] = [];
  for (let size = 0; size < CONTENT_BYTES;) {
    const other = Math.floor(next() * pages);
    const part =
      `<h2 id="s${size}">${words(3)}</h2><p>${words(40)} ${link(other, words(2))} <strong>${words(3)}</strong> and ` +
      `<code>${word(5)}</code>.</p><ul><li>${words(6)}</li><li>${words(4)}</li></ul>` +
      `<table><tr><th>${words(1)}</th><th>${words(1)}</th></tr><tr><td>${words(2)}</td><td>${words(4)}</td></tr></table>` +
      `<pre><code class="language-js">const ${word(3)} = 1;\n</code></pre>\n`;
    size += part.length;
    parts.push(part);
  }
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${index}</title>` +
    `<link rel="stylesheet" href="/style.css"><script>let menu = 1;</script></head><body><header><a href="/">Home</a></header>` +
    `<nav><ul>${menu.join("")}</ul></nav><main><h1>Page ${index}</h1>${parts.join("")}</main><footer>End</footer></body></html>`
  );
}
