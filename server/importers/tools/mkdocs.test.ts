/** What orders the pages of a project of MkDocs beside `nav`: settings of several files, and files of plugins. */
import { describe, expect, test } from "vitest";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

const page = (title: string): string => `# ${title}\n`;

test("a title between others that stands over pages of their folder adds no second name of it to addresses", async () => {
  const { tree, plan } = await planProject({
    "mkdocs.yml":
      "nav:\n  - Guide:\n      - guide/a.md\n      - More of it:\n          - guide/b.md\n          - Deep:\n              - guide/deep/c.md\n",
    "docs/guide/a.md": page("A"),
    "docs/guide/b.md": page("B"),
    "docs/guide/deep/c.md": page("C"),
  });
  expect(tree).toEqual([
    "guide: Guide (group)",
    "guide/a: A",
    "guide/more-of-it: More of it",
    "guide/more-of-it/b: B",
    "guide/more-of-it/deep: Deep",
    "guide/more-of-it/deep/c: C",
  ]);
  // What leads a folder on leads what is in it.
  expect(plan.redirects.map(({ from }) => from)).toEqual(["guide/b", "guide/deep"]);
});

describe("settings that inherit others", () => {
  const base = { "base/common.yml": "docs_dir: pages\nmarkdown_extensions:\n  - pymdownx.tilde\n" };

  test("have what those say, and what they say themselves before it", async () => {
    const { tree, text, problems, plan } = await planProject({
      "mkdocs.yml": "INHERIT: base/site.yml\nnav:\n  - Second: b.md\n  - First: a.md\n",
      "base/site.yml": "INHERIT: ./common.yml\nnav:\n  - a.md\n",
      ...base,
      "pages/a.md": "# A\n\nH~2~O\n",
      "pages/b.md": page("B"),
    });
    expect(tree).toEqual(["b: B", "a: A"]);
    expect(text("a")).toContain("H<sub>2</sub>O");
    expect(problems).toHaveLength(1);
    // They are settings, not files that no page shows.
    expect(plan.report.skipped).toEqual([]);
  });

  test.each([
    [
      "../outside.yml",
      "it inherits ../outside.yml, which isn't in this import: import the folder that has both",
    ],
    ["gone.yml", "it inherits gone.yml, which isn't in this import: import the folder that has both"],
    ["mkdocs.yml", "it inherits itself"],
  ])("from %s are read without, and that is told", async (named, told) => {
    const { tree, problems } = await planProject({
      "mkdocs.yml": `INHERIT: ${named}\nnav:\n  - a.md\n`,
      "docs/a.md": page("A"),
    });
    expect(tree).toEqual(["a: A"]);
    expect(problems).toContain(`mkdocs.yml: ${told}`);
  });

  test("are those of the language that the others inherit from", async () => {
    const { tree } = await planProject({
      "docs/de/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n",
      "docs/de/docs/a.md": page("Auf Deutsch"),
      "docs/en/mkdocs.yml": "nav:\n  - a.md\n",
      "docs/en/docs/a.md": page("In English"),
    });
    expect(tree).toEqual(["a: In English"]);
  });
});

const PAGES: ProjectTexts = {
  "mkdocs.yml": "plugins:\n  - awesome-pages\n",
  "docs/index.md": page("Welcome"),
  "docs/about.md": page("About"),
  "docs/guide/index.md": page("Guide"),
  "docs/guide/a.md": page("A"),
  "docs/guide/b.md": page("B"),
  "docs/guide/c.md": page("C"),
  "docs/old/x.md": page("X"),
};
const GUIDE = ["guide: Guide", "guide/a: A", "guide/b: B", "guide/c: C"];
const OLD = ["old: Old (group)", "old/x: X"];

describe("a folder's own order", () => {
  test.each<[string, ProjectTexts, string[]]>([
    [
      "names its pages and folders, and leads elsewhere",
      { "docs/.pages": "nav:\n  - guide\n  - Us: about.md\n  - Code: https://example.com/code\n  - old\n" },
      [...GUIDE, "about: About", "code: Code (link)", ...OLD],
    ],
    [
      "leaves the rest where it says",
      { "docs/guide/.pages": "nav:\n  - c.md\n  - ...\n  - a.md\n" },
      ["about: About", "guide: Guide", "guide/c: C", "guide/b: B", "guide/a: A", ...OLD],
    ],
    [
      "hides what it doesn't name",
      { "docs/guide/.pages": "nav: [b.md]\n" },
      ["about: About", "guide: Guide", "guide/b: B", ...OLD, "a: A hidden", "c: C hidden"],
    ],
    [
      "hides a folder, and names another",
      {
        "docs/old/.pages": "hide: true\n",
        "docs/guide/.pages": "title: The guide\norder: desc\n",
        "docs/.pages": "nav: [..., old]",
      },
      ["about: About", "guide: Guide", "guide/c: C", "guide/b: B", "guide/a: A", "x: X hidden"],
    ],
    [
      "has parts of its own, and the rest by their names",
      { "docs/guide/.pages": "nav:\n  - Part:\n    - c.md\n    - ... | b*.md\n  - ...\n" },
      [
        "about: About",
        "guide: Guide",
        "guide/part: Part",
        "guide/part/c: C",
        "guide/part/b: B",
        "guide/a: A",
        ...OLD,
      ],
    ],
    [
      "takes a page from below",
      { "docs/.pages": "nav: [old/x.md, about.md]\n" },
      ["x: X", "about: About", "a: A hidden", "b: B hidden", "c: C hidden", "guide: Guide hidden"],
    ],
    [
      "is that of awesome-nav as well",
      { "docs/.nav.yml": 'nav:\n  - "*/"\n  - glob: "a*"\nignore: x\n' },
      [...GUIDE, ...OLD, "about: About"],
    ],
    [
      "is appended to",
      { "docs/guide/.nav.yml": "nav: [c.md]\nappend_unmatched: true\n" },
      ["about: About", "guide: Guide", "guide/c: C", "guide/a: A", "guide/b: B", ...OLD],
    ],
    [
      "stands where mkdocs.yml has the rest",
      { "mkdocs.yml": "nav:\n  - Us: about.md\n  - ...\n", "docs/guide/.pages": "nav: [c.md, ...]\n" },
      ["about: About", "welcome: Welcome", "guide: Guide", "guide/c: C", "guide/a: A", "guide/b: B", ...OLD],
    ],
    [
      "stands in a part of mkdocs.yml that has the rest",
      { "mkdocs.yml": "nav:\n  - index.md\n  - Us: about.md\n  - More:\n    - guide/c.md\n    - ...\n" },
      [
        "about: About",
        "more: More (group)",
        "more/c: C",
        "more/guide: Guide",
        "more/guide/a: A",
        "more/guide/b: B",
        "more/old: Old",
        "more/old/x: X",
      ],
    ],
  ])("%s", async (_, files, rest) => {
    const { tree, plan } = await planProject({ ...PAGES, ...files });
    expect(tree.filter((line) => !line.endsWith(": Welcome"))).toEqual(
      rest.filter((line) => !line.endsWith(": Welcome")),
    );
    expect(plan.report.skipped).toEqual([]);
  });

  test("says what is not there, and what isn't read of it", async () => {
    const { problems } = await planProject({
      ...PAGES,
      "docs/.pages": "nav:\n  - gone.md\n  - ... | regex=^a\n  - ...\norder_by: title\n",
      "docs/old/.pages": "nav: [\n",
    });
    expect(problems.slice(1)).toEqual([
      "docs/.pages: `order_by` of a folder is not read: its pages are in the order of their names",
      expect.stringMatching(/^docs\/old\/\.pages: it is not valid YAML: /),
      "docs/.pages: `... | regex=^a` asks for names by a regular expression: it is left out",
      "docs/.pages: it names gone.md, which is not there",
    ]);
  });
});

describe("translations of the plugin i18n", () => {
  const plugin = (structure: string): string =>
    `plugins:\n  - i18n:\n      docs_structure: ${structure}\n      languages:\n        - {locale: fr}\n        - {locale: en, default: true}\n`;
  const told = "mkdocs.yml: pages in its first language (en) alone are imported: 1 in others is left out";

  test("beside the pages are left out, and told", async () => {
    const { tree, problems } = await planProject({
      "mkdocs.yml": plugin("suffix"),
      "docs/a.md": page("A"),
      "docs/a.fr.md": page("Le A"),
      "docs/v1.2.md": page("V"),
    });
    expect(tree).toEqual(["a: A", "v1.2: V"]);
    expect(problems).toContain(told);
  });

  test("in folders are left out, and told", async () => {
    const { tree, problems } = await planProject({
      "mkdocs.yml": plugin("folder"),
      "docs/en/a.md": page("A"),
      "docs/fr/a.md": page("Le A"),
    });
    expect(tree).toEqual(["a: A"]);
    expect(problems).toContain(told);
  });
});

test("plugins that make pages or navigation by programs are named", async () => {
  const { problems } = await planProject({
    "mkdocs.yml": "plugins:\n  - search\n  - mkdocstrings:\n      handlers: {}\n  - literate-nav\n",
    "docs/a.md": "# A\n\n::: tool.module.Thing\n    options:\n      x: true\n",
  });
  expect(problems.slice(1)).toEqual([
    "mkdocs.yml: its plugin mkdocstrings isn't run: what it makes of source code is missing",
    "mkdocs.yml: its plugin literate-nav isn't run: the navigation in its files isn't read",
  ]);
});

describe("hostile settings", () => {
  test("name a folder and patterns over and over: each page has one place", async () => {
    const entries = `  - guide\n  - "*"\n  - {Part: [guide, "*"]}\n`.repeat(1_500);
    const { tree, problems } = await planProject({ ...PAGES, "docs/.pages": `nav:\n${entries}` });
    expect(tree).toHaveLength(8);
    expect(problems.slice(1)).toEqual([
      "docs/.pages: a folder's order has more than 10 patterns: the rest is left out; 2990 times in all, here first",
    ]);
  });

  test("ask for all that is left behind many patterns: it is there", async () => {
    const entries = Array.from({ length: 12 }, (_, at) => `  - "${at}*"\n`).join("");
    const { tree } = await planProject({ ...PAGES, "docs/.pages": `nav:\n${entries}  - ...\n` });
    expect(tree.filter((line) => line.includes("hidden"))).toEqual([]);
  });

  test("compare patterns with names at a cost of their length", async () => {
    const many = Array.from({ length: 500 }, (_, at) => [`docs/${"a".repeat(200)}${at}.md`, page("P")]);
    const pattern = `${"a*".repeat(99)}b`;
    const before = process.cpuUsage();
    const { tree } = await planProject({
      ...PAGES,
      ...(Object.fromEntries(many) as ProjectTexts),
      "docs/.pages": `nav:\n${`  - "${pattern}"\n`.repeat(10)}`,
    });
    expect(tree.filter((line) => !line.endsWith("hidden"))).toEqual([expect.stringMatching(/Welcome$/)]);
    // One that tried all ways of matching would take longer than the world is old.
    expect(process.cpuUsage(before).user).toBeLessThan(60_000_000);
  });

  test("of an order are of a file's length, and of one over all folders", async () => {
    const filler = `#${"x".repeat(60_000)}\n`;
    const folders = Array.from({ length: 40 }, (_, at) => [
      [`docs/f${at}/a.md`, page("A")],
      [`docs/f${at}/.pages`, `${filler}title: Said ${at}\n`],
    ]).flat();
    const { tree, problems } = await planProject({
      ...PAGES,
      ...(Object.fromEntries(folders) as ProjectTexts),
      "docs/guide/.pages": `${filler}${filler}nav: [b.md]\n`,
      "docs/old/.nav.yml": new Uint8Array([0xff, 0x00]),
    });
    expect(tree.filter((line) => line.includes("Said"))).toHaveLength(34);
    expect(tree).toContain("guide/c: C");
    expect(problems.slice(1)).toEqual([
      "docs/guide/.pages: it is no text, or larger than 64 kB: its pages are in the order of their names, and what it hides is shown",
      "docs/old/.nav.yml: it is no text, or larger than 64 kB: its pages are in the order of their names, and what it hides is shown",
      "docs/f4/.pages: of what folders say of their order 2 MB are read: pages of the others are in the order of their names, and what they hide is shown; 6 times in all, here first",
    ]);
  });

  test("name pages of elsewhere again and again, and are read up to a bound", async () => {
    const line = "  - ../about.md\n";
    const folders = Array.from({ length: 30 }, (_, at) => [
      [`docs/f${at}/a.md`, page("A")],
      [`docs/f${at}/.pages`, `nav:\n${line.repeat(2000)}`],
    ]).flat();
    const { problems } = await planProject({ ...PAGES, ...(Object.fromEntries(folders) as ProjectTexts) });
    // By their names: f0, f1, f10 and so on.
    expect(problems).toContain(
      "docs/f5/.pages: of what folders name in their orders 50,000 names are read; 10000 times in all, here first",
    );
  });

  test("nest lists, and inherit along a chain", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`c${at}.yml`, `INHERIT: c${at + 1}.yml\n`]),
    );
    const { tree, problems } = await planProject({
      ...chain,
      "mkdocs.yml": "INHERIT: c0.yml\n",
      "docs/one/a.md": page("A"),
      "docs/one/.pages": `nav: ${"[{a: ".repeat(150)}[a.md]${"}]".repeat(150)}\n`,
      "docs/two/b.md": page("B"),
      "docs/two/.pages": `nav: ${"[{b: ".repeat(300)}[b.md]${"}]".repeat(300)}\n`,
    });
    expect(tree).toEqual(["two: Two (group)", "two/b: B", "a: A hidden"]);
    expect(problems).toContain(
      "docs/two/.pages: it lies in itself deeper than is read: its pages are in the order of their names, and what it hides is shown",
    );
    expect(problems).toContain("c8.yml: it inherits from more than 10 files");
  });
});
