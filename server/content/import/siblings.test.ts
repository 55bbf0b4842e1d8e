import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeSiblings } from "./siblings.ts";

/** Takes places as the engine does: a page that moves has left its old place first. */
function take(existing: readonly string[], planned: readonly string[]): { order: string[]; moved: number } {
  const order = [...existing];
  let moved = 0;
  for (const [index, place] of placeSiblings(existing, planned).entries()) {
    if (place === "stays") continue;
    const id = planned[index] as string;
    const old = order.indexOf(id);
    if (old >= 0) {
      order.splice(old, 1);
      moved += 1;
      expect(place.at).toBeDefined();
    }
    order.splice(place.at ?? order.length, 0, id);
  }
  return { order, moved };
}

describe("placeSiblings", () => {
  test.each<[string, string, string, string, number]>([
    ["nothing there yet", "", "abc", "abc", 0],
    ["nothing new", "abc", "abc", "abc", 0],
    ["one in between", "ac", "abc", "abc", 0],
    ["one at the end, behind what the source does not know", "axy", "ab", "axyb", 0],
    ["the last comes first", "abc", "cab", "cab", 1],
    ["the first that can stay does", "axb", "ba", "bax", 1],
    ["all turned round", "abc", "cba", "cba", 2],
  ])("%s", (_name, existing, planned, order, moved) => {
    expect(take([...existing], [...planned])).toEqual({ order: [...order], moved });
  });

  test("puts any source in its order, leaves the rest in theirs, and moves nothing the second time", () => {
    const some = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"));
    fc.assert(
      fc.property(some, some, (existing, planned) => {
        const { order } = take(existing, planned);
        const known = new Set(planned);
        expect(order.filter((id) => known.has(id))).toEqual(planned);
        expect(order.filter((id) => !known.has(id))).toEqual(existing.filter((id) => !known.has(id)));
        expect(placeSiblings(order, planned).every((place) => place === "stays")).toBe(true);
      }),
      { numRuns: process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 1000 },
    );
  });
});
