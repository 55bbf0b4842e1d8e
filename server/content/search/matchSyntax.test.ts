import { describe, expect, test } from "vitest";
import { everyWord } from "../../../engine/search/match.ts";
import { parseQuery } from "../../../engine/search/query.ts";
import { fts5Match, organizationTerm, spaceTerm, tsquery } from "./matchSyntax.ts";

function printed(query: string, scope: string[] = []): [string, string] {
  const match = everyWord(parseQuery(query))?.loose;
  return match ? [fts5Match(match, "body", scope), tsquery(match, scope)] : ["", ""];
}

describe("a match", () => {
  test.each([
    ["c b", '{title headings body} : (("c" AND "b" *))', "('c' & 'b':*)"],
    [
      "readFile x",
      '{title headings body} : ((("readfile" OR ("read" AND "file") OR "+readfil" OR "readfil") AND "x" *))',
      "(('readfile' | ('read' & 'file') | '+readfil' | 'readfil') & 'x':*)",
    ],
    ["猫", '{title headings body} : ("猫")', "'猫'"],
    [
      "NEAR(x, 5)",
      '{title headings body} : ((("near" OR "+near") AND "x" AND "5" *))',
      "(('near' | '+near') & 'x' & '5':*)",
    ],
  ])("of %s is written for each database", (query, fts5, text) => {
    expect(printed(query)).toEqual([fts5, text]);
  });

  test("names spaces and organizations by terms that no text has", () => {
    expect(printed("a", [spaceTerm("aB"), organizationTerm("aB")])).toEqual([
      '{scope} : ("=6142" OR "==6142") AND {title headings body} : ("a" *)',
      "('=6142' | '==6142') & 'a':*",
    ]);
  });
});
