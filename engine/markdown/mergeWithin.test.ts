import { describe, expect, test } from "vitest";
import { bodyOfParts, bothSides, mergeBody } from "./mergeBody.ts";
import { parse } from "./parse.ts";

interface Case {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Undefined: a conflict. */
  readonly merged: string | undefined;
}

const code = (...lines: string[]) => `\`\`\`js\n${lines.join("\n")}\n\`\`\`\n`;
const table = (...rows: string[]) => `| A | B |\n| - | - |\n${rows.join("\n")}\n`;
const cards = (...rows: string[]) =>
  `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th></tr></thead><tbody>${rows
    .map((row) => `<tr><td>${row}</td><td><a href="${row}.md">x</a></td></tr>`)
    .join("")}</tbody></table>`;

const CASES: Readonly<Record<string, Case>> = {
  "a list that is indented, behind a new paragraph": {
    base: "a\n\nb\n",
    ours: "a\n\nx\n\nb\n",
    theirs: "a\n\n  - y\n  - z\n\nb\n",
    merged: "a\n\nx\n\n  - y\n  - z\n\nb\n",
  },
  "numbers that are indented, at the end": {
    base: "a\n",
    ours: "a\n\nx\n",
    theirs: "a\n\n   1. y\n   2. z\n",
    merged: "a\n\nx\n\n   1. y\n   2. z\n",
  },
  "two paragraphs before indented code": {
    base: "a\n\n    code\n",
    ours: "a\n\nx\n\n    code\n",
    theirs: "a\n\ny\n\n    code\n",
    merged: "a\n\nx\n\ny\n\n    code\n",
  },
  "a list that is indented, whose neighbour goes": {
    base: "a\n\nb\n\n  - p\n  - q\n",
    ours: "a\n\nx\n\nb\n\n  - p\n  - q\n",
    theirs: "a\n\n  - p\n  - q\n",
    merged: "a\n\nx\n\n  - p\n  - q\n",
  },
  "indented code whose neighbour goes": {
    base: "a\n\nb\n\n    code\n",
    ours: "a\n\nx\n\nb\n\n    code\n",
    theirs: "a\n\n    code\n",
    merged: "a\n\nx\n\n    code\n",
  },
  "indented code first, and what comes before it": {
    base: "    code\n\na\n",
    ours: "x\n\n    code\n\na\n",
    theirs: "    code\n\nA\n",
    merged: "x\n\n    code\n\nA\n",
  },
  "items of a list that is indented": {
    base: "x\n\n  - a\n  - b\n",
    ours: "x\n\n  - A\n  - b\n",
    theirs: "x\n\n  - a\n  - b\n  - c\n",
    merged: "x\n\n  - A\n  - b\n  - c\n",
  },
  "a list that is indented by one, and an item by the other": {
    base: "x\n\n- a\n- b\n",
    ours: "x\n\n  - a\n  - b\n",
    theirs: "x\n\n- a\n- b\n- c\n",
    merged: "x\n\n  - a\n  - b\n- c\n",
  },
  "a paragraph that is indented by one and edited by the other": {
    base: "x\n\na b c d e f\n",
    ours: "x\n\n a b c d e f\n",
    theirs: "x\n\na b c d e F\n",
    merged: "x\n\n a b c d e F\n",
  },
  "a paragraph that becomes code by one and is edited by the other": {
    base: "x\n\na b c d e f\n",
    ours: "x\n\n    a b c d e f\n",
    theirs: "x\n\na b c d e F\n",
    merged: undefined,
  },
  "numbers that are indented, an item each": {
    base: " 1. a\n 2. b\n",
    ours: " 1. A\n 2. b\n",
    theirs: " 1. a\n 2. B\n",
    merged: " 1. A\n 2. B\n",
  },
  "a hint in an item that gets a number, and a block of it": {
    base: '- i\n\n  {% hint style="info" %}\n  a\n\n  b\n  {% endhint %}\n',
    ours: '1. i\n\n   {% hint style="info" %}\n   a\n\n   b\n   {% endhint %}\n',
    theirs: '- i\n\n  {% hint style="info" %}\n  a\n\n  B\n  {% endhint %}\n',
    merged: '1. i\n\n   {% hint style="info" %}\n   a\n\n   B\n   {% endhint %}\n',
  },
  "code that is indented within a hint": {
    base: '{% hint style="info" %}\na\n\n    code\n{% endhint %}\n',
    ours: '{% hint style="info" %}\na\n\nx\n\n    code\n{% endhint %}\n',
    theirs: '{% hint style="info" %}\na\n\ny\n\n    code\n{% endhint %}\n',
    merged: '{% hint style="info" %}\na\n\nx\n\ny\n\n    code\n{% endhint %}\n',
  },
  "a hint in an item, and a block of it": {
    base: '- i\n\n  {% hint style="info" %}\n  a\n\n  b\n  {% endhint %}\n',
    ours: '- i\n\n  {% hint style="info" %}\n  a\n\n  x\n\n  b\n  {% endhint %}\n',
    theirs: '- i\n\n  {% hint style="info" %}\n  a\n\n  B\n  {% endhint %}\n',
    merged: '- i\n\n  {% hint style="info" %}\n  a\n\n  x\n\n  B\n  {% endhint %}\n',
  },
  "items of a list": {
    base: "- a\n- b\n- c\n",
    ours: "- A\n- b\n- c\n",
    theirs: "- a\n- b\n- C\n",
    merged: "- A\n- b\n- C\n",
  },
  "neighbouring items": {
    base: "- a\n- b\n",
    ours: "- A\n- b\n",
    theirs: "- a\n- B\n",
    merged: "- A\n- B\n",
  },
  "an item beside one that is edited": {
    base: "* a\n* b",
    ours: "* a\n* new\n* b",
    theirs: "* a\n* B",
    merged: "* a\n* new\n* B",
  },
  "two items at the end, ours first": {
    base: "- a\n",
    ours: "- a\n- one\n",
    theirs: "- a\n- two\n",
    merged: "- a\n- one\n- two\n",
  },
  "an item before numbers, and an edit behind it": {
    base: "1. a\n2. b\n3. c\n",
    ours: "1. new\n2. a\n3. b\n4. c\n",
    theirs: "1. a\n2. b\n3. C\n",
    merged: "1. new\n2. a\n3. b\n4. C\n",
  },
  "a box that is ticked, and its words": {
    base: "- [ ] do it\n- [ ] more\n",
    ours: "- [x] do it\n- [ ] more\n",
    theirs: "- [ ] do it now\n- [ ] more\n",
    merged: "- [x] do it now\n- [ ] more\n",
  },
  "another mark before all, and an item": {
    base: "* a\n* b\n",
    ours: "- a\n- b\n",
    theirs: "* a\n* b\n* c\n",
    merged: "- a\n- b\n- c\n",
  },
  "lists within items": {
    base: "- a\n  - x\n  - y\n- b\n",
    ours: "- a\n  - X\n  - y\n- b\n",
    theirs: "- a\n  - x\n  - y\n  - z\n- B\n",
    merged: "- a\n  - X\n  - y\n  - z\n- B\n",
  },
  "blocks of one item": {
    base: "- a\n\n  one\n\n  two\n- b\n",
    ours: "- a\n\n  ONE\n\n  two\n- b\n",
    theirs: "- a\n\n  one\n\n  two\n\n  ```\n  x\n  ```\n- b\n",
    merged: "- a\n\n  ONE\n\n  two\n\n  ```\n  x\n  ```\n- b\n",
  },
  "one item, both": {
    base: "- a\n- b\n- c\n",
    ours: "- a\n- one\n- c\n",
    theirs: "- a\n- two\n- c\n",
    merged: undefined,
  },
  "rows of a table": {
    base: table("| 1 | a |", "| 2 | b |", "| 3 | c |"),
    ours: table("| 1 | A |", "| 2 | b |", "| 3 | c |"),
    theirs: table("| 1 | a |", "| 2 | b |", "| 3 | C |", "| 4 | d |"),
    merged: table("| 1 | A |", "| 2 | b |", "| 3 | C |", "| 4 | d |"),
  },
  "a table drawn wider, and a row": {
    base: table("| 1 | a |", "| 2 | b |"),
    ours: "| A  | B   |\n| -- | --- |\n| 1  | a   |\n| 2  | b   |\n",
    theirs: table("| 1 | a |", "| 2 | B |"),
    merged: "| A  | B   |\n| -- | --- |\n| 1  | a   |\n| 2 | B |\n",
  },
  "a table with another column, and a row": {
    base: table("| 1 | a |", "| 2 | b |"),
    ours: "| A | B | C |\n| - | - | - |\n| 1 | a | x |\n| 2 | b | y |\n",
    theirs: table("| 1 | a |", "| 2 | B |"),
    merged: undefined,
  },
  "rows of a table at two ends": {
    base: table("| 1 | a |"),
    ours: table("| 0 | z |", "| 1 | a |"),
    theirs: table("| 1 | a |", "| 2 | b |"),
    merged: table("| 0 | z |", "| 1 | a |", "| 2 | b |"),
  },
  cards: {
    base: cards("a", "b"),
    ours: cards("a1", "b"),
    theirs: cards("a", "b", "c"),
    merged: cards("a1", "b", "c"),
  },
  "lines of code": {
    base: code("one()", "two()", "three()"),
    ours: code("one(1)", "two()", "three()"),
    theirs: code("one()", "two()", "three()", "four()"),
    merged: code("one(1)", "two()", "three()", "four()"),
  },
  "one line of code, both": {
    base: code("one()", "two()"),
    ours: code("one(1)", "two()"),
    theirs: code("one(2)", "two()"),
    merged: undefined,
  },
  "lines of code under a longer fence": {
    base: code("a", "b"),
    ours: code("a", "b", "c"),
    theirs: "````js\na\n```\nb\n````\n",
    merged: "````js\na\n```\nb\nc\n````\n",
  },
  "blocks of a quote": {
    base: "> a\n>\n> b\n",
    ours: "> A\n>\n> b\n",
    theirs: "> a\n>\n> b\n>\n> c\n",
    merged: "> A\n>\n> b\n>\n> c\n",
  },
  "a list in a hint": {
    base: '{% hint style="info" %}\n- a\n- b\n{% endhint %}\n',
    ours: '{% hint style="info" %}\n- A\n- b\n{% endhint %}\n',
    theirs: '{% hint style="info" %}\n- a\n- b\n- c\n{% endhint %}\n',
    merged: '{% hint style="info" %}\n- A\n- b\n- c\n{% endhint %}\n',
  },
  "a tab's name, and its text": {
    base: '{% tabs %}\n{% tab title="A" %}\none\n{% endtab %}\n{% endtabs %}\n',
    ours: '{% tabs %}\n{% tab title="B" %}\none\n{% endtab %}\n{% endtabs %}\n',
    theirs: '{% tabs %}\n{% tab title="A" %}\nuno\n{% endtab %}\n{% endtabs %}\n',
    merged: '{% tabs %}\n{% tab title="B" %}\nuno\n{% endtab %}\n{% endtabs %}\n',
  },
  "blocks beside one that is edited": {
    base: "a b c\n\nd\n",
    ours: "a b C\n\nd\n",
    theirs: "new\n\na b c\n\nmore\n\nd\n",
    merged: "new\n\na b C\n\nmore\n\nd\n",
  },
  "two blocks at one place, ours first": {
    base: "a\n\nb\n",
    ours: "a\n\nours\n\nb\n",
    theirs: "a\n\ntheirs\n\nb\n",
    merged: "a\n\nours\n\ntheirs\n\nb\n",
  },
  "the same block at one place": {
    base: "a\n",
    ours: "a\n\nsame\n\nours\n",
    theirs: "a\n\nsame\n",
    merged: "a\n\nsame\n\nours\n",
  },
  "removals at two places": {
    base: "a\n\nb\n\nc\n\nd\n",
    ours: "b\n\nc\n\nd\n",
    theirs: "a\n\nb\n\nc\n",
    merged: "b\n\nc\n",
  },
  "line ends, tabs and no last line end": {
    base: "a\r\n\r\n-\tb\r\n-\tc\r\n\r\nd",
    ours: "A\r\n\r\n-\tb\r\n-\tc\r\n\r\nd",
    theirs: "a\r\n\r\n-\tb\r\n-\tC\r\n-\te\r\n\r\nd",
    merged: "A\r\n\r\n-\tb\r\n-\tC\r\n-\te\r\n\r\nd",
  },
  "a block at the end of each, where there was no last line end": {
    base: "a\r\n\r\nb",
    ours: "a\r\n\r\nb\r\n\r\nours",
    theirs: "a\r\n\r\nb\r\n\r\ntheirs",
    merged: "a\r\n\r\nb\r\n\r\nours\r\n\r\ntheirs",
  },
  "both from nothing": { base: "", ours: "a\n", theirs: "b\n", merged: "a\n\nb\n" },
  "code behind somebody else's footnote": {
    base: "a\n",
    ours: "a\n\n[^1]: note\n",
    theirs: "a\n\n    code\n",
    merged: undefined,
  },
  "an indented list behind somebody else's": {
    base: "a\n",
    ours: "a\n\n- x\n",
    theirs: "a\n\n  - y\n",
    merged: undefined,
  },
  "code behind a list, what stood between them removed": {
    base: "a\n\nb\n\n    code\n",
    ours: "a\n\n- x\n\nb\n\n    code\n",
    theirs: "a\n\n    code\n",
    merged: undefined,
  },
  "code that stood behind that list already": {
    base: "a\n\n1. x\n\n  - y\n",
    ours: "A\n\n1. x\n\n  - y\n",
    theirs: "a\n\n1. x\n\n  - y\n\nc\n",
    merged: "A\n\n1. x\n\n  - y\n\nc\n",
  },
  "the first lines of empty code": {
    base: "a\n\n```js\n```\n",
    ours: "a\n\n```js\nours\n```\n",
    theirs: "a\n\n```js\ntheirs\n```\n",
    merged: "a\n\n```js\nours\ntheirs\n```\n",
  },
  "lines of empty code, and its language": {
    base: "```\n```\n",
    ours: "```\nours\n```\n",
    theirs: "```js\n```\n",
    merged: "```js\nours\n```\n",
  },
  "code emptied, and a line behind what is gone": {
    base: code("a"),
    ours: "```js\n```\n",
    theirs: code("a", "b"),
    merged: code("b"),
  },
  "code emptied by halves": {
    base: code("a", "b"),
    ours: code("b"),
    theirs: code("a"),
    merged: "```js\n```\n",
  },
  "the first blocks of an empty hint": {
    base: '{% hint style="info" %}\n{% endhint %}\n',
    ours: '{% hint style="info" %}\nours\n{% endhint %}\n',
    theirs: '{% hint style="danger" %}\n\ntheirs\n\n{% endhint %}\n',
    merged: '{% hint style="danger" %}\n\nours\n\ntheirs\n\n{% endhint %}\n',
  },
  "the first blocks below a summary": {
    base: "<details>\n\n<summary>S</summary>\n\n</details>\n",
    ours: "<details>\n\n<summary>S</summary>\n\nours\n\n</details>\n",
    theirs: "<details>\n\n<summary>S</summary>\n\ntheirs\n\n</details>\n",
    merged: "<details>\n\n<summary>S</summary>\n\nours\n\ntheirs\n\n</details>\n",
  },
  "the first blocks of an empty quote": {
    base: "a\n\n>\n",
    ours: "a\n\n> ours\n",
    theirs: "a\n\n> theirs\n",
    merged: "a\n\n> ours\n>\n> theirs\n",
  },
  "the first blocks of an empty item": {
    base: "- a\n-\n",
    ours: "- a\n- ours\n",
    theirs: "- a\n- theirs\n",
    merged: "- a\n- ours\n\n  theirs\n",
  },
  "lists under an item that has none": {
    base: "- a\n- b\n",
    ours: "- a\n  - x\n- b\n",
    theirs: "- a\n  - y\n- b\n",
    merged: "- a\n  - x\n  - y\n- b\n",
  },
  "numbers under a number that has none": {
    base: "1. a\n",
    ours: "1. a\n   1. x\n",
    theirs: "1. a\n   1. y\n   2. z\n",
    merged: "1. a\n   1. x\n   1. y\n   2. z\n",
  },
  "a list in a list in a quote": {
    base: "> - a\n",
    ours: "> - a\n>   - x\n",
    theirs: "> - a\n>   - y\n",
    merged: "> - a\n>   - x\n>   - y\n",
  },
  "all gone on one side": { base: "a\n\nb\n", ours: "", theirs: "a\n\nb\n\nc\n", merged: "c" },
};

describe("mergeBody", () => {
  test.each(Object.entries(CASES))("%s", (_, { base, ours, theirs, merged }) => {
    const parts = mergeBody({ base, ours, theirs });
    expect(parts.every((part) => typeof part === "string")).toBe(merged !== undefined);
    if (merged !== undefined) expect(bodyOfParts(parts, bothSides)).toBe(merged);
    else {
      expect(bodyOfParts(parts, (conflict) => conflict.ours)).toBe(ours);
      expect(bodyOfParts(parts, (conflict) => conflict.theirs)).toBe(theirs);
    }
  });

  test("a conflict about an item names the item, and takes what was decided", () => {
    const parts = mergeBody({
      base: "b\n\n- a\n- b\n- c\n",
      ours: "b\n\n- a\n- one\n- c\n",
      theirs: "b\n\n- a\n- two\n- c\n",
    });
    const conflict = parts.find((part) => typeof part !== "string");
    expect(conflict).toMatchObject({ base: "- b\n", ours: "- one\n", theirs: "- two\n" });
    expect(conflict?.block).toMatch(/^[\w-]{10,}$/);
    expect(bodyOfParts(parts, bothSides)).toBe("b\n\n- a\n- one\n- two\n- c\n");
    expect(bodyOfParts(parts, () => "- neither")).toBe("b\n\n- a\n- neither\n- c\n");
  });
});

test("an item under a wider number stays one item", () => {
  const base = "9. a\n\n   more\n";
  const parts = mergeBody({ base, ours: "10. a\n\n    more\n", theirs: "9. a\n\n   other\n" });
  const text = bodyOfParts(parts, bothSides);
  for (const block of parse(text).document.children) expect(block.type).toBe("list");
  expect(text).toContain("other");
});
