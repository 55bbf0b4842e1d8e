import GithubSlugger, { slug } from "github-slugger";
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { hugoIds, mdbookIds, pythonIds, unicodeIds, vitepressIds, withHeadingIds } from "./headingIds.ts";
import { HEADINGS } from "./headings.fixture.ts";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

test("a table of two hundred headings gets the ids that the tools gave them", () => {
  expect(HEADINGS).toHaveLength(200);
  const made = HEADINGS.map(([text]) => [
    text,
    mdbookIds().of(text),
    vitepressIds().of(text),
    pythonIds().of(text),
  ]);
  // Where nothing is left, Python-Markdown numbers.
  const given = HEADINGS.map(([text, mdbook, vitepress, python]) => [
    text,
    mdbook,
    vitepress,
    python || "_1",
  ]);
  expect(made).toEqual(given);
});

test.each<[string, () => { of: (text: string) => string; take: (id: string) => void }, string[], string[]]>([
  ["MkDocs", pythonIds, ["A", "A", "A", "A_1"], ["a", "a_1", "a_2", "a_1_1"]],
  ["PyMdown", unicodeIds, ["Größe & Maß", "a  b"], ["größe--maß", "a--b"]],
  ["mdBook", mdbookIds, ["A", "A", "a b"], ["a", "a-1", "a-b"]],
  ["VitePress", vitepressIds, ["1. A", "1. A"], ["_1-a", "_1-a-1"]],
  ["Hugo", hugoIds, ["A & B", "2.0", "A & B", "x_y"], ["a--b", "20", "a--b-1", "x_y"]],
])("%s numbers what is called the same", (_name, ids, texts, expected) => {
  const { of } = ids();
  expect(texts.map((text) => of(text))).toEqual(expected);
});

test("an id is written at the end of a heading's text, however it is marked up, and only where it is another", () => {
  const body = [
    "# The title, which is none of ours to name",
    "## A & B ##",
    "Under, *lined*\n==============",
    "> ### In a quotation 2.0",
    '## By hand <a href="#own" id="own"></a>',
    "## Same",
    "```\n## code & no heading\n```",
  ].join("\n\n");
  expect(withHeadingIds(body, vitepressIds).split("\n\n")).toEqual([
    "# The title, which is none of ours to name",
    '## A & B <a href="#a-b" id="a-b"></a> ##',
    "Under, *lined*\n==============",
    '> ### In a quotation 2.0 <a href="#in-a-quotation-2-0" id="in-a-quotation-2-0"></a>',
    '## By hand <a href="#own" id="own"></a>',
    "## Same",
    "```\n## code & no heading\n```",
  ]);
});

describe("the pages of a project answer to every name that its tool gave their headings", () => {
  const of = (column: 1 | 2 | 3) => HEADINGS.map((row): [string, string] => [row[0], row[column]]);
  const github = (): [string, string][] => HEADINGS.map(([text]) => [text, slug(text)]);
  const cases: [string, ProjectTexts, string, [string, string][]][] = [
    ["mdBook", { "book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n" }, "src/a.md", of(1)],
    ["VitePress", { ".vitepress/config.ts": "export default {}" }, "a.md", of(2)],
    ["MkDocs", { "mkdocs.yml": "site_name: x\n" }, "docs/a.md", of(3)],
    ["Docusaurus", { "docusaurus.config.js": "" }, "docs/a.md", github()],
    ["Starlight", { "astro.config.mjs": "starlight({})" }, "src/content/docs/a.md", github()],
  ];
  test.each(cases)("%s", async (_name, settings, path, all) => {
    // One of each: numbers are another test's.
    const wanted = new Map(all.filter(([, id]) => id !== "").map(([text, id]) => [id, text]));
    const page = [...wanted.values()].map((text) => `## ${text.replace(/[<>&]/g, "\\$&")}\n`).join("\n");
    const { text, tree } = await planProject({ ...settings, [path]: `# A\n\n${page}` });
    expect(tree).toEqual(["a: A"]);
    const { html } = renderHtml(parse(text("a")).document);
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect([...wanted.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  test("and numbers go on as there", async () => {
    const page = "# A\n\n## C & D\n\n## C & D\n\n## C-D\n";
    const { text } = await planProject({ "docusaurus.config.js": "", "docs/a.md": page });
    const { html } = renderHtml(parse(text("a")).document);
    const slugger = new GithubSlugger();
    for (const name of ["C & D", "C & D", "C-D"]) expect(html).toContain(` id="${slugger.slug(name)}"`);
  });
});
