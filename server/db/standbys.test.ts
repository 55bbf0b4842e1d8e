/** What is said of servers that copy the database, by what it says of them. */
import { describe, expect, test } from "vitest";
import { standbyFindings } from "../cli/surroundings.ts";
import { neededBy, type Standby, StandbyDelays, type Standbys } from "./standbys.ts";

test.each([
  ["", 0],
  ["  ", 0],
  ["*", 1],
  ["two", 1],
  ["two, three", 1],
  ["2 (two, three)", 2],
  ["FIRST 2 (two, three, four)", 2],
  ["any 3 (*)", 3],
  ["ANY 1 (two, three)", 1],
])("synchronous_standby_names = '%s' asks for %i", (setting, needed) => {
  expect(neededBy(setting)).toBe(needed);
});

describe("a standby is as far behind as the oldest end of the log that it has not reached", () => {
  const standby = (name: string, replayed: number, lag = 0): Standby => ({
    name,
    replayed: BigInt(replayed),
    lag,
  });
  const seen = (end: number, ...all: Standby[]): Standbys => ({
    all,
    end: BigInt(end),
    hidden: 0,
    needed: 0,
    answering: 0,
    setting: "",
  });
  const told = (delays: ReadonlyMap<string, number>) => Object.fromEntries(delays);

  test("one that stands still is further behind each time, whatever it says", () => {
    const delays = new StandbyDelays();
    expect(told(delays.of(seen(100, standby("a", 100), standby("b", 100)), 0))).toEqual({ a: 0, b: 0 });
    expect(told(delays.of(seen(200, standby("a", 200), standby("b", 100, 0.1)), 5000))).toEqual({
      a: 0,
      b: 0.1,
    });
    expect(told(delays.of(seen(300, standby("a", 300), standby("b", 100, 0.1)), 10_000))).toEqual({
      a: 0,
      b: 5,
    });
    // Nothing is written any more, and it is no nearer.
    expect(told(delays.of(seen(300, standby("a", 300), standby("b", 100, 0.1)), 65_000))).toEqual({
      a: 0,
      b: 60,
    });
    expect(told(delays.of(seen(300, standby("a", 300), standby("b", 250)), 70_000))).toEqual({ a: 0, b: 60 });
    expect(told(delays.of(seen(300, standby("a", 300), standby("b", 300)), 75_000))).toEqual({ a: 0, b: 0 });
  });

  test("however long it stands still", () => {
    const delays = new StandbyDelays();
    for (let second = 0; second < 5000; second++) delays.of(seen(second + 1, standby("a", 0)), second * 1000);
    expect(told(delays.of(seen(6000, standby("a", 0)), 5_000_000))).toEqual({ a: 5000 });
    // What it has not reached is as old as the next that is remembered.
    expect(delays.of(seen(6000, standby("a", 4900)), 5_000_000).get("a")).toBeCloseTo(100, -1);
  });

  test("of several with one name the slowest counts, and the first look has what they say", () => {
    const delays = new StandbyDelays();
    const all = [standby("walreceiver", 10, 7), standby("walreceiver", 100), standby("walreceiver", 99, 3)];
    expect(told(delays.of(seen(100, ...all), 0))).toEqual({ walreceiver: 7 });
  });
});

test.each<[Partial<Standbys>, string, RegExp]>([
  [
    { needed: 1, setting: "ANY 1 (two)" },
    "problem",
    /^Changes wait: .* 1 standby of .* \(ANY 1 \(two\)\) .* 0 of these/,
  ],
  [{ hidden: 2, needed: 1, setting: "two" }, "warning", /about 2 servers .* grant pg_monitor to/],
  [
    { all: [{ name: "two", replayed: 0n, lag: 61 }], end: 3n * 1024n ** 2n },
    "warning",
    /^Behind the database: two by 3.0 MiB of changes\. .* Look at/,
  ],
  [{ all: [{ name: "two", replayed: 0n, lag: 0.2 }], end: 2n ** 30n }, "warning", /two by 1024.0 MiB/],
  [
    {
      all: [{ name: "two", replayed: 0n, lag: 1 }],
      needed: 1,
      answering: 1,
      setting: "two",
    },
    "ok",
    /^Servers that copy the database: 1\. Changes wait for 1 of them$/,
  ],
  [
    { all: [{ name: "two", replayed: 0n, lag: 1 }], end: 1024n ** 2n / 2n },
    "ok",
    /^Servers that copy the database: 1\. Changes wait for 0 of them; two lacks the last 0\.5 MiB$/,
  ],
])("doctor says of %o: %s", (known, state, message) => {
  const none = { all: [], hidden: 0, needed: 0, answering: 0, setting: "", end: 0n };
  expect(standbyFindings({ ...none, ...known })).toEqual([
    { about: "Standbys", state, message: expect.stringMatching(message) },
  ]);
});
