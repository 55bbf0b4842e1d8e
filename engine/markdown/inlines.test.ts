import { describe, expect, test } from "vitest";
import { inlinesIn, text } from "./tree.fixture.ts";

describe("inlines", () => {
  const cases: [name: string, source: string, expected: unknown[]][] = [
    [
      "marks",
      "*a* **b** ~~c~~ `d`",
      [
        { type: "emphasis", children: [text("a")] },
        text(" "),
        { type: "strong", children: [text("b")] },
        text(" "),
        { type: "strikethrough", children: [text("c")] },
        text(" "),
        { type: "code", text: "d" },
      ],
    ],
    [
      "HTML marks",
      "<b>a</b><kbd>b</kbd><sub>c</sub><sup>d</sup><u>e</u>",
      [
        { type: "strong", children: [text("a")] },
        { type: "kbd", children: [text("b")] },
        { type: "sub", children: [text("c")] },
        { type: "sup", children: [text("d")] },
        { type: "underline", children: [text("e")] },
      ],
    ],
    [
      "breaks",
      "a  \nb\\\nc<br>d\ne",
      [
        text("a"),
        { type: "break", hard: true },
        text("b"),
        { type: "break", hard: true },
        text("c"),
        { type: "break", hard: true },
        text("d"),
        { type: "break", hard: false },
        text("e"),
      ],
    ],
    ["escapes and entities", "\\*a\\* &amp; &#65;", [text("*a* & A")]],
    [
      "expression",
      'v<code class="expression">a * b * c</code>',
      [text("v"), { type: "expression", expression: "a * b * c" }],
    ],
    ["formula", "a $$x_1 * y_1$$ b", [text("a "), { type: "math", text: "x_1 * y_1" }, text(" b")]],
    ["money", "$5 and $6", [text("$5 and $6")]],
    [
      "link with title",
      '[a](<b c.md> "t")',
      [{ type: "link", url: "b c.md", title: "t", mention: false, children: [text("a")] }],
    ],
    [
      "mention",
      '[b.md](b.md "mention")',
      [{ type: "link", url: "b.md", mention: true, children: [text("b.md")] }],
    ],
    [
      "hostile address, as written",
      "[a](javascript:alert(1))",
      [{ type: "link", url: "javascript:alert(1)", mention: false, children: [text("a")] }],
    ],
    [
      "address",
      "see https://a.b/c.",
      [
        text("see "),
        { type: "link", url: "https://a.b/c", mention: false, children: [text("https://a.b/c")] },
        text("."),
      ],
    ],
    [
      "mail address",
      "to a.b+c@d.org, now",
      [
        text("to "),
        { type: "link", url: "mailto:a.b+c@d.org", mention: false, children: [text("a.b+c@d.org")] },
        text(", now"),
      ],
    ],
    [
      "mail addresses with underscores, and what is none",
      "first_last+x_y@d.org a_b@d.org- _c_",
      [
        {
          type: "link",
          url: "mailto:first_last+x_y@d.org",
          mention: false,
          children: [text("first_last+x_y@d.org")],
        },
        text(" a_b@d.org- "),
        { type: "emphasis", children: [text("c")] },
      ],
    ],
    ["file names are no addresses", "readme.md and example.com", [text("readme.md and example.com")]],
    [
      "reference link",
      "[a][r]\n\n[r]: x",
      [{ type: "link", url: "x", mention: false, children: [text("a")] }],
    ],
    ["image", "![a *b*](c.png 'd')", [{ type: "image", src: "c.png", alt: "a b", title: "d" }]],
    [
      "HTML image",
      'a <img src="b.png" alt="c" data-size="line">',
      [text("a "), { type: "image", src: "b.png", alt: "c", size: "line" }],
    ],
    ["emoji", ":rocket: 10:30:45", [{ type: "emoji", name: "rocket" }, text(" 10:30:45")]],
    ["icon", '<i class="fa-solid fa-house">:house:</i>', [{ type: "icon", name: "house" }]],
    [
      "colour",
      '<mark style="background-color:blue; color: red">a</mark>',
      [{ type: "mark", color: "red", background: "blue", children: [text("a")] }],
    ],
    [
      "button link",
      '<a href="b.md" class="button secondary" data-icon="i">a</a>',
      [{ type: "button", style: "secondary", icon: "i", url: "b.md", children: [text("a")] }],
    ],
    [
      "button action",
      '<button type="button" class="button primary" data-action="ask" data-query="q &quot;r&quot;">a</button>',
      [{ type: "button", style: "primary", action: "ask", query: 'q "r"', children: [text("a")] }],
    ],
    ["footnote", "a[^1]\n\n[^1]: b", [text("a"), { type: "footnoteRef", label: "1" }]],
    ["footnote nobody wrote", "a[^1]", [text("a[^1]")]],
    [
      "annotation",
      "[a](#user-content-fn-1)[^1]\n\n[^1]: b",
      [{ type: "annotation", label: "1", children: [text("a")] }],
    ],
    ["tag not closed", "a <b>c", [text("a "), { type: "html", raw: "<b>" }, text("c")]],
    [
      "tags that cross",
      "<b>a <i>c</b> d</i>",
      [
        { type: "strong", children: [text("a "), { type: "html", raw: "<i>" }, text("c")] },
        text(" d"),
        { type: "html", raw: "</i>" },
      ],
    ],
    [
      "HTML closed outside its emphasis",
      "*a <b>c* d</b>",
      [
        { type: "emphasis", children: [text("a "), { type: "html", raw: "<b>" }, text("c")] },
        text(" d"),
        { type: "html", raw: "</b>" },
      ],
    ],
    [
      "unknown tag",
      "a <span x>b</span>",
      [text("a "), { type: "html", raw: "<span x>" }, text("b"), { type: "html", raw: "</span>" }],
    ],
    ["anchor", 'a <a id="x"></a>', [text("a "), { type: "html", raw: '<a id="x"></a>' }]],
  ];
  test.each(cases)("%s", (_, source, expected) => {
    expect(inlinesIn(source)).toEqual(expected);
  });
});
