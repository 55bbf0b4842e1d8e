import { describe, expect, test } from "vitest";
import type { LinkTarget } from "./linkTargets.ts";
import { findTarget, leadsOutside, openLookup } from "./linkTargets.ts";

const pages = [
  "docs/README.md",
  "docs/guide/README.md",
  "docs/guide/install.md",
  "docs/guide/my page (1).md",
  "docs/guide/caf\u00e9.md",
  "docs/index/Index.md",
  "docs/100%.md",
  "docs/both.md",
  "docs/both/README.md",
];
const targets = new Map<string, LinkTarget>([
  ...pages.map((key) => [key, { kind: "page", key }] as const),
  ["img/logo.png", { kind: "file", path: "img/logo.png" }],
  ["docs/.gitbook/includes/x.md", { kind: "reusable", path: "docs/.gitbook/includes/x.md" }],
]);
const lookup = openLookup("docs", targets);

describe("findTarget", () => {
  test.each([
    ["install.md", "docs/guide/install.md"],
    ["./install.md#step-2", "docs/guide/install.md"],
    ["install", "docs/guide/install.md"],
    ["install.html", "docs/guide/install.md"],
    ["INSTALL.MD", "docs/guide/install.md"],
    ["../README.md", "docs/README.md"],
    ["..", "docs/README.md"],
    ["../", "docs/README.md"],
    [".", "docs/guide/README.md"],
    ["/guide/install.md", "docs/guide/install.md"],
    ["/docs/guide/install.md", "docs/guide/install.md"],
    ["/", "docs/README.md"],
    ["../index/", "docs/index/Index.md"],
    ["my%20page%20(1).md", "docs/guide/my page (1).md"],
    ["my page (1).md", "docs/guide/my page (1).md"],
    ["caf%C3%A9.md", "docs/guide/caf\u00e9.md"],
    ["cafe\u0301.md", "docs/guide/caf\u00e9.md"],
    ["../100%.md", "docs/100%.md"],
    ["../both", "docs/both/README.md"],
    ["../both.md", "docs/both.md"],
    ["../../img/logo.png?raw=1", "img/logo.png"],
    ["../.gitbook/includes/x.md", "docs/.gitbook/includes/x.md"],
  ])("from guide/, %j means %j", (url, path) => {
    const found = findTarget(lookup, "docs/guide/README.md", url);
    expect(found === undefined || found.kind === "page" ? found?.key : found.path).toBe(path);
  });

  test.each([
    "missing.md",
    "../../../etc/passwd",
    "../../docs/../../x",
    "%ZZ.md",
    "__proto__",
    "x".repeat(10_000),
  ])("%j means nothing", (url) => {
    expect(findTarget(lookup, "docs/guide/README.md", url)).toBeUndefined();
  });
});

test.each([
  ["https://x.y", true],
  ["//x.y", true],
  ["mailto:a@b.c", true],
  ["#anchor", true],
  ["?q", true],
  ["", true],
  ["a.md", false],
  ["/a", false],
  ["./a:b.md", false],
])("leadsOutside(%j) is %j", (url, outside) => {
  expect(leadsOutside(url)).toBe(outside);
});
