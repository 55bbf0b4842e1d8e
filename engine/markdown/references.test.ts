import { describe, expect, test } from "vitest";
import { replaceRanges } from "./edits.ts";
import { parse } from "./parse.ts";
import { references } from "./references.ts";
import { rewriteLinks } from "./rewriteLinks.ts";
import { resolveTarget, type AddressTarget } from "./targets.ts";

describe("references", () => {
  const cases: [name: string, source: string, expected: string[]][] = [
    ["link", "[a](b.md#c 't')", ["link b.md#c"]],
    ["link between brackets", "[a](<b c.md>)", ["link b c.md"]],
    ["link with escapes", "[a](b\\)c&amp;d)", ["link b\\)c&amp;d"]],
    ["link over lines", "[a\nb](\n  c.md\n)", ["link c.md"]],
    ["empty link", "[a]()", ["link "]],
    ["image in a link", "[![a](b.png)](c.md)", ["image b.png", "link c.md"]],
    ["reference link", "[a][b] ![c][b]\n\n[b]: d.md", ["link d.md"]],
    ["definition in a quote", "> [b]:\n> d.md", ["link d.md"]],
    [
      "autolinks",
      "<https://a.b> https://c.d/ e@f.org",
      ["link https://a.b", "link https://c.d/", "link e@f.org"],
    ],
    [
      "in a heading, a list, a quote and a table",
      "# [a](b)\n- [a](c)\n\n> [a](d)\n\n|[a](e)|\n|-|\n|[a](f\\|g)|",
      ["link b", "link c", "link d", "link e", "link f\\|g"],
    ],
    ["in a footnote", "[^1]: [a](b)", ["link b"]],
    ["HTML link and image", "<a href=\"a.md\">b</a> <img src='c.png'>", ["link a.md", "image c.png"]],
    ["button", '<a class="button" href=a.md>b</a>', ["link a.md"]],
    [
      "raw HTML",
      '<div>\n<a href="a.md">b</a> text <video src="c.mp4" poster="d.png"></video></div>',
      ["link a.md", "image c.mp4", "image d.png"],
    ],
    [
      "figure",
      '<a href="l.md"><picture><source srcset="d.png 2x" media="(prefers-color-scheme: dark)"><img src="i.png"></picture></a>',
      ["link l.md", "image d.png", "image i.png"],
    ],
    [
      "sources with several candidates, and with blanks and commas in their names",
      ["a.png 1x, b.png 2x", "c.png, d.png 2x", ".gitbook/my pic, 2.png", "e f.png 480w,g.png 1.5x"]
        .map(
          (set) =>
            `<picture><source srcset="${set}" media="(prefers-color-scheme: dark)"><img src="i.png"></picture>`,
        )
        .join(" "),
      ["a.png", "c.png", ".gitbook/my pic, 2.png", "e f.png"].flatMap((dark) => [
        `image ${dark}`,
        "image i.png",
      ]),
    ],
    [
      "figure caption",
      '<figure><img src="i.png"><figcaption><p>[a](b.md)</p></figcaption></figure>',
      ["image i.png", "link b.md"],
    ],
    [
      "cards",
      '<table data-view="cards"><tr><th></th><th data-card-target data-hidden></th><th data-card-cover data-hidden></th><th data-hidden></th></tr><tr><td>[a](b)</td><td><a href="t.md">t</a></td><td><a href="c.png">c</a></td><td><a href="h.md">h</a></td></tr></table>',
      ["link b", "card t.md", "cover c.png", "link h.md"],
    ],
    [
      "tags",
      '{% content-ref url=\'a.md\' %}[b](c.md){% endcontent-ref %}\n{% file src="d.pdf" %}\n{% include "e.md" %}\n{% embed url=https://f.g %}\n{% openapi src="h.yaml" %}',
      ["contentRef a.md", "link c.md", "file d.pdf", "include e.md", "embed https://f.g", "openapi h.yaml"],
    ],
    [
      "inside containers",
      '{% tabs %}\n{% tab title="x" %}\n<details>\n<summary>[a](b)</summary>\n\n[c](d)\n\n</details>\n{% endtab %}\n{% endtabs %}',
      ["link b", "link d"],
    ],
    ["code has none", "`[a](b)`\n\n    [a](b)\n\n```\n[a](b)\n```", []],
    ["Windows line ends", "a\r\n\r\n> b\r\n> [c](d.md)\r\n", ["link d.md"]],
  ];
  test.each(cases)("%s", (_, source, expected) => {
    const found = references(parse(source).document);
    expect(found.map(({ kind, start, end }) => `${kind} ${source.slice(start, end)}`)).toEqual(expected);
  });

  test("give addresses decoded and the block they are in", () => {
    const found = references(parse("a\n\n[b](c\\)d&amp;e) <a href='f&quot;g'>h</a>").document);
    expect(found.map(({ url, block }) => [url, block])).toEqual([
      ["c)d&e", 1],
      ['f"g', 1],
    ]);
  });
});

describe("rewriteLinks", () => {
  const cases: [name: string, source: string, url: string, expected: string][] = [
    ["bare", "[a](b 't') c", "/pages/1", "[a](/pages/1 't') c"],
    ["bare, to one with spaces", "[a](b)", "c d", "[a](<c d>)"],
    ["bare, to one with a parenthesis", "[a](b)", "c)d", "[a](c\\)d)"],
    ["between brackets", "[a](<b>)", "c>d", "[a](<c\\>d>)"],
    ["attribute", '<img src="a">', 'b"c', '<img src="b&quot;c">'],
    ["attribute without quotes", "x <img src=a> y", "b c", 'x <img src="b c"> y'],
    ["tag", "{% include 'a' %}", "b'c", "{% include 'b\\'c' %}"],
    ["tag without quotes", "{% embed url=a %}", "b c", '{% embed url="b c" %}'],
    ["autolink to another address", "<https://a.b>", "https://c.d", "<https://c.d>"],
    ["autolink to a page", "x <https://a.b> y", "/pages/1", "x [https://a.b](/pages/1) y"],
    ["address to a page", "x https://a.b, y", "/pages/1", "x [https://a.b](/pages/1), y"],
    ["table cell", "|[a](b)|\n|-|", "c|d", "|[a](c%7Cd)|\n|-|"],
    ["definition", "[a]: b 't'\n", "c", "[a]: c 't'\n"],
  ];
  test.each(cases)("%s", (_, source, url, expected) => {
    expect(rewriteLinks(source, () => url)).toBe(expected);
  });

  test("leaves what it is told to leave", () => {
    const source = "[a](b) [c](d)\r\n![e](<f>)";
    expect(rewriteLinks(source, ({ url }) => (url === "d" ? "/pages/1" : undefined))).toBe(
      "[a](b) [c](/pages/1)\r\n![e](<f>)",
    );
  });
});

describe("replaceRanges", () => {
  test("takes edits in any order and keeps the rest", () => {
    const edits = [
      { start: 4, end: 5, text: "E" },
      { start: 0, end: 1, text: "" },
      { start: 2, end: 2, text: "+" },
    ];
    expect(replaceRanges("abcdef", edits)).toBe("b+cdEf");
  });

  test("refuses ranges that are not there", () => {
    expect(() => replaceRanges("abc", [{ start: 2, end: 4, text: "" }])).toThrow(RangeError);
  });
});

describe("resolveTarget", () => {
  const cases: [url: string, target: AddressTarget][] = [
    ["", { kind: "empty" }],
    ["https://a.b/c.md", { kind: "external", scheme: "https" }],
    ["JavaScript:alert(1)", { kind: "external", scheme: "javascript" }],
    ["//a.b", { kind: "external", scheme: "" }],
    ["#a%20b", { kind: "anchor", anchor: "a b" }],
    ["/pages/x1#y", { kind: "page", page: "x1", anchor: "y" }],
    ["/pages/a/b", { kind: "path", path: "/pages/a/b", page: true }],
    ["/files/x1", { kind: "file", file: "x1" }],
    ["/reusable/x1", { kind: "reusable", reusable: "x1" }],
    ["/reusable/a/b", { kind: "path", path: "/reusable/a/b", page: true }],
    ["../a%20b.md?x#c", { kind: "path", path: "../a b.md", anchor: "c", page: true }],
    ["a/", { kind: "path", path: "a/", page: true }],
    [".gitbook/assets/a.png", { kind: "path", path: ".gitbook/assets/a.png", page: false }],
    ["100%", { kind: "path", path: "100%", page: true }],
  ];
  test.each(cases)("%s", (url, target) => {
    expect(resolveTarget(url)).toEqual(target);
  });
});
