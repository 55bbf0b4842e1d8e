import { expect, test, vi } from "vitest";
import { Kept, keptBytes, openKept } from "./kept.ts";
import { SHARES } from "./shares.ts";

test("values used least recently make way for others, and all stay within their share", () => {
  const kept = new Kept<string>({ bytesOf: 1000, most: 3500 });
  for (const key of ["a", "b", "c"]) kept.set(key, `value of ${key}`);
  expect(kept.get("a")).toBe("value of a");
  kept.set("d", "value of d");
  expect(["a", "b", "c", "d"].map((key) => kept.get(key))).toEqual([
    "value of a",
    undefined,
    "value of c",
    "value of d",
  ]);
  expect(kept.bytes).toBeGreaterThan(3000);
  expect(kept.bytes).toBeLessThanOrEqual(3500);
});

test("keys are counted too, and what is larger than all may be together is given and not kept", () => {
  const kept = new Kept<string>({ bytesOf: (text) => text.length * 2, most: 1000 });
  expect(kept.set("k".repeat(600), "")).toBe("");
  expect(kept.set("large", "x".repeat(600))).toHaveLength(600);
  expect(kept.bytes).toBe(0);
  // Who knows better what a value takes says so.
  kept.set("small", "x", 500);
  expect(kept.bytes).toBeGreaterThan(500);
});

test("a value ends at its time", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  try {
    const kept = new Kept<string>({ bytesOf: 1, most: 1000, endsAfter: 60_000 });
    kept.set("a", "value");
    clock.mockReturnValue(60_000);
    expect(kept.get("a")).toBe("value");
    clock.mockReturnValue(62_000);
    expect(kept.get("a")).toBeUndefined();
  } finally {
    clock.mockRestore();
  }
});

test("what many ask for at once is made once, and made again after it failed", async () => {
  const kept = new Kept<string>({ bytesOf: 1, most: 1000 });
  let made = 0;
  const make = async () => `made ${++made}`;
  expect(await Promise.all([kept.make("a", make), kept.make("a", make)])).toEqual(["made 1", "made 1"]);
  expect(await kept.make("a", make)).toBe("made 1");
  const fail = () => Promise.reject(new Error("no"));
  await expect(Promise.all([kept.make("b", fail), kept.make("b", fail)])).rejects.toThrow("no");
  expect(await kept.make("b", make)).toBe("made 2");
});

test("what is open is told by its name, with what it takes and what it may take", () => {
  const before = keptBytes().get("agents") ?? { bytes: 0, most: 0 };
  const kept = openKept<string>("agents", { bytesOf: 1000 });
  kept.set("a", "value");
  const after = keptBytes().get("agents") ?? { bytes: 0, most: 0 };
  expect(after.bytes - before.bytes).toBe(kept.bytes);
  expect(after.most - before.most).toBe(SHARES.agents);
});
