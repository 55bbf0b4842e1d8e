import { describe, expect, test } from "vitest";
import { openDerived } from "./derived.ts";

describe("what is derived from content", () => {
  test("is computed once, also when many ask at the same time", async () => {
    const derived = openDerived("derived", 10_000);
    let computed = 0;
    const compute = async (): Promise<string> => {
      computed++;
      await Promise.resolve();
      return "made";
    };
    const answers = await Promise.all([1, 2, 3].map(() => derived("html", "hash", compute)));
    expect([...answers, await derived("html", "hash", compute)]).toEqual(["made", "made", "made", "made"]);
    expect(computed).toBe(1);
  });

  test("is told apart by kind and by key", async () => {
    const derived = openDerived("derived", 10_000);
    const make = (kind: string, key: string): Promise<string> =>
      derived(kind, key, () => `${kind} of ${key}`);
    expect(await Promise.all([make("a", "1"), make("b", "1"), make("a", "2")])).toEqual([
      "a of 1",
      "b of 1",
      "a of 2",
    ]);
  });

  test("is not kept when making it failed", async () => {
    const derived = openDerived("derived", 10_000);
    const fail = (): never => {
      throw new Error("no");
    };
    await expect(Promise.all([derived("k", "1", fail), derived("k", "1", fail)])).rejects.toThrow("no");
    expect(await derived("k", "1", () => "yes")).toBe("yes");
  });

  test("stays within its budget, and what is larger than that is still answered", async () => {
    const derived = openDerived("derived", 1200);
    let computed = 0;
    const make = (key: string, size: number): Promise<Buffer> =>
      derived("k", key, () => {
        computed++;
        return Buffer.alloc(size);
      });
    expect((await make("large", 5000)).length).toBe(5000);
    await make("large", 5000);
    expect(computed).toBe(2);
    for (const key of ["a", "b", "c", "a"]) await make(key, 400);
    expect(computed).toBe(6);
  });
});
