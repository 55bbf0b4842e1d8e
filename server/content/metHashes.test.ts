import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { metHashes, recentHashes } from "./metHashes.ts";

const nth = (index: number): string => createHash("sha1").update(`${index}`).digest("hex");
/** 20,000 are met, of which each has 26 bits in the filter. */
const MANY = 20_000;
const BYTES = 2 ** 16;

describe("hashes that were met", () => {
  test.each([
    ["exactly", MANY, 0],
    ["in a filter", 100, MANY / 100],
  ])("are never taken for others, kept %s", (_, exact, mistaken) => {
    const met = metHashes(40, { exact, bytes: BYTES });
    for (let index = 0; index < MANY; index++) met.add(nth(index));
    for (let index = 0; index < MANY; index++) expect(met.has(nth(index))).toBe(true);
    const wrong = Array.from({ length: MANY }, (_none, index) => nth(MANY + index)).filter((hash) =>
      met.has(hash),
    );
    expect(wrong.length).toBeLessThanOrEqual(mistaken);
  });

  test("are all known while they are moved into the filter, and once they are", () => {
    const met = metHashes(40, { exact: 100, bytes: BYTES });
    for (let index = 0; index < 200; index++) {
      met.add(nth(index));
      for (let before = 0; before <= index; before++) expect(met.has(nth(before))).toBe(true);
    }
  });

  test("are mistaken for others than by the filter before", () => {
    const mistakes = (): string[] => {
      const met = metHashes(40, { exact: 0, bytes: 2 ** 13 });
      for (let index = 0; index < MANY; index++) met.add(nth(index));
      return Array.from({ length: 2000 }, (_none, index) => nth(MANY + index)).filter((hash) =>
        met.has(hash),
      );
    };
    const [first, second] = [mistakes(), new Set(mistakes())];
    expect(first.length).toBeGreaterThan(100);
    expect(first.filter((hash) => !second.has(hash)).length).toBeGreaterThan(0);
  });
});

test("hashes that were met lately are told, and those that were not are never said to be", () => {
  const lately = recentHashes(40, 10);
  for (let index = 0; index < 100; index++) {
    expect(lately.add(nth(index))).toBe(true);
    for (let back = 0; back < 9 && back <= index; back++) expect(lately.add(nth(index - back))).toBe(false);
  }
  expect(lately.add(nth(0))).toBe(true);
});
