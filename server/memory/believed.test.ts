import { describe, expect, test, vi } from "vitest";
import { openBelieved } from "./believed.ts";
import { beliefCounts } from "./beliefCounts.ts";
import type { Database } from "../db/database.ts";

/** The count of commits and the clock, as far as believing looks at them. */
function world() {
  const at = { writes: 0, now: 0, reads: 0 };
  const db = {
    get writes() {
      return at.writes;
    },
    isUntouched: (_: unknown, writes: number) => at.writes === writes,
    read: { link: { dialect: "sqlite" } },
  } as Database;
  const believed = openBelieved<string>(db, "members", { bytesOf: 10, now: () => at.now });
  const read = (value: string | undefined) => async () => {
    at.reads++;
    return value;
  };
  return { at, believed, read };
}

/** A database in which nobody writes. */
const quiet = {
  writes: 0,
  isUntouched: () => true,
  read: { link: { dialect: "sqlite" } },
} as unknown as Database;

/** A reading that ends when it is told to. */
function slow<V>() {
  let end: (value: V) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const reading = new Promise<V>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { end, fail, read: () => reading };
}

describe("what was read is believed", () => {
  test("until this process writes", async () => {
    const { at, believed, read } = world();
    expect(await believed.read("a", read("one"))).toBe("one");
    expect(await believed.read("a", read("two"))).toBe("one");
    at.writes++;
    expect(believed.get("a")).toBeUndefined();
    expect(await believed.read("a", read("two"))).toBe("two");
  });

  test("for a second", async () => {
    const { at, believed, read } = world();
    await believed.read("a", read("one"));
    at.now = 999;
    expect(believed.get("a")).toBe("one");
    at.now = 1000;
    expect(believed.get("a")).toBeUndefined();
  });

  test("not when it was written over while it was read", async () => {
    const { at, believed } = world();
    const one = slow<string>();
    const reading = believed.read("a", one.read);
    at.writes++;
    one.end("old");
    expect(await reading).toBe("old");
    expect(believed.get("a")).toBeUndefined();
  });

  test("for a second, also when the machine's clock is set back meanwhile", async () => {
    const believed = openBelieved<string>(quiet, "members", { bytesOf: 10 });
    await believed.read("a", async () => "one");
    const clocks = [
      vi.spyOn(Date, "now").mockReturnValue(0),
      vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1000),
    ];
    const still = believed.get("a");
    for (const clock of clocks) clock.mockRestore();
    expect(still).toBeUndefined();
  });

  test("and what is not there is asked for again", async () => {
    const { at, believed, read } = world();
    expect(await believed.read("a", read(undefined))).toBeUndefined();
    expect(await believed.read("a", read("there now"))).toBe("there now");
    expect(at.reads).toBe(2);
  });

  test("the next reading is given what was believed before", async () => {
    const { at, believed, read } = world();
    await believed.read("a", read("one"));
    at.writes++;
    expect(await believed.read("a", async (_, before) => `${before}, then two`)).toBe("one, then two");
  });
});

describe("those who ask while it is read", () => {
  test("wait for the same reading", async () => {
    const { at, believed, read } = world();
    const one = slow<string>();
    const first = believed.read("a", one.read);
    const others = [believed.read("a", read("other")), believed.read("a", read("other"))];
    one.end("one");
    expect(await Promise.all([first, ...others])).toEqual(["one", "one", "one"]);
    expect(at.reads).toBe(0);
  });

  test("read for themselves when something was written since it began", async () => {
    const { at, believed, read } = world();
    const one = slow<string>();
    const first = believed.read("a", one.read);
    at.writes++;
    expect(await believed.read("a", read("new"))).toBe("new");
    one.end("old");
    expect(await first).toBe("old");
    expect(believed.get("a")).toBeUndefined();
    expect(await believed.read("a", read("newest"))).toBe("newest");
  });

  test("read for themselves when it fails or finds nothing", async () => {
    const { believed, read } = world();
    const failing = slow<string>();
    const first = believed.read("a", failing.read);
    const second = believed.read("a", read("one"));
    failing.fail(new Error("the database is away"));
    await expect(first).rejects.toThrow("the database is away");
    expect(await second).toBe("one");
    const missing = slow<string | undefined>();
    const third = believed.read("b", missing.read);
    const fourth = believed.read("b", read("two"));
    missing.end(undefined);
    expect(await third).toBeUndefined();
    expect(await fourth).toBe("two");
  });
});

test("it is counted how what was asked for was given, by name", async () => {
  const { at, believed, read } = world();
  const before = { ...beliefCounts().get("members") };
  const since = () =>
    Object.fromEntries(
      Object.entries(beliefCounts().get("members") ?? {}).map(([result, times]) => [
        result,
        times - Number(before[result as keyof typeof before]),
      ]),
    );
  await Promise.all([believed.read("a", read("one")), believed.read("a", read("one"))]);
  expect(since()).toEqual({ believed: 0, shared: 1, confirmed: 0, read: 1 });
  await believed.read("a", read("two"));
  expect(believed.get("a")).toBe("one");
  expect(since()).toMatchObject({ believed: 2, read: 1 });
  at.writes++;
  expect(believed.get("a")).toBeUndefined();
  await believed.read("a", async (_, same) => same);
  await believed.read("missing", read(undefined));
  expect(since()).toEqual({ believed: 2, shared: 1, confirmed: 1, read: 2 });
});
