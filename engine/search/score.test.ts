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
  const { worths, closeness } = findInText(field(`${headings}\n${body}`), field(headings), query);
  const page = { titleTerms: field(title), headingTerms: field(headings) };
  return scorePage(findInFields(page, query), [worths], [], []) + closeness;
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
    const closeness = (text: string) => findInText(field(text), "", sought("slow pace")).closeness;
    const apart = Math.max(closeness("a slow"), closeness("a pace"));
    const together = closeness("a pace that is slow");
    const inOrder = closeness("the slow pace");
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
    expect(found("teas spot teapot")).toMatchObject({ grades: [0, 0], closeness: 0 });
    expect(found("a tea teas potter")).toMatchObject({ grades: [3, 2], closeness: 51 });
    expect(found(`a ${"tea ".repeat(20)}`)).toMatchObject({ grades: [3, 0], closeness: 8 });
  });

  test("prefers a page that a word begins a line of to one that only mentions it", () => {
    const query = sought("formatters");
    const defined = score(query, "x", "", "Options.\nformatters (object): how lines look.");
    expect(defined).toBeGreaterThan(score(query, "x", "", "Options.\nSee formatters."));
  });

  test("prefers words in one section to words in many", () => {
    const query = sought("rotate keys");
    const page = { titleTerms: field("x"), headingTerms: "" };
    const scoreOf = (...texts: string[]) => {
      const sections = texts.map((text) => findInText(field(text), field("y"), query).worths);
      return scorePage(findInFields(page, query), sections, [], []);
    };
    expect(scoreOf("you rotate your keys", "more")).toBeGreaterThan(scoreOf("you rotate logs", "their keys"));
  });

  test("counts other words for a thing less than the word itself, and what stands first on the page more", () => {
    const query = sought("delete");
    const scores = [
      score(query, "x", "", "to delete it"),
      score(query, "x", "y", "to delete it"),
      score(query, "x", "y", "it is deleted"),
      score(query, "x", "y", "it is removed"),
      score(query, "x", "y", "it is kept"),
    ];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  test("finds a member under its own name on the page of its owner", () => {
    const query = sought("reply.send");
    const member = score(query, "Reply", "send (data)", "");
    expect(member).toBeGreaterThan(score(query, "Hooks", "y", "call reply.send at last"));
  });

  test("takes nothing for granted of a word that may be found in parts", () => {
    const [joined, single] = parseQuery("a-b c").words as [QueryWord, QueryWord];
    expect([leastGrade(joined, false, 2), leastGrade(joined, true, 2)]).toEqual([0, 3]);
    expect([leastGrade(single, false, 2), leastGrade(single, true, 2)]).toEqual([2, 3]);
  });
});
