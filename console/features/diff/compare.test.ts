import { describe, expect, test } from "vitest";
import { childBlocks } from "../../../engine/markdown/anatomy.ts";
import type { Block, Inline } from "../../../engine/markdown/document.ts";
import { atOnce } from "../../../engine/steps.ts";
import { compare, type Difference } from "./compare.ts";
import { inOrder } from "./inOrder.ts";
import { mergeOnce, mergeSources } from "./lines.ts";
import { mergeTexts } from "./words.ts";

const SIGNS = { added: ["{+", "+}"], removed: ["[-", "-]"], moved: ["<", ">"] } as const;

/** A difference as a line for each block, with signs around what is marked. */
function told({ parts, marks }: Difference): string[] {
  const signed = (one: object, text: string): string => {
    const change = marks.changes.get(one);
    return change === undefined ? text : SIGNS[change].join(text);
  };
  const ofInlines = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) => {
        if (inline.type === "text" || inline.type === "code") return signed(inline, inline.text);
        if ("children" in inline) return signed(inline, `${inline.type}(${ofInlines(inline.children)})`);
        return signed(inline, inline.type);
      })
      .join("");
  const ofBlock = (block: Block): string => {
    const set = marks.settings.get(block);
    const settings = set === undefined ? "" : `(${set.before} to ${set.after}) `;
    const lines = block.type === "code" ? marks.lines.get(block) : undefined;
    if (block.type === "code") {
      return signed(
        block,
        settings + (lines?.map((line) => signed(line, line.text)).join("/") ?? block.text),
      );
    }
    if (block.type === "table") {
      const rows = block.rows.map((row) =>
        signed(row, row.map((cell) => ofInlines(cell.children)).join("|")),
      );
      return signed(
        block,
        [block.header.map((cell) => ofInlines(cell.children)).join("|"), ...rows].join(" / "),
      );
    }
    if (block.type === "paragraph" || block.type === "heading") {
      return signed(block, settings + ofInlines(block.children));
    }
    return signed(block, `${settings}${block.type}: ${childBlocks(block).map(ofBlock).join("; ")}`);
  };
  return parts.map(({ block }) => ofBlock(block));
}

const differ = (before: string, after: string) => told(atOnce(compare(before, after)));

describe("two texts as one", () => {
  test.each<[what: string, before: string, after: string, told: string[]]>([
    ["the same", "A b.\n\nC.", "A b.\n\nC.", ["A b.", "C."]],
    ["a word", "You need Node 18.\n\nC.", "You need Node 20.\n\nC.", ["You need Node [-18-]{+20+}.", "C."]],
    [
      "a phrase in one piece",
      "It takes a very long time to end.",
      "It takes one or two minutes to end.",
      ["It takes [-a very long time-]{+one or two minutes+} to end."],
    ],
    [
      "nothing in common",
      "Old words here.",
      "Quite another text.",
      ["[-Old words here.-]", "{+Quite another text.+}"],
    ],
    [
      "a block that came, one that went",
      "A.\n\nB.\n\nC.",
      "A.\n\nC.\n\nD.",
      ["A.", "[-B.-]", "C.", "{+D.+}"],
    ],
    [
      "a block that moved, once",
      "A one.\n\nB two.\n\nC three.",
      "B two.\n\nC three.\n\nA one.",
      ["B two.", "C three.", "<A one.>"],
    ],
    [
      "formatting",
      "A bold word here now.",
      "A **bold** word here now.",
      ["A [-bold-]{+strong(bold)+} word here now."],
    ],
    [
      "where a link leads",
      "See [this page](https://a.example) for more.",
      "See [this page](https://b.example) for more.",
      ["See [-link(this page)-]{+link(this page)+} for more."],
    ],
    ["a level", "## Requirements\n\nT.", "### Requirements\n\nT.", ["(## to ###) Requirements", "T."]],
    [
      "an item",
      "- one thing\n- two things\n- three things",
      "- one thing\n- two other things\n- three things\n- four",
      [
        "list: listItem: one thing; listItem: two {+other +}things; listItem: three things; {+listItem: four+}",
      ],
    ],
    [
      "a task",
      "- [ ] write it all\n- [x] read it",
      "- [x] write it all\n- [x] read it",
      ["list: ([ ] to [x]) listItem: write it all; listItem: read it"],
    ],
    [
      "a table by cells",
      "| a | b |\n| - | - |\n| 1 | first one |\n| 2 | second one |",
      "| a | b |\n| - | - |\n| 1 | first two |\n| 3 | third |\n| 2 | second one |",
      ["a|b / 1|first [-one-]{+two+} / {+3|third+} / 2|second one"],
    ],
    [
      "code by lines",
      "```js\nlet a = 1;\nlet b = 2;\nrun(a, b);\n```",
      "```js\nlet a = 1;\nlet b = 3;\nrun(a, b);\n```",
      ["let a = 1;/[-let b = 2;-]/{+let b = 3;+}/run(a, b);"],
    ],
    [
      "a hint of another kind",
      '{% hint style="info" %}\nIt takes a minute.\n{% endhint %}',
      '{% hint style="warning" %}\nIt takes a minute.\n{% endhint %}',
      ['({% hint style="info" %} to {% hint style="warning" %}) hint: It takes a minute.'],
    ],
    [
      "what is only written differently",
      "* one\n* two",
      "- one\n- two",
      ["list: listItem: one; listItem: two"],
    ],
    [
      "lines broken elsewhere",
      "One two three\nfour five six.",
      "One two\nthree four five six.",
      ["One two three four five six."],
    ],
    [
      "a paragraph put into a hint",
      "First of all.\n\nRead this before.",
      'First of all.\n\n{% hint style="info" %}\nRead this before.\n{% endhint %}',
      ["First of all.", '( to {% hint style="info" %}) hint: <Read this before.>'],
    ],
    ["all of it new", "", "# A\n\nB.", ["{+A+}", "{+B.+}"]],
    ["all of it gone", "A.\n\nB.", "", ["[-A.-]", "[-B.-]"]],
  ])("%s", (_, before, after, expected) => {
    expect(differ(before, after)).toEqual(expected);
  });

  test("a part has the ids of what is in it now, and tells what it is", () => {
    const { parts } = atOnce(compare("- one\n- two", "- one\n- two and more\n\nNew."));
    expect(parts.map(({ change, preview, ids }) => [change, preview, ids.length])).toEqual([
      ["edited", "one", 5],
      ["added", "New.", 1],
    ]);
  });

  test("texts of any kind give each word of both sides once", () => {
    const before = "# T\n\nA **b** c.\n\n> quoted words\n\n1. x\n2. y\n";
    const after = "# T\n\nA **b** d c.\n\n1. y\n2. z\n\n> quoted words\n";
    const lines = differ(before, after).join("\n");
    for (const word of ["quoted words", "x", "y", "z"]) expect(lines.split(word)).toHaveLength(2);
  });
});

test("words of writing without spaces are told apart", () => {
  expect(
    mergeTexts("今日は天気がいい", "今日は天気が悪い").map(({ text, change }) => [text, change]),
  ).toEqual([
    ["今日は天気が", undefined],
    ["いい", "removed"],
    ["悪い", "added"],
  ]);
});

test("lines of a source have their numbers in both, and the words that differ", () => {
  expect(mergeSources("a\nb two\nc\n", "a\nb three\nc\nd")).toEqual([
    { change: undefined, pieces: [{ text: "a", change: undefined }], before: 1, after: 1 },
    {
      change: "removed",
      pieces: [
        { text: "b ", change: undefined },
        { text: "two", change: "removed" },
      ],
      before: 2,
    },
    {
      change: "added",
      pieces: [
        { text: "b ", change: undefined },
        { text: "three", change: "added" },
      ],
      after: 2,
    },
    { change: undefined, pieces: [{ text: "c", change: undefined }], before: 3, after: 3 },
    { change: "added", pieces: [{ text: "d", change: undefined }], after: 4 },
  ]);
});

test("a source beside the one of before has a line that was edited once", () => {
  const told = (before: string, after: string) =>
    mergeOnce(before, after).map(({ change = "same", pieces }) => [
      change,
      pieces
        .map(({ text, change: own }) => (own === undefined ? text : `${own === "added" ? "+" : "-"}${text}`))
        .join("|"),
    ]);
  expect(told("a\nb two\nc\n", "a\nb three\nc\nd")).toEqual([
    ["same", "a"],
    ["edited", "b |-two|+three"],
    ["same", "c"],
    ["added", "d"],
  ]);
  expect(told("gone\nold\nwe go home\nlast\n", "new\nwe went home\n")).toEqual([
    ["added", "new"],
    ["removed", "gone"],
    ["removed", "old"],
    ["edited", "we |-go|+went| home"],
    ["removed", "last"],
  ]);
});

test.each<[(number | undefined)[], number[]]>([
  [[], []],
  [
    [0, 1, 2],
    [0, 1, 2],
  ],
  [
    [1, 2, 0],
    [0, 1],
  ],
  [
    [3, undefined, 0, 1, 2],
    [2, 3, 4],
  ],
])("of %j those in order are %j", (numbers, places) => {
  expect([...inOrder(numbers)].toSorted((a, b) => a - b)).toEqual(places);
});
