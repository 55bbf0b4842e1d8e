import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Block } from "./document.ts";
import { replaceRanges } from "./edits.ts";
import { splitPage } from "./frontMatter.ts";
import { bodyOfParts, bothSides, mergeBody } from "./mergeBody.ts";
import { parse } from "./parse.ts";

/** Pairs of edits of each kind: 10 kinds of 20. */
const PAIRS = 20;

const root = new URL("../../", import.meta.url);
const markdownIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .toSorted()
    .map((path) => folder + path);
const paths = [
  "engine/markdown/html/fixtures/kitchen-sink.md",
  ...markdownIn("docs/"),
  ...markdownIn("node_modules/fastify/docs/"),
];
const pages = paths
  .map((path) => splitPage(readFileSync(new URL(path, root), "utf8")).body)
  .filter((body) => body.length < 60_000);

interface Sides {
  readonly ours: string;
  readonly theirs: string;
  /** What the result has to have in it when it is clean. */
  readonly has: readonly string[];
}

type Edit = (body: string, blocks: readonly Block[], at: number) => Sides | undefined;

const ended = (body: string, { end }: Block, text: string) =>
  replaceRanges(body, [{ start: end, end, text }]);
const isText = (block: Block | undefined): block is Block => block?.type === "paragraph";

/** Two edits within the block at a place: one for each side. */
function inside(type: Block["type"], rows: (body: string, block: Block) => readonly number[]): Edit {
  return (body, blocks, at) => {
    const block = blocks[at];
    if (block?.type !== type) return undefined;
    const places = rows(body, block);
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined || first === last) return undefined;
    const write = (start: number, text: string) => replaceRanges(body, [{ start, end: start, text }]);
    return { ours: write(first, "Ours9"), theirs: write(last, "Theirs9"), has: ["Ours9", "Theirs9"] };
  };
}

/** Where the lines of code end, without the fences. */
function codeLines(body: string, block: Block): number[] {
  const text = body.slice(block.start, block.end);
  if (!text.startsWith("```") || !text.endsWith("```")) return [];
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => block.start + index);
  return ends.slice(1);
}

/** Where the first cells of the rows of a pipe table end. */
function rowEnds(body: string, block: Block): number[] {
  if (block.type !== "table" || body[block.start] === "<") return [];
  return block.rows.flatMap(([cell]) => (cell === undefined ? [] : [cell.end]));
}

const itemEnds = (_: string, block: Block): number[] =>
  block.type === "list" ? block.children.map(({ children, end }) => children[0]?.end ?? end) : [];

/** A kind of two edits, and whether it is a conflict. */
const KINDS: Readonly<Record<string, readonly [conflicts: boolean, edit: Edit]>> = {
  "two paragraphs": [
    false,
    (body, blocks, at) => {
      const [one, other] = [blocks[at], blocks.slice(at + 2).find(isText)];
      if (!isText(one) || other === undefined) return undefined;
      return {
        ours: ended(body, one, " Ours9"),
        theirs: ended(body, other, " Theirs9"),
        has: ["Ours9", "Theirs9"],
      };
    },
  ],
  "two neighbours": [
    false,
    (body, blocks, at) => {
      const [one, other] = [blocks[at], blocks[at + 1]];
      if (!isText(one) || !isText(other)) return undefined;
      return {
        ours: ended(body, one, " Ours9"),
        theirs: ended(body, other, " Theirs9"),
        has: ["Ours9", "Theirs9"],
      };
    },
  ],
  "an edit and an insertion beside it": [
    false,
    (body, blocks, at) => {
      const one = blocks[at];
      if (!isText(one)) return undefined;
      return {
        ours: ended(body, one, " Ours9"),
        theirs: ended(body, one, "\n\nTheirs9"),
        has: ["Ours9", "Theirs9"],
      };
    },
  ],
  "two insertions at one place": [
    false,
    (body, blocks, at) => {
      const one = blocks[at];
      if (!isText(one)) return undefined;
      const has = ["Ours9\n\nTheirs9"];
      return { ours: ended(body, one, "\n\nOurs9"), theirs: ended(body, one, "\n\nTheirs9"), has };
    },
  ],
  "a removal and an edit elsewhere": [
    false,
    (body, blocks, at) => {
      const [one, next, other] = [blocks[at], blocks[at + 1], blocks.slice(at + 2).find(isText)];
      if (!isText(one) || next === undefined || other === undefined) return undefined;
      const ours = replaceRanges(body, [{ start: one.start, end: next.start, text: "" }]);
      return { ours, theirs: ended(body, other, " Theirs9"), has: ["Theirs9"] };
    },
  ],
  "items of one list": [false, inside("list", itemEnds)],
  "rows of one table": [false, inside("table", rowEnds)],
  "lines of one block of code": [false, inside("code", codeLines)],
  "one paragraph, both": [
    true,
    (body, blocks, at) => {
      const one = blocks[at];
      if (!isText(one)) return undefined;
      return { ours: ended(body, one, " Ours9"), theirs: ended(body, one, " Theirs9"), has: [] };
    },
  ],
  "a paragraph removed and edited": [
    true,
    (body, blocks, at) => {
      const [one, next] = [blocks[at], blocks[at + 1]];
      if (!isText(one) || next === undefined) return undefined;
      const ours = replaceRanges(body, [{ start: one.start, end: next.start, text: "" }]);
      return { ours, theirs: ended(body, one, " Theirs9"), has: [] };
    },
  ],
};

function pairsOf(edit: Edit): [body: string, sides: Sides][] {
  const pairs: [string, Sides][] = [];
  // One of each page in turn, so that many pages have a part.
  for (let round = 0; round < 40 && pairs.length < PAIRS; round++) {
    for (const body of pages) {
      const blocks = parse(body).document.children;
      const found = blocks.flatMap((_, at) => edit(body, blocks, at) ?? [])[round];
      if (found !== undefined && pairs.length < PAIRS) pairs.push([body, found]);
    }
  }
  return pairs;
}

describe("a corpus of pairs of edits of real pages", () => {
  const shares = new Map<string, number>();

  test.each(Object.entries(KINDS))("%s", (kind, [conflicts, edit]) => {
    const pairs = pairsOf(edit);
    expect(pairs).toHaveLength(PAIRS);
    let found = 0;
    for (const [base, { ours, theirs, has }] of pairs) {
      const parts = mergeBody({ base, ours, theirs });
      const text = bodyOfParts(parts, bothSides);
      if (parts.some((part) => typeof part !== "string")) found++;
      else for (const one of has) expect(text).toContain(one);
      // Taking the edits out again leaves the page, so nothing else has changed.
      if (!conflicts && !kind.includes("removal"))
        expect(text.replaceAll(/\s*(?:Ours9|Theirs9)/g, "")).toBe(
          base.replaceAll(/\s*(?:Ours9|Theirs9)/g, ""),
        );
    }
    shares.set(kind, found);
    expect(found).toBe(conflicts ? PAIRS : 0);
  });

  test("a fifth of them conflicts, and no more", () => {
    const found = [...shares.values()].reduce((sum, one) => sum + one, 0);
    expect([shares.size * PAIRS, found]).toEqual([200, 40]);
  });
});
