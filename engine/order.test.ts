import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG_ORDER, orderBetween, ordersBetween } from "./order.ts";

describe("order keys", () => {
  test("fall between their neighbours wherever and however often one is inserted", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), (places) => {
        const keys: string[] = [];
        for (const place of places) {
          const at = place % (keys.length + 1);
          keys.splice(at, 0, orderBetween(keys[at - 1], keys[at]));
        }
        expect(keys).toEqual([...new Set(keys)].toSorted());
      }),
    );
  });

  test.each([
    ["at the end", (keys: string[]) => keys.length, 6],
    ["at the beginning", () => 0, 6],
    ["always at one place", () => 1, 410],
  ])("grow little when added %s", (_, place, longest) => {
    const keys: string[] = [];
    for (let count = 0; count < 2000; count++) {
      const at = Math.min(place(keys), keys.length);
      keys.splice(at, 0, orderBetween(keys[at - 1], keys[at]));
    }
    expect(keys).toEqual(keys.toSorted());
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(longest);
  });

  test("go on at the ends of what fixed width can hold", () => {
    const top = orderBetween("zzzzzz", undefined);
    expect(top > "zzzzzz").toBe(true);
    expect(orderBetween(top, undefined) > top).toBe(true);
    const bottom = orderBetween(undefined, "000001");
    expect(bottom < "000001").toBe(true);
    expect(orderBetween(undefined, bottom) < bottom).toBe(true);
  });

  test("refuse neighbours in the wrong order", () => {
    expect(() => orderBetween("V00001", "V00001")).toThrow(RangeError);
    expect(() => orderBetween("V00002", "V00001")).toThrow(RangeError);
  });

  test.each([
    [undefined, undefined],
    ["V00000", undefined],
    [undefined, "V00000"],
    ["V00000", "V00001"],
    ["V000001", "V000002"],
  ])("are spread between %s and %s", (before, after) => {
    const keys = ordersBetween(before, after, 1000);
    const all = [before ?? "", ...keys, after ?? "~"];
    expect(keys).toHaveLength(1000);
    expect(all).toEqual([...new Set(all)].toSorted());
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(LONG_ORDER / 2);
  });
});
