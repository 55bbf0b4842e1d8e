import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headingAnchors } from "./anchors.ts";
import { childBlocks } from "./anatomy.ts";
import { anyText, page } from "./dialect.fixture.ts";
import type { Block } from "./document.ts";
import { parse } from "./parse.ts";
import { references } from "./references.ts";
import { rewriteLinks } from "./rewriteLinks.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 400;

function expectOrdered(blocks: readonly Block[], start: number, end: number): void {
  let at = start;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThanOrEqual(at);
    expect(block.end).toBeGreaterThanOrEqual(block.start);
    at = block.end;
    expectOrdered(childBlocks(block), block.start, block.end);
  }
  expect(at).toBeLessThanOrEqual(end);
}

describe("for any text", () => {
  test("blocks are in order, apart from each other and within the one around them", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expectOrdered(parse(source).document.children, 0, source.length);
      }),
      { numRuns },
    );
  });

  test("problems are within the text", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const { start, end } of parse(source).problems) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns },
    );
  });

  test("parsing is deterministic", () => {
    fc.assert(
      fc.property(page, (source) => {
        expect(parse(source)).toEqual(parse(source));
      }),
      { numRuns: numRuns / 4 },
    );
  });

  test("anchors are unique", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("A", "a-1", "A", "b", "!", 'x <a id="a"></a>')), (titles) => {
        const anchors = headingAnchors(parse(titles.map((title) => `## ${title}`).join("\n")).document);
        expect(anchors.size).toBe(titles.length);
        expect(new Set(anchors.values()).size).toBe(titles.length);
      }),
      { numRuns },
    );
  });
});

describe("links", () => {
  const plain = /^[\w./#:@-]+$/;

  test("a reference's place is where its address is written", () => {
    fc.assert(
      fc.property(page, (source) => {
        for (const { url, start, end } of references(parse(source).document)) {
          const written = source.slice(start, end);
          if (plain.test(written))
            expect(`mailto:${written}`.endsWith(url) || written === url || url === `mailto:${written}`).toBe(
              true,
            );
        }
      }),
      { numRuns },
    );
  });

  test("rewriting nothing changes nothing", () => {
    fc.assert(
      fc.property(page, (source) => {
        expect(rewriteLinks(source, () => undefined)).toBe(source);
        expect(rewriteLinks(source, ({ url }) => url)).toBe(source);
      }),
      { numRuns: numRuns / 2 },
    );
  });

  test("rewritten addresses read back as what they were given", () => {
    const url = fc.oneof(
      fc.constantFrom(
        "/pages/abc",
        "/files/x#y",
        "a (b).md",
        "a)b",
        "<x>",
        "a\"b'c",
        "a\\b",
        "a\\*b",
        "&amp;",
        "&#0",
        "a?b=1&lt",
        "x y",
        "é.md",
        "",
      ),
      fc.string().filter((text) => !/[\p{Cc}|`$}]/u.test(text) && text.trim() === text),
    );
    fc.assert(
      fc.property(page, url, (source, url) => {
        const before = references(parse(source).document).filter((one) => one.syntax !== "auto");
        const rewritten = rewriteLinks(source, (one) => (one.syntax === "auto" ? undefined : url));
        const after = references(parse(rewritten).document).filter((one) => one.syntax !== "auto");
        if (url !== "") expect(after.map((one) => one.url)).toEqual(before.map(() => url));
      }),
      { numRuns },
    );
  });
});
