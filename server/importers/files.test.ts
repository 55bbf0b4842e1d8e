import { describe, expect, test } from "vitest";
import { memorySource, safePath } from "./files.ts";

describe("safePath", () => {
  test.each([
    ["a/b.md", "a/b.md"],
    ["./a//b.md", "a/b.md"],
    ["a\\b.md", "a/b.md"],
    ["cafe\u0301.md", "caf\u00e9.md"],
    ["a/...md", "a/...md"],
    ["%2e%2e/a.md", "%2e%2e/a.md"],
  ])("takes %j as %j", (name, path) => {
    expect(safePath(name)).toEqual({ path });
  });

  test.each([
    "../a",
    "a/../../b",
    "a/..",
    "..\\a",
    "/etc/passwd",
    "C:\\a",
    "c:/a",
    "a\u0000.md",
    "a\n.md",
    "\ud800.md",
    "",
    "./",
  ])("refuses %j", (name) => {
    expect(safePath(name)).toHaveProperty("refused");
  });
});

describe("memorySource", () => {
  test("sorts files and skips unsafe, ignored and repeated ones with a reason", async () => {
    const source = memorySource(
      [
        "b.md",
        "a.md",
        "../x",
        ".env",
        ".git/config",
        "node_modules/x/y.js",
        ".gitbook/vars.yaml",
        "./a.md",
        ".pages/draft.md",
        "c/.pages",
      ].map((name) => ({ name, bytes: name })),
    );
    expect(source.files.map(({ path }) => path)).toEqual([".gitbook/vars.yaml", "a.md", "b.md", "c/.pages"]);
    expect(source.skipped.map(({ path }) => path)).toEqual([
      "../x",
      ".env",
      ".git",
      "node_modules",
      "a.md",
      ".pages",
    ]);
    expect(new TextDecoder().decode(await source.files[1]?.read())).toBe("a.md");
  });
});
