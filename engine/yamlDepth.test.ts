import { describe, expect, test } from "vitest";
import { splitPage } from "./markdown/frontMatter.ts";
import { isDeepYaml } from "./yamlDepth.ts";

describe("YAML is too deep", () => {
  test.each([
    ["lists in brackets", `a: ${"[".repeat(500)}${"]".repeat(500)}`],
    ["brackets that nothing closes", `a: ${"[".repeat(500)}`],
    ["maps in brackets", `a: ${"{a: ".repeat(500)}`],
    ["brackets with tags and anchors before them", `a: ${"[!!seq [&a ".repeat(250)}`],
    ["brackets over many lines", `a: ${"[\n ".repeat(500)}`],
    ["lists in lists", `a:\n  ${"- ".repeat(500)}b`],
    ["keys that are maps", `${"? ".repeat(500)}b`],
    [
      "lines that begin further and further in",
      Array.from({ length: 500 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
    ],
  ])("%s", (_, text) => {
    expect(isDeepYaml(text)).toBe(true);
    const page = `---\n${text}\n---\nText.\n`;
    expect(splitPage(page).body).toContain("Text.");
  });
});

describe("YAML isn't", () => {
  test.each([
    ["ten levels", `a: ${"[{b: ".repeat(10)}1${"}]".repeat(10)}`],
    ["thousands of short lists", `a: [${"[1, 2], ".repeat(5000)}]`],
    ["thousands of checkboxes", `a: |\n${"  - [ ] one [a](b)\n".repeat(5000)}`],
    ["patterns", `${'- "^[a-z{]+"\n'.repeat(5000)}`],
    ["a drawing", `a: |\n${`  ${" ".repeat(200)}|\n`.repeat(100)}`],
    ["rules of dashes", `a: |\n  ${"-".repeat(5000)}\n  ${"- ".repeat(50)}`],
  ])("%s", (_, text) => expect(isDeepYaml(text)).toBe(false));
});
