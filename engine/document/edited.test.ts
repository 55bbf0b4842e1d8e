import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../server/test/cost.ts";
import { page } from "../markdown/dialect.fixture.ts";
import { splitPage } from "../markdown/frontMatter.ts";
import { parse } from "../markdown/parse.ts";
import { fromDocument } from "./fromDocument.ts";
import { toDocument } from "./toDocument.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 5000 : 100;

const root = new URL("../../", import.meta.url);
const pages = [
  "engine/markdown/html/fixtures/kitchen-sink.md",
  ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`),
].map((path) => [path, splitPage(readFileSync(new URL(path, root), "utf8")).body] as const);

/** The document as a client has it, edited, and back. */
function edited(markdown: string, edit: (document: string) => string = (document) => document): string {
  const { document } = parse(markdown);
  const { markdown: back, problems } = fromDocument(
    JSON.parse(edit(JSON.stringify(toDocument(document)))),
    document,
  );
  expect(problems).toEqual([]);
  return back;
}

const content = (document: unknown) =>
  JSON.stringify(document, (key, value: unknown) => (key === "key" || key === "meta" ? undefined : value));
const said = (markdown: string) => content(toDocument(parse(markdown).document));

describe("a document that nobody edited", () => {
  test.each(pages)("is the text that it came from: %s", (_, body) => {
    expect(edited(body)).toBe(body);
  });

  test.each([
    ["nothing", ""],
    ["white space", " \n\n"],
    ["a heading at the top", "# H\n\na\n"],
    ["line ends of other machines", "# H\r\n\r\na\r\nb\r\n\r\n* c\r\n* d\r\n"],
    ["blanks at the end and between", "\n\na  \n\n\n\nb\t\n\n\n"],
    ["no last line end", "a\n\nb"],
    ["tables", "|A|B|\n|:-|--:|\n|1|2|\n\n|  x | y |\n|----|---|\n"],
    ["lists side by side", "- a\n- b\n\n* c\n* d\n\n1) e\n2) f\n"],
    ["rules", "***\n\n___\n\n- - -\n"],
    ["references and definitions", "[a][r] ![b]\n\n[r]: https://x.com  'T'\n[b]: <y.png>\n"],
    [
      "footnotes in the middle",
      "a[^1] b[^n]\n\n[^1]: one\n\nc\n\n[^n]: two\n    more\n\nd\n\n[^unused]: x\n",
    ],
    ["code of all kinds", "    indented\n\n~~~~ js {1}\nx\n~~~~\n\n`` a`b ``\n"],
  ])("keeps %s", (_, body) => {
    expect(edited(body)).toBe(body);
  });

  test("is the text that it came from, for any page under any line ends", () => {
    const endings = fc.constantFrom("", "\n", "\r\n", "  \n\n", "\t");
    fc.assert(
      fc.property(page, fc.boolean(), endings, endings, (markdown, isCrlf, before, after) => {
        const body = before + (isCrlf ? markdown.replaceAll(/\r?\n/g, "\r\n") : markdown) + after;
        expect(edited(body)).toBe(body);
      }),
      { numRuns },
    );
  });
});

describe("an edit", () => {
  test.each<[what: string, body: string, from: string, to: string, after: string]>([
    ["a paragraph", "# H\n\nold\n\n\n* a\n* b\n\n***\n", "old", "new", "# H\n\nnew\n\n\n* a\n* b\n\n***\n"],
    ["an item", "* a\n* old\n* c\n\n|A|\n|-|\n|1|", "old", "new", "* a\n* new\n* c\n\n|A|\n|-|\n|1|"],
    ["a number", "1) a\n2) old\n", "old", "new", "1) a\n2) new\n"],
    ["a task", "- [x] a\n- [ ] old\n", "old", "new", "- [x] a\n- [ ] new\n"],
    ["within an item", "* a\n  + b\n  + old\n\n    x\n", "old", "new", "* a\n  + b\n  + new\n\n    x\n"],
    ["a quote", "> a\n>\n> old\n>\n> * b\n", "old", "new", "> a\n>\n> new\n>\n> * b\n"],
    ["line ends", "a\r\n\r\n* b\r\n* old\r\n", "old", "new", "a\r\n\r\n* b\r\n* new\r\n"],
    [
      "a hint",
      '{% hint style="info"  %}\nold\n\n* b\n{% endhint %}\n',
      "old",
      "new",
      '{% hint style="info"  %}\nnew\n\n* b\n{% endhint %}\n',
    ],
    [
      "a step",
      "{% stepper %}\n{% step %}\n### One\nold\n\n***\n{% endstep %}\n{% endstepper %}",
      "old",
      "new",
      "{% stepper %}\n{% step %}\n### One\nnew\n\n***\n{% endstep %}\n{% endstepper %}",
    ],
    [
      "what can be opened",
      "<details>\n<summary>S</summary>\n\nold\n\n* b\n\n</details>\n",
      "old",
      "new",
      "<details>\n<summary>S</summary>\n\nnew\n\n* b\n\n</details>\n",
    ],
    ["beside footnotes", "a[^1]\n\n[^1]: one\n\nold\n", "old", "new", "a[^1]\n\n[^1]: one\n\nnew\n"],
    ["a footnote", "* a[^1]\n\n[^1]: old\n\n***\n", "old", "new", "* a[^1]\n\n[^1]: new\n\n***\n"],
    ["beside references", "[a][r]\n\n[r]: /x\n\nold\n", "old", "new", "[a][r]\n\n[r]: /x\n\nnew\n"],
  ])("changes that block alone: %s", (_, body, from, to, after) => {
    expect(edited(body, (document) => document.replace(`"${from}"`, `"${to}"`))).toBe(after);
  });

  const withNodes = (change: (nodes: { nodes?: unknown[] }[]) => void) => (text: string) => {
    const document = JSON.parse(text);
    change(document.nodes);
    return JSON.stringify(document);
  };
  const paragraph = {
    object: "block",
    type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "new", marks: [] }] }],
  };
  const item = { object: "block", type: "list-item", nodes: [paragraph] };

  test.each<[string, string, (nodes: { nodes?: unknown[] }[]) => void, string]>([
    ["adds a block", "* a\n\n***\n", (nodes) => void nodes.splice(1, 0, paragraph), "* a\n\nnew\n\n***\n"],
    ["begins where nothing was", "", (nodes) => void nodes.push(paragraph), "new"],
    ["adds a block at the end", "a\n\n* b", (nodes) => void nodes.push(paragraph), "a\n\n* b\n\nnew"],
    ["takes one away", "a\n\n\n***\n\n* b\n", (nodes) => void nodes.splice(1, 1), "a\n\n\n* b\n"],
    [
      "moves one",
      "a\n\n***\n\n* b\n",
      (nodes) => void nodes.push(...nodes.splice(0).toReversed()),
      "* b\n\n***\n\na\n",
    ],
    ["adds an item", "* a\n* b\n", ([list]) => void list?.nodes?.splice(1, 0, item), "* a\n* new\n* b\n"],
    ["takes an item away", "* a\n* b\n* c\n", ([list]) => void list?.nodes?.splice(1, 1), "* a\n* c\n"],
  ])("%s, and leaves the others", (_, body, change, after) => {
    expect(edited(body, withNodes(change))).toBe(after);
  });

  const indented = "a\n\n  - p\n  - q\n\n    code\n\n  b\n";
  const hint = (text: string) => `{% hint style="info" %}\n${text}{% endhint %}\n`;
  const within = (change: (nodes: { nodes?: unknown[] }[]) => void) => (nodes: { nodes?: unknown[] }[]) =>
    change(nodes[0]!.nodes as { nodes?: unknown[] }[]);
  test.each<[string, string, (nodes: { nodes?: unknown[] }[]) => void, string]>([
    [
      "a block before an indented list",
      indented,
      (nodes) => void nodes.splice(1, 0, paragraph),
      `a\n\nnew\n\n${indented.slice(3)}`,
    ],
    [
      "a block at the top",
      indented.slice(3),
      (nodes) => void nodes.unshift(paragraph),
      `new\n\n${indented.slice(3)}`,
    ],
    ["what is gone before it", indented, (nodes) => void nodes.shift(), indented.slice(3)],
    [
      "a block behind the last",
      indented,
      (nodes) => void nodes.push(paragraph),
      `${indented.trimEnd()}\n\nnew\n`,
    ],
    [
      "a block before indented code",
      "a\n\n    code\n\nb\n",
      (nodes) => void nodes.splice(1, 0, paragraph),
      "a\n\nnew\n\n    code\n\nb\n",
    ],
    [
      "an indented list that moves",
      "a\n\n  - p\n  - q\n\nb\n",
      (nodes) => void nodes.push(...nodes.splice(1, 1)),
      "a\n\nb\n\n  - p\n  - q\n",
    ],
    [
      "an item of an indented list",
      "a\n\n  * p\n  * q\n",
      ([, list]) => void list?.nodes?.splice(1, 0, item),
      "a\n\n  * p\n  * new\n  * q\n",
    ],
    [
      "a block before an indented list in a hint",
      hint("  - p\n  - q\n\n    code\n"),
      within((nodes) => void nodes.unshift(paragraph)),
      hint("new\n\n  - p\n  - q\n\n    code\n"),
    ],
    [
      "what is gone in a hint in an item",
      `- x\n\n  ${hint("a\n\n  - p\n").replaceAll("\n", "\n  ").trimEnd()}\n`,
      (nodes) => void (nodes[0]!.nodes as { nodes: { nodes: unknown[] }[] }[])[0]!.nodes[1]!.nodes.shift(),
      `- x\n\n  ${hint("  - p\n").replaceAll("\n", "\n  ").trimEnd()}\n`,
    ],
  ])("leaves the indentation of its neighbours: %s", (_, body, change, after) => {
    expect(edited(body, withNodes(change))).toBe(after);
  });

  test("of a footnote that goes below what was open to the end of the page closes that", () => {
    expect(edited("[^1]: old\n\n```js\ncode", (document) => document.replace('"old"', '"new"'))).toBe(
      "```js\ncode\n```\n\n[^1]: new",
    );
  });

  test("of any text of any page says what was sent", () => {
    fc.assert(
      fc.property(page, fc.nat(), (markdown, at) => {
        const places = [
          ...JSON.stringify(toDocument(parse(markdown).document)).matchAll(/"leaf","text":"[a-z]{3,}/g),
        ];
        const place = places[at % Math.max(1, places.length)];
        const edit = (document: string) =>
          place === undefined
            ? document
            : document.slice(0, place.index) +
              document.slice(place.index).replace('"text":"', '"text":"Zweig');
        const sent = JSON.parse(edit(JSON.stringify(toDocument(parse(markdown).document))));
        const alone = fromDocument(sent);
        const kept = edited(markdown, edit);
        if (place !== undefined) expect(kept).toContain("Zweig");
        expect([content(sent), said(alone.markdown)]).toContain(said(kept));
      }),
      { numRuns },
    );
  });
});

test("what nobody edited is found out in a few times what reading the page takes: nothing is printed", () => {
  const [, body] = pages.find(([path]) => path === "docs/api/conventions.md")!;
  const sent: unknown = JSON.parse(JSON.stringify(toDocument(parse(body).document)));
  const runs = { read: [] as number[], back: [] as number[] };
  const timed = (work: () => unknown, into: number[]): void => {
    const start = performance.now();
    work();
    into.push(performance.now() - start);
  };
  for (let run = 0; run < 40; run++) {
    timed(() => toDocument(parse(body).document), runs.read);
    timed(() => fromDocument(sent, parse(body).document), runs.back);
  }
  // The quickest of each: what else the machine does only ever adds.
  // Printing it takes 30 times as long.
  expect(Math.min(...runs.back) / Math.min(...runs.read)).toBeLessThan(10);
});

test("a document costs what its page is long, with an edit or without", () =>
  expectModestGrowth((share) => {
    const body = Array.from({ length: share * 40 }, (_, at) => `* a ${at}\n* b\n\nText ${at}.\n\n`).join("");
    edited(body, (document) => document.replace('"Text 3."', '"Text."'));
  }));
