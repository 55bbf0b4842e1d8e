import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "../steps.ts";
import { align, alignSteps } from "./align.ts";
import { blocks } from "./blockIds.ts";
import { page } from "./dialect.fixture.ts";
import { diffBlocks } from "./diffBlocks.ts";
import { parse } from "./parse.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 5000 : 200;

const followed = (before: string, after: string): string[] => {
  const [a, b] = [parse(before).document, parse(after).document];
  return [...atOnce(diffBlocks(a, b)).values()].map(({ from, to }) => {
    const old = before.slice(from.start, from.end);
    const now = after.slice(to.start, to.end);
    return old === now ? old : `${old} → ${now}`;
  });
};

describe("blocks", () => {
  test("have ids by text and occurrence, containers and what they hold", () => {
    const { document } = parse("A\n\n> A\n\nA\n");
    const entries = blocks(document);
    expect(entries.map(({ type, path }) => [type, path])).toEqual([
      ["paragraph", [0]],
      ["blockquote", [1]],
      ["paragraph", [1, 0]],
      ["paragraph", [2]],
    ]);
    const [first, , second, third] = entries.map((one) => one.id);
    expect(first).toMatch(/^[0-9a-f]{40}$/);
    expect([second, third]).toEqual([`${first}-1`, `${first}-2`]);
  });

  test("keep their ids when others change", () => {
    const before = blocks(parse("A\n\nB\n\nC").document).map((one) => one.id);
    const after = blocks(parse("A\n\nX\n\nY\n\nC").document).map((one) => one.id);
    expect([after[0], after[3]]).toEqual([before[0], before[2]]);
  });

  test("have unique ids", () => {
    fc.assert(
      fc.property(page, (source) => {
        const ids = blocks(parse(source).document).map((one) => one.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns },
    );
  });
});

describe("diffBlocks", () => {
  const cases: [name: string, before: string, after: string, followed: string[]][] = [
    ["nothing changed", "A\n\nB", "A\n\nB", ["A", "B"]],
    ["something inserted", "A\n\nB", "A\n\nX\n\nB", ["A", "B"]],
    ["something deleted", "A\n\nX\n\nB", "A\n\nB", ["A", "B"]],
    ["one of three equal ones deleted", "A\n\nA\n\nB\n\nA", "A\n\nB\n\nA", ["A", "B", "A"]],
    ["two swapped", "A\n\nB", "B\n\nA", ["A", "B"]],
    [
      "a paragraph edited",
      "A\n\nOne two three\n\nB",
      "A\n\nOne two four\n\nB",
      ["A", "B", "One two three → One two four"],
    ],
    ["a paragraph replaced", "A\n\nOne two\n\nB", "A\n\nOther words\n\nB", ["A", "B"]],
    [
      "a paragraph moved and written on",
      "A\n\nNew words\n\nB\n\nC",
      "A\n\nB\n\nC\n\nNew words and more",
      ["A", "B", "C", "New words → New words and more"],
    ],
    ["a paragraph gone, and another elsewhere", "A\n\nOne two\n\nB", "A\n\nB\n\nOne other", ["A", "B"]],
    [
      "an edit within a container",
      "> same one\n>\n> b c d",
      "> same one\n>\n> b c e",
      ["same one", "b c d → b c e", "> same one\n>\n> b c d → > same one\n>\n> b c e"],
    ],
  ];
  test.each(cases)("%s", (_, before, after, expected) => {
    expect(followed(before, after).toSorted()).toEqual(expected.toSorted());
  });

  test("follows every block of an unchanged page to itself", () => {
    fc.assert(
      fc.property(page, (source) => {
        const { document } = parse(source);
        const moves = atOnce(diffBlocks(document, document));
        for (const { id } of blocks(document)) expect(moves.get(id)?.to.id).toBe(id);
      }),
      { numRuns },
    );
  });

  test("never follows two blocks to one", () => {
    fc.assert(
      fc.property(page, page, (one, other) => {
        const moves = [...atOnce(diffBlocks(parse(one).document, parse(other).document)).values()];
        expect(new Set(moves.map(({ to }) => to.id)).size).toBe(moves.length);
      }),
      { numRuns },
    );
  });
});

describe("align", () => {
  const sequence = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

  function longest(a: readonly string[], b: readonly string[]): number {
    if (a.length === 0 || b.length === 0) return 0;
    if (a[0] === b[0]) return 1 + longest(a.slice(1), b.slice(1));
    return Math.max(longest(a.slice(1), b), longest(a, b.slice(1)));
  }

  test("pairs equal elements, increasing on both sides", () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const pairs = align(a, b);
        for (const [index, [x, y]] of pairs.entries()) {
          expect(a[x]).toBe(b[y]);
          const [beforeX, beforeY] = pairs[index - 1] ?? [-1, -1];
          expect(x).toBeGreaterThan(beforeX);
          expect(y).toBeGreaterThan(beforeY);
        }
      }),
      { numRuns },
    );
  });

  test("comes near the longest common subsequence when much is alike", () => {
    const alike = fc.array(fc.constantFrom("a", "b"), { minLength: 4, maxLength: 9 });
    fc.assert(
      fc.property(alike, alike, (a, b) => {
        const twice = (list: string[]): boolean =>
          ["a", "b"].every((one) => list.filter((each) => each === one).length !== 1);
        fc.pre(twice(a) && twice(b));
        const inner = align(a, b).length;
        expect(inner).toBeGreaterThanOrEqual(Math.floor(longest(a, b) * 0.6));
      }),
      { numRuns },
    );
  });

  const alike = (length: number, elementAt: (index: number) => string) =>
    Array.from({ length }, (_, index) => elementAt(index));
  const byTurns = alike(20_000, (index) => (index % 2 === 0 ? "x" : "y"));

  test("follows a long stretch that is all alike past the few edits in it", () => {
    const edited = byTurns.with(2_000, "edited").toSpliced(18_000, 0, "new");
    const expected = byTurns.map((_, index) => [index, index < 18_000 ? index : index + 1] as const);
    expect(align(byTurns, edited)).toEqual(expected.toSpliced(2_000, 1));
    expect(align(edited, byTurns)).toEqual(expected.toSpliced(2_000, 1).map(([x, y]) => [y, x]));
  });

  test("comes to the longest common subsequence of a long stretch by its edits too", () => {
    const place = fc.nat(byTurns.length - 1);
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 2, maxLength: 40 }), (places) => {
        const shorter = byTurns.filter((_, index) => !places.includes(index));
        expect(align(byTurns, shorter)).toHaveLength(shorter.length);
        expect(align(shorter, byTurns)).toHaveLength(shorter.length);
      }),
      { numRuns: 20 },
    );
  });

  test("gives up on a long stretch that is all alike and has many edits rather than comparing it all", () => {
    const byPairs = alike(20_000, (index) => (index % 4 < 2 ? "y" : "x"));
    expect(align(["a", ...byTurns, "b"], ["a", ...byPairs, "b"])).toEqual([
      [0, 0],
      [20_001, 20_001],
    ]);
  });

  /** Each name stands twice, so that a round finds nothing but the two ends; between pairs the other side has more. */
  const entangled = (length: number, between: readonly string[]) =>
    Array.from({ length }, (_, index) => [...between, `x${index + 1}`, `x${index}`]).flat();

  function workOn(length: number): number {
    const steps = alignSteps(["a", ...entangled(length, []), "a"], ["b", ...entangled(length, ["z"]), "b"]);
    let work = 0;
    while (steps.next().done !== true) work++;
    return work;
  }

  test("looks at each element a few times at most, however the two are entangled", () => {
    expect(workOn(5_000)).toBeGreaterThan(20);
    expect(workOn(10_000)).toBeLessThan(3 * workOn(5_000));
    expect(workOn(20_000)).toBeLessThan(3 * workOn(10_000));
  });
});
