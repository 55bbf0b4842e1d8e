import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "./fold.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 1000;

describe("folding", () => {
  test.each([
    ["Hello", "hello"],
    ["ÉTÉ", "ete"],
    ["e\u0301te\u0301", "ete"],
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["ŒUVRE", "oeuvre"],
    ["Ærø", "aero"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul"],
    ["ΟΔΟΣ", "οδοσ"],
    ["Ｆｕｌｌ１", "full1"],
    ["ﬁle", "file"],
    ["soft\u00adhyphen", "softhyphen"],
    ["ｶﾞ", "ガ"],
    ["が", "が"],
    ["か", "か"],
    ["한국", "한국"],
    ["हिन्दी", "हिन्दी"],
    ["مُحَمَّد", "محمد"],
  ])("%s becomes %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test("changes nothing the second time", () => {
    const text = fc
      .array(fc.nat(0x10ffff), { maxLength: 20 })
      .map((points) => String.fromCodePoint(...points));
    fc.assert(
      fc.property(text, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: runs },
    );
  });

  test("does not tell composed from decomposed text", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(text, (text) => {
        expect(fold(text.normalize("NFD"))).toBe(fold(text));
        expect(fold(text.normalize("NFKC"))).toBe(fold(text));
      }),
      { numRuns: runs },
    );
  });
});
