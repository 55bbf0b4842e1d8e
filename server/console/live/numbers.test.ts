import { expect, test } from "vitest";
import { SeenNumbers } from "./numbers.ts";

const CLOCK = Date.UTC(2026, 0, 1);

test("waits for the gaps among what came lately, and for none of long ago", () => {
  const seen = new SeenNumbers();
  const at = (seq: number, secondsAgo: number) => ({ seq, created_at: CLOCK - secondsAgo * 1000 });
  // The last one first; 2 and 3 are missing since an hour, 12 since a moment.
  seen.begin([at(13, 1), at(11, 2), at(10, 3), at(4, 3600), at(1, 3601)] as never, 500, CLOCK);
  expect([seen.last, seen.missing(500)]).toEqual([13, [12]]);
});

test("gives up what does not come within a minute", () => {
  const seen = new SeenNumbers();
  seen.begin([], 0, CLOCK);
  seen.see(1, 1000);
  seen.see(3, 1000);
  expect([seen.missing(1001), seen.missing(62_000)]).toEqual([[2], []]);
});

test("waits for five thousand in all, however many gaps there are", () => {
  const seen = new SeenNumbers();
  seen.begin([], 0, CLOCK);
  for (let seq = 4000; seq <= 40_000; seq += 4000) seen.see(seq, 1000);
  const missing = seen.missing(1001);
  expect([missing.length, missing.at(-1)]).toEqual([5000, 39_999]);
});
