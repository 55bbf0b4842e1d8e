import { describe, expect, test } from "vitest";
import { fieldOf } from "./field.ts";
import { parseQuery, type QueryWord } from "./query.ts";
import { closeness, gradeOf, leastGrade, scorePage } from "./score.ts";
import { termsOf } from "./tokenize.ts";

const field = (text: string) => fieldOf(termsOf(text));

function wordsOf(text: string, typos: readonly string[] = []): QueryWord[] {
  return parseQuery(text).words.map((word) => ({ ...word, typos }));
}

function score(query: QueryWord[], title: string, headings: string, body: string): number {
  const terms = field(`${headings} ${body}`);
  const page = { titleTerms: field(title), headingTerms: field(headings) };
  return scorePage(page, query, (word) => gradeOf(terms, word)) + closeness(terms, query);
}

describe("the score of a page", () => {
  test("orders title, heading and body, and in each of them exact, prefix and typo", () => {
    const query = wordsOf("serve", ["sever"]);
    const scores = [
      score(query, "Serve", "", ""),
      score(query, "Serve it all to the people", "", ""),
      score(query, "Server of the people here", "", ""),
      score(query, "Sever", "", ""),
      score(query, "x", "serve", ""),
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
    const query = wordsOf("rate limit");
    const apart = Math.max(closeness(field("rate"), query), closeness(field("limit"), query));
    const together = closeness(field("limit of the rate"), query);
    const inOrder = closeness(field("the rate limit"), query);
    expect([apart < together, together < inOrder]).toEqual([true, true]);
  });

  test("prefers an identifier as a whole to its parts", () => {
    const query = wordsOf("X-Rate-Limit now");
    expect(gradeOf(field("send X-Rate-Limit"), query[0] as QueryWord)).toBe(3);
    expect(gradeOf(field("limit the rate of x"), query[0] as QueryWord)).toBe(2);
    expect(gradeOf(field("limit the rate"), query[0] as QueryWord)).toBe(0);
  });

  test("takes nothing for granted of a word that may be found in parts", () => {
    const [joined, single] = wordsOf("a-b c") as [QueryWord, QueryWord];
    expect([leastGrade(joined, false, 2), leastGrade(joined, true, 2)]).toEqual([0, 3]);
    expect([leastGrade(single, false, 2), leastGrade(single, true, 2)]).toEqual([2, 3]);
  });
});
