import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { Queue, type TurnRefusal } from "./queue.ts";

const refused = (why: TurnRefusal): Error => new Error(why);

test("works of one key go one after the other as they came, those of another don't wait for them", async () => {
  const queue = new Queue();
  const told: string[] = [];
  const work = (key: string, name: string) =>
    queue.take(key, async () => {
      told.push(`${name} begins`);
      await turn();
      told.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([work("a", "a1"), work("a", "a2"), work("b", "b1")])).toEqual(["a1", "a2", "b1"]);
  expect(told.filter((line) => line.startsWith("a"))).toEqual([
    "a1 begins",
    "a1 ends",
    "a2 begins",
    "a2 ends",
  ]);
  expect(told.indexOf("b1 begins")).toBeLessThan(told.indexOf("a1 ends"));
  expect(queue.size).toBe(0);
});

test("a work that fails fails its caller and nobody behind it", async () => {
  const queue = new Queue();
  const bad = queue.take("a", () => Promise.reject(new Error("broken")));
  const good = queue.take("a", () => Promise.resolve("fine"));
  await expect(bad).rejects.toThrow("broken");
  expect(await good).toBe("fine");
});

test("so many are under way at once, so many wait, and more are refused", async () => {
  const queue = new Queue({ atOnce: 2, mostWaiting: 1, refusal: refused });
  const [first, second] = [await queue.enter("a"), await queue.enter("a")];
  const third = queue.enter("a");
  expect(queue.load("a")).toEqual({ underway: 2, waiting: 1 });
  await expect(queue.enter("a")).rejects.toThrow("full");
  first();
  // Leaving twice gives nobody a second turn.
  first();
  const leave = await third;
  expect(queue.load("a")).toEqual({ underway: 2, waiting: 0 });
  second();
  leave();
  expect(queue.load("a")).toEqual({ underway: 0, waiting: 0 });
  expect(queue.size).toBe(0);
});

test("works may say for themselves how many of them go at once", async () => {
  const queue = new Queue();
  const leaves = [await queue.enter("a", { atOnce: 2 }), await queue.enter("a", { atOnce: 2 })];
  void queue.enter("a", { atOnce: 2 });
  expect(queue.load("a")).toEqual({ underway: 2, waiting: 1 });
  for (const leave of leaves) leave();
});

test("who gives up or has waited too long takes no turn, and who waits behind them does", async () => {
  vi.useFakeTimers();
  try {
    const queue = new Queue({ patience: 1000, refusal: refused });
    const leave = await queue.enter("a");
    const stop = new AbortController();
    const given = queue.enter("a", { signal: stop.signal });
    const late = queue.enter("a");
    stop.abort();
    await expect(given).rejects.toThrow("aborted");
    await expect(queue.enter("a", { signal: stop.signal })).rejects.toThrow("aborted");
    const isLate = expect(late).rejects.toThrow("late");
    await vi.advanceTimersByTimeAsync(999);
    const next = queue.enter("a");
    await vi.advanceTimersByTimeAsync(1);
    await isLate;
    expect(queue.load("a")).toEqual({ underway: 1, waiting: 1 });
    leave();
    (await next)();
    expect(queue.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("turns that aren't handed on are given by name, beyond those under way", async () => {
  const queue = new Queue({ isHandedOn: false });
  const leave = await queue.enter("a");
  const [second, third] = [queue.enter("a"), queue.enter("a", { atOnce: 0 })];
  leave();
  expect(queue.load("a")).toEqual({ underway: 0, waiting: 2 });
  expect([queue.admit("a"), queue.admit("a")]).toEqual([true, true]);
  // Nobody waits any more.
  expect([queue.admit("a"), queue.admit("b")]).toEqual([false, false]);
  expect([queue.underway, queue.waiting]).toEqual([2, []]);
  for (const end of [await second, await third]) end();
  expect(queue.size).toBe(0);
});

test("who gave up before anybody had a turn leaves nothing behind", async () => {
  const queue = new Queue({ patience: 1, refusal: refused });
  await expect(queue.enter("a", { atOnce: 0 })).rejects.toThrow("late");
  expect(queue.size).toBe(0);
});

test("those who wait are named as they came, whatever they wait for", async () => {
  const queue = new Queue({ isHandedOn: false });
  const leave = await queue.enter("b");
  const asked = ["b", "a", "b", "c"].map((key) => queue.enter(key, { atOnce: 0 }));
  expect([queue.underway, queue.waiting]).toEqual([1, ["b", "a", "b", "c"]]);
  queue.admit("b");
  expect([queue.underway, queue.waiting]).toEqual([2, ["a", "b", "c"]]);
  for (const key of queue.waiting) queue.admit(key);
  for (const end of [...(await Promise.all(asked)), leave]) end();
  expect(queue.size).toBe(0);
});

test("who was refused takes no line away that others have begun since", async () => {
  const queue = new Queue({ refusal: refused });
  const leave = await queue.enter("a");
  const stop = new AbortController();
  const given = expect(queue.enter("a", { signal: stop.signal })).rejects.toThrow("aborted");
  // All in one turn: who gave up hears of it behind the one that comes.
  stop.abort();
  leave();
  const again = await queue.enter("a");
  await given;
  expect(queue.load("a")).toEqual({ underway: 1, waiting: 0 });
  again();
  expect(queue.size).toBe(0);
});
