import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctableTerm, mostWords, parseQuery } from "./query.ts";

/** Words as "term", "term*" for a prefix, "[whole] parts"; alternatives by "|". */
function words(text: string): string[] {
  return parseQuery(text).words.map(({ alternatives, whole, isPrefix }) => {
    const ways = alternatives.map((terms) => terms.join(" ")).join("|");
    return `${whole === undefined ? "" : `[${whole}] `}${ways}${isPrefix ? "*" : ""}`;
  });
}

describe("a query", () => {
  test.each([
    ["install docker", ["install", "docker*"]],
    ["  Install   ", ["install*"]],
    ["X-Rate-Limit", ["[x-rate-limit] x rate limit*"]],
    ["fs.readFile now", ["[fs.readfile] fs readfile|fs read file", "now*"]],
    ["readFile", ["readfile|read file*"]],
    ["C++", ["[c++] c"]],
    ["東京都", ["東京 京都"]],
    ["猫", ["猫"]],
    ["the cat the", ["cat"]],
    ["how do I install it", ["install"]],
    ["to be or not to be", ["to", "be", "or", "not"]],
    ['"the cat" how', ["the", "cat"]],
    ['"rate limit"', ["rate", "limit"]],
    ['the "rate limit" of', ["rate", "limit"]],
    ["“rate limit” of", ["rate", "limit"]],
    ['"unclosed quote', ["unclosed", "quote"]],
    ["!?", []],
    ["", []],
  ])("%s", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test("has the stem of each word, and all words in their order", () => {
    const { words: read, sequence } = parseQuery("how to export policies");
    expect(read.map(({ stems }) => stems)).toEqual([["+export"], ["+polici", "polici"]]);
    expect(sequence).toEqual(["how", "to", "export", "policies"]);
  });

  test("reads words in a row that are one together, and has what else they are called", () => {
    const { words: read } = parseQuery("how do I sign in twice");
    expect(read.map(({ alternatives }) => alternatives)).toEqual([[["sign", "in"]], [["twice"]]]);
    expect(read[0]?.synonyms).toContainEqual(["login"]);
    expect(parseQuery("deleting").words[0]?.synonyms).toContainEqual(["remov"]);
    expect(parseQuery('"sign in"').words.map(({ synonyms }) => synonyms)).toEqual([[], []]);
  });

  test("has its core: all but what only asks at both ends", () => {
    expect(parseQuery("how do I rotate the secret").core).toEqual(["rotate", "the", "secret"]);
    expect(parseQuery("what is it").core).toEqual(["what", "is", "it"]);
  });

  test("keeps quoted words together", () => {
    expect(parseQuery('see "rate limit" and "x"').phrases).toEqual([["rate", "limit"]]);
  });

  test("has a bounded number of words", () => {
    const text = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");
    expect(parseQuery(text).words).toHaveLength(mostWords);
  });

  test("is any string", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0x10ffff), { maxLength: 20 }).map((points) => String.fromCodePoint(...points)),
        (text) => parseQuery(text).words.length <= mostWords,
      ),
    );
  });

  test.each([
    ["kubernetes", "kubernetes"],
    ["rates", "rates"],
    ["rate", undefined],
    ["x-ratelimit", undefined],
    ["utf16le", undefined],
    ["東京都庁舎前", undefined],
  ])("forgives a typo in %s: %s", (text, term) => {
    const [word] = parseQuery(text).words;
    expect(word && correctableTerm(word)).toBe(term);
  });
});
