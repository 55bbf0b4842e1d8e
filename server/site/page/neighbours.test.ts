import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyChange, insert, Space } from "../../../engine/space.fixture.ts";
import { readTrail, readTree, type PageBranch } from "../../../engine/tree.ts";
import type { NavigationScope } from "../reading/reading.ts";
import { readNeighbours } from "./neighbours.ts";

const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 1_000 : 60;

function scopeOf(space: Space): NavigationScope {
  return {
    nodes: space.nodes,
    root: space.root,
    tags: new Map(),
    hrefOf: (_, path) => path,
    isShown: () => true,
  };
}

async function neighbours(
  space: Space,
  id: string,
): Promise<readonly [string | undefined, string | undefined]> {
  const trail = (await readTrail(space.nodes, space.root, id)) ?? [];
  const { previous, next } = await readNeighbours(scopeOf(space), trail);
  return [previous?.path, next?.path];
}

/** All that can be read, from top to bottom: what the neighbours must agree with. */
function readingOrder(branches: readonly PageBranch[]): string[] {
  return branches.flatMap(({ page, path, pages }) =>
    page.hidden === true ? [] : [...(page.type === "document" ? [path] : []), ...readingOrder(pages)],
  );
}

function ids(branches: readonly PageBranch[]): PageBranch[] {
  return branches.flatMap((branch) => [branch, ...ids(branch.pages)]);
}

describe("readNeighbours", () => {
  test("passes over groups, links and hidden pages, and enters branches from the right end", async () => {
    const space = new Space();
    await space.apply(
      insert("a"),
      insert("g", { type: "group" }),
      insert("b", { into: "g" }),
      insert("c", { into: "b" }),
      insert("link", { type: "link", into: "g", fields: { title: "link", href: "https://example.com/" } }),
      insert("h", { fields: { title: "h", hidden: true } }),
      insert("d"),
    );
    expect(await neighbours(space, "a")).toEqual([undefined, "g/b"]);
    expect(await neighbours(space, "b")).toEqual(["a", "g/b/c"]);
    expect(await neighbours(space, "c")).toEqual(["g/b", "d"]);
    expect(await neighbours(space, "d")).toEqual(["g/b/c", undefined]);
  });

  test("agrees with the reading order of the whole tree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 5, maxLength: 25 }), async (changes) => {
        const space = new Space();
        for (const change of changes) {
          const applied = await space.attempt(change);
          if (applied.ok) await space.keep(applied);
        }
        const tree = await readTree(space.nodes, space.root);
        const order = readingOrder(tree);
        for (const { page, path } of ids(tree)) {
          const at = order.indexOf(path);
          if (at === -1 || page.type !== "document") continue;
          expect(await neighbours(space, page.id)).toEqual([order[at - 1], order[at + 1]]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
