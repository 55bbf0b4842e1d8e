import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import { contentSettings, DEFAULT_SETTINGS, printGitbookYaml } from "./gitbookYaml.ts";
import { printSettings } from "./print/printSettings.ts";
import { parseInclude, printInclude } from "./reusable.ts";
import { printTags, tagsIn } from "./tagsFile.ts";
import { printVariables, variablesIn } from "./variables.ts";
import { readYaml } from "./yamlText.ts";

const LAUGHS = ["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefghij"]
  .map((line, index) => {
    const above = "abcdefghij"[index - 1];
    return index === 0 ? line : `${line}: &${line} [${Array(9).fill(`*${above}`).join(",")}]`;
  })
  .join("\n");

const CROWDED =
  "it has more than 100,000 signs of YAML (ends of lines, commas, brackets, quotes and the like), the most that are read";

const contentIn = (text: string) => contentSettings(readYaml(text));
const variablesOf = (text: string) => variablesIn(readYaml(text));
const tagsOf = (text: string) => tagsIn(readYaml(text));

describe("readYaml", () => {
  test.each([
    ["lines", "- a\n".repeat(60_000), CROWDED],
    ["commas", `[${"a,".repeat(101_000)}]`, CROWDED],
    ["keys", `{${"a: b,".repeat(60_000)}}`, CROWDED],
    ["empty lines", `a: b\n${"\n".repeat(101_000)}`, CROWDED],
    [
      "names",
      "- &a x\n- *a\n".repeat(3_000),
      "it has more than 5,000 anchors, aliases and tags, or words that begin as they do (&, * or !)",
    ],
    ["text", `a: ${"word ".repeat(500_000)}`, "it is larger than 2 MB, the most that settings are read of"],
  ])("doesn't begin with more %s than it reads", (_, text, refused) => {
    const before = process.cpuUsage();
    expect(readYaml(text)).toEqual({ refused });
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });

  test("reads all redirects that a space may have, however long they are", () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `  guides/old/page-${at}: guides/new/page-${at}.md\n`,
    );
    const { settings, problems } = contentIn(`redirects:\n${lines.join("")}`);
    expect([settings.redirects.length, problems]).toEqual([10_000, []]);
  });

  test("compares no key with all before it, whatever version the file says that it is of", async () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `- k${at}: a\n`);
    await expectModestGrowth((share) => {
      readYaml(`%YAML 1.1\n---\n!!omap\n${keys.slice(0, keys.length * share).join("")}`);
    });
  });
});

describe("printSettings", () => {
  test("leaves a file alone that is too much to be read", async () => {
    const text = `root: ./docs/\n${"# note\n".repeat(60_000)}`;
    const lookup = { has: () => false, page: () => undefined } as never;
    const kept = { text, yaml: readYaml(text) };
    const redirects = [{ from: "a", to: "https://example.com" }];
    expect(await printSettings(kept, redirects, "README.md", lookup)).toBe(text);
  });
});

describe("contentSettings", () => {
  test("reads every setting", () => {
    const text =
      "root: ./docs/\nstructure:\n  readme: intro.md\n  summary: ./TOC.md\nredirects:\n  /old/page/: new/page.md\n  gone: https://example.com\n";
    expect(contentIn(text)).toEqual({
      settings: {
        root: "docs",
        readme: "intro.md",
        summary: "TOC.md",
        redirects: [
          { from: "old/page", to: "new/page.md" },
          { from: "gone", to: "https://example.com" },
        ],
      },
      problems: [],
    });
  });

  test.each([
    ["", 0],
    ["root: ./", 0],
    ["root: ../..", 1],
    ["root: 5", 1],
    ["root: {", 1],
    ["redirects: [a]", 1],
    ["structure: {summary: /../../etc/passwd}", 1],
    ["__proto__: {root: x}", 0],
  ])("falls back to the defaults for %j", (text, problems) => {
    const read = contentIn(text);
    expect(read.settings).toEqual(DEFAULT_SETTINGS);
    expect(read.problems).toHaveLength(problems);
  });

  test("prints redirects and nothing when there are none", () => {
    const redirects = [{ from: "a b", to: "c.md" }];
    expect(contentIn(printGitbookYaml({ redirects }) ?? "").settings).toEqual({
      ...DEFAULT_SETTINGS,
      redirects,
    });
    expect(printGitbookYaml({ redirects: [] })).toBeUndefined();
  });
});

describe("variablesIn", () => {
  test("reads text, numbers and truth values, and names what is none", () => {
    const { said: variables, problems } = variablesOf(
      `name: Lectern\nversion: 1.5\nbeta: false\n2x: no\nlist: [1]\nlong: ${"x".repeat(257)}\nnan: .nan\n__proto__: x\n`,
    );
    expect([...variables]).toEqual([
      ["name", "Lectern"],
      ["version", 1.5],
      ["beta", false],
    ]);
    expect(problems).toHaveLength(5);
  });

  test("prints what it reads", () => {
    const variables = new Map<string, string | number | boolean>([
      ["b", "yes"],
      ["a", "1"],
      ["n", -1.5e30],
      ["t", true],
      ["odd", " a: b # c\n\t'\"\u2028"],
    ]);
    expect(variablesOf(printVariables(variables) ?? "").said).toEqual(variables);
  });

  test.each([LAUGHS, "[".repeat(50_000), "- 1"])("takes nothing from hostile YAML", (text) => {
    const { said: variables, problems } = variablesOf(text);
    expect(variables.size).toBe(0);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("tagsIn", () => {
  test("reads a list or a map, and names what describes no tag", () => {
    const text = `- tag: beta
  label: Beta
  icon: flask
  color: "#d33"
- tag: plain
- {tag: two words, label: x}
- tag: loud
  label: Loud
  color: nothing like it
- just text
- named
`;
    const { said, problems } = tagsOf(text);
    expect([...said]).toEqual([
      ["beta", { label: "Beta", icon: "flask", color: "#d33" }],
      ["plain", { label: "plain" }],
      ["loud", { label: "Loud" }],
      ["named", { label: "named" }],
    ]);
    expect(problems).toEqual([
      "the tag two words has no name without spaces and commas",
      "the color of the tag loud is none",
      "the tag just text has no name without spaces and commas",
    ]);
    expect([...tagsOf("releases:\n  label: Releases\n  color: teal\n").said]).toEqual([
      ["releases", { label: "Releases", color: "teal" }],
    ]);
  });

  test("reads all that it has: what is left out would be gone from the space", () => {
    const tags = new Map(
      Array.from({ length: 1500 }, (_, index) => [`t${index}`, { label: `Tag ${index}` }] as const),
    );
    expect(tagsOf(printTags(tags) ?? "")).toEqual({ said: tags, problems: [] });
  });

  test("prints what it reads", () => {
    const tags = new Map([
      ["b", { label: "Beta: 'x' # y" }],
      ["a", { label: "A", icon: "bolt", color: "red" }],
    ]);
    expect(tagsOf(printTags(tags) ?? "").said).toEqual(tags);
    expect(printTags(new Map())).toBeUndefined();
  });

  test.each([LAUGHS, "[".repeat(50_000), "1"])("takes nothing from hostile YAML", (text) => {
    const { said, problems } = tagsOf(text);
    expect(said.size).toBe(0);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("parseInclude", () => {
  test.each([
    ["Title", "# Heading\n\nText"],
    ["a: 'b' \"c\" #d", "---\nnot: front\n---\n"],
    ["", ""],
    ["x", "\n\n  text\r\n"],
  ])("reads back what is printed for %j", (title, body) => {
    expect(parseInclude(printInclude(title, body), "Fallback")).toEqual({ title: title || "Fallback", body });
  });

  test("takes the file's name when there is no front matter", () => {
    expect(parseInclude("# Text", "Name")).toEqual({ title: "Name", body: "# Text" });
  });
});
