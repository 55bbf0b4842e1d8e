import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../sdk/src/index.ts";
import { indexPages } from "../../app/pageIndex.ts";
import { changedTree, mayStand, movesTo, stepTo, topmost, withoutPages } from "./moves.ts";

/** `a(b c) d` as pages. */
function tree(text: string): Page[] {
  const tokens = text.match(/[a-z]+|[()]/g) ?? [];
  const row = (): Page[] => {
    const pages: Page[] = [];
    while (tokens.length > 0 && tokens[0] !== ")") {
      const id = tokens.shift() ?? "";
      const below = tokens[0] === "(" ? (tokens.shift(), row()) : [];
      if (below.length > 0) tokens.shift();
      pages.push({ id, title: id, type: id.startsWith("g") ? "group" : "document", pages: below } as never);
    }
    return pages;
  };
  return row();
}

function told(pages: readonly Page[]): string {
  return pages
    .map(({ id, pages: below = [] }) => (below.length === 0 ? id : `${id}(${told(below)})`))
    .join(" ");
}

describe("moves", () => {
  test.each([
    ["a b c d", ["d"], { into: null, at: 0 }, "d a b c"],
    ["a b c d", ["a", "c"], { into: null, at: 2 }, "b d a c"],
    ["a b c d", ["a", "b"], { into: null, at: 1 }, "c a b d"],
    ["a(b c) d(e)", ["b", "e"], { into: "d", at: 0 }, "a(c) d(b e)"],
    ["a(b c) d(e)", ["b", "d"], { into: "a", at: 1 }, "a(c b d(e))"],
    ["a(b(c))", ["c"], { into: null, at: 1 }, "a(b) c"],
  ] as const)("%s: %j to %j is %s, and back", (text, ids, to, after) => {
    const pages = tree(text);
    const { changes, undo } = movesTo(indexPages(pages), ids, to);
    const moved = changedTree(pages, changes);
    expect(told(moved)).toBe(after);
    expect(told(changedTree(moved, undo))).toBe(text);
  });

  test("of any pages to any place are taken back whole", () => {
    const pages = tree("a(b(c d) e) f g h(i(j k l) m) n");
    const index = indexPages(pages);
    const ids = [...index.entries.keys()];
    fc.assert(
      fc.property(
        fc.subarray(ids, { minLength: 1 }),
        fc.constantFrom(null, ...ids),
        fc.nat(6),
        (some, into, at) => {
          const chosen = topmost(index, some);
          fc.pre(mayStand(index, chosen, into));
          const { changes, undo } = movesTo(index, chosen, { into, at });
          const moved = changedTree(pages, changes);
          const row = into === null ? moved : (indexPages(moved).entries.get(into)?.page.pages ?? []);
          const there = row.map(({ id }) => id).filter((id) => chosen.includes(id));
          expect(there).toEqual(chosen);
          expect(told(changedTree(moved, undo))).toBe(told(pages));
        },
      ),
    );
  });

  test("what moves to where it is is no change", () => {
    const pages = tree("a b c");
    expect(movesTo(indexPages(pages), ["b"], { into: null, at: 1 }).changes).toEqual([]);
  });
});

test("keys step up and down, into the page before, and out behind the one above", () => {
  const index = indexPages(tree("a b(c d) e ga"));
  expect(stepTo(index, ["b"], "up")).toEqual({ into: null, at: 0 });
  expect(stepTo(index, ["a"], "up")).toBeUndefined();
  expect(stepTo(index, ["b"], "down")).toEqual({ into: null, at: 2 });
  expect(stepTo(index, ["ga"], "down")).toBeUndefined();
  expect(stepTo(index, ["e"], "in")).toEqual({ into: "b", at: 2 });
  expect(stepTo(index, ["ga"], "in")).toBeUndefined();
  expect(stepTo(index, ["c"], "out")).toEqual({ into: null, at: 2 });
  expect(stepTo(index, ["a"], "out")).toBeUndefined();
});

test("pages are taken out with those below them, and the rest stays the same value", () => {
  const pages = tree("a(b c) d(e)");
  const left = withoutPages(pages, ["b", "e"]);
  expect(told(left)).toBe("a(c) d");
  expect(withoutPages(pages, ["absent"])).toBe(pages);
  expect(topmost(indexPages(pages), ["e", "c", "a"])).toEqual(["a", "e"]);
});
