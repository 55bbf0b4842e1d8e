import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backwards, intactHalves, isWithinOneEdit, startsWithinOneEdit } from "./oneEdit.ts";

describe("one edit", () => {
  test.each([
    ["server", "server", true],
    ["server", "serve", true],
    ["server", "servers", true],
    ["server", "sever", true],
    ["server", "sarver", true],
    ["server", "sevrer", true],
    ["server", "esrver", true],
    ["server", "servre", true],
    ["server", "sver", false],
    ["server", "revres", false],
    ["server", "sarvar", false],
    ["a🚀b", "ab", true],
  ])("%s and %s: %s", (typed, term, isNear) => {
    expect([isWithinOneEdit(typed, term), isWithinOneEdit(term, typed)]).toEqual([isNear, isNear]);
  });

  test.each([
    ["kubrn", "kubernetes", true],
    ["kuber", "kubernetes", true],
    ["kubxx", "kubernetes", false],
    ["servers", "server", true],
  ])("%s begins %s: %s", (typed, term, isNear) => {
    expect(startsWithinOneEdit(typed, term)).toBe(isNear);
  });

  test("leaves one of the halves intact", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", "🚀"), minLength: 5, maxLength: 9 });
    const edit = fc.record({ at: fc.nat(9), letter: fc.constantFrom("", "a", "b", "ab"), kind: fc.nat(3) });
    fc.assert(
      fc.property(letters, edit, (typed, { at, letter, kind }) => {
        const characters = [...typed];
        const place = at % characters.length;
        if (kind === 0) characters.splice(place, 1);
        if (kind === 1) characters.splice(place, 0, letter.slice(0, 1));
        if (kind === 2) characters.splice(place, 1, letter.slice(0, 1));
        if (kind === 3) characters.splice(place, 2, ...characters.slice(place, place + 2).toReversed());
        const term = characters.join("");
        const { beginnings, backwardEnds } = intactHalves(typed);
        expect(isWithinOneEdit(typed, term)).toBe(true);
        expect(
          beginnings.some((beginning) => term.startsWith(beginning)) ||
            backwardEnds.some((end) => backwards(term).startsWith(end)),
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
