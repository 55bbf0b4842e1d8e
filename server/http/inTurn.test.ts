import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn } from "./inTurn.ts";

test("small answers don't wait, large ones are sent one a turn, in their order", async () => {
  expect(inTurn(1000)).toBeUndefined();
  const sent: number[] = [];
  for (const name of [1, 2, 3]) void inTurn(2_000_000)?.then(() => sent.push(name));
  const seen: number[] = [];
  for (let turns = 0; turns < 6; turns++) {
    const before = sent.length;
    await turn();
    seen.push(sent.length - before);
  }
  expect(sent).toEqual([1, 2, 3]);
  expect(Math.max(...seen)).toBe(1);
});
