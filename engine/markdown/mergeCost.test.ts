import { expect, test } from "vitest";
import { expectModestGrowth } from "../../server/test/cost.ts";
import { bodyOfParts, bothSides, mergeBody } from "./mergeBody.ts";

/** A text that somebody made up to be slow, with what an editor added to it. */
const hostile: [name: string, text: (size: number, edit: string) => string][] = [
  ["spaces in a row", (size, edit) => `|a|b|\n|-|-|\n|1|2${" ".repeat(size)}3|\n|4${edit}|5|\n`],
  ["rules in a head", (size, edit) => `|a${edit}|${"-  ".repeat(size / 3)}|\n|-|-|\n|1|2|\n`],
  ["blank lines in code", (size, edit) => `\`\`\`\na${"\n".repeat(size)}b${edit}\n\`\`\`\n`],
  [
    "lines of code that are all alike",
    (size, edit) => `\`\`\`\n${edit}\n${"}\n".repeat(size / 2)}${edit}\n\`\`\`\n`,
  ],
  [
    "lines of code that are alike in another order",
    (size, edit) =>
      `\`\`\`\n${(edit === "ours" ? "x\ny\n" : edit === "" ? "x\nx\ny\ny\n" : "y\nx\nx\n").repeat(size / 8)}${edit}\n\`\`\`\n`,
  ],
  [
    "lists in lists",
    (size, edit) => `${"- ".repeat(40)}a${edit}\n${`${" ".repeat(80)}- b\n`.repeat(size / 80)}`,
  ],
  [
    "pairs of words that another text has apart",
    (size, edit) =>
      [
        ...Array.from({ length: size / 6 }, (_, at) => `${edit && `${edit}\n\n`}x${at + 1}\n\nx${at}`),
        `end${edit}`,
      ].join("\n\n"),
  ],
  [
    "a fence that is as long as the text",
    (size, edit) => `${"`".repeat(size + ["", "ours", "theirs"].indexOf(edit))}${edit && `\n\n${edit}`}`,
  ],
  [
    "indented code that would be in the list before it, since each side has taken away something else between",
    (size, edit) =>
      [
        "- item",
        ...Array.from({ length: size / 24 }, (_, at) =>
          [edit !== "ours" && `A${at}`, edit !== "theirs" && `B${at}`, `    code ${at}`].filter(Boolean),
        ).flat(),
        ...(edit === "" ? [] : [edit]),
      ].join("\n\n"),
  ],
];

test.each(hostile)("merging costs what the texts are long: %s", (_name, text) =>
  expectModestGrowth((share) => {
    const size = 24_000 * share;
    const parts = mergeBody({ base: text(size, ""), ours: text(size, "ours"), theirs: text(size, "theirs") });
    expect(bodyOfParts(parts, bothSides).includes("theirs")).toBe(true);
  }),
);
