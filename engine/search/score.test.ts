import { describe, expect, test } from "vitest";
import { fieldOf } from "./field.ts";
import { parseQuery, type QueryWord } from "./query.ts";
import { findInFields, findInText, gradeOf, leastGrade, scorePage } from "./score.ts";
import { type SoughtQuery, soughtOf, type SoughtWord } from "./sought.ts";
import { termsOf } from "./tokenize.ts";

const field = (text: string) => fieldOf(termsOf(text));

function sought(text: string, typos: readonly string[] = []): SoughtQuery {
  const query = parseQuery(text);
  return soughtOf({ ...query, words: query.words.map((word) => ({ ...word, typos })) });
}

function score(query: SoughtQuery, title: string, headings: string, body: string): number {
  const { grades, closeness } = findInText(field(`${headings} ${body}`), field(headings), query);
  const page = { titleTerms: field(title), headingTerms: field(headings) };
  return scorePage(findInFields(page, query), grades, []) + closeness;
}

describe("the score of a page", () => {
  test("orders title, heading and body, and in each of them exact, prefix and typo", () => {
    const query = sought("serve", ["sever"]);
    const scores = [
      score(query, "Serve", "", ""),
      score(query, "Serve it all to the people", "", ""),
      score(query, "Server of the people here", "", ""),
      score(query, "Sever", "", ""),
      score(query, "x", "serve", ""),
      score(query, "x", "serve it all", "serve ".repeat(100)),
      score(query, "x", "server", ""),
      score(query, "x", "sever", ""),
      score(query, "x", "y", "serve ".repeat(100)),
      score(query, "x", "y", "serve"),
      score(query, "x", "y", "server ".repeat(100)),
      score(query, "x", "y", "sever"),
      score(query, "x", "y", "z"),
    ];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
    expect(scores.every(Number.isInteger)).toBe(true);
    expect(scores.at(-1)).toBe(0);
  });

  test("prefers words that stand together in one section, and in their order", () => {
    const closeness = (text: string) => findInText(field(text), "", sought("rate limit")).closeness;
    const apart = Math.max(closeness("rate"), closeness("limit"));
    const together = closeness("limit of the rate");
    const inOrder = closeness("the rate limit");
    expect([apart < together, together < inOrder]).toEqual([true, true]);
  });

  test("prefers a heading that is what was typed, and a title all the same", () => {
    const query = sought("rate limit");
    const all = "rate limit ".repeat(9);
    const scores = [
      score(query, "rate of limits", "", ""),
      score(query, "x", "rate limit", all),
      score(query, "x", "the rate limit", all),
    ];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  test("prefers an identifier as a whole to its parts", () => {
    const [word] = sought("X-Rate-Limit now").words as [SoughtWord];
    expect(gradeOf(field("send X-Rate-Limit"), word)).toBe(3);
    expect(gradeOf(field("limit the rate of x"), word)).toBe(2);
    expect(gradeOf(field("limit the rate"), word)).toBe(0);
  });

  test("looks at whole terms, and counts up to eight of them", () => {
    const query = sought("tea pot");
    const found = (text: string) => findInText(field(text), "", query);
    expect(found("teas spot teapot")).toEqual({ grades: [0, 0], closeness: 0 });
    expect(found("tea teas potter")).toEqual({ grades: [3, 2], closeness: 51 });
    expect(found("tea ".repeat(20))).toEqual({ grades: [3, 0], closeness: 8 });
  });

  test("takes nothing for granted of a word that may be found in parts", () => {
    const [joined, single] = parseQuery("a-b c").words as [QueryWord, QueryWord];
    expect([leastGrade(joined, false, 2), leastGrade(joined, true, 2)]).toEqual([0, 3]);
    expect([leastGrade(single, false, 2), leastGrade(single, true, 2)]).toEqual([2, 3]);
  });
});
