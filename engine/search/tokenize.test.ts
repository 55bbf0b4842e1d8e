import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../server/test/cost.ts";
import { fold } from "./fold.ts";
import { LINE, longestTerm, termsOf, tokenize } from "./tokenize.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 1000;
const pieces = fc.constantFrom(
  ..."a B é e\u0301 ß ﬁ Ｆ ½ … 東 京 か ｶ ﾞ ー 한 국 ᄒ ᅡ ᆫ हि न् ไ ท 1 ２ - _ . / :: @ # + ' ’ $ \u00ad \u200d 🚀 👩‍💻 \" \\ ( * ! & |".split(
    " ",
  ),
  " ",
  "\n",
  "\ud83d",
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 15 }).map((parts) => parts.join("")),
  fc.array(fc.nat(0x10ffff), { maxLength: 20 }).map((points) => String.fromCodePoint(...points)),
);

const plain = fc.constantFrom(..."a B cD 1 - _ . / : :: @ # + ++ ' $ -- * !".split(" "), " ", "\n");

test("plain text has the terms that it has beside other text", () => {
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 15 }), (parts) => {
      const text = parts.join("");
      const beside = tokenize(`${text}\né`);
      expect(tokenize(text)).toEqual(beside.slice(0, -1));
    }),
    { numRuns: runs },
  );
});

describe("the terms of a text", () => {
  test.each([
    ["Hello, World!", "hello world", ""],
    ["X-Rate-Limit", "x rate limit", "x-rate-limit"],
    ["fs.readFile()", "fs readfile", "read file fs.readfile +readfil"],
    ["@scope/name", "scope name", "@scope/name"],
    ["std::vector", "std vector", "std::vector"],
    ["snake_case_name", "snake case name", "snake_case_name"],
    ["HTTPServer", "httpserver", "http server"],
    ["C++ and C#", "c and c", "c++ c#"],
    ["--dry-run", "dry run", "--dry-run"],
    ["don't", "don t", "don’t"],
    ["don’t", "don t", "don’t"],
    ["l'été", "l ete", "l’ete"],
    ["3.14", "3 14", "3.14"],
    ["東京都", "東京 京都", "東 京 都"],
    ["猫", "猫", ""],
    ["iPhone用", "iphone 用", "i phone +iphon"],
    ["第3章", "第 3 章", ""],
    ["한국어", "한국 국어", "한 국 어"],
    ["हिन्दी", "हिन्दी", ""],
    ["🚀 launch", "🚀 launch", ""],
    ["soft\u00adhyphen", "softhyphen", ""],
    ["… — !?", "", ""],
    ["", "", ""],
  ])("%s", (text, main, extra) => {
    const terms = termsOf(text);
    expect([terms.main.join(" "), terms.extra.join(" ")]).toEqual([main, extra]);
  });

  test("are cut after the longest", () => {
    expect(termsOf("a".repeat(200)).main).toEqual(["a".repeat(longestTerm)]);
    expect(termsOf("𝔞🚀".repeat(1)).main).toEqual(["a", "🚀"]);
  });

  test("hold nothing that is syntax to a full-text index", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { main, extra } = termsOf(text);
        for (const term of [...main.filter((term) => term !== LINE), ...extra]) {
          // oxlint-disable-next-line no-control-regex -- control characters are among what must not occur
          expect(term).toMatch(/^[^\s"'\\=\u0000-\u001f]+$/u);
          expect(term.replace(/[-._/@:#+$a-z0-9]|[^\0-\x7f]/gu, "")).toBe("");
        }
      }),
      { numRuns: runs },
    );
  });

  test("are found again in themselves", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { main, extra } = termsOf(text);
        const again = termsOf([...main, ...extra].join(" "));
        const found = new Set([...again.main, ...again.extra]);
        expect(main.filter((term) => term !== LINE && !found.has(term))).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  test("are those of the normalized text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(termsOf(text.normalize("NFKC"))).toEqual(termsOf(text));
        expect(termsOf(text.normalize("NFD"))).toEqual(termsOf(text));
      }),
      { numRuns: runs },
    );
  });

  test("stand where they are said to", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { term, start, end } of tokenize(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(end).toBeGreaterThan(start);
          // A place inside a character that normalization took apart covers the whole of it.
          expect(fold(text.slice(start, end)).replaceAll("'", "’").replaceAll("‐", "-")).toContain(term);
        }
      }),
      { numRuns: runs },
    );
  });

  test.each(["a-", "aA", "漢", "\u0301", "--", "@", "🚀\u200d", "a\u0301", "ᄒ", "a::", "'a"])(
    "cost no more than in proportion to a text of %j",
    (unit) => expectModestGrowth((share) => termsOf(unit.repeat(share * 50_000))),
  );
});
