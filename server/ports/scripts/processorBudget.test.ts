import { expect, test } from "vitest";
import { ProcessorBudget } from "./processorBudget.ts";

test("an organization has so much of each minute, whatever others take", () => {
  const budget = new ProcessorBudget(100);
  budget.spend("a", 60, 0);
  expect(budget.has("a", 1)).toBe(true);
  budget.spend("a", 60, 10_000);
  expect([budget.has("a", 10_001), budget.has("b", 10_001)]).toEqual([false, true]);
  expect([budget.has("a", 59_999), budget.has("a", 60_000)]).toEqual([false, true]);
  budget.spend("a", 100, 60_001);
  expect([budget.has("a", 120_000), budget.has("a", 120_001)]).toEqual([false, true]);
});

test("many are counted exactly, and forgotten when their minute is over", () => {
  const budget = new ProcessorBudget(1);
  for (let at = 0; at < 3000; at++) budget.spend(`o${at}`, 1, 0);
  expect([budget.has("o0", 1), budget.has("o2999", 1)]).toEqual([false, false]);
  budget.spend("late", 1, 61_000);
  expect([budget.has("o0", 61_000), budget.has("late", 61_000)]).toEqual([true, false]);
});
