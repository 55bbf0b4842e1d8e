import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDiff } from "./diff.fixture.ts";
import { diffRevisions, pageEvents } from "./diff.ts";
import { loadRevisionRoot } from "./node.ts";
import type { RevisionRoot } from "./node.ts";
import { rebuildRevision } from "./rebuild.ts";
import { Space, anyChange, applyAny, body, insert, update } from "./space.fixture.ts";
import { readTree } from "./tree.ts";
import type { PageBranch } from "./tree.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 100;

/** Two revisions of one space, the second made from the first. */
const history = fc.tuple(fc.array(anyChange, { maxLength: 30 }), fc.array(anyChange, { maxLength: 15 }));

describe("any history of changes", () => {
  test("leaves the maps that the pages imply, and a tree without loss", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 40 }), async (changes) => {
        const space = new Space();
        await applyAny(space, changes);
        expect(await rebuildRevision(space.nodes, space.root)).toEqual(space.root);
        const paths = (branch: PageBranch): string[] => [branch.path, ...branch.pages.flatMap(paths)];
        const all = (await readTree(space.nodes, space.root)).flatMap(paths);
        expect(all.length).toBe(space.root.pages?.[1] ?? 0);
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns },
    );
  });

  test("gives the same revision in one batch as one by one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 25 }), async (changes) => {
        const single = new Space();
        const taken = [];
        for (const change of changes) {
          const applied = await single.attempt(change);
          if (!applied.ok) continue;
          await single.keep(applied);
          taken.push(change);
        }
        const batch = new Space();
        await batch.apply(...taken);
        expect(batch.rootHash).toBe(single.rootHash);
      }),
      { numRuns },
    );
  });
});

describe("a diff", () => {
  test("applied to the one gives the other, in both directions", async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([one, more]) => {
        const space = new Space();
        await applyAny(space, one);
        const [a, aHash] = [space.root, space.rootHash];
        await applyAny(space, more);
        const there = await diffRevisions(space.nodes, a, space.root);
        expect((await applyDiff(space.nodes, aHash, there)).root).toBe(space.rootHash);
        const back = await diffRevisions(space.nodes, space.root, a);
        expect((await applyDiff(space.nodes, space.rootHash, back)).root).toBe(aHash);
      }),
      { numRuns },
    );
  });

  test("of a revision and itself is empty and loads nothing", async () => {
    const space = new Space();
    await space.apply(insert("a"));
    space.nodes.loads = 0;
    expect(await diffRevisions(space.nodes, space.root, space.root)).toEqual({
      pages: [],
      files: [],
      reusable: [],
      variables: [],
      tags: [],
      links: [],
    });
    expect(space.nodes.loads).toBe(0);
  });

  test("tells what happened to pages", async () => {
    const space = new Space();
    await space.apply(
      insert("kept"),
      insert("edited"),
      insert("moved"),
      insert("both"),
      insert("gone"),
      insert("under", { into: "edited" }),
    );
    const before = space.root;
    space.now = 2000;
    await space.apply(
      update("edited", { fields: { title: "New" }, body: body("new") }),
      update("moved", { into: "kept" }),
      update("both", { at: 0, fields: { emoji: "x" } }),
      { operation: "delete_page", page: "gone" },
      insert("fresh"),
    );
    const events = pageEvents(await diffRevisions(space.nodes, before, space.root));
    const told = events.map((event) => [
      event.type,
      ("page" in event ? event.page : event.after).id,
      ...("fields" in event ? event.fields : []),
    ]);
    expect(told).toEqual([
      ["edited", "both", "emoji"],
      ["moved", "both"],
      ["edited", "edited", "title", "body"],
      ["created", "fresh"],
      ["deleted", "gone"],
      ["moved", "moved"],
    ]);
  });

  test("costs what differs, not what there is", async () => {
    const loads: number[] = [];
    for (const size of [100, 10_000]) {
      const space = new Space();
      await space.apply(
        ...Array.from({ length: size }, (_, index) => insert(`page${index}`, { body: body(`t${index}`) })),
      );
      const before: RevisionRoot = await loadRevisionRoot(space.nodes, space.rootHash);
      await space.apply(update("page50", { body: body("changed", "page:page1") }));
      space.nodes.loads = 0;
      await diffRevisions(space.nodes, before, space.root);
      loads.push(space.nodes.loads);
    }
    const [small, large] = loads as [number, number];
    expect(large).toBeLessThan(small * 4);
  });
});
