import { describe, expect, test } from "vitest";
import { maxInlineLength } from "./inlines.ts";
import { maxNesting } from "./markdownIt.ts";
import { parse } from "./parse.ts";
import { blocksOf, inlinesIn, paragraph, shape, text, words } from "./tree.fixture.ts";

describe("blocks", () => {
  const cases: [name: string, source: string, expected: unknown[]][] = [
    ["nothing", "", []],
    [
      "heading",
      "## A *b* ##",
      [{ type: "heading", level: 2, children: [text("A "), { type: "emphasis", children: [text("b")] }] }],
    ],
    [
      "heading with an anchor",
      '## A <a href="#x" id="x"></a>',
      [{ type: "heading", level: 2, id: "x", children: [text("A")] }],
    ],
    [
      "list",
      "3. a\n4. b",
      [
        {
          type: "list",
          ordered: true,
          first: 3,
          tight: true,
          children: [
            { type: "listItem", children: [words("a")] },
            { type: "listItem", children: [words("b")] },
          ],
        },
      ],
    ],
    [
      "loose list",
      "- a\n\n- b",
      [
        {
          type: "list",
          ordered: false,
          first: 1,
          tight: false,
          children: [
            { type: "listItem", children: [words("a")] },
            { type: "listItem", children: [words("b")] },
          ],
        },
      ],
    ],
    [
      "tasks",
      "- [x] a\n- [ ] b",
      [
        {
          type: "list",
          ordered: false,
          first: 1,
          tight: true,
          children: [
            { type: "listItem", checked: true, children: [words("a")] },
            { type: "listItem", checked: false, children: [words("b")] },
          ],
        },
      ],
    ],
    [
      "a box with a backslash before it, which is text",
      "- \\[x] a",
      [
        {
          type: "list",
          ordered: false,
          first: 1,
          tight: true,
          children: [{ type: "listItem", children: [words("[x] a")] }],
        },
      ],
    ],
    ["quote", "> a", [{ type: "blockquote", children: [words("a")] }]],
    ["rule", "***", [{ type: "thematicBreak" }]],
    [
      "fence",
      '```js title="x.js"\na\n\nb\n```',
      [{ type: "code", lang: "js", info: 'js title="x.js"', text: "a\n\nb", title: "x.js" }],
    ],
    ["indented code", "    a\n    b", [{ type: "code", lang: "", info: "", text: "a\nb" }]],
    [
      "code with options",
      '{% code title="a.ts" overflow="wrap" lineNumbers="true" expandable="false" %}\n```ts\nx\n```\n{% endcode %}',
      [
        {
          type: "code",
          lang: "ts",
          info: "ts",
          text: "x",
          title: "a.ts",
          overflow: "wrap",
          lineNumbers: true,
          expandable: false,
        },
      ],
    ],
    ["formula on lines", "$$\na\n\nb\n$$", [{ type: "math", text: "a\n\nb" }]],
    ["formula in a line", "$$a$$", [{ type: "math", text: "a" }]],
    [
      "table",
      "| a | b |\n|:-|-:|\n| c \\| d | |",
      [
        {
          type: "table",
          columns: [{ align: "left" }, { align: "right" }],
          header: [{ children: [text("a")] }, { children: [text("b")] }],
          rows: [[{ children: [text("c | d")] }, { children: [] }]],
        },
      ],
    ],
    [
      "HTML table",
      '<table><tr><th width="90">a</th></tr>\n\n<tr><td><b>c</b></td></tr></table>',
      [
        {
          type: "table",
          columns: [{ width: 90 }],
          header: [{ children: [text("a")] }],
          rows: [[{ children: [{ type: "strong", children: [text("c")] }] }]],
        },
      ],
    ],
    [
      "cards",
      '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>A</td><td><a href="a.md">a</a></td><td><a href="c.png">c</a></td></tr></tbody></table>',
      [
        {
          type: "cards",
          size: "large",
          columns: [
            {},
            { hidden: true, kind: "content-ref", role: "target" },
            { hidden: true, kind: "files", role: "cover" },
          ],
          header: [{ children: [] }, { children: [] }, { children: [] }],
          cards: [
            {
              cells: [{ children: [text("A")] }],
              hidden: [
                { children: [{ type: "link", url: "a.md", mention: false, children: [text("a")] }] },
                { children: [{ type: "link", url: "c.png", mention: false, children: [text("c")] }] },
              ],
              target: { url: "a.md", syntax: "html", quote: '"' },
              cover: { url: "c.png", syntax: "html", quote: '"' },
            },
          ],
        },
      ],
    ],
    [
      "figure",
      '<div data-with-frame="true"><figure><img src="a.png" alt="A" width="50%"><figcaption><p>b</p></figcaption></figure></div>',
      [
        {
          type: "figure",
          fullWidth: false,
          images: [
            { src: "a.png", alt: "A", width: "50%", framed: true, drawing: false, caption: [text("b")] },
          ],
        },
      ],
    ],
    [
      "picture",
      '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt=""></picture>',
      [
        paragraph({
          type: "image",
          src: "a.png",
          alt: "",
          dark: { url: "d.png", syntax: "html", quote: '"' },
        }),
      ],
    ],
    [
      "drawing",
      '<img src="a.svg" alt="" class="gitbook-drawing">',
      [
        {
          type: "figure",
          fullWidth: false,
          images: [{ src: "a.svg", alt: "", framed: false, drawing: true, caption: [] }],
        },
      ],
    ],
    [
      "raw HTML up to a tag",
      "<div>\na\n{% hint %}\nb\n{% endhint %}",
      [
        { type: "html", raw: "<div>\na" },
        { type: "hint", style: "info", children: [words("b")] },
      ],
    ],
    ["definition", "[a]: <b c> 'd'", [{ type: "definition", label: "A", title: "d" }]],
    ["footnote", "[^1]: a\n\n    b", [{ type: "footnote", label: "1", children: [words("a"), words("b")] }]],
  ];
  test.each(cases)("%s", (_, source, expected) => {
    expect(parse(source).problems).toEqual([]);
    expect(blocksOf(source)).toEqual(expected);
  });
});

describe("broken tags are text, with a problem where they stand", () => {
  const cases: [name: string, source: string, shown: unknown[], problem: RegExp, at: string][] = [
    [
      "unknown",
      "{% foo a=1 %}\nb",
      [paragraph(text("{% foo a=1 %}"), { type: "break", hard: false }, text("b"))],
      /no block called "foo"/,
      "{% foo a=1 %}",
    ],
    ["not closed", "{% hint %}\n\na", [words("{% hint %}"), words("a")], /not closed/, "{% hint %}"],
    ["not opened", "a\n\n{% endhint %}", [words("a"), words("{% endhint %}")], /not open/, "{% endhint %}"],
    ["without an end", '{% hint style="', [words('{% hint style="')], /no end/, '{% hint style="'],
    ["with a blank line", "{% hint\n\n%}", [words("{% hint"), words("%}")], /blank lines/, "{% hint\n\n%}"],
    ["a tab alone", "{% tab %}", [words("{% tab %}")], /directly inside/, "{% tab %}"],
    [
      "crossing",
      "{% hint %}\n{% if a %}\nb\n{% endhint %}",
      [{ type: "hint", style: "info", children: [words("{% if a %}"), words("b")] }],
      /not closed/,
      "{% if a %}",
    ],
    ["details not closed", "<details>\n\na", [words("<details>"), words("a")], /not closed/, "<details>"],
  ];
  test.each(cases)("%s", (_, source, shown, message, at) => {
    const { problems } = parse(source);
    expect(blocksOf(source)).toEqual(shown);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
    expect(source.slice(problems[0]?.start, problems[0]?.end)).toBe(at);
  });

  test("a closing tag in prose stays prose", () => {
    expect(inlinesIn("Close it with {% endhint %}")).toEqual([text("Close it with {% endhint %}")]);
  });
});

describe("limits", () => {
  const depthOf = (node: unknown): number => {
    if (typeof node !== "object" || node === null || !("children" in node)) return 0;
    return 1 + Math.max(0, ...(node.children as unknown[]).map(depthOf));
  };

  test.each([
    ["quotes", `${">".repeat(500)} a`],
    ["lists", `${"- ".repeat(500)}a`],
    ["tags", "{% hint %}\n".repeat(500) + "{% endhint %}\n".repeat(500)],
    [
      "tags in quotes",
      Array.from({ length: 60 }, (_, depth) =>
        "{% hint %}\n".replace(/^/, ">".repeat(depth)).repeat(60),
      ).join(""),
    ],
    ["emphasis", "*a **b ".repeat(500) + "c** d*".repeat(500)],
  ])("%s nest to a depth that recursion can follow", (_, source) => {
    expect(depthOf(parse(source).document)).toBeLessThan(3 * maxNesting + 10);
  });

  test("a very long paragraph is text", () => {
    const source = "*a* ".repeat(maxInlineLength / 4 + 1);
    const { document, problems } = parse(source);
    expect(shape(document.children)).toEqual([words(source.trimEnd())]);
    expect(problems).toHaveLength(1);
  });
});

test("an HTML table with a block of code is read as CommonMark reads it, and any other is a table", () => {
  const typesOf = (source: string): string[] => parse(source).document.children.map(({ type }) => type);
  const withCode = "<table><tr><td>\n\n```\na\n```\n\n*b*\n\n</td></tr></table>";
  expect(typesOf(withCode)).toEqual(["html", "code", "paragraph", "html"]);
  expect(typesOf(`<table><tr><td>\n\na\n\n</td></tr></table>\n\n${withCode}`)[0]).toBe("table");
});
