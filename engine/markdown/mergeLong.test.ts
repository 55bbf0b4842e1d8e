import { describe, expect, test } from "vitest";
import { mergeBody } from "./mergeBody.ts";
import { maxSourceLength } from "./parse.ts";

interface LongBlock {
  readonly before?: string;
  readonly after?: string;
  /** The line at a place of the base. */
  readonly line: (at: number) => string;
  /** A line that stands nowhere in the base, by its words. */
  readonly other: (words: string) => string;
}

const item = (words: string) => `- ${words}\n`;
const row = (words: string) => `| ${words} | b |\n`;
const codeLine = (words: string) => `say(${words});\n`;
const table = { before: "| A | B |\n| --- | --- |\n", other: row };
const code = { before: "```js\n", after: "```\n", other: codeLine };

const BLOCKS: readonly [name: string, LongBlock][] = [
  ["a list", { line: (at) => item(`item ${at} has words`), other: item }],
  ["a list that repeats itself", { line: (at) => item(`item ${at % 7} has words`), other: item }],
  [
    "a list in a list",
    {
      before: "- outer\n",
      line: (at) => `  - item ${at} has words\n`,
      other: (words) => `  - ${words}\n`,
    },
  ],
  ["a table", { ...table, line: (at) => row(`row ${at}`) }],
  ["a table that repeats itself", { ...table, line: (at) => row(`row ${at % 5}`) }],
  [
    "a table in HTML",
    {
      before: "<table><thead><tr><th>A</th></tr></thead><tbody>\n",
      after: "</tbody></table>\n",
      line: (at) => `<tr><td>row ${at}</td></tr>\n`,
      other: (words) => `<tr><td>${words}</td></tr>\n`,
    },
  ],
  ["code", { ...code, line: (at) => codeLine(`line, ${at}`) }],
  [
    "code that repeats itself",
    { ...code, line: (at) => (at % 3 === 0 ? "}\n" : codeLine(`line, ${at % 3}`)) },
  ],
  [
    "paragraphs",
    { line: (at) => `Paragraph ${at} has some words.\n\n`, other: (words) => `Here are ${words}.\n\n` },
  ],
  [
    "paragraphs in a hint",
    {
      before: '{% hint style="info" %}\n',
      after: "{% endhint %}\n",
      line: (at) => `Paragraph ${at} has some words.\n\n`,
      other: (words) => `Here are ${words}.\n\n`,
    },
  ],
];

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const plain = BLOCKS.filter(([name]) => ["a list", "a table", "code", "paragraphs"].includes(name));
/** The largest is just below what is read as a page at all, with what is added. */
const LARGEST = maxSourceLength - 1_000;
const SIZES: readonly [size: number, blocks: typeof BLOCKS][] = isFull
  ? [100_000, 300_000, LARGEST].map((size) => [size, BLOCKS])
  : [
      [100_000, BLOCKS],
      [LARGEST, plain],
    ];

function linesOf({ line }: LongBlock, size: number): string[] {
  const lines: string[] = [];
  for (let length = 0; length < size - 200; length += lines.at(-1)!.length) lines.push(line(lines.length));
  return lines;
}

/** Both sides edit a line and add one, each at the first tenth and at the last: none beside another. */
function versionsOf(block: LongBlock, size: number) {
  const lines = linesOf(block, size);
  const { before = "", after = "", other } = block;
  const [early, late] = [Math.floor(lines.length / 10), Math.floor((lines.length * 9) / 10)];
  type Change = readonly [at: number, ...lines: string[]];
  const editOfOurs: Change = [early, other("words of ours")];
  const additionOfOurs: Change = [late + 20, other("more of ours"), lines[late + 20]!];
  const editOfTheirs: Change = [late, other("words of theirs")];
  const additionOfTheirs: Change = [early + 20, other("more of theirs"), lines[early + 20]!];
  const text = (...changes: readonly Change[]) => {
    const changed = [...lines];
    for (const [at, ...now] of changes) changed[at] = now.join("");
    return before + changed.join("") + after;
  };
  return {
    base: text(),
    ours: text(editOfOurs, additionOfOurs),
    theirs: text(editOfTheirs, additionOfTheirs),
    merged: text(editOfOurs, additionOfOurs, editOfTheirs, additionOfTheirs),
  };
}

describe.each(SIZES)("distant edits don't meet in %d characters", (size, blocks) => {
  test.each(blocks)("of %s", (_, block) => {
    const { base, ours, theirs, merged } = versionsOf(block, size);
    expect(base.length).toBeGreaterThan(size - 300);
    const parts = mergeBody({ base, ours, theirs });
    // Compared so, a difference of a megabyte is not written out.
    expect(parts.map((part) => typeof part)).toEqual(["string"]);
    expect(parts[0] === merged).toBe(true);
  });
});

test.each(BLOCKS)("one line of %s that both change is a conflict, and nothing of it is lost", (_, block) => {
  const lines = linesOf(block, 150_000);
  const { before = "", after = "", other } = block;
  const text = (words?: string) =>
    before +
    lines
      .with(5, words === undefined ? lines[5]! : other(words))
      .with(lines.length - 5, words === undefined ? lines.at(-5)! : other(`${words} again`))
      .join("") +
    after;
  const [base, ours, theirs] = [text(), text("words of ours"), text("words of theirs")];
  const parts = mergeBody({ base, ours, theirs });
  expect(parts.some((part) => typeof part === "object")).toBe(true);
  const chosen = (side: "ours" | "theirs") =>
    parts.map((part) => (typeof part === "string" ? part : part[side])).join("");
  expect(chosen("ours") === ours).toBe(true);
  expect(chosen("theirs") === theirs).toBe(true);
});
