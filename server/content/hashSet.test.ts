import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashSet } from "./hashSet.ts";

const digits = fc.constantFrom(..."0123456789abcdef");
/** Hashes that are near each other, so that they meet; and texts that are none. */
const hash = fc.oneof(
  fc.string({ unit: digits, minLength: 2, maxLength: 2 }).map((end) => end.padStart(40, "0")),
  fc.string({ unit: digits, minLength: 2, maxLength: 2 }).map((start) => start.padEnd(40, "f")),
  fc.string({ unit: digits, minLength: 40, maxLength: 40 }),
  fc.constantFrom("", "a", "A".repeat(40), "k".repeat(40), "0".repeat(40), "0".repeat(64)),
);

describe("a set of hashes", () => {
  test("holds what a plain set holds", () => {
    fc.assert(
      fc.property(fc.array(hash), fc.array(hash), (put, asked) => {
        const set = hashSet(40);
        const plain = new Set<string>();
        for (const one of put) {
          expect(set.add(one)).toBe(!plain.has(one));
          plain.add(one);
        }
        expect(set.size).toBe(plain.size);
        expect([...set].toSorted()).toEqual([...plain].toSorted());
        for (const one of [...put, ...asked]) expect(set.has(one)).toBe(plain.has(one));
      }),
    );
  });

  test.each([40, 64])(
    "holds many of %i digits, each told from one that differs in its last digit",
    (length) => {
      const set = hashSet(length);
      const nth = (index: number) =>
        createHash("sha256")
          .update(`${index}`)
          .digest("hex")
          .slice(0, length - 1);
      for (let index = 0; index < 20_000; index++) set.add(`${nth(index)}7`);
      expect(set.size).toBe(20_000);
      for (let index = 0; index < 20_000; index += 7) {
        expect(set.has(`${nth(index)}7`)).toBe(true);
        expect(set.has(`${nth(index)}8`)).toBe(false);
      }
    },
  );
});
