import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SLUG_MAX, checkSlug, foldSlug, numberedSlug, slugFromTitle } from "./slug.ts";

describe("a slug made from a title", () => {
  test.each([
    ["Getting started", "getting-started"],
    ["  What's new?  ", "whats-new"],
    ["Überblick & Ziele", "überblick-ziele"],
    ["U\u0308berblick", "überblick"],
    ["v1.2 release", "v1.2-release"],
    ["README.md", "readme"],
    ["snake_case", "snake_case"],
    ["日本語 ガイド", "日本語-ガイド"],
    ["🚀", "page"],
    ["...", "page"],
    ["~secret", "secret"],
    ["../../etc/passwd", "etc-passwd"],
    ["", "page"],
  ])("%j gives %j", (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });

  test("is always a slug that somebody could have chosen, and so are its numbered forms", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 150 }), fc.nat(100_000), (title, number) => {
        const slug = slugFromTitle(title);
        expect(checkSlug(slug)).toEqual({ slug });
        const numbered = numberedSlug(slug, number);
        expect(checkSlug(numbered)).toEqual({ slug: numbered });
      }),
      { numRuns: 500 },
    );
  });
});

describe("a chosen slug", () => {
  test.each([
    ["Intro", "intro"],
    ["ÉTÉ", "été"],
    ["a.b_c-d", "a.b_c-d"],
    ["2024", "2024"],
  ])("%j is %j", (text, slug) => {
    expect(checkSlug(text)).toEqual({ slug });
  });

  test.each([
    "",
    ".",
    "../server",
    "~",
    "~gitbook",
    "a/b",
    "a\\b",
    "a b",
    "-a",
    ".hidden",
    "a%2e",
    "a\u0000",
    "a\u202Eb",
    "..;",
    "page.md",
    "INDEX.HTML",
    "x".repeat(SLUG_MAX + 1),
    "\ud800",
    "／",
    "．．",
  ])("%j is refused", (text) => {
    expect(checkSlug(text)).toHaveProperty("problem");
  });

  test("is folded once and for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldSlug(foldSlug(text))).toBe(foldSlug(text));
      }),
      { numRuns: 1000 },
    );
  });
});
