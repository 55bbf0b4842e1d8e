/** What changes in a space changes in its files, and nothing else does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPlan, sourceOf, textsOf } from "../applyPlan.fixture.ts";
import { exportTree, printContent } from "../export.ts";
import type { ExportedContent, ExportedPage } from "../exported.ts";
import { memorySource } from "../files.ts";
import { planImport } from "../plan.ts";
import { listPages } from "../planned.ts";
import type { SourceEntry } from "./sourceEntry.ts";

type Files = Readonly<Record<string, string>>;

const FILES: Files = {
  "SUMMARY.md":
    '# Contents\n\n<!-- by hand -->\n- [Start *here*](README.md)\n\n## Guides & more\n\n- [Install](guide/install.md)\n    - [Windows](guide/windows.md)\n- Later\n    - [Extras](guide/x.md)\n\n***\n\n- [Web](https://example.com/a_b)\n- [The *very* last](last.md "End")\n',
  "README.md": "# Welcome\n\nSee [install](./guide/install.md#top) and [last](last.md).\n",
  "guide/install.md":
    "---\n# kept\ndescription: >-\n  folded\n  text\nzeta: [1,  2] # two\nicon: 'download'\n---\n\n# Install\n\nOne.\n\nTwo.\n\nThree.\n",
  "guide/windows.md": "Windows\n=======\r\n\r\nA [way back](../README.md).\r\n",
  "guide/x.md": "Only text.\n",
  "last.md": '---\ntitle: "Last"\n---\n\nEnd\n',
};

async function imported(files: Files): Promise<{ content: ExportedContent; entries: SourceEntry[] }> {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  return applyPlan(await planImport(source));
}

async function written(content: ExportedContent, entries: readonly SourceEntry[]): Promise<Files> {
  const files = await exportTree(content, entries);
  const texts = await textsOf(files);
  return Object.fromEntries(
    files.map((one) => [one.path, "text" in one ? (texts.get(one.path) ?? "") : one.fileId]),
  );
}

/** The lines that only one of two versions has, by file. */
function difference(before: Files, after: Files): Record<string, string[]> {
  const linesOf = (files: Files, path: string): string[] =>
    path in files ? (files[path] ?? "").split("\n") : [];
  const without = (lines: readonly string[], others: readonly string[]): string[] => {
    const left = [...others];
    return lines.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    paths.flatMap((path) => {
      const [old, now] = [linesOf(before, path), linesOf(after, path)];
      const lines = [
        ...without(old, now).map((line) => `-${line}`),
        ...without(now, old).map((line) => `+${line}`),
      ];
      return before[path] === after[path] ? [] : [[path, lines]];
    }),
  );
}

const mapPages = (
  pages: readonly ExportedPage[],
  change: (page: ExportedPage) => readonly ExportedPage[],
): ExportedPage[] =>
  pages.flatMap((page) => change(page).map((one) => ({ ...one, children: mapPages(one.children, change) })));

/** The content with the page of a title changed; null takes it away. */
function edited(
  content: ExportedContent,
  title: string,
  change: (page: ExportedPage) => ExportedPage | readonly ExportedPage[],
): ExportedContent {
  return {
    ...content,
    pages: mapPages(content.pages, (page) => (page.title === title ? [change(page)].flat() : [page])),
  };
}

const fresh = (id: string, title: string, slug: string): ExportedPage => ({
  id,
  type: "document",
  title,
  slug,
  meta: {},
  body: "New.\n",
  children: [],
});

describe("a change shows in its lines alone", () => {
  test.each<[string, (content: ExportedContent) => ExportedContent, Record<string, string[]>]>([
    [
      "a block",
      (content) => edited(content, "Install", (page) => ({ ...page, body: page.body.replace("Two", "2") })),
      { "guide/install.md": ["-Two.", "+2."] },
    ],
    [
      "a title in a heading, with a label of its own",
      (content) => edited(content, "Welcome", (page) => ({ ...page, title: "Hello" })),
      {
        "README.md": ["-# Welcome", "+# Hello"],
        "SUMMARY.md": ["-- [Start *here*](README.md)", "+- [Hello](README.md)"],
      },
    ],
    [
      "a title in front matter",
      (content) => edited(content, "Last", (page) => ({ ...page, title: "The end" })),
      {
        "last.md": ['-title: "Last"', "+title: The end"],
        "SUMMARY.md": ['-- [The *very* last](last.md "End")', '+- [The end](last.md "End")'],
      },
    ],
    [
      "a title that only the table of contents said",
      (content) => edited(content, "Extras", (page) => ({ ...page, title: "More" })),
      {
        "guide/x.md": ["+# More", "+"],
        "SUMMARY.md": ["-    - [Extras](guide/x.md)", "+    - [More](guide/x.md)"],
      },
    ],
    [
      "a value of front matter",
      (content) => edited(content, "Install", (page) => ({ ...page, meta: { ...page.meta, icon: "box" } })),
      { "guide/install.md": ["-icon: 'download'", "+icon: box"] },
    ],
    [
      "a value less and one more",
      (content) =>
        edited(content, "Install", (page) => {
          const { description: _, ...meta } = page.meta;
          return { ...page, meta: { ...meta, hidden: true } };
        }),
      { "guide/install.md": ["-description: >-", "-  folded", "-  text", "+hidden: true"] },
    ],
    [
      "a value and a title where lines end as on Windows",
      (content) => edited(content, "Windows", (page) => ({ ...page, title: "Win", meta: { icon: "box" } })),
      {
        "guide/windows.md": ["-Windows", "-=======\r", "+---\r", "+icon: box\r", "+---\r", "+# Win\r", "+\r"],
        "SUMMARY.md": ["-    - [Windows](guide/windows.md)", "+    - [Win](guide/windows.md)"],
      },
    ],
    [
      "a new page",
      (content) =>
        edited(content, "Install", (page) => ({
          ...page,
          children: [...page.children, fresh("n", "On Linux", "linux")],
        })),
      {
        "guide/install/linux.md": ["+# On Linux", "+", "+New.", "+"],
        "SUMMARY.md": ["+    - [On Linux](guide/install/linux.md)"],
      },
    ],
    [
      "a page less",
      (content) => edited(content, "Windows", () => []),
      {
        "guide/windows.md": ["-Windows", "-=======\r", "-\r", "-A [way back](../README.md).\r", "-"],
        "SUMMARY.md": ["-    - [Windows](guide/windows.md)"],
      },
    ],
    [
      "another address: the file is named so, who links to it follows, and what the navigation calls it stays",
      (content) => edited(content, "Last", (page) => ({ ...page, slug: "end" })),
      {
        "last.md": ["----", '-title: "Last"', "----", "-", "-End", "-"],
        "end.md": ["+---", '+title: "Last"', "+---", "+", "+End", "+"],
        "README.md": [
          "-See [install](./guide/install.md#top) and [last](last.md).",
          "+See [install](./guide/install.md#top) and [last](end.md).",
        ],
        "SUMMARY.md": ['-- [The *very* last](last.md "End")', '+- [The *very* last](end.md "End")'],
      },
    ],
    [
      "another group: the item keeps its words",
      (content) => {
        const last = listPages(content.pages).find(({ title }) => title === "Last");
        const without = edited(content, "Last", () => []);
        return edited(without, "Later", (page) => ({
          ...page,
          children: [...page.children, last as ExportedPage],
        }));
      },
      {
        "SUMMARY.md": ['-- [The *very* last](last.md "End")', '+    - [The *very* last](last.md "End")'],
      },
    ],
  ])("%s", async (_, change, expected) => {
    const { content, entries } = await imported(FILES);
    const after = await written(change(content), entries);
    expect(difference(FILES, after)).toEqual(expected);
  });
});

describe("a table of contents made to be hard is brought up to date as soon as others are", () => {
  const page = "# Hi\n\nText.\n";
  test.each([
    ["more lines than a call takes arguments", `# All\n${"\n".repeat(400_000)}## G\n\n1. [Hi](README.md)\n`],
    ["line ends of another kind", `# All\n${"\u2028".repeat(200_000)}\n## G\n\n1. [Hi](README.md)\n`],
    ["nesting a million spaces deep", `* [Hi](README.md)\n${" ".repeat(1_000_000)}* [Hi](README.md)\n`],
  ])("%s", async (_, summary) => {
    const { content, entries } = await imported({ "README.md": page, "SUMMARY.md": summary });
    const added = Array.from({ length: 700 }, (_, index) =>
      fresh(`n${index}`, `New ${index}`, `new-${index}`),
    );
    const [first, ...others] = content.pages as [ExportedPage, ...ExportedPage[]];
    const children = [...first.children, ...added];
    const began = performance.now();
    const after = await written({ ...content, pages: [{ ...first, children }, ...others] }, entries);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(after["SUMMARY.md"]).toContain("[New 699](");
    expect(after["SUMMARY.md"]?.length).toBeLessThan(summary.length + 100_000);
  });
});

test("what navigation calls a page is said behind its destination, and what is not is taken away", async () => {
  const { content, entries } = await imported(FILES);
  const first = content.pages[0];
  expect(
    listPages(content.pages).flatMap(({ title, linkTitle }) =>
      linkTitle === undefined ? [] : [[title, linkTitle]],
    ),
  ).toEqual([["Last", "End"]]);
  const pages = mapPages(content.pages, ({ linkTitle: _called, ...page }) =>
    page.id === first?.id ? [{ ...page, linkTitle: 'A "short" \\ name' }] : [page],
  );
  const after = await written({ ...content, pages }, entries);
  expect(difference(FILES, after)).toEqual({
    "SUMMARY.md": [
      "-- [Start *here*](README.md)",
      '-- [The *very* last](last.md "End")',
      '+- [Welcome](README.md "A \\"short\\" \\\\ name")',
      "+- [Last](last.md)",
    ],
  });
  const back = await imported(after);
  expect(back.content.pages[0]?.linkTitle).toBe('A "short" \\ name');
});

test("a name in navigation that was cut stays whole in its file while its page is called so", async () => {
  const long = `* [Hi](README.md "${"long ".repeat(40).trim()}")\n`;
  const files = { "README.md": "# Hi\n", "b.md": "# B\n", "SUMMARY.md": `${long}* [B](b.md)\n` };
  const { content, entries } = await imported(files);
  const pages = mapPages(content.pages, (page) => (page.title === "B" ? [] : [page]));
  expect((await written({ ...content, pages }, entries))["SUMMARY.md"]).toBe(long);
});

test("a table of contents without any page stays as it is written", async () => {
  const files = { "SUMMARY.md": "# Contents\n\n## Guides & more\n\n- [Web](https://example.com/a_b)\n" };
  const { content, entries } = await imported(files);
  expect(await written(content, entries)).toEqual(files);
});

test.each([
  ["of nothing", "root: ./\nredirects:\n", "root: ./\nredirects:\n  was: README.md\n"],
  ["that are none", "redirects: x # y\nroot: ./\n", "redirects:\n  was: README.md\nroot: ./\n"],
  ["that stand elsewhere", "a: &a {}\nredirects: *a\n", "a: &a {}\nredirects:\n  was: README.md\n"],
  ["to elsewhere", "redirects:\n  was: x.md\n  b: c # d\n", "redirects:\n  was: README.md\n  b: c # d\n"],
  ["in a list", "- redirects\n", "root: ./\nredirects:\n  was: README.md\n"],
])("settings with redirects %s take a new one", async (_, settings, expected) => {
  const files = { "README.md": "# Hi\n", "SUMMARY.md": "* [Hi](README.md)\n", ".gitbook.yaml": settings };
  const { content, entries } = await imported(files);
  const to = `/pages/${content.pages[0]?.id}`;
  const after = await written({ ...content, redirects: [{ from: "was", to }] }, entries);
  expect(after[".gitbook.yaml"]).toBe(expected);
});

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 2_000 : 100;
const TITLES = ["Alpha", "B & c", "x: y", "Ünter", "*", "Install", "# hash"];

/** One random change to a page of the content. */
const change = fc.record({
  at: fc.nat(50),
  to: fc.nat(50),
  title: fc.constantFrom(...TITLES),
  kind: fc.constantFrom("title", "body", "insert", "remove", "move", "slug", "meta", "unmeta", "called"),
});

function applied(
  content: ExportedContent,
  { at, to, title, kind }: typeof change extends fc.Arbitrary<infer T> ? T : never,
  id: string,
): ExportedContent {
  const pages = listPages(content.pages).filter(({ type }) => type === "document");
  const page = pages[at % Math.max(1, pages.length)];
  if (page === undefined) return content;
  const on = (next: (page: ExportedPage) => readonly ExportedPage[]): ExportedContent => ({
    ...content,
    pages: mapPages(content.pages, (one) => (one.id === page.id ? next(one) : [one])),
  });
  if (kind === "title") return on((one) => [{ ...one, title }]);
  if (kind === "body") return on((one) => [{ ...one, body: `${one.body}\nMore ${id}.\n` }]);
  if (kind === "insert") return on((one) => [one, fresh(id, title, `${id}-new`)]);
  if (kind === "remove") return on(() => []);
  if (kind === "called") return on((one) => [{ ...one, linkTitle: title }]);
  if (kind === "slug") return on((one) => [{ ...one, slug: `slug-${id}` }]);
  if (kind === "meta")
    return on((one) => [{ ...one, meta: { ...one.meta, description: title, hidden: true } }]);
  if (kind === "unmeta") return on((one) => [{ ...one, meta: {} }]);
  const target = pages[to % pages.length] as ExportedPage;
  if (listPages([page]).some((one) => one.id === target.id)) return content;
  const moved = { ...page, slug: `moved-${id}` };
  const left = mapPages(content.pages, (one) => (one.id === page.id ? [] : [one]));
  return {
    ...content,
    pages: mapPages(left, (one) =>
      one.id === target.id ? [{ ...one, children: [...one.children, moved] }] : [one],
    ),
  };
}

test("whatever is changed, the files are read back as the same content", async () => {
  const first = await imported(FILES);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const content = changes.reduce((now, one, index) => applied(now, one, `p${index}`), first.content);
      const entries = await exportTree(content, first.entries);
      const paths = entries.map(({ path }) => path.toLowerCase());
      expect(new Set(paths).size).toBe(paths.length);
      const back = await applyPlan(await planImport(await sourceOf(entries)), content);
      expect(back.content.pages).toEqual(content.pages);
      // Once read back, nothing is written otherwise.
      expect(await written(back.content, back.entries)).toEqual(await written(content, first.entries));
    }),
    { numRuns: runs },
  );
});

describe("where folders tell the tree, a page that is moved takes its file along", () => {
  const PLAIN: Files = {
    "README.md": "# Home\n\nSee [setup](guide/setup.md) and [tools](tools/).\n",
    "guide/README.md": "# Guide\n\nThen [setup](setup.md).\n",
    "guide/setup.md": "# Setup\n\nBack to [home](../README.md) by [it](README.md).\n\n*  odd   spacing\n",
    "reference/README.md": "# Reference\n\nAll.\n",
    "reference/api.md": "# API\n\nCalls.\n",
    "tools/01-saw.md": "# Saw\n\nCuts.\n",
  };
  /** What a page's file or folder is called, for the order. */
  const nameOf = ({ slug }: ExportedPage): string => (slug === "saw" ? "01-saw" : slug);
  const first = (page: ExportedPage): boolean => page.title === "Home";

  /** A page below another one, or at the top, where its name puts it. */
  function moved(content: ExportedContent, title: string, into: string | undefined): ExportedContent {
    const all = listPages(content.pages);
    const page = all.find((one) => one.title === title) as ExportedPage;
    if (listPages([page]).some((one) => one.title === into)) return content;
    const placed = (pages: readonly ExportedPage[]): ExportedPage[] =>
      [...pages, page].toSorted((a, b) =>
        first(a) !== first(b) ? Number(first(b)) - Number(first(a)) : nameOf(a) < nameOf(b) ? -1 : 1,
      );
    const left = mapPages(content.pages, (one) => (one.title === title ? [] : [one]));
    const put = (pages: readonly ExportedPage[]): ExportedPage[] =>
      pages.map((one) => ({
        ...one,
        children: one.title === into ? placed(one.children) : put(one.children),
      }));
    return { ...content, pages: into === undefined ? placed(left) : put(left) };
  }

  test.each<[string, string, string | undefined, Record<string, string | null>]>([
    [
      "a page",
      "Setup",
      "Reference",
      {
        "README.md": "# Home\n\nSee [setup](reference/setup.md) and [tools](tools/).\n",
        "guide/README.md": "# Guide\n\nThen [setup](../reference/setup.md).\n",
        "guide/setup.md": null,
        "reference/setup.md":
          "# Setup\n\nBack to [home](../README.md) by [it](../guide/README.md).\n\n*  odd   spacing\n",
      },
    ],
    ["a page to the top", "API", undefined, { "reference/api.md": null, "api.md": "# API\n\nCalls.\n" }],
    [
      "a page with its folder",
      "Guide",
      "Reference",
      {
        "README.md": "# Home\n\nSee [setup](reference/guide/setup.md) and [tools](tools/).\n",
        "guide/README.md": null,
        "guide/setup.md": null,
        "reference/guide/README.md": PLAIN["guide/README.md"] as string,
        "reference/guide/setup.md":
          "# Setup\n\nBack to [home](../../README.md) by [it](README.md).\n\n*  odd   spacing\n",
      },
    ],
    [
      "a page below one that had none",
      "API",
      "Setup",
      { "reference/api.md": null, "guide/setup/api.md": "# API\n\nCalls.\n" },
    ],
    [
      "the first page, which goes by its address then",
      "Home",
      "Guide",
      {
        "README.md": null,
        "guide/readme/README.md": "# Home\n\nSee [setup](../setup.md) and [tools](../../tools/).\n",
        "guide/setup.md":
          "# Setup\n\nBack to [home](readme/README.md) by [it](README.md).\n\n*  odd   spacing\n",
      },
    ],
    [
      "a folder without a page",
      "Tools",
      "Guide",
      {
        "README.md": "# Home\n\nSee [setup](guide/setup.md) and [tools](guide/tools/).\n",
        "tools/01-saw.md": null,
        "guide/tools/01-saw.md": "# Saw\n\nCuts.\n",
      },
    ],
  ])("%s", async (_, title, into, expected) => {
    const { content, entries } = await imported(PLAIN);
    const after = await written(moved(content, title, into), entries);
    const wanted = Object.entries({ ...PLAIN, ...expected }).filter(([, text]) => text !== null);
    expect(after).toEqual(Object.fromEntries(wanted));
  });

  test("a folder whose page is its index.md goes along", async () => {
    const [page, files] = ["# Guide\n\nHow.\n", { "guide/a.md": "# A\n\nOne.\n", "ref/index.md": "# Ref\n" }];
    const { content, entries } = await imported({ "index.md": "# Home\n", "guide/index.md": page, ...files });
    expect(await written(moved(content, "Guide", "Ref"), entries)).toEqual({
      "index.md": "# Home\n",
      "ref/index.md": "# Ref\n",
      "ref/guide/index.md": page,
      "ref/guide/a.md": files["guide/a.md"],
    });
  });

  test("a folder has a page of its own once that says something, and is a file once nothing is in it", async () => {
    const named = { ...PLAIN, "02-more/x.md": "# X\n\nOne.\n" };
    const { content, entries } = await imported(named);
    const told = edited(content, "More", (page) => ({ ...page, body: "Words.\n" }));
    const { "02-more/README.md": page = "", ...others } = await written(told, entries);
    expect([page, others]).toEqual([expect.stringContaining("Words.\n"), named]);
    const titled = edited(content, "More", (page) => ({ ...page, title: "And more" }));
    expect(await written(titled, entries)).toEqual({ ...named, "02-more/README.md": "# And more\n" });
    const { "02-more/x.md": _, ...left } = named;
    const emptied = edited(content, "X", () => []);
    const { "02-more.md": file, ...rest } = await written(emptied, entries);
    expect([file, rest]).toEqual([expect.stringContaining("More"), left]);
  });

  test("an order that names can't tell is told by a table of contents, and then files stay where they are", async () => {
    const { content, entries } = await imported(PLAIN);
    const [home, ...others] = moved(content, "Setup", "Reference").pages as [ExportedPage, ...ExportedPage[]];
    const after = await written({ ...content, pages: [home, ...others.toReversed()] }, entries);
    expect(after["SUMMARY.md"]).toContain("* [Reference](reference/README.md)");
    expect(Object.keys(after).toSorted()).toEqual(
      [...Object.keys(PLAIN), "SUMMARY.md", "tools/README.md"].toSorted(),
    );
  });

  const OUT =
    '# Setup\n\n[code](../../src/main.ts#L3), [todo](todo.md), ![gone](./img/a%20b.png "As"), [up](..), [in](sub/)\n\n<img src="../logo.png" alt="">\n\n[mail](mailto:a@b.c), [top](/todo.md), [here](#setup), [there][ref]\n\n[ref]: <todo.md?a=b>\n';

  test.each<[string, string, string, string]>([
    [
      "in another folder, which has a file of that name",
      "Reference",
      "reference/setup.md",
      '# Setup\n\n[code](../../src/main.ts#L3), [todo](../guide/todo.md), ![gone](../guide/img/a%20b.png "As"), [up](..), [in](../guide/sub/)\n\n<img src="../logo.png" alt="">\n\n[mail](mailto:a@b.c), [top](/todo.md), [here](#setup), [there][ref]\n\n[ref]: <../guide/todo.md?a=b>\n',
    ],
    [
      "deeper",
      "API",
      "reference/api/setup.md",
      '# Setup\n\n[code](../../../src/main.ts#L3), [todo](../../guide/todo.md), ![gone](../../guide/img/a%20b.png "As"), [up](../../README.md), [in](../../guide/sub/)\n\n<img src="../../logo.png" alt="">\n\n[mail](mailto:a@b.c), [top](/todo.md), [here](#setup), [there][ref]\n\n[ref]: <../../guide/todo.md?a=b>\n',
    ],
  ])("a link to what is nothing of the space leads where it has led: %s", async (_, into, path, expected) => {
    const files = { ...PLAIN, "guide/setup.md": OUT, "reference/todo.md": "# Todo\n\nAnother.\n" };
    const { content, entries } = await imported(files);
    expect(await written(content, entries)).toEqual(files);
    const after = await written(moved(content, "Setup", into), entries);
    expect([after[path], after["SUMMARY.md"]]).toEqual([expected, undefined]);
  });

  test("the cover of a page that moves is the same, whether or not the space knows its file; names are none", async () => {
    const head = (cover: string, dark: string): string =>
      `---\nicon: star\ncover: ${cover}\ncoverDark: ${dark}\n---\n\n# Setup\n\nSteps.\n`;
    const files = {
      ...PLAIN,
      ".gitbook/assets/a.png": "picture",
      "guide/setup.md": head("../.gitbook/assets/a.png", "./dark%20one.png?a=b"),
    };
    const { content, entries } = await imported(files);
    const after = await written(moved(content, "Setup", "API"), entries);
    expect(after["reference/api/setup.md"]).toBe(
      head("../../.gitbook/assets/a.png", "../../guide/dark%20one.png?a=b"),
    );
    const foreign = { ...files, "guide/setup.md": head("https://example.com/a.png", "/b.png") };
    const other = await imported(foreign);
    const moving = await written(moved(other.content, "Setup", "API"), other.entries);
    expect(moving["reference/api/setup.md"]).toBe(foreign["guide/setup.md"]);
  });

  test("a file stays where the settings of the repository name it, and a table of contents tells", async () => {
    const redirects = "redirects:\n  old: ./guide/setup.md # kept\n  tools: tools/\n";
    const named = { ...PLAIN, ".gitbook.yaml": redirects };
    const { content, entries } = await imported(named);
    const pathsOf = async (title: string, into: string | undefined): Promise<string[]> => {
      const after = await written({ ...moved(content, title, into), redirects: [] }, entries);
      expect(after[".gitbook.yaml"]).toBe(redirects);
      return Object.keys(after);
    };
    expect(await pathsOf("Setup", "Reference")).toEqual(
      expect.arrayContaining(["SUMMARY.md", "guide/setup.md"]),
    );
    // It would go with what is above it.
    expect(await pathsOf("Guide", "Reference")).toEqual(
      expect.arrayContaining(["SUMMARY.md", "guide/setup.md"]),
    );
    expect(await pathsOf("Tools", "Guide")).toContain("SUMMARY.md");
    const free = await pathsOf("API", undefined);
    expect([free.includes("api.md"), free.includes("SUMMARY.md")]).toEqual([true, false]);
  });

  test("the first page stays where the settings of the repository name its file", async () => {
    const settings = "structure:\n  readme: intro.md\n";
    const { content, entries } = await imported({
      ".gitbook.yaml": settings,
      "intro.md": "# Intro\n\nHi.\n",
      "guide.md": "# Guide\n\nHow.\n",
    });
    const after = await written(moved(content, "Intro", "Guide"), entries);
    expect(Object.keys(after).toSorted()).toEqual([".gitbook.yaml", "SUMMARY.md", "guide.md", "intro.md"]);
  });

  test("no file is moved while one may not be touched, nor where a file of others is", async () => {
    const { content, entries } = await imported(PLAIN);
    const guide = listPages(content.pages).find(({ title }) => title === "Guide");
    const pathsWith = async (held: Parameters<typeof printContent>[2]): Promise<string[]> => {
      const { files } = await printContent(moved(content, "Setup", "Reference"), entries, held);
      return files.map(({ path }) => path);
    };
    const stays = expect.arrayContaining(["SUMMARY.md", "guide/setup.md"]);
    // It says where others are.
    expect(await pathsWith({ pinned: new Map([[guide?.id ?? "", true]]) })).toEqual(stays);
    expect(await pathsWith({ occupied: ["reference/setup.md"] })).toEqual(stays);
    expect(await pathsWith({})).toEqual(expect.arrayContaining(["reference/setup.md"]));
  });

  const TITLES_MOVED = ["Guide", "Setup", "Reference", "API", "Tools", "Saw"];
  const move = fc.record({
    title: fc.constantFrom(...TITLES_MOVED),
    into: fc.constantFrom(undefined, ...TITLES_MOVED),
  });

  test("whatever is moved to where its name puts it, no table of contents is made, and the same is read back", async () => {
    const { content: before, entries } = await imported(PLAIN);
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
        const content = moves.reduce((now, { title, into }) => moved(now, title, into), before);
        const files = await exportTree(content, entries);
        expect(files.map(({ path }) => path)).not.toContain("SUMMARY.md");
        const back = await applyPlan(await planImport(await sourceOf(files)), content);
        expect(back.content.pages).toEqual(content.pages);
        expect(await written(back.content, back.entries)).toEqual(await written(content, entries));
      }),
      { numRuns: runs },
    );
  });
});
