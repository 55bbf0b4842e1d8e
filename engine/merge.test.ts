import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeRevisions } from "./merge.ts";
import type { MergeBody, MergeOutcome } from "./merge.ts";
import { loadRevisionRoot, memoryNodes } from "./node.ts";
import { rebuildRevision } from "./rebuild.ts";
import { Space, anyChange, applyAny, body, insert, update } from "./space.fixture.ts";
import type { Change } from "./change.ts";
import { readTree } from "./tree.ts";
import type { PageBranch } from "./tree.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 100;

/** Puts both texts into one, in an order that ignores the sides: never a conflict. */
const joinBodies: MergeBody<never> = async (_, { ours, theirs }) => ({
  body: body([ours ?? "", theirs ?? ""].toSorted().join("+"), "page:p1"),
  conflicts: [],
});

/** A base and two sides made from it. */
async function fork(
  base: readonly Change[],
  ours: readonly Change[],
  theirs: readonly Change[],
): Promise<Fork> {
  const space = new Space();
  await applyAny(space, base);
  const roots = { base: space.rootHash, ours: "", theirs: "" };
  for (const [side, changes] of [
    ["ours", ours],
    ["theirs", theirs],
  ] as const) {
    await space.open(roots.base);
    space.now += 10;
    await applyAny(space, changes);
    roots[side] = space.rootHash;
  }
  return { space, ...roots };
}

interface Fork {
  readonly space: Space;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

async function outline(space: Space, merged: MergeOutcome<unknown>): Promise<string[]> {
  await space.keep(merged.revision);
  const lines = (branch: PageBranch): string[] => [branch.path, ...branch.pages.flatMap(lines)];
  return (await readTree(space.nodes, space.root)).flatMap(lines);
}

const changes = fc.array(anyChange, { maxLength: 10 });
const forks = fc.tuple(fc.array(anyChange, { maxLength: 25 }), changes, changes);

describe("merging", () => {
  test("the same on both sides is that, and nothing on one side is the other", async () => {
    await fc.assert(
      fc.asyncProperty(forks, async ([b, o]) => {
        const { space, base, ours } = await fork(b, o, []);
        for (const roots of [
          { base, ours, theirs: ours },
          { base, ours, theirs: base },
          { base, ours: base, theirs: ours },
        ]) {
          const { revision, conflicts, renamed } = await mergeRevisions(space.nodes, roots, joinBodies);
          expect(revision.root).toBe(ours);
          expect(conflicts).toEqual([]);
          expect(renamed).toEqual([]);
        }
      }),
      { numRuns },
    );
  });

  test("gives the same from either side when there is no conflict", async () => {
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(forks, async ([b, o, t]) => {
        const { space, base, ours, theirs } = await fork(b, o, t);
        const one = await mergeRevisions(space.nodes, { base, ours, theirs }, joinBodies);
        const other = await mergeRevisions(space.nodes, { base, ours: theirs, theirs: ours }, joinBodies);
        expect(one.conflicts.length === 0).toBe(other.conflicts.length === 0);
        if (one.conflicts.length + one.renamed.length + other.renamed.length > 0) return;
        clean++;
        expect(one.revision.root).toBe(other.revision.root);
      }),
      { numRuns: numRuns * 2 },
    );
    expect(clean).toBeGreaterThan(numRuns / 5);
  });

  test("of the same edit at two times is the first, whichever side that was on", async () => {
    const edit = update("p1", { fields: { title: "New" }, body: body("words", "page:p1") });
    const { space, base, ours, theirs } = await fork([insert("p1"), insert("p2")], [edit], [edit]);
    expect(theirs).not.toBe(ours);
    for (const roots of [
      { base, ours, theirs },
      { base, ours: theirs, theirs: ours },
    ])
      expect((await mergeRevisions(space.nodes, roots, joinBodies)).revision.root).toBe(ours);
    // What one side has beside it is as old as it is there.
    const more = await fork(
      [insert("p1"), insert("p2")],
      [edit],
      [edit, update("p2", { fields: { title: "B" } })],
    );
    const merged = await mergeRevisions(more.space.nodes, more, joinBodies);
    await more.space.keep(merged.revision);
    const tree = await readTree(
      more.space.nodes,
      await loadRevisionRoot(more.space.nodes, merged.revision.root),
    );
    const [first = 0, second = 0] = tree.map(({ page }) => page.updatedAt);
    expect(second - first).toBe(10);
  });

  test("always gives a sound revision, conflicts or not", async () => {
    await fc.assert(
      fc.asyncProperty(forks, async ([b, o, t]) => {
        const { space, base, ours, theirs } = await fork(b, o, t);
        const merged = await mergeRevisions(space.nodes, { base, ours, theirs }, joinBodies);
        const paths = await outline(space, merged);
        expect(await rebuildRevision(space.nodes, space.root)).toEqual(space.root);
        expect(paths.length).toBe(space.root.pages?.[1] ?? 0);
        expect(new Set(paths).size).toBe(paths.length);
      }),
      { numRuns: numRuns * 2 },
    );
  });

  const base = [insert("a"), insert("b"), insert("c", { into: "a" }), insert("d", { into: "c" })];
  const gone = (page: string): Change => ({ operation: "delete_page", page });
  const cases: [string, Change[], Change[], string[], unknown[]][] = [
    [
      "different pages",
      [update("a", { fields: { slug: "x" } })],
      [update("b", { fields: { slug: "y" } })],
      ["x", "x/c", "x/c/d", "y"],
      [],
    ],
    [
      "different fields",
      [update("a", { fields: { slug: "x" } })],
      [update("a", { fields: { emoji: "!" } })],
      ["x", "x/c", "x/c/d", "b"],
      [],
    ],
    [
      "a field and the place",
      [update("c", { fields: { slug: "x" } })],
      [update("c", { into: "b" })],
      ["a", "b", "b/x", "b/x/d"],
      [],
    ],
    [
      "one field",
      [update("a", { fields: { slug: "x" } })],
      [update("a", { fields: { slug: "y" } })],
      ["x", "x/c", "x/c/d", "b"],
      [{ kind: "page-field", page: "a", field: "slug", base: "a", ours: "x", theirs: "y" }],
    ],
    [
      "one page to two places",
      [update("d", { into: "b" })],
      [update("d", { into: null })],
      ["a", "a/c", "b", "b/d"],
      [{ kind: "page-position", page: "d", base: "c", ours: "b", theirs: null }],
    ],
    [
      "pages under each other",
      [update("a", { into: "b" })],
      [update("b", { into: "d" })],
      ["b", "b/a", "b/a/c", "b/a/c/d"],
      [{ kind: "page-position", page: "b", ours: null, theirs: "d" }],
    ],
    [
      "removed here, edited there",
      [gone("b")],
      [update("b", { fields: { emoji: "!" } })],
      ["a", "a/c", "a/c/d", "b"],
      [{ kind: "page-removed", page: "b", removedBy: "ours" }],
    ],
    [
      "edited here, removed there",
      [update("b", { fields: { emoji: "!" } })],
      [gone("b")],
      ["a", "a/c", "a/c/d", "b"],
      [{ kind: "page-removed", page: "b", removedBy: "theirs" }],
    ],
    [
      "removed here, added under it there",
      [gone("a")],
      [insert("e", { into: "d" })],
      ["a", "a/c", "a/c/d", "a/c/d/e", "b"],
      ["d", "c", "a"].map((page) => ({ kind: "page-removed", page, removedBy: "ours" })),
    ],
    [
      "added under it here, removed there",
      [insert("e", { into: "c" })],
      [gone("a")],
      ["a", "a/c", "a/c/e", "b"],
      ["a", "c"].map((page) => ({ kind: "page-removed", page, removedBy: "theirs" })),
    ],
    ["removed on both sides", [gone("a")], [gone("c")], ["b"], []],
  ];
  test.each(cases)("%s", async (_, ours, theirs, pages, conflicts) => {
    const forked = await fork(base, ours, theirs);
    const merged = await mergeRevisions(forked.space.nodes, forked, joinBodies);
    expect(await outline(forked.space, merged)).toEqual(pages);
    expect(merged.conflicts).toEqual(expect.arrayContaining(conflicts));
    expect(merged.conflicts).toHaveLength(conflicts.length);
  });

  test("two new pages of one address: ours keeps it", async () => {
    const named = { fields: { title: "New" } };
    const forked = await fork(base, [insert("z", named)], [insert("e", named)]);
    const merged = await mergeRevisions(forked.space.nodes, forked, joinBodies);
    expect(merged.renamed).toEqual([{ page: "e", from: "new", to: "new-1" }]);
    expect((await outline(forked.space, merged)).toSorted()).toEqual([
      "a",
      "a/c",
      "a/c/d",
      "b",
      "new",
      "new-1",
    ]);
  });

  test("bodies changed on both sides are merged with their links; the rest is by key", async () => {
    const forked = await fork(
      [insert("a", { body: body("base") }), { operation: "set_variables", variables: { v: 1, w: 1 } }],
      [update("a", { body: body("ours", "page:a") }), { operation: "set_variables", variables: { v: 2 } }],
      [
        update("a", { body: body("theirs", "url:x") }),
        { operation: "set_variables", variables: { v: 3, w: null } },
      ],
    );
    const merged = await mergeRevisions(forked.space.nodes, forked, async (source, versions) => ({
      body: body("merged", "url:y"),
      conflicts: [[source, Object.keys(versions)]],
    }));
    expect(merged.conflicts).toEqual([
      { kind: "body", source: "a", detail: ["a", ["base", "ours", "theirs"]] },
      { kind: "variable", key: "v", base: 1, ours: 2, theirs: 3 },
    ]);
    expect([...merged.revision.bodies.values()]).toEqual(["merged"]);
    await forked.space.keep(merged.revision);
    expect(forked.space.root.variables?.[1]).toBe(1);
    expect(forked.space.root.backlinks?.[1]).toBe(1);
  });

  test("costs what differs, not what there is", async () => {
    const loads: number[] = [];
    for (const size of [100, 10_000]) {
      const space = new Space();
      await space.apply(
        ...Array.from({ length: size }, (_, index) => insert(`page${index}`, { body: body(`t${index}`) })),
      );
      const base = space.rootHash;
      await space.apply(update("page5", { body: body("ours") }));
      const ours = space.rootHash;
      await space.open(base);
      await space.apply(update("page95", { body: body("theirs") }));
      const nodes = memoryNodes(space.nodes.texts);
      const merged = await mergeRevisions(nodes, { base, ours, theirs: space.rootHash }, joinBodies);
      expect(merged.revision.pages.map(({ id }) => id)).toEqual(["page95"]);
      await loadRevisionRoot(nodes, ours);
      loads.push(nodes.loads);
    }
    const [small, large] = loads as [number, number];
    expect(large).toBeLessThan(small * 4);
  });
});
