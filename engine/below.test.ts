import { expect, test } from "vitest";
import { readBelow } from "./below.ts";
import { insert, Space } from "./space.fixture.ts";
import { type PageBranch, readTree } from "./tree.ts";

/** A page "top" with `width` pages, each of which has two with one below each; beside it a page that doesn't matter. */
async function spaceOf(width: number): Promise<Space> {
  const space = new Space();
  await space.apply(insert("top"), insert("beside"));
  for (let at = 0; at < width; at++) {
    await space.apply(
      insert(`a${at}`, { into: "top" }),
      insert(`b${at}`, { at: { into: `a${at}` } } as never),
      insert(`c${at}`, { at: { into: `a${at}` } } as never),
      insert(`d${at}`, { at: { into: `b${at}` } } as never),
      insert(`e${at}`, { at: { into: `c${at}` } } as never),
    );
  }
  return space;
}

async function readTop(space: Space): Promise<{ pages: readonly PageBranch[]; loads: number }> {
  let loads = 0;
  const nodes = {
    load: (hashes: readonly string[]) => {
      loads++;
      return space.nodes.load(hashes);
    },
  };
  return { pages: await readBelow(nodes, space.root, "top", "top"), loads };
}

test("what is below a page is what the whole tree has there, and the number of readings follows its depth", async () => {
  const loads: number[] = [];
  for (const width of [4, 120]) {
    const space = await spaceOf(width);
    const tree = await readTree(space.nodes, space.root);
    const read = await readTop(space);
    expect(read.pages).toEqual(tree.find(({ page }) => page.id === "top")?.pages);
    expect(read.pages).toHaveLength(width);
    loads.push(read.loads);
  }
  const [few, many] = loads as [number, number];
  // Thirty times the pages: more only by how much deeper the maps themselves are.
  expect(many).toBeLessThan(few * 4);
});

test("what isn't there has nothing below it, and a failed reading fails", async () => {
  const space = await spaceOf(1);
  expect(await readBelow(space.nodes, space.root, "absent", "absent")).toEqual([]);
  const broken = { load: () => Promise.reject(new Error("no database")) };
  await expect(readBelow(broken, space.root, "top", "top")).rejects.toThrow("no database");
});
