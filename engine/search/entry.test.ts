import { describe, expect, test } from "vitest";
import { indexedTerms, isVocabulary, longestTerms, longestText, mostSections, searchEntry } from "./entry.ts";

const section = (title: string, text: string, level = 2) => ({
  anchor: title.toLowerCase(),
  title,
  level,
  text,
});

describe("an entry of the index", () => {
  test("has the terms of title, headings and sections", () => {
    const entry = searchEntry({
      page: "p",
      title: "The Guide",
      sections: [section("Setting up", "Run fs.readFile")],
    });
    expect(entry.titleTerms).toBe(" the guide  +guid ");
    expect(entry.headingTerms).toBe(" setting up  +set ");
    expect(entry.sections[0]?.terms).toBe(
      " setting up ; run fs readfile  +set read file fs.readfile +readfil ",
    );
    expect(entry.sections[0]?.terms).toContain(" fs readfile ");
    expect(entry.sections[0]?.terms).not.toContain(" readfile read ");
  });

  test("puts the description before the first section", () => {
    const lead = { anchor: "", title: "", level: 0, text: "Lead." };
    const bodies = (sections: (typeof lead)[]) =>
      searchEntry({ page: "p", title: "t", description: "About.", sections }).sections.map(
        ({ body }) => body,
      );
    expect(bodies([lead])).toEqual(["About.\nLead."]);
    expect(bodies([section("One", "1")])).toEqual(["About.", "1"]);
    expect(bodies([])).toEqual(["About."]);
  });

  test("has a hash of all that is indexed", () => {
    const page = { page: "p", title: "t", description: "d", sections: [section("One", "1")] };
    const hash = searchEntry(page).hash;
    expect(searchEntry({ ...page }).hash).toBe(hash);
    expect(searchEntry({ ...page, title: "u" }).hash).not.toBe(hash);
    expect(searchEntry({ ...page, sections: [section("One", "2")] }).hash).not.toBe(hash);
  });

  test("replaces what a database can't keep", () => {
    const entry = searchEntry({ page: "p", title: "a\0b\ud83d", sections: [section("\0", "c\0")] });
    expect([entry.title, entry.sections[0]?.title, entry.sections[0]?.body]).toEqual([
      "a\ufffdb\ufffd",
      "\ufffd",
      "c\ufffd",
    ]);
  });

  test("is bounded", () => {
    const many = Array.from({ length: mostSections + 5 }, (_, index) => section(`T${index}`, `text${index}`));
    const entry = searchEntry({ page: "p", title: "t", sections: many });
    expect(entry.sections).toHaveLength(mostSections);
    expect(entry.sections.at(-1)?.terms).toContain(` text${mostSections + 4} `);
    const long = searchEntry({
      page: "p",
      title: "t",
      sections: [section("T", "ab ".repeat(longestText)), section("U", "x")],
    });
    expect(long.sections.map(({ body }) => body.length)).toEqual([longestText, 0]);
    const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" ");
    const terms = indexedTerms(searchEntry({ page: "p", title: "title", sections: [section("T", words)] }));
    expect([...terms].join("").length).toBeLessThanOrEqual(longestTerms);
    expect(terms.has("title")).toBe(true);
  });

  test.each([
    ["word", true],
    ["été", false],
    ["étés", true],
    ["abc1", false],
    ["a-bc", false],
    ["東京東京", false],
  ])("%s is in the vocabulary: %s", (term, isWord) => {
    expect(isVocabulary(term)).toBe(isWord);
  });
});
