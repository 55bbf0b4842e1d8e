/** What holds for every page: bytes that nobody edited stay, and what is saved comes back. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import fc from "fast-check";
import { Fragment, type Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { anyText, page } from "../../engine/markdown/dialect.fixture.ts";
import { EarlierBlocks } from "../../engine/markdown/earlierBlocks.ts";
import { atOnce } from "../../engine/steps.ts";
import { edited, type RandomEdit, randomEdit } from "./edits.fixture.ts";
import { open, type OpenBody, read, readSteps } from "./load.ts";
import { isSaid } from "./print.ts";
import { write } from "./prove.ts";
import { toSource } from "./save.ts";
import { schema } from "./schema.ts";
import { isWritten, settled } from "./settle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const numRuns = isFull ? 5_000 : 150;

/** One of so many files is read: which, its own name says, so that a package more or less changes no other's turn. */
const EVERY = isFull ? 1 : 8;
const isChosen = (file: string): boolean =>
  createHash("sha256").update(relative(ROOT, file)).digest()[0]! % EVERY === 0;

/** Pages that people wrote: what the packages ship. */
function corpus(): string[] {
  const packages = join(ROOT, "node_modules");
  const files = readdirSync(packages)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(packages, name)).map((one) => join(name, one)) : [name],
    )
    .flatMap((name) => {
      try {
        return readdirSync(join(packages, name))
          .filter((file) => file.endsWith(".md"))
          .map((file) => join(packages, name, file));
      } catch {
        return [];
      }
    });
  const pages = files
    .toSorted()
    .filter(isChosen)
    .map((file) => readFileSync(file, "utf8"));
  return pages.filter((text) => text.length < (isFull ? 100_000 : 20_000));
}

const KITCHEN_SINK = readFileSync(join(ROOT, "engine/markdown/html/fixtures/kitchen-sink.md"), "utf8");
const PAGES = [KITCHEN_SINK, KITCHEN_SINK.replaceAll("\n", "\r\n"), ...corpus()];

/** Places of text in a document: of each block of it, with the block at the top and its range in the source. */
function textblocksOf({
  doc,
  origins,
}: OpenBody): { readonly node: Node; readonly at: number; readonly start: number; readonly end: number }[] {
  const found: { node: Node; at: number; start: number; end: number }[] = [];
  doc.descendants((node, at) => {
    const origin = origins.of(node);
    if (node.isTextblock && origin !== undefined && node.content.size > 0)
      found.push({ node, at: at + 1, start: origin.start, end: origin.end });
  });
  return found;
}

function expectWritten(body: OpenBody, doc: Node): string {
  const { source, refused } = write(doc, body.origins);
  const shown = settled(doc);
  if (refused.length > 0 || !isSaid(shown, settled(read(source))))
    expect.fail(
      `not written: ${JSON.stringify({ from: body.origins.body.text, source, refused, doc: doc.toString(), read: read(source).toString() }, null, 1)}`,
    );
  return source;
}

test("the corpus has pages of people", () => {
  expect(PAGES.length).toBeGreaterThan(40);
});

describe("a page that nobody edited", () => {
  test("is the same bytes, and each of its blocks says what the page says there", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...PAGES), anyText), (source) => {
        const body = open(source);
        body.doc.check();
        expect(toSource(body.doc, body.origins)).toBe(source);
        expect(settled(read(source)).eq(settled(body.doc))).toBe(true);
      }),
      { numRuns: numRuns * 2 },
    );
  });

  test("has all that is not white space in its blocks", () => {
    for (const source of PAGES) {
      const { body } = open(source).origins;
      let at = 0;
      for (const part of body.parts) {
        expect(source.slice(at, part.start).trim()).toBe("");
        at = part.end;
      }
      expect(source.slice(at).trim()).toBe("");
    }
  });
});

test("one edited word changes one word, wherever it stands", () => {
  let words = 0;
  for (const source of PAGES) {
    const body = open(source);
    const blocks = textblocksOf(body);
    const every = Math.max(1, Math.ceil(blocks.length / (isFull ? 20 : 6)));
    for (const [index, { node, at, start, end }] of blocks.entries()) {
      const word = /[A-Za-z]{4,}/.exec(node.textBetween(0, node.content.size, " ", " "));
      const before = source.slice(start, end);
      if (index % every !== 0 || word === null || before.split(word[0]).length !== 2) continue;
      const from = at + word.index + 2;
      // An address that stands for itself is no longer one when its words are edited, and its target is not.
      const marks = body.doc.resolve(from).marks();
      if (marks.some(({ attrs }) => String(attrs["url"] ?? "").includes(word[0]))) continue;
      const { source: after, refused } = write(
        new Transform(body.doc).insert(from, schema.text("Qz", marks)).doc,
        body.origins,
      );
      const wanted =
        source.slice(0, start) +
        before.replace(word[0], `${word[0].slice(0, 2)}Qz${word[0].slice(2)}`) +
        source.slice(end);
      expect(refused).toEqual([]);
      expect(after).toBe(wanted);
      words++;
    }
  }
  expect(words).toBeGreaterThan(100);
});

/** What refers to a footnote that the page has not, in the midst of a word too: there it is text. */
const NOTE = /\[\^(?:1|a\]b|a b)\]/g;

/** Words of letters alone. */
const wordsIn = (node: Node): readonly string[] =>
  node
    .textBetween(0, node.content.size, " ", " ")
    .replaceAll(NOTE, "")
    .match(/[A-Za-z]{4,}/g) ?? [];

/** A block in so many quotes that no Markdown says it. */
const unsayable = (node: Node): Node =>
  node.type.name === "paragraph" || node.isLeaf
    ? unsayable(schema.nodes.blockquote.create(null, [node]))
    : Array.from({ length: 120 }).reduce<Node>(
        (inner) => schema.nodes.blockquote.create(null, [inner]),
        node,
      );

describe("for any edits", () => {
  const edits = fc.array(randomEdit, { minLength: 1, maxLength: isFull ? 8 : 5 });
  const anyPage = fc.oneof(page, fc.constantFrom(...PAGES.filter((text) => text.length < 5_000)));

  function made(doc: Node, all: readonly RandomEdit[]): Transform {
    const whole = new Transform(doc);
    for (const one of all) for (const step of edited(whole.doc, one).steps) whole.step(step);
    return whole;
  }

  test("each word is in the text, or its block is told to be in none", () => {
    let refusals = 0;
    fc.assert(
      fc.property(anyPage, edits, fc.array(fc.nat(20), { maxLength: 3 }), (source, all, deep) => {
        const body = open(source);
        const { doc } = made(body.doc, all);
        const places = new Set(deep.map((at) => at % doc.childCount));
        const shown = doc.copy(
          Fragment.from(doc.children.map((node, at) => (places.has(at) ? unsayable(node) : node))),
        );
        const { source: text, refused } = write(shown, body.origins);
        const known = new Set(wordsIn(read(text)));
        for (const [at, node] of shown.children.entries()) {
          if (refused.includes(at)) continue;
          const lost = wordsIn(settled(node)).filter((word) => !known.has(word));
          expect({ lost, of: node.textContent, source, text }).toMatchObject({ lost: [] });
        }
        refusals += refused.length;
      }),
      { numRuns },
    );
    expect(refusals).toBeGreaterThan(0);
  });

  test("what is saved says what is shown", () => {
    fc.assert(
      fc.property(anyPage, edits, (source, all) => {
        const body = open(source);
        expectWritten(body, made(body.doc, all).doc);
      }),
      { numRuns },
    );
  });

  test("a text that was read beside the one of before says what it says alone", () => {
    const marks = [
      "",
      "\n",
      "\n\n",
      "    ",
      "- ",
      "> ",
      "# ",
      "```\n",
      "<!--",
      "-->",
      "<pre>\n",
      "{% hint %}\n",
    ];
    const more = [
      "\n{% endhint %}\n",
      "[x]",
      "\n\n[x]: y\n\n",
      "[^1]",
      "\n\n[^1]: z\n\n",
      "$$\n",
      "| a |\n",
      "x",
    ];
    const splice = fc.record({
      at: fc.nat(100_000),
      cut: fc.nat(30),
      text: fc.oneof(fc.constantFrom(...marks, ...more), anyText),
    });
    fc.assert(
      fc.property(anyPage, fc.array(splice, { minLength: 1, maxLength: 8 }), (source, splices) => {
        const earlier = new EarlierBlocks<Node>();
        let text = source;
        for (const { at, cut, text: put } of [{ at: 0, cut: 0, text: "" }, ...splices]) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + cut);
          expect(atOnce(readSteps(text, earlier)).toJSON()).toEqual(read(text).toJSON());
        }
      }),
      { numRuns },
    );
  });

  test("undone is the same bytes", () => {
    fc.assert(
      fc.property(anyPage, edits, (source, all) => {
        const body = open(source);
        const change = made(body.doc, all);
        const undone = new Transform(change.doc);
        for (let at = change.steps.length - 1; at >= 0; at--)
          undone.step(change.steps[at]!.invert(change.docs[at]!));
        expect(toSource(undone.doc, body.origins)).toBe(source);
      }),
      { numRuns },
    );
  });

  test("blocks at the top that the edit didn't touch are the same bytes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAGES), randomEdit, (source, one) => {
        const body = open(source);
        const { doc } = made(body.doc, [one]);
        const after = expectWritten(body, doc);
        const isKeptList = (node: Node | undefined): boolean =>
          node?.type === schema.nodes.list && body.origins.unchanged(node) !== undefined;
        let from = 0;
        for (const [place, node] of doc.children.entries()) {
          const origin = body.origins.unchanged(node);
          // What was lifted out of something leaves there what stood before its lines.
          if (origin?.home !== body.origins.body || !isWritten(node)) continue;
          // Of two lists between which something went, one takes another mark: they would be one list.
          if (isKeptList(node) && [place - 1, place + 1].some((beside) => isKeptList(doc.children[beside])))
            continue;
          const at = after.indexOf(source.slice(origin.start, origin.end), from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + origin.end - origin.start;
        }
      }),
      { numRuns },
    );
  });
});
