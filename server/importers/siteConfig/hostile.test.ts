/** What a `docs.yaml` may say that is meant to stop or to wrong whoever reads it. */
import { describe, expect, test } from "vitest";
import { printSiteConfig } from "./printSiteConfig.ts";
import { readSiteConfig, type SiteConfig, type SiteNode, withDefaults } from "./siteConfig.ts";

const PLACE = { project: "", languages: ["en"] };
const space = (key: string, more = ""): string =>
  `    - type: space\n      key: ${key}\n      title: Title ${key}\n      path: ${key}\n${more}      content: { directory: ./${key} }\n`;
const file = (...parts: readonly string[]): string => `site:\n  title: Book\n  structure:\n${parts.join("")}`;

function read(text: string): SiteConfig {
  const found = readSiteConfig(text, PLACE);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.config;
}
/** The other way round, where the first needs no path. */
const turned = (nodes: readonly SiteNode[]): SiteNode[] =>
  withDefaults(nodes.toReversed().map((node) => ({ ...node, isDefault: false })));
const problems = (text: string): string[] => {
  const found = readSiteConfig(text, PLACE);
  return "problems" in found ? found.problems.map(({ line, message }) => `${line}: ${message}`) : [];
};

describe("an alias", () => {
  test("is refused with its line, wherever it stands: nobody could print the file without its anchor", () => {
    const text = file(
      space("a", "      localizedTitle: &t { fr: Un }\n"),
      space("b", "      localizedTitle: *t\n"),
    );
    expect(problems(text)).toEqual(["14: `*t` can't stand here: write it out."]);
    const draft = "    - draft: true\n      type: *x\n";
    expect(problems(file("    - &x 1\n", draft))).toContain("6: `*x` can't stand here: write it out.");
  });

  test("an anchor that none stands for stays", () => {
    const text = file(space("a", "      localizedTitle: &t { fr: Un }\n"), space("b"));
    const { nodes, ...config } = read(text);
    const swapped = { ...config, nodes: turned(nodes) };
    const printed = printSiteConfig({ text, before: read(text), now: swapped, project: "" });
    expect(read(printed)).toEqual(swapped);
    expect(printed).toContain("localizedTitle: &t { fr: Un }");
  });
});

describe("what looks like a number", () => {
  test("is what stands there: two versions are two", () => {
    const versions = ["1.1", "1.10", "007"].map((name) => space(name));
    const text = file(...versions);
    const config = read(text);
    expect(config.nodes.map(({ key, path }) => [key, path])).toEqual([
      ["1.1", "1.1"],
      ["1.10", "1.10"],
      ["007", "007"],
    ]);
    const now = { ...config, nodes: turned(config.nodes) };
    const printed = printSiteConfig({ text, before: config, now, project: "" });
    expect(read(printed).nodes.map(({ key }) => key)).toEqual(["007", "1.10", "1.1"]);
  });
});

test("the ends of lines stay as they are where parts are moved", () => {
  const text = file("    # first\n", space("a"), space("b")).replaceAll("\n", "\r\n");
  const config = read(text);
  const now = { ...config, nodes: turned(config.nodes) };
  const printed = printSiteConfig({ text, before: config, now, project: "" });
  expect(printed).not.toMatch(/[^\r]\n/);
  expect(printed.split("\r\n").toSorted()).toEqual(text.split("\r\n").toSorted());
});

// Each was read for seconds. What is refused before it is parsed says so in the first line.
test.each([
  [
    "a folder of slashes",
    file(space("a").replace("./a", `a${"/".repeat(200_000)}b`)),
    /^8: .*`directory` must/,
  ],
  ["anchors", file(`    - draft: true\n      x: ${"&a ".repeat(80_000)}\n`), /^1: .*no YAML/],
  ["tags", file(`    - draft: true\n      x: ${"!t ".repeat(80_000)}\n`), /^1: .*no YAML/],
  ["quotes", file(`    - draft: true\n      x: ${'"a" '.repeat(60_000)}\n`), /^1: .*no YAML/],
  ["closing brackets", file(`    - draft: true\n      x: ${"]".repeat(200_000)}\n`), /^1: .*no YAML/],
  ["closing braces", file(`    - draft: true\n      x: ${"} ".repeat(100_000)}\n`), /^1: .*no YAML/],
  ["few aliases", file(`    - draft: true\n      x: ${"*t ".repeat(20_000)}\n`), /^1: .*no YAML/],
  ["directives", "%a b\n".repeat(6_000), /^1: .*no YAML/],
])("%s that nobody writes by hand are refused", (_what, text, said) => {
  expect(problems(text)[0]).toMatch(said);
});
