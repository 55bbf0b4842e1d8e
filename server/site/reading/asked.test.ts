import { expect, test } from "vitest";
import { readAsked } from "./asked.ts";

test.each([
  ["", { kind: "page", path: [] }],
  ["guides/install", { kind: "page", path: ["guides", "install"] }],
  ["guides/install.md", { kind: "markdown", path: ["guides", "install"] }],
  ["README.MD", { kind: "markdown", path: ["README"] }],
  [".md", { kind: "page", path: [".md"] }],
  ["news/rss.xml", { kind: "feed", path: ["news"] }],
  ["sitemap.xml", { kind: "file", name: "sitemap.xml", below: [], part: 1 }],
  ["v2/sitemap-pages.xml", { kind: "file", name: "sitemap.xml", below: ["v2"], part: 1 }],
  ["robots.txt", { kind: "file", name: "robots.txt", below: [], part: 1 }],
  ["LLMS.txt", { kind: "file", name: "llms.txt", below: [], part: 1 }],
  ["sitemap-pages-3.xml", { kind: "file", name: "sitemap-pages.xml", below: [], part: 3 }],
  ["de/Sitemap-Pages-12.xml", { kind: "file", name: "sitemap-pages.xml", below: ["de"], part: 12 }],
  ["sitemap-pages-0.xml", { kind: "page", path: ["sitemap-pages-0.xml"] }],
  ["llms-full.txt/3", { kind: "file", name: "llms-full.txt", below: [], part: 3 }],
  ["llms-full.txt/0", { kind: "page", path: ["llms-full.txt", "0"] }],
  ["~/search", { kind: "service", name: "search", rest: [] }],
  ["~/nav/abc", { kind: "service", name: "nav", rest: ["abc"] }],
  ["~gitbook/pdf", { kind: "service", name: "pdf", rest: [] }],
  ["~gitbook/changes/1", { kind: "service", name: "changes", rest: ["1"] }],
  ["~", { kind: "service", name: "", rest: [] }],
  ["~/changes/12/a/b", { kind: "preview", of: "changes", id: "12", rest: ["a", "b"] }],
  ["~/revisions/x", { kind: "preview", of: "revisions", id: "x", rest: [] }],
  ["a/~/search", { kind: "page", path: ["a", "~", "search"] }],
])("%s", (path, expected) => {
  expect(readAsked(path.split("/").filter((segment) => segment !== ""))).toEqual(expected);
});
