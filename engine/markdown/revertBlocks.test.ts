import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../server/test/cost.ts";
import { blocks } from "./blockIds.ts";
import { atOnce } from "../steps.ts";
import { parse } from "./parse.ts";
import { revertBlocks } from "./revertBlocks.ts";

const reverted = (now: string, before: string, ids: readonly string[]) =>
  atOnce(revertBlocks(now, before, ids));

/** The id of the first block that contains some words. */
function idOf(text: string, words: string): string {
  const found = blocks(parse(text).document).find(({ start, end }) => text.slice(start, end).includes(words));
  if (found === undefined) throw new Error(`${words} is in no block`);
  return found.id;
}

describe("reverting blocks", () => {
  const before = "One.\n\nTwo.\n\nThree.\n";
  const cases: [string, string, string[], string][] = [
    ["an edited block by its id now", "One!\n\nTwo!\n\nThree.\n", ["Two!"], "One!\n\nTwo.\n\nThree.\n"],
    ["a new block", "One.\n\nNew.\n\nTwo.\n\nThree!\n", ["New."], "One.\n\nTwo.\n\nThree!\n"],
    ["a new block at the end", "One.\n\nTwo.\n\nThree.\n\nFour.", ["Four."], "One.\n\nTwo.\n\nThree.\n"],
  ];
  test.each(cases)("takes back %s", (_, now, words, expected) => {
    const ids = words.map((one) => idOf(now, one));
    expect(reverted(now, before, ids)).toEqual({ text: expected, unknown: [], isNested: false });
  });

  test.each([
    ["a list before code", "    code\n", "- x\n\np\n\n    code\n", ["- x"], true],
    ["with what stood between them", "    code\n", "- x\n\np\n\n    code\n", ["- x", "p"], false],
    ["what came between them", "- x\n\np\n\n    code\n", "- x\n", ["p"], true],
  ])("tells that code would be a part of a list: %s", (_, now, old, words, isNested) => {
    const ids = words.map((one) => idOf(old.includes(one) ? old : now, one));
    expect(reverted(now, old, ids)).toMatchObject({ unknown: [], isNested });
  });

  test.each([
    ["what came before indented code", "a\n\nx\n\n    code\n", "a\n\n    code\n", "x"],
    ["what went from before indented code", "a\n\n    code\n", "a\n\nx\n\n    code\n", "x"],
    ["what came before an indented list", "a\n\nx\n\n  - p\n  - q\n", "a\n\n  - p\n  - q\n", "x"],
    ["what went from before an indented list", "a\n\n  - p\n  - q\n", "a\n\nx\n\n  - p\n  - q\n", "x"],
    ["a paragraph that became code", "a\n\n    b\n", "a\n\nb\n", "b"],
    ["indented code", "a\n\nb\n", "a\n\n    code\n\nb\n", "code"],
  ])("keeps indentation: %s", (_, now, old, words) => {
    const ids = [now, old].filter((text) => text.includes(words)).map((text) => idOf(text, words));
    expect(reverted(now, old, ids).text).toBe(old);
  });

  test("brings back what was removed, by its id before", () => {
    const now = "One.\n\nThree!\n";
    expect(reverted("One.\n\nThree.\n", before, [idOf(before, "Two.")]).text).toBe(before);
    expect(reverted("Three.", before, [idOf(before, "One.")]).text).toBe("One.\n\nThree.\n");
    expect(reverted(now, before, []).text).toBe(now);
  });

  test("takes back one of several changes beside each other, whatever their number", () => {
    const old = "Read the manual first.\n\nThen stop.\n\nThree.\n";
    const now = "Hello.\n\nRead the whole manual first.\n";
    const of = (words: string, text: string) => reverted(now, old, [idOf(text, words)]).text;
    expect(of("Three.", old)).toBe("Hello.\n\nRead the whole manual first.\n\nThree.\n");
    expect(of("Then stop.", old)).toBe("Hello.\n\nRead the whole manual first.\n\nThen stop.\n");
    expect(of("Hello.", now)).toBe("Read the whole manual first.\n");
    expect(of("whole", now)).toBe("Hello.\n\nRead the manual first.\n");
    const all = ["Hello.", "whole"].map((words) => idOf(now, words));
    const gone = ["Then stop.", "Three."].map((words) => idOf(old, words));
    expect(reverted(now, old, [...all, ...gone]).text).toBe(old);
  });

  test("knows blocks inside others, and says which ids are none of a change", () => {
    const old = '{% hint style="info" %}\nA.\n{% endhint %}\n\nB.\n';
    const now = '{% hint style="info" %}\nC.\n{% endhint %}\n\nB!\n';
    const inner = blocks(parse(now).document).find(({ path }) => path.length === 2)?.id ?? "";
    expect(reverted(now, old, [inner, "absent"])).toEqual({
      text: old.replace("B.", "B!"),
      unknown: ["absent"],
      isNested: false,
    });
  });

  test("leaves blocks on neighbouring lines as they stand", () => {
    const old = "# T\nintro:\n- a\n- b\n\nc\n\n## U\nmore:\n1. e\n";
    const now = old.replace("c\n", "C\n");
    expect(reverted(now, old, [idOf(now, "C")]).text).toBe(old);
  });

  test("costs what the texts are long, however many blocks they have", () =>
    expectModestGrowth((share) => {
      const old = `${"a\n\n".repeat(share * 1_000)}a${" ".repeat(share * 10_000)}b\n`;
      reverted(`b\n\n${old}`, old, [idOf("b\n", "b")]);
    }));
});
