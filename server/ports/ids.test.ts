import { describe, expect, test } from "vitest";
import { newId, randomBase62, toBase62 } from "./ids.ts";

describe("ids", () => {
  test("are 20 base62 characters and don't repeat", () => {
    const ids = Array.from({ length: 2000 }, newId);
    expect(ids.every((id) => /^[0-9A-Za-z]{20}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every letter comes from as many bytes as every other", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      // A source that gives one byte, then zeros: a letter that is not "0" came from that byte.
      let first = true;
      const source = (size: number) =>
        Uint8Array.from({ length: size }, () => (first ? ((first = false), byte) : 0));
      const letter = randomBase62(1, source);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    counts.delete("0");
    expect([...new Set(counts.values())]).toEqual([4]);
  });

  test.each([
    [0, 6, "000000"],
    [61, 1, "z"],
    [62, 2, "10"],
    [0xffffffff, 6, "4gfFC3"],
  ])("%d in base 62", (value, length, text) => {
    expect(toBase62(value, length)).toBe(text);
  });
});
