/** Places that links from elsewhere name: what Sphinx, DocBook and others write, and what stays of it. */
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { sections } from "../../../engine/markdown/sections.ts";
import { readHtmlPage } from "./readPage.ts";

function read(html: string) {
  const page = readHtmlPage({ bytes: Buffer.from(`<main>${html}</main>`) });
  if ("refused" in page) throw new Error(page.refused);
  return page;
}

const FIRST = "<h1>Page</h1><p>The first line of a page that has more.</p>";
const markdown = (html: string): string =>
  read(FIRST + html)
    .markdown.split("\n\n")
    .slice(1)
    .join("\n\n");
const place = (name: string): string => `<a href="#${name}" id="${name}"></a>`;

test.each<[string, string, string]>([
  [
    "a heading in sections, with the places before it and in it",
    '<section id="outer"><span id="before"></span><h2>Title<a id="inside"></a></h2><p>x</p></section>',
    `## Title ${place("inside")}${place("before")}${place("outer")}\n\nx`,
  ],
  ["a paragraph", '<p id="here">One <b>two</b></p>', `${place("here")}One **two**`],
  [
    "a place within words",
    '<p>One <span id="mid"></span>two <em id="it">three</em></p>',
    `One ${place("mid")}two ${place("it")}*three*`,
  ],
  ["an old anchor before a paragraph", '<a name="old"></a><p>x</p>', `${place("old")}x`],
  [
    "an item",
    '<ul id="list"><li>one</li><li id="two">two</li></ul>',
    `- ${place("list")}one\n- ${place("two")}two`,
  ],
  [
    "a cell",
    '<table id="t"><tr><th>A</th></tr><tr><td id="c">1</td><td>2</td></tr></table>',
    `| ${place("t")}A | |\n| - | - |\n| ${place("c")}1 | 2 |`,
  ],
  [
    "what is numbered through is no place",
    '<p id="id12">x</p><p><a id="fnref-1"></a>y</p><p id="index-3">z</p>',
    "x\n\ny\n\nz",
  ],
  ["what is left out names nothing", '<nav id="nav"><a id="a">x</a></nav><p>y</p>', "y"],
])("%s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test("names of the title lead to the first words", () => {
  const { markdown: text } = read('<section id="module-os"><h1 id="os">os</h1><p>What it is.</p></section>');
  expect(text).toBe(`${place("os")}${place("module-os")}What it is.`);
});

describe("definitions", () => {
  const API = `<section id="files"><h2>Files</h2><dl class="py function"><dt class="sig sig-object py" id="os.open"><span class="pre">os.open</span>(<em>path</em>)</dt><dd><p>Opens.</p>
<dl class="py method"><dt class="sig" id="os.open.now">now()</dt><dd><p>At once.</p></dd></dl></dd></dl></section>`;

  test("of an API are headings below the one before them, found as such", () => {
    const text = markdown(API);
    expect(text).toBe(
      [
        "## Files",
        `### \`os.open(path)\` ${place("os.open")}`,
        "Opens.",
        `#### \`now()\` ${place("os.open.now")}`,
        "At once.",
      ].join("\n\n"),
    );
    const { document } = parse(text);
    expect(renderHtml(document).headings.map(({ id }) => id)).toEqual(["files", "os.open", "os.open.now"]);
    expect(sections(document).map(({ anchor, title }) => [anchor, title])).toContainEqual([
      "os.open",
      "os.open(path)",
    ]);
  });

  test("of options with names are headings, of several terms one; those without stay lines in bold type", () => {
    expect(
      markdown(
        '<dl><dt id="opt-a"><code>-a</code></dt><dt id="opt-all"><code>--all</code></dt><dd><p>All.</p></dd></dl><dl><dt>Plain</dt><dd>Text</dd></dl>',
      ),
    ).toBe(`## \`-a\`, \`--all\` ${place("opt-a")}${place("opt-all")}\n\nAll.\n\n**Plain**\n\nText`);
  });

  test("that are folded below their signatures are headings, and open", () => {
    expect(
      markdown(
        '<details open><summary><section id="method.map"><button id="copy">x</button><span>1.0.0</span><h4>fn map()</h4></section></summary><p>Maps.</p></details>',
      ),
    ).toBe(`#### fn map() ${place("method.map")}\n\nMaps.`);
  });

  test("within an item keep their places as anchors", () => {
    expect(markdown('<ul><li>x<dl><dt id="t">Term</dt><dd>Text</dd></dl></li></ul>')).toBe(
      `- x\n\n  ${place("t")}**Term**\n\n  Text`,
    );
  });
});

test("code and bold text that nothing parts stay apart", () => {
  const code = markdown("<p><code>a</code><code>b</code> <b>c</b><b>d</b></p>");
  expect(code).toBe("`a`<wbr>`b` **c**<wbr>**d**");
  expect(renderHtml(parse(code).document).html).toBe(
    "<p><code>a</code><wbr><code>b</code> <strong>c</strong><wbr><strong>d</strong></p>",
  );
});

test("of ten thousand places the page keeps the first five thousand", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `<span id="n${at}x"></span>word `).join("");
  const text = markdown(`<p>${many}</p>`);
  expect(text.match(/<a href/g)).toHaveLength(5_000);
});
