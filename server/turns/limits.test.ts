import { expect, test, vi } from "vitest";
import { Limits, type Neighbours } from "./limits.ts";

const MINUTE = 60_000;

/** Processes that hear each other at once. */
function openProcesses(...names: string[]): Limits[] {
  const listeners: ((text: string) => void)[] = [];
  const neighbours: Neighbours = {
    tell: (text) => listeners.forEach((hear) => hear(text)),
    hear: (listener) => void listeners.push(listener),
  };
  return names.map((name) => {
    const limits = new Limits();
    limits.share(neighbours, name, Date.now);
    return limits;
  });
}

test("what a caller spends in one process is counted in the others a second later, and within its minute", () => {
  vi.useFakeTimers({ now: 0 });
  const [a, b, c] = openProcesses("a", "b", "c").map((limits) => limits.open("api", 100));
  const left = (of: typeof a, caller = "ada") => of?.take(caller, 0, Date.now()).remaining;
  a?.take("ada", 30, 0);
  b?.take("ada", 20, 0);
  b?.take("bob", 10, 0);
  expect([left(a), left(b), left(c)]).toEqual([70, 80, 100]);
  vi.advanceTimersByTime(1000);
  expect([left(a), left(b), left(c)]).toEqual([50, 50, 50]);
  expect(left(a, "bob")).toBe(90);
  // Said again, it is no more than it was.
  vi.advanceTimersByTime(5000);
  a?.take("ada", 50, Date.now());
  vi.advanceTimersByTime(1000);
  expect([left(a), left(c)]).toEqual([0, 0]);
  expect(c?.take("ada", 1, Date.now()).remaining).toBe(-1);
  // What was given back is told too.
  a?.give("ada", 40, Date.now());
  vi.advanceTimersByTime(1000);
  expect(left(c)).toBe(40);
  vi.setSystemTime(MINUTE);
  expect([left(a), left(b), left(c)]).toEqual([100, 100, 100]);
  vi.useRealTimers();
});

test("little is told of nobody, limits of other names are others, and a clock in another minute counts for nothing", () => {
  vi.useFakeTimers({ now: 0 });
  const [a, b] = openProcesses("a", "b");
  const [api, sites] = [a?.open("api", 100), a?.open("sites", 100)];
  const [apiThere, sitesThere] = [b?.open("api", 100), b?.open("sites", 100)];
  const left = (of: typeof api, now = 0) => of?.take("ada", 0, now).remaining;
  api?.take("ada", 5, 0);
  sites?.take("ada", 6, 0);
  vi.advanceTimersByTime(1000);
  expect([left(apiThere), left(sitesThere)]).toEqual([100, 94]);
  apiThere?.take("ada", 30, 0);
  // A neighbour whose clock is ahead neither takes away what was spent here nor counts in this minute.
  vi.setSystemTime(2 * MINUTE);
  api?.take("ada", 50, 2 * MINUTE);
  vi.advanceTimersByTime(1000);
  expect(left(apiThere)).toBe(70);
  expect(left(apiThere, 2 * MINUTE)).toBe(50);
  vi.useRealTimers();
});

test("what is told no more is told of no minute that is over, and what nobody of us says counts for nothing", () => {
  vi.useFakeTimers({ now: 0 });
  const texts: string[] = [];
  let hear: (text: string) => void = () => undefined;
  const limits = new Limits();
  const end = limits.share(
    { tell: (text) => void texts.push(text), hear: (listener) => (hear = listener) },
    "a",
    Date.now,
  );
  const api = limits.open("api", 100);
  api.take("ada", 10, 0);
  vi.advanceTimersByTime(MINUTE - 1);
  const told = texts.length;
  expect(told).toBeGreaterThan(5);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(texts.length - told).toBeLessThan(2);
  const window = Math.floor(Date.now() / MINUTE);
  const spent = (points: unknown) =>
    JSON.stringify({ from: "b", limit: "api", window, spent: [["ada", points]] });
  for (const text of [
    "",
    "null",
    "x",
    "{}",
    `{"from":"b","limit":"api","window":${window}}`,
    spent("9"),
    spent(-9),
  ])
    hear(text);
  expect(api.take("ada", 0, Date.now()).remaining).toBe(100);
  hear(spent(9));
  expect(api.take("ada", 0, Date.now()).remaining).toBe(91);
  end();
  vi.useRealTimers();
});
