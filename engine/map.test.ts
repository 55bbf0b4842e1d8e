import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byCodeUnit } from "./json.ts";
import { diffMaps } from "./mapDiff.ts";
import { editMap } from "./mapEdit.ts";
import { getFromMap, getManyFromMap, mapSize, rankInMap, sliceOfMap } from "./mapRead.ts";
import { memoryNodes, pendingNodes } from "./node.ts";
import type { MapRoot, PendingNodes } from "./node.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 150;

type Model = Map<string, unknown>;
type Edit = readonly [key: string, value: unknown];

/** Keys close together, so that edits meet; values from nothing to several chunks' worth. */
const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((number) => `k${number}`),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer() },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 900 }).map((size) => "x".repeat(size)) },
  { weight: 1, arbitrary: fc.constant("y".repeat(5000)) },
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(key, value) },
  { weight: 1, arbitrary: fc.tuple(key, fc.constant(undefined)) },
);
const batches = fc.array(fc.array(edit, { maxLength: 120 }), { maxLength: 6 });

function put(model: Model, edits: readonly Edit[]): void {
  for (const [key, value] of edits) {
    if (value === undefined) model.delete(key);
    else model.set(key, value);
  }
}

function sorted(model: Model): [string, unknown][] {
  return [...model].toSorted(([a], [b]) => byCodeUnit(a, b));
}

async function build(
  nodes: PendingNodes,
  edits: readonly (readonly Edit[])[],
): Promise<{ root: MapRoot; model: Model }> {
  const model: Model = new Map();
  let root: MapRoot = null;
  for (const batch of edits) {
    root = await editMap(nodes, root, new Map(batch));
    put(model, [...new Map(batch)]);
  }
  return { root, model };
}

describe("a persistent map", () => {
  test("holds what a plain map holds after any history", async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.array(key, { maxLength: 20 }), async (history, probes) => {
        const nodes = pendingNodes(memoryNodes());
        const { root, model } = await build(nodes, history);
        const entries = sorted(model);
        expect(mapSize(root)).toBe(model.size);
        expect(await sliceOfMap(nodes, root)).toEqual(entries);
        expect(await getManyFromMap(nodes, root, probes)).toEqual(
          new Map(probes.filter((p) => model.has(p)).map((p) => [p, model.get(p)])),
        );
        for (const probe of probes) {
          expect(await getFromMap(nodes, root, probe)).toEqual(model.get(probe));
          expect(await rankInMap(nodes, root, probe)).toBe(entries.filter(([key]) => key < probe).length);
        }
      }),
      { numRuns },
    );
  });

  test("has one shape for one content, whatever the history", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        const nodes = pendingNodes(memoryNodes());
        const { root, model } = await build(nodes, history);
        expect(await editMap(nodes, null, model)).toEqual(root);
        const half = sorted(model).filter((_, index) => index % 2 === 0);
        const halfway = await editMap(nodes, null, new Map(half));
        expect(await editMap(nodes, halfway, model)).toEqual(root);
      }),
      { numRuns },
    );
  });

  test("gives any slice by position", async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.nat(150), fc.nat(150), async (history, start, length) => {
        const nodes = pendingNodes(memoryNodes());
        const { root, model } = await build(nodes, history);
        expect(await sliceOfMap(nodes, root, start, start + length)).toEqual(
          sorted(model).slice(start, start + length),
        );
      }),
      { numRuns },
    );
  });

  test("differs from another exactly where plain maps differ", async () => {
    await fc.assert(
      fc.asyncProperty(batches, batches, async (one, other) => {
        const nodes = pendingNodes(memoryNodes());
        const a = await build(nodes, one);
        const b = await build(nodes, [...one, ...other]);
        const changes = await diffMaps(nodes, a.root, b.root);
        const keys = sorted(new Map([...a.model, ...b.model])).map(([key]) => key);
        const expected = keys.filter((key) => a.model.get(key) !== b.model.get(key));
        expect(changes.map(({ key }) => key)).toEqual(expected);
        for (const { key, before, after } of changes) {
          expect(before).toEqual(a.model.get(key));
          expect(after).toEqual(b.model.get(key));
        }
        expect(await diffMaps(nodes, b.root, b.root)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("keeps what is reachable from a root, and that is enough to read it", async () => {
    const nodes = pendingNodes(memoryNodes());
    const entries = Array.from({ length: 3000 }, (_, index) => [`k${index}`, index] as const);
    await editMap(nodes, null, new Map(entries));
    const root = await editMap(nodes, null, new Map(entries.slice(0, 2000)));
    const kept = memoryNodes(nodes.reachableFrom(root?.[0] as string));
    expect(await sliceOfMap(kept, root)).toHaveLength(2000);
  });
});

/** Loads and writes of one edit in the middle of a map of a given size. */
async function costOfOneEdit(size: number): Promise<{ loaded: number; written: number; bytes: number }> {
  const entries = Array.from(
    { length: size },
    (_, index) => [`key${index}`, { text: "x".repeat(300), index }] as const,
  );
  const building = pendingNodes(memoryNodes());
  const root = await editMap(building, null, new Map(entries));
  const stored = memoryNodes(building.reachableFrom(root?.[0] as string));
  const nodes = pendingNodes(stored);
  const edited = await editMap(nodes, root, new Map([[`key${size >> 1}`, { text: "changed", index: 0 }]]));
  const written = nodes.reachableFrom(edited?.[0] as string);
  const fresh = [...written].filter(([hash]) => !stored.texts.has(hash));
  return {
    loaded: stored.loads,
    written: fresh.length,
    bytes: fresh.reduce((sum, [, text]) => sum + text.length, 0),
  };
}

describe("the cost of a persistent map", () => {
  test("grows with the logarithm of its size", async () => {
    const small = await costOfOneEdit(100);
    const large = await costOfOneEdit(10_000);
    expect(large.loaded).toBeLessThanOrEqual(small.loaded + 6);
    expect(large.written).toBeLessThanOrEqual(small.written + 6);
    expect(large.bytes).toBeLessThan(40_000);
  });
});
