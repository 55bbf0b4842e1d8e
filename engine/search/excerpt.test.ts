import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerpt, matches } from "./excerpt.ts";
import { parseQuery } from "./query.ts";
import { soughtOf } from "./sought.ts";

function marked(body: string, query: string): string {
  const sought = soughtOf(parseQuery(query));
  const text = excerpt(body, sought);
  const ranges = matches(text, sought);
  let shown = "";
  let at = 0;
  for (const [start, end] of ranges) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
}

describe("the places of words", () => {
  const part = fc.constantFrom(
    ..."fs.readFile read READ file don't C++ --x X-Rate-Limit @scope/name getUserById . ' - x a1 :: # $v (".split(
      " ",
    ),
    " ",
    "  ",
    "\n",
    "\t",
    "\u0001",
  );
  const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));

  test("in a text in ASCII are the same as where other scripts follow", () => {
    fc.assert(
      fc.property(text, text, (body, query) => {
        const sought = soughtOf(parseQuery(query));
        expect(matches(body, sought)).toEqual(matches(`${body} 한`, sought));
      }),
    );
  });
});

describe("an excerpt", () => {
  test.each([
    ["Install it.", "install", "[Install] it."],
    ["one\n\ntwo\nthree\nfour", "two", "[two]\nthree\nfour"],
    ["one c\ntwo c b\nthree", "b c", "two [c] [b]\nthree"],
    ["All policies.", "policy", "All [policies]."],
    ["Nothing here\nat all\nof it\nsurely", "zebra", "Nothing here\nat all\nof it"],
    ["L’ÉTÉ arrive", "ete", "L’[ÉTÉ] arrive"],
    ["Die Straße", "STRASSE", "Die [Straße]"],
    ["東京都に行く", "東京都", "[東京都]に行く"],
    ["the ﬁle system", "file", "the [ﬁle] system"],
    ["call fs.readFile()", "readfile", "call fs.[readFile]()"],
    ["call fs.readFile()", "fs.readFile", "call [fs.readFile]()"],
    ["configuration", "conf", "[configuration]"],
    ["", "x", ""],
  ])("of %j for %j", (body, query, shown) => {
    expect(marked(body, query)).toBe(shown);
  });

  test("of a long line begins shortly before the word", () => {
    const shown = marked(`${"before ".repeat(200)}needle ${"after ".repeat(200)}`, "needle");
    expect(shown).toMatch(/^…(before )+\[needle\] (after )+\w*…$/u);
    expect(shown.length).toBeLessThan(320);
  });

  test("has its ranges in order, apart, and inside", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "é",
      "ﬁ",
      "東",
      "京",
      "🚀",
      " ",
      "\n",
      ".",
      "-",
      "…",
      "x".repeat(120),
    );
    const body = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(body, fc.constantFrom("a b", "é", "東京", "fi a", "🚀 x"), (body, query) => {
        const sought = soughtOf(parseQuery(query));
        const text = excerpt(body, sought);
        let at = 0;
        for (const [start, end] of matches(text, sought)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
        expect(text.length).toBeLessThanOrEqual(302);
      }),
    );
  });

  test("marks titles too", () => {
    expect(matches("Rate limits", soughtOf(parseQuery("limits rate")))).toEqual([
      [0, 4],
      [5, 11],
    ]);
  });

  test("marks other forms of a word in the languages that are searched", () => {
    expect(matches("Новые настройки", soughtOf(parseQuery("настройка", ["ru"])))).toEqual([[6, 15]]);
    expect(matches("Новые настройки", soughtOf(parseQuery("настройка", ["en"])))).toEqual([]);
  });
});
