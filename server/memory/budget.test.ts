import { describe, expect, test } from "vitest";
import { MemoryBudget } from "./budget.ts";
import { Kept } from "./kept.ts";

/** A room of values of a kilobyte each. */
function open(budget: MemoryBudget, most: number): Kept<string> {
  const room = new Kept<string>({ bytesOf: 1000, most, budget });
  budget.open(room);
  return room;
}

function fill(room: Kept<string>, count: number, prefix = ""): void {
  for (let index = 0; index < count; index++) room.set(`${prefix}${index}`, "value");
}

describe("all rooms together", () => {
  test("stay within the budget, whatever each may take by itself", () => {
    const budget = new MemoryBudget(1_000_000);
    const rooms = [open(budget, 900_000), open(budget, 900_000), open(budget, 900_000)];
    let most = 0;
    for (let round = 0; round < 3000; round++) {
      for (const room of rooms) room.set(`${round}`, "value");
      most = Math.max(
        most,
        rooms.reduce((sum, { bytes }) => sum + bytes, 0),
      );
    }
    expect(most).toBeLessThanOrEqual(1_000_000);
    expect(most).toBeGreaterThan(900_000);
  });

  test("let the one give that has most of its share, and its oldest values", () => {
    const budget = new MemoryBudget(1_000_000);
    const [small, large] = [open(budget, 100_000), open(budget, 2_000_000)];
    fill(small, 10);
    fill(large, 1500);
    expect(small.bytes).toBeGreaterThan(10_000);
    expect([large.get("0"), large.get("1499")]).toEqual([undefined, "value"]);
  });

  test("let one alone have all of it", () => {
    const budget = new MemoryBudget(1_000_000);
    const [alone, other] = [open(budget, 1_000_000), open(budget, 1_000_000)];
    fill(alone, 2000);
    expect(other.bytes).toBe(0);
    expect(alone.bytes).toBeGreaterThan(900_000);
  });

  test("come down at once when the budget is made less", () => {
    const budget = new MemoryBudget(1_000_000);
    const room = open(budget, 900_000);
    fill(room, 700);
    budget.most = 100_000;
    expect(room.bytes).toBeLessThanOrEqual(100_000);
    expect(room.get("699")).toBe("value");
  });
});

test("a room that nobody looks into gives back what it has, half at a time, and one in use keeps it", () => {
  const budget = new MemoryBudget(1_000_000);
  const [idle, used] = [open(budget, 500_000), open(budget, 500_000)];
  for (const room of [idle, used]) fill(room, 300);
  const [before, kept] = [idle.bytes, used.bytes];
  // Filling them was a use.
  budget.rest();
  expect([idle.bytes, used.bytes]).toEqual([before, kept]);
  used.get("0");
  budget.rest();
  expect(idle.bytes).toBeLessThanOrEqual(before / 2);
  expect(idle.bytes).toBeGreaterThan(before / 3);
  expect(used.bytes).toBe(kept);
  for (let minute = 0; minute < 10; minute++) budget.rest();
  expect([idle.bytes, used.bytes]).toEqual([0, 0]);
});
