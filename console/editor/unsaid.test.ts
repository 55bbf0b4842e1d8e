/** What no Markdown could say as it is: what becomes of it, and what stands beside it. */
import { Transform } from "prosemirror-transform";
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { open } from "./load.ts";
import { savedSource, shownSource } from "./page.ts";
import { pageState } from "./pageState.ts";
import { write } from "./prove.ts";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;
const text = (words: string): Node => schema.text(words);

/** The page "First. Second. Third." in three paragraphs, with something in or between them and words typed in each. */
function written(make: (change: Transform) => void): unknown {
  const { doc, origins } = open("First.\n\nSecond.\n\nThird.\n");
  const change = new Transform(doc);
  change.insert(24, text(" New."));
  make(change);
  change.insert(7, text(" New."));
  const { source, refused } = write(change.doc, origins);
  return refused.length === 0 ? source : { source, refused };
}

const page = (second: string): string => `First. New.\n\n${second}\n\nThird. New.\n`;
const inLine = (...inside: readonly Node[]): unknown =>
  written((change) => change.insert(16, [text(" a "), ...inside]));
const between = (block: Node): unknown => written((change) => change.insert(17, block));

describe("in a line", () => {
  const atoms: readonly [Node, string][] = [
    [nodes.formula.create({ text: " x^2 " }), "$$x^2$$"],
    [nodes.formula.create({ text: "a\n\nb" }), "$$a b$$"],
    [nodes.formula.create({ text: "a$$b" }), "$$a$ $b$$"],
    [nodes.emoji.create({ name: "🎉" }), "🎉"],
    [nodes.emoji.create({ name: "two words" }), "two words"],
    [nodes.icon.create({ name: "rocket ship" }), "rocket ship"],
    [nodes.icon.create({ name: "🚀" }), "🚀"],
  ];
  test.each(atoms)("%s is %s", (atom, said) => {
    expect(inLine(atom)).toBe(page(`Second. a ${said}`));
  });

  test("a label that no footnote can have leaves its words", () => {
    expect(inLine(schema.text("noted", [marks.annotation.create({ label: "a]b" })]))).toBe(
      page("Second. a noted"),
    );
    expect(inLine(nodes.footnoteRef.create({ label: "a]b" }))).toBe(page("Second. a \\[^a]b]"));
  });

  test("a reference without its footnote is its text, and its footnote makes one of it again", () => {
    const { doc, origins } = open("First[^1].\n\nSecond.\n\n[^1]: note\n");
    const change = new Transform(doc);
    change.delete(doc.content.size - doc.lastChild!.nodeSize, doc.content.size);
    expect(write(change.doc, origins)).toEqual({ source: "First[^1].\n\nSecond.\n", refused: [] });
  });
});

describe("a block", () => {
  test("that shows no picture yet is its caption, and what it is called", () => {
    expect(between(nodes.figure.create({ src: "" }, text("Caption")))).toBe(page("Second.\n\nCaption"));
    expect(between(nodes.figure.create({ src: "", alt: "Told" }, text("Caption")))).toBe(
      page("Second.\n\nCaption\\\nTold"),
    );
    expect(between(nodes.figure.create({ src: "", alt: "Told" }))).toBe(page("Second.\n\nTold"));
    expect(between(nodes.figure.create({ src: "" }))).toBe(page("Second."));
  });

  test.each([
    ["<!-- n", "<!-- n\n-->"],
    ["```js\na", "```js\na\n```"],
    ["<pre>\na", "<pre>\na\n</pre>"],
    ["<script>\na", "<script>\na\n</script>"],
  ])("%j that takes what is behind it ends there", (source, said) => {
    expect(between(nodes.raw.create({ source }))).toBe(page(`Second.\n\n${said}`));
  });

  const deep = (count: number): Node =>
    nodes.list.create(null, [
      nodes.listItem.create(null, [
        nodes.paragraph.create(null, text(`deep ${count}`)),
        ...(count > 1 ? [deep(count - 1)] : []),
      ]),
    ]);

  test("that no Markdown can say is left alone, and all beside it is said", () => {
    expect(between(deep(80))).toEqual({ source: page("Second."), refused: [2] });
    expect(
      written((change) => {
        change.insert(17, [
          nodes.paragraph.create(null, text("Before.")),
          deep(80),
          deep(80),
          nodes.paragraph.create(null, text("Behind.")),
          deep(80),
        ]);
      }),
    ).toEqual({ source: page("Second.\n\nBefore.\n\nBehind."), refused: [3, 4, 6] });
  });

  test("that no Markdown can say is shown by its words, which are read back", () => {
    const { doc, origins } = open("First.\n\nSecond.\n");
    const state = EditorState.create({ doc, plugins: [pageState("First.\n\nSecond.\n", origins)] });
    const changed = state.apply(state.tr.insert(8, deep(80)).insert(7, text(" New.")));
    expect(savedSource(changed)).toEqual({ source: "First. New.\n\nSecond.\n", refused: [1] });
    const words = Array.from({ length: 80 }, (_, at) => `deep ${80 - at}\n\n`).join("");
    expect(shownSource(changed)).toEqual({ source: `First. New.\n\n${words}Second.\n`, refused: [1] });
  });

  test("that was there stays as it was", () => {
    const { doc, origins } = open("First.\n\n- one\n\nThird.\n");
    const change = new Transform(doc);
    change.insert(doc.content.size - 1, text(" New."));
    change.insert(15, deep(80));
    change.insert(7, text(" New."));
    expect(write(change.doc, origins)).toEqual({
      source: "First. New.\n\n- one\n\nThird. New.\n",
      refused: [1],
    });
  });
});
