/** Laws of whole merges: random trees with real texts, random histories on both sides, and nothing lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { applyDiff } from "./diff.fixture.ts";
import { diffRevisions, EDITED_FIELDS, editedFields } from "./diff.ts";
import { sameJson } from "./json.ts";
import { bodyOfParts, bothSides, mergeBody, type BlockConflict } from "./markdown/mergeBody.ts";
import { type MergeOutcome, type MergeConflict, mergeRevisions } from "./merge.ts";
import { loadRevisionRoot } from "./node.ts";
import { getFromMap } from "./mapRead.ts";
import type { Page, ReusableContent } from "./page.ts";
import { rebuildRevision } from "./rebuild.ts";
import { reusableSource } from "./revision.ts";
import { body, insert, Space, update } from "./space.fixture.ts";
import { readTree } from "./tree.ts";
import type { PageBranch } from "./tree.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const numRuns = isFull ? 60 : 50;
const PAGES = isFull ? 500 : 10;
const timeout = isFull ? 1_200_000 : 180_000;
const EDITS = isFull ? 120 : 12;

const FIELDS: readonly object[] = [
  { title: "One" },
  { title: "Two" },
  { slug: "one" },
  { slug: "two" },
  { emoji: "x" },
  { emoji: null },
  { hidden: true },
  { description: "About it" },
];

/** Half of the picks fall on the first few, so that both sides often want the same. */
const anyPick = fc.oneof(fc.nat(3), fc.nat(1000));

/** An edit in the making: `a` and `b` pick pages and places among those there are. */
const anyEdit = fc.record({
  kind: fc.constantFrom(
    "block",
    "block",
    "block",
    "add",
    "cut",
    "fields",
    "fields",
    "move",
    "move",
    "insert",
    "delete",
    "variable",
    "file",
    "reusable",
  ),
  a: anyPick,
  b: anyPick,
});
type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Edit = Generated<typeof anyEdit>;

/** Long ones nearly always touch the same: some of both are short, so that there are clean merges too. */
const edits = fc.oneof(
  fc.array(anyEdit, { minLength: 2, maxLength: Math.min(EDITS, 12), size: "max" }),
  fc.array(anyEdit, { minLength: 2, maxLength: EDITS, size: "max" }),
);
const histories = fc.record({
  pages: fc.array(fc.nat(1000), { minLength: 1, maxLength: PAGES, size: "max" }),
  ours: edits,
  theirs: edits,
});

/** A space whose texts are at hand, and whose every new block has a word of its own. */
class Library extends Space {
  readonly texts = new Map<string, string>();
  #words = 0;

  word(side: string): string {
    return `${side}${++this.#words}.`;
  }

  async change(...changes: Change[]): Promise<void> {
    const made = await this.attempt(...changes);
    if (!made.ok) return;
    for (const [hash, text] of made.bodies) this.texts.set(hash, text);
    await this.keep(made);
  }

  textOf(hash: string | undefined): string {
    return hash === undefined ? "" : (this.texts.get(hash) as string);
  }

  /** The pages of a revision by id. */
  async pages(rootHash: string): Promise<Map<string, Page>> {
    const flat = (branch: PageBranch): Page[] => [branch.page, ...branch.pages.flatMap(flat)];
    const tree = await readTree(this.nodes, await loadRevisionRoot(this.nodes, rootHash));
    return new Map(tree.flatMap(flat).map((page) => [page.id, page]));
  }

  async edit(side: string, { kind, a, b }: Edit): Promise<void> {
    const pages = [...(await this.pages(this.rootHash)).values()];
    const page = pages[a % Math.max(1, pages.length)];
    if (kind === "variable") {
      const value = b % 4 === 0 ? null : this.word(side);
      if (b % 3 === 1) {
        const tag = value === null ? null : { label: value };
        return this.change({ operation: "set_tags", tags: { [`t${a % 3}`]: tag } });
      }
      return this.change({ operation: "set_variables", variables: { [`v${a % 3}`]: value } });
    }
    if (kind === "file") {
      const id = `f${a % 3}`;
      const file = { id, name: this.word(side), contentType: "t", size: 1, hash: `h${b % 5}`, createdAt: 1 };
      return this.change(
        b % 4 === 0 ? { operation: "delete_file", file: id } : { operation: "put_file", file },
      );
    }
    if (kind === "reusable") {
      return this.change({ operation: "put_reusable", id: `r${a % 2}`, body: body(this.word(side)) });
    }
    const into = pages[b % Math.max(1, pages.length)]?.id ?? null;
    if (kind === "insert" || page === undefined) {
      const text = body(`${this.word(side)}\n\n${this.word(side)}`);
      return this.change(
        insert(`${side}${this.word("p")}`, {
          fields: { title: "New" },
          into: b % 3 === 0 ? null : into,
          body: text,
        }),
      );
    }
    if (kind === "delete") return this.change({ operation: "delete_page", page: page.id });
    if (kind === "move") return this.change(update(page.id, { into: b % 4 === 0 ? null : into, at: b % 5 }));
    if (kind === "fields") {
      return this.change(update(page.id, { fields: FIELDS[b % FIELDS.length] as never }));
    }
    const blocks = blocksOf(this.textOf(page.body));
    const at = blocks.length === 0 ? 0 : b % blocks.length;
    if (kind === "block" && blocks.length > 0) blocks[at] = this.word(side);
    else if (kind === "cut") blocks.splice(at, 1);
    else blocks.splice(at, 0, this.word(side));
    return this.change(update(page.id, { body: body(blocks.join("\n\n")) }));
  }
}

function blocksOf(text: string): string[] {
  return text.split(/\n\n+/).filter((block) => block.trim() !== "");
}

interface Fork {
  readonly space: Library;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

async function fork({ pages, ours, theirs }: Generated<typeof histories>): Promise<Fork> {
  const space = new Library();
  await space.change(
    ...pages.map((pick, index) => {
      const blocks = Array.from({ length: pick % 6 }, () => space.word("base"));
      const into = index === 0 || pick % 3 === 0 ? null : `p${pick % index}`;
      return insert(`p${index}`, { into, body: body(blocks.join("\n\n")) });
    }),
    { operation: "set_variables", variables: { v0: "base" } },
    { operation: "put_reusable", id: "r0", body: body(space.word("base")) },
  );
  const base = space.rootHash;
  const sides: string[] = [];
  for (const [side, edits] of [
    ["ours", ours],
    ["theirs", theirs],
  ] as const) {
    await space.open(base);
    space.now += 10;
    for (const edit of edits) await space.edit(side, edit);
    sides.push(space.rootHash);
  }
  return { space, base, ours: sides[0] as string, theirs: sides[1] as string };
}

async function merge(
  { space }: Fork,
  roots: { base: string; ours: string; theirs: string },
): Promise<MergeOutcome<BlockConflict>> {
  const merged = await mergeRevisions<BlockConflict>(
    space.nodes,
    roots,
    async (_, { base, ours, theirs }) => {
      const parts = mergeBody({
        base: space.textOf(base),
        ours: space.textOf(ours),
        theirs: space.textOf(theirs),
      });
      const text = bodyOfParts(parts, bothSides);
      return {
        body: text === "" ? null : body(text),
        conflicts: parts.filter((part) => typeof part !== "string"),
      };
    },
  );
  for (const [hash, text] of merged.revision.bodies) space.texts.set(hash, text);
  await space.keep(merged.revision);
  return merged;
}

type Conflicts = readonly MergeConflict<BlockConflict>[];

test("merging with an unchanged side gives the other side", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const forked = await fork(history);
      const { base, ours } = forked;
      for (const roots of [
        { base, ours, theirs: base },
        { base, ours: base, theirs: ours },
        { base, ours, theirs: ours },
      ]) {
        const merged = await merge(forked, roots);
        expect([merged.revision.root, merged.conflicts, merged.renamed]).toEqual([ours, [], []]);
      }
    }),
    { numRuns },
  );
});

test("without a conflict the sides can be swapped", { timeout }, async () => {
  let clean = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const forked = await fork(history);
      const { base, ours, theirs } = forked;
      const one = await merge(forked, { base, ours, theirs });
      const other = await merge(forked, { base, ours: theirs, theirs: ours });
      expect(one.conflicts.length === 0).toBe(other.conflicts.length === 0);
      if (one.conflicts.length + one.renamed.length + other.renamed.length > 0) return;
      clean++;
      expect(await shown(forked.space, one)).toEqual(await shown(forked.space, other));
    }),
    { numRuns },
  );
  expect(clean).toBeGreaterThan(numRuns / 20);
});

/** Pages with their texts, without what space between blocks the sides had and in which order both wrote at one place. */
async function shown(space: Library, { revision: { root } }: MergeOutcome<BlockConflict>) {
  const pages = await space.pages(root);
  return [...pages.values()].map((page) => ({ ...page, body: blocksOf(space.textOf(page.body)).toSorted() }));
}

test(
  "nothing of either side is lost: it is in the result, or in a recorded conflict",
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const forked = await fork(history);
        const { space, base, ours, theirs } = forked;
        const merged = await merge(forked, { base, ours, theirs });
        const [before, result] = [await space.pages(base), await space.pages(merged.revision.root)];
        const sides = { ours: await space.pages(ours), theirs: await space.pages(theirs) };
        for (const [side, pages] of Object.entries(sides)) {
          const other = side === "ours" ? sides.theirs : sides.ours;
          for (const page of pages.values()) {
            expectPageKept(space, merged, {
              page,
              before: before.get(page.id),
              other: other.get(page.id),
              result: result.get(page.id),
            });
          }
          for (const id of before.keys()) {
            if (!pages.has(id) && result.has(id))
              expect(about(merged.conflicts, id)).toContain("page-removed");
          }
        }
        for (const [id, page] of result) {
          const [was, our, their] = [before.get(id), sides.ours.get(id), sides.theirs.get(id)];
          if (sameJson(was, our) && sameJson(was, their)) expect(page).toEqual(was);
        }
        expect(await rebuildRevision(space.nodes, space.root)).toEqual(space.root);
      }),
      { numRuns: numRuns * 2 },
    );
  },
);

function about(conflicts: Conflicts, id: string): string[] {
  return conflicts.flatMap((conflict) => {
    if (conflict.kind === "page-field") return conflict.page === id ? [conflict.field] : [];
    if (conflict.kind === "body") return conflict.source === id ? ["body"] : [];
    return "page" in conflict && conflict.page === id ? [conflict.kind] : [];
  });
}

/** What one side made of a page is in the result, unless the other side removed an untouched page. */
function expectPageKept(
  space: Library,
  { conflicts, renamed }: MergeOutcome<BlockConflict>,
  {
    page,
    before,
    other,
    result,
  }: { page: Page; before: Page | undefined; other: Page | undefined; result: Page | undefined },
): void {
  const changed =
    before === undefined
      ? EDITED_FIELDS.filter((field) => page[field] !== undefined)
      : editedFields(before, page);
  const isMoved = before?.parent !== page.parent;
  if (result === undefined) {
    expect([changed, isMoved, other]).toEqual([[], false, undefined]);
    return;
  }
  const told = about(conflicts, page.id);
  for (const field of changed) {
    if (field === "body") continue;
    if (sameJson(result[field], page[field]) || told.includes(field)) continue;
    expect([field, renamed.some((one) => one.page === page.id)]).toEqual(["slug", true]);
  }
  if (isMoved && result.parent !== page.parent) expect(told).toContain("page-position");
  const [old, now] = [blocksOf(space.textOf(before?.body)), blocksOf(space.textOf(result.body))];
  for (const block of blocksOf(space.textOf(page.body)))
    if (!old.includes(block)) expect(now).toContain(block);
  const others = blocksOf(space.textOf(other?.body));
  const ownBlocks = blocksOf(space.textOf(page.body));
  // What neither side took out is still there.
  if (other === undefined) return;
  for (const block of old)
    if (ownBlocks.includes(block) && others.includes(block)) expect(now).toContain(block);
}

test(
  "files, variables, tags and reusable contents are those of a side that changed them, or a conflict",
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const forked = await fork(history);
        const { space, base, ours, theirs } = forked;
        const merged = await merge(forked, { base, ours, theirs });
        const root = (hash: string) => loadRevisionRoot(space.nodes, hash);
        const result = await root(merged.revision.root);
        for (const side of [ours, theirs]) {
          const mine = await diffRevisions(space.nodes, await root(base), await root(side));
          const away = await diffRevisions(space.nodes, await root(side), result);
          for (const map of ["files", "variables", "tags", "reusable"] as const) {
            for (const { key } of mine[map]) {
              if (!away[map].some((change) => change.key === key)) continue;
              if (isTold(merged.conflicts, map, key)) continue;
              // Of reusable content both may have changed: then its text has both.
              expect([
                map,
                key,
                map === "reusable" && (await isJoined(space, side, merged.revision.root, key)),
              ]).toEqual([map, key, true]);
            }
          }
        }
      }),
      { numRuns },
    );
  },
);

function isTold(conflicts: Conflicts, map: string, key: string): boolean {
  return conflicts.some((one) => {
    if (one.kind === "body") return map === "reusable" && one.source === reusableSource(key);
    return "key" in one && one.key === key && map.startsWith(one.kind);
  });
}

/** Whether the result has all blocks that a side has in a reusable content. */
async function isJoined(space: Library, side: string, result: string, key: string): Promise<boolean> {
  const [mine, merged] = await Promise.all(
    [side, result].map(async (hash) => {
      const { reusable } = await loadRevisionRoot(space.nodes, hash);
      return blocksOf(space.textOf((await getFromMap<ReusableContent>(space.nodes, reusable, key))?.body));
    }),
  );
  return (mine ?? []).every((block) => merged?.includes(block) === true);
}

test(
  "a diff applied gives what it was made from, and sides that touch nothing in common are merged by it",
  { timeout },
  async () => {
    let apart = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const forked = await fork(history);
        const { space, base, ours, theirs } = forked;
        const root = (hash: string) => loadRevisionRoot(space.nodes, hash);
        const diff = async (from: string, to: string) =>
          diffRevisions(space.nodes, await root(from), await root(to));
        const merged = await merge(forked, { base, ours, theirs });
        for (const [from, to] of [
          [base, theirs],
          [ours, merged.revision.root],
        ] as const) {
          expect((await applyDiff(space.nodes, from, await diff(from, to))).root).toBe(to);
        }
        const [one, other] = [await diff(base, ours), await diff(base, theirs)];
        const keys = (map: "pages" | "files" | "reusable" | "variables" | "tags") =>
          other[map].some(({ key }) => one[map].some((change) => change.key === key));
        if (merged.conflicts.length + merged.renamed.length > 0) return;
        if ((["pages", "files", "reusable", "variables", "tags"] as const).some(keys)) return;
        apart++;
        expect((await applyDiff(space.nodes, ours, other)).root).toBe(merged.revision.root);
      }),
      { numRuns },
    );
    expect(apart).toBeGreaterThan(0);
  },
);
