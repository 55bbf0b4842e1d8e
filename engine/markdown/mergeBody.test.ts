import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../server/test/cost.ts";
import { childBlocks } from "./anatomy.ts";
import type { Block } from "./document.ts";
import { bodyOfParts, bothSides, mergeBody, type MergedPart } from "./mergeBody.ts";
import { parse } from "./parse.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 500;

const clean = (parts: readonly MergedPart[]): string =>
  bodyOfParts(parts, (conflict) => {
    throw new Error(`a conflict: ${JSON.stringify(conflict)}`);
  });
const conflictsOf = (parts: readonly MergedPart[]) => parts.filter((part) => typeof part !== "string");

describe("mergeBody", () => {
  test.each([
    ["an edit on each side", "a\n\nb\n\nc", "A\n\nb\n\nc", "a\n\nb\n\nC", "A\n\nb\n\nC"],
    ["edits of neighbouring blocks", "a\n\nb\n\nc", "A\n\nb\n\nc", "a\n\nB\n\nc", "A\n\nB\n\nc"],
    ["a block added and another removed", "a\n\nb\n\nc", "a\n\nb\n\nc\n\nd", "a\n\nc", "a\n\nc\n\nd"],
    [
      "edits beside blocks on neighbouring lines",
      "# T\nintro:\n- a\n- b\n\nc\n\nd\n\n## U\nmore:\n1. e\n",
      "# T\nintro:\n- a\n- b\n\nC\n\nd\n\n## U\nmore:\n1. e\n",
      "# T\nintro:\n- a\n- b\n\nc\n\nd\n\n## U\nmore:\n1. e\n2. f\n",
      "# T\nintro:\n- a\n- b\n\nC\n\nd\n\n## U\nmore:\n1. e\n2. f\n",
    ],
    ["the same change twice", "a\n\nb", "a\n\nB", "a\n\nB", "a\n\nB"],
    ["a block added at the end of a text without a last line", "a", "a\n\nb", "A\n\n# T", "A\n\nb\n\n# T"],
    ["a block moved away on one side", "a\n\nb\n\nc", "b\n\nc\n\na", "a\n\nb\n\nc", "b\n\nc\n\na"],
    [
      "two edits in one hint",
      '{% hint style="info" %}\none\n\ntwo\n\nthree\n{% endhint %}',
      '{% hint style="info" %}\nONE\n\ntwo\n\nthree\n{% endhint %}',
      '{% hint style="info" %}\none\n\ntwo\n\nTHREE\n{% endhint %}',
      '{% hint style="info" %}\nONE\n\ntwo\n\nTHREE\n{% endhint %}',
    ],
    [
      "a hint's style and its text",
      '{% hint style="info" %}\none\n{% endhint %}',
      '{% hint style="danger" %}\none\n{% endhint %}',
      '{% hint style="info" %}\nuno\n{% endhint %}',
      '{% hint style="danger" %}\nuno\n{% endhint %}',
    ],
  ])("%s", (_name, base, ours, theirs, merged) => {
    const parts = mergeBody({ base, ours, theirs });
    if (merged === undefined) expect(conflictsOf(parts)).toHaveLength(1);
    else expect(clean(parts)).toBe(merged);
  });

  test("two edits of one block are a conflict that holds all three", () => {
    const parts = mergeBody({ base: "a\n\nb\n\nc", ours: "a\n\nours\n\nc", theirs: "a\n\ntheirs\n\nc" });
    expect(conflictsOf(parts)).toMatchObject([{ base: "b\n\n", ours: "ours\n\n", theirs: "theirs\n\n" }]);
    expect(bodyOfParts(parts, bothSides)).toBe("a\n\nours\n\ntheirs\n\nc");
    expect(bodyOfParts(parts, ({ theirs }) => theirs)).toBe("a\n\ntheirs\n\nc");
  });

  test("a block that one side removes and the other edits is a conflict", () => {
    const parts = mergeBody({ base: "a\n\nb\n\nc", ours: "a\n\nc", theirs: "a\n\nB\n\nc" });
    expect(conflictsOf(parts)).toMatchObject([{ base: "b\n\n", ours: "", theirs: "B\n\n" }]);
  });
});

test("joining costs what the texts are long, however many they are", () =>
  expectModestGrowth((share) => {
    const parts = Array.from({ length: share * 20_000 }, () => "a\n\n");
    const conflict = { base: "", ours: `a${" ".repeat(share * 20_000)}b`, theirs: "c" };
    bodyOfParts([...parts, conflict, "c"], bothSides);
  }));

const block = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "# Head",
  "* a\n* b",
  "```js\ncode()\n```",
  '{% hint style="info" %}\nhint\n{% endhint %}',
  "| a |\n|---|\n| 1 |",
  "> quote",
);
const bodyOf = (one: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(one, fc.nat(5)), { maxLength: 8 })
    .map((blocks) =>
      blocks
        .map(([text, number]) =>
          text.replace(/alpha|beta|gamma|hint\b(?! style)|code|item/, (word) => `${word}${number}`),
        )
        .join("\n\n"),
    );
const body = bodyOf(block);
/** Blocks that are others without their indentation, or behind others. */
const indented = fc.constantFrom(
  "    code",
  "  - item\n  - more",
  "   1. item\n   2. more",
  '{% hint style="info" %}\nwords\n\n    code\n{% endhint %}',
);

/** Each line of a text with the blocks that it stands in. */
function linesIn(text: string): Set<string> {
  const lines = new Set<string>();
  const walk = (block: Block, above: string): void => {
    const at = `${above}/${block.type}`;
    const children = childBlocks(block);
    for (const child of children) walk(child, at);
    if (children.length > 0) return;
    const written = text.slice(block.start, block.end).split("\n");
    for (const line of written) if (line.trim() !== "") lines.add(`${at} ${line.trim()}`);
  };
  for (const one of parse(text).document.children) walk(one, "");
  return lines;
}

describe("laws", () => {
  test("merging with an unchanged side gives the other side", () => {
    fc.assert(
      fc.property(body, body, (base, other) => {
        expect(clean(mergeBody({ base, ours: other, theirs: base }))).toBe(other);
        expect(clean(mergeBody({ base, ours: base, theirs: other }))).toBe(other);
        expect(clean(mergeBody({ base, ours: other, theirs: other }))).toBe(other);
      }),
      { numRuns: runs },
    );
  });

  test("the sides can be swapped: what both wrote at one place stands in the other order then", () => {
    const lines = (text: string) => [...new Set(text.split(/\n+/))].toSorted();
    fc.assert(
      fc.property(body, body, body, (base, ours, theirs) => {
        const one = mergeBody({ base, ours, theirs });
        const other = mergeBody({ base, ours: theirs, theirs: ours });
        expect(conflictsOf(other)).toHaveLength(conflictsOf(one).length);
        if (conflictsOf(one).length === 0) expect(lines(clean(other))).toEqual(lines(clean(one)));
      }),
      { numRuns: runs },
    );
  });

  test("no line becomes another kind of block", () => {
    const versions = indented.chain((one) => {
      const version = bodyOf(fc.constantFrom(one, "alpha", "beta", "# Head", "> quote"));
      return fc.tuple(version, version, version);
    });
    fc.assert(
      fc.property(versions, ([base, ours, theirs]) => {
        const parts = mergeBody({ base, ours, theirs });
        const known = [base, ours, theirs].map(linesIn);
        const merged = linesIn(bodyOfParts(parts, bothSides));
        expect([...merged].filter((line) => !known.some((lines) => lines.has(line)))).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  test("behind a list or a footnote neither, but where it is asked", () => {
    const versions = indented.chain((one) => {
      const version = bodyOf(fc.constantFrom(one, "- item", "[^1]: note", "alpha", "# Head"));
      return fc.tuple(version, version, version);
    });
    let clear = 0;
    fc.assert(
      fc.property(versions, ([base, ours, theirs]) => {
        const parts = mergeBody({ base, ours, theirs });
        if (conflictsOf(parts).length > 0) return;
        clear += 1;
        const known = [base, ours, theirs].map(linesIn);
        const merged = [...linesIn(clean(parts))];
        expect(merged.filter((line) => !known.some((lines) => lines.has(line)))).toEqual([]);
      }),
      { numRuns: runs },
    );
    expect(clear).toBeGreaterThan(runs / 5);
  });

  test("no block that a side added is lost", () => {
    // What a block holds is merged inside it, so that its lines are looked for without its tags.
    const blocksOf = (text: string) =>
      text
        .replaceAll(/^\{%.*%\}$/gm, "")
        .split(/\n\n+/)
        .map((part) => part.trim())
        .filter(Boolean);
    fc.assert(
      fc.property(body, body, body, (base, ours, theirs) => {
        const merged = bodyOfParts(mergeBody({ base, ours, theirs }), bothSides);
        const before = blocksOf(base);
        for (const side of [ours, theirs]) {
          for (const added of blocksOf(side)) if (!before.includes(added)) expect(merged).toContain(added);
        }
      }),
      { numRuns: runs },
    );
  });
});
