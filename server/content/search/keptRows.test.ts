import { expect, test } from "vitest";
import { openKeptRows } from "./keptRows.ts";

const bytes = 1000;

/** Rows of an index, and what was asked of it. */
function indexOf(...numbers: number[]) {
  const asked: string[] = [];
  const there = new Set(numbers);
  const readAbsent = async (list: string) => {
    asked.push(list);
    const wanted = list.split(",").map(Number);
    return wanted.filter((number) => there.has(number)).map((number) => ({ number, bytes }));
  };
  return { asked, there, readAbsent };
}

test("rows are read once, and given in the order in which they are asked for", async () => {
  const { asked, readAbsent } = indexOf(1, 2, 3);
  const kept = openKeptRows("search_pages");
  const numbers = async (...wanted: number[]) =>
    (await kept.of(wanted, readAbsent)).map(({ number }) => number);
  expect(await numbers(2, 1)).toEqual([2, 1]);
  expect(await numbers(3, 1, 2)).toEqual([3, 1, 2]);
  expect(await numbers(1, 3)).toEqual([1, 3]);
  expect(asked).toEqual(["2,1", "3"]);
});

test("what the index lacks is left out, and asked for again", async () => {
  const { asked, there, readAbsent } = indexOf(1);
  const kept = openKeptRows("search_pages");
  expect(await kept.of([4, 1], readAbsent)).toEqual([{ number: 1, bytes }]);
  there.add(4);
  expect(await kept.of([4, 1], readAbsent)).toHaveLength(2);
  expect(asked).toEqual(["4,1", "4"]);
});

test("rows used least recently make way for others", async () => {
  const { asked, readAbsent } = indexOf(1, 2, 3, 4);
  const kept = openKeptRows("search_pages", 3.5 * bytes);
  for (const wanted of [[1, 2, 3], [1], [4], [1, 3], [2]]) await kept.of(wanted, readAbsent);
  expect(asked).toEqual(["1,2,3", "4", "2"]);
});
