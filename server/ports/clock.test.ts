import { describe, expect, test } from "vitest";
import { systemClock } from "./clock.ts";

describe("the clock", () => {
  test.each([
    [0, 0],
    [7 * 24 * 3600, 604_800_000],
    [-60, -60_000],
    [0.5, 500],
  ])("an offset of %d s moves it by %d ms", (offset, moved) => {
    const before = Date.now();
    const now = systemClock(offset).now();
    const after = Date.now();
    expect(Number.isInteger(now)).toBe(true);
    expect(now).toBeGreaterThanOrEqual(before + moved);
    expect(now).toBeLessThanOrEqual(after + moved);
  });
});
