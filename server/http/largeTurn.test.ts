import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { largeTurn } from "./largeTurn.ts";

test("small answers don't wait, large ones are sent one a turn, in their order", async () => {
  const sent: number[] = [];
  const ask = (name: number, bytes: number) => void largeTurn(bytes).then(() => sent.push(name));
  for (const name of [1, 2, 3]) ask(name, 2_000_000);
  ask(4, 1000);
  const seen: number[] = [];
  for (let turns = 0; turns < 6; turns++) {
    const before = sent.filter((name) => name < 4).length;
    await turn();
    seen.push(sent.filter((name) => name < 4).length - before);
  }
  expect(sent.filter((name) => name < 4)).toEqual([1, 2, 3]);
  expect(Math.max(...seen)).toBe(1);
  expect(sent.indexOf(4)).toBeLessThan(2);
});
