import { describe, expect, test } from "vitest";
import { anchorOf, headingAnchors } from "./anchors.ts";
import { conditions } from "./conditions.ts";
import { parse } from "./parse.ts";
import { sections } from "./sections.ts";

const sectionsOf = (source: string): unknown[] =>
  sections(parse(source).document).map(({ anchor, title, level, text, conditions }) =>
    conditions.length === 0 ? [anchor, title, level, text] : [anchor, title, level, text, conditions],
  );

describe("sections", () => {
  const cases: [name: string, source: string, expected: unknown[]][] = [
    ["nothing", "", []],
    ["only a lead", "a *b*\nc", [["", "", 0, "a b c"]]],
    [
      "headings",
      "a\n\n# B\n\nc\n\n## D\n### E\nf\n#### G\nh",
      [
        ["", "", 0, "a"],
        ["b", "B", 1, "c"],
        ["d", "D", 2, ""],
        ["e", "E", 3, "f\nG\nh"],
      ],
    ],
    [
      "code, lists, tables",
      "```js\nlet x\n```\n- a\n- b\n\n|c|d|\n|-|-|\n|e|f|",
      [["", "", 0, "let x\na\nb\nc d\ne f"]],
    ],
    [
      "containers",
      '{% tabs %}\n{% tab title="A" %}\n## B\nc\n{% endtab %}\n{% endtabs %}\n\n{% hint %}\nd\n{% endhint %}\n\n<details><summary>e</summary>\nf\n</details>',
      [
        ["", "", 0, "A"],
        ["b", "B", 2, "c\nd\ne\nf"],
      ],
    ],
    [
      "conditions",
      "a\n\n{% if x %}\nb\n\n## C\nd\n\n{% if y %}\ne\n{% endif %}\n{% endif %}\n\nf",
      [
        ["", "", 0, "a"],
        ["", "", 0, "b", ["x"]],
        ["c", "C", 2, "d", ["x"]],
        ["c", "C", 2, "e", ["x", "y"]],
        ["", "", 0, "f"],
      ],
    ],
    [
      "no addresses, markup or expressions",
      '[a](https://x.y) ![b](c) <span>d</span> <code class="expression">secret</code> $$e$$',
      [["", "", 0, "a b d  e"]],
    ],
  ];
  test.each(cases)("%s", (_, source, expected) => {
    expect(sectionsOf(source)).toEqual(expected);
  });
});

describe("anchors", () => {
  test.each([
    ["Quick start", "quick-start"],
    ["What's new in 2.0?", "whats-new-in-20"],
    ["Größe 标题 и ещё", "größe-标题-и-ещё"],
    ["snake_case - and", "snake_case---and"],
    ["🎉", "section"],
    ["", "section"],
  ])("of %s", (title, anchor) => {
    expect(anchorOf(title)).toBe(anchor);
  });

  test("differ, and those given by hand come first", () => {
    const { document } = parse('## A\n## A\n## A-1\n## B <a href="#a" id="a"></a>\n## A');
    expect(
      [...headingAnchors(document)]
        .map(([heading, anchor]) => [heading.start, anchor])
        .toSorted((a, b) => Number(a[0]) - Number(b[0]))
        .map(([, anchor]) => anchor),
    ).toEqual(["a-1", "a-2", "a-1-1", "a", "a-3"]);
  });
});

test("conditions are those of blocks and of expressions, once each", () => {
  const source =
    '{% if a %}\n*<code class="expression">b</code>*\n\n{% if a %}\n|<code class="expression">c</code>|\n|-|\n{% endif %}\n{% endif %}';
  expect(conditions(parse(source).document)).toEqual(["a", "b", "c"]);
});
