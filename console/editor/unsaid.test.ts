/** What no Markdown could say as it is: what becomes of it, and what stands beside it. */
import { Transform } from "prosemirror-transform";
import type { Node } from "prosemirror-model";
import { history, redo, undo } from "prosemirror-history";
import { EditorState, type Transaction } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { open } from "./load.ts";
import { pull, savedSource, shownSource } from "./page.ts";
import { pageOf, pageState } from "./pageState.ts";
import { write, writeSteps } from "./prove.ts";
import { schema } from "./schema.ts";
import { settled } from "./settle.ts";

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
  test("a formula alone is said as it was written, with what would be a tag in HTML", () => {
    const { doc, origins } = open("");
    const change = new Transform(doc).insert(1, nodes.formula.create({ text: "a<b" }));
    expect(write(change.doc, origins)).toEqual({ source: "$$a<b$$\n", refused: [] });
  });

  test("a tag that holds what it can't takes no paragraph along that stands before it", () => {
    const { doc } = open("word\n\n{% code title=t %}\ntext\n> # One\n{% endcode %}");
    expect(doc.children.map(({ type }) => type.name)).toEqual(["paragraph", "raw", "raw"]);
  });

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

  test("a note of a part of code is said behind that part, with its footnote and without", () => {
    const code = marks.monospace.create();
    const noted = schema.text("n", [marks.annotation.create({ label: "1" }), code]);
    const said = "[`n`](#user-content-fn-1)[^1]`pm`";
    expect(inLine(noted, schema.text("pm", [code]))).toBe(page(`Second. a ${said}`));
    const { doc, origins } = open(`First.\n\n[^1]: note\n`);
    const change = new Transform(doc).insert(7, [text(" "), noted, schema.text("pm", [code])]);
    expect(write(change.doc, origins)).toEqual({ source: `First. ${said}\n\n[^1]: note\n`, refused: [] });
  });

  test("a note over a part of a link takes its place there, since none is in the other", () => {
    const { doc, origins } = open("See [the page](/a).\n\n[^1]: note\n");
    const change = new Transform(doc).addMark(1, 8, marks.annotation.create({ label: "1" }));
    expect(write(change.doc, origins)).toEqual({
      source: "[See the](#user-content-fn-1)[^1][ page](/a).\n\n[^1]: note\n",
      refused: [],
    });
  });

  test("a reference without its footnote is its text, and its footnote makes one of it again", () => {
    const { doc, origins } = open("First[^1].\n\nSecond.\n\n[^1]: note\n");
    const change = new Transform(doc);
    change.delete(doc.content.size - doc.lastChild!.nodeSize, doc.content.size);
    expect(write(change.doc, origins)).toEqual({ source: "First[^1].\n\nSecond.\n", refused: [] });
  });
});

/** A list in a list, so often. */
const deep = (count: number): Node =>
  nodes.list.create(null, [
    nodes.listItem.create(null, [
      nodes.paragraph.create(null, text(`deep ${count}`)),
      ...(count > 1 ? [deep(count - 1)] : []),
    ]),
  ]);

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

  test("that no Markdown can say leaves its links, its notes, its tags and its pictures to its words", () => {
    const line =
      "See [this](https://example.com/a) and <kbd>K</kbd>, $$x^2$$, :rocket: ![Told](/a.png) {{ space.vars.x }} **so**.";
    const said = open(`${line}\n`).doc.child(0).content;
    const noted = schema.text("noted", [marks.annotation.create({ label: "a]b" }), marks.strong.create()]);
    const told = schema.text("both", [marks.annotation.create({ label: "1" })]);
    const figure = nodes.figure.create({ src: "/b.png", link: "https://example.com/c" }, text("Caption"));
    const code = nodes.code.create({ title: "a.js" }, text("let x;"));
    const block = nodes.list.create(null, [
      nodes.listItem.create(null, [
        nodes.paragraph.create(null, said),
        nodes.paragraph.create(null, [text("a "), noted, text(" "), told]),
        figure,
        code,
        deep(80),
      ]),
    ]);
    const { doc, origins } = open("First.\n");
    const state = EditorState.create({ doc, plugins: [pageState("First.\n", origins)] });
    const { source, refused } = shownSource(state.apply(state.tr.insert(8, block)));
    expect(refused).toEqual([1]);
    const words = source.split("deep 80")[0];
    expect(words).toBe(
      [
        "First.",
        line,
        "a **noted** [both](#user-content-fn-1)[^1]",
        "/b.png https\\://example.com/c",
        "Caption",
        "a.js",
        "```\nlet x;\n```",
        "",
      ].join("\n\n"),
    );
    expect(write(open(source).doc, open(source).origins)).toEqual({ source, refused: [] });
  });

  test("that no Markdown can say is found once, and not again while it and what stands beside it are the same", () => {
    const { doc, origins } = open(`First.\n\n${"Between.\n\n".repeat(20)}Last.\n`);
    const change = new Transform(doc);
    for (let at = 9; at > 0; at--) change.insert(8 + 20 * at, deep(70));
    const stepsOf = (page: Node): number => {
      let count = 0;
      const writing = writeSteps(page, origins);
      for (let next = writing.next(); ; next = writing.next(), count++)
        if (next.done === true) {
          expect(next.value.refused).toHaveLength(9);
          return count;
        }
    };
    const before = stepsOf(change.doc);
    const typed = change.insert(6, text("ly")).doc;
    expect(stepsOf(typed)).toBeLessThan(before / 4);
    // Beside another one it is looked at anew.
    const [first] = write(change.delete(8, 18).doc, origins).refused;
    expect(first).toBe(2);
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

describe("what somebody else saves while a block can't be said", () => {
  function editing(source: string): EditorState {
    const { doc, origins } = open(source);
    return EditorState.create({ doc, plugins: [pageState(source, origins), history()] });
  }

  const changed = (state: EditorState, make: (change: Transaction) => Transaction): EditorState =>
    state.apply(make(state.tr));

  /** What stands at the top, a deep list as `deep`. */
  const shown = ({ doc }: EditorState): string[] =>
    doc.children.map((node) => (node.type === nodes.list ? "deep" : node.textContent));

  /** Where a block at the top begins. */
  const placeOf = ({ doc }: EditorState, index: number): number =>
    doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);

  const put = (state: EditorState, index: number): EditorState =>
    changed(state, (change) => change.insert(placeOf(state, index), deep(80)));

  test.each<[string, number, string, string[]]>([
    ["edits the block before it", 1, "First by Bob.\n\nSecond.\n", ["First by Bob.", "deep", "Second."]],
    ["edits the block behind it", 1, "First.\n\nSecond by Bob.\n", ["First.", "deep", "Second by Bob."]],
    ["edits both beside it", 1, "First, B.\n\nSecond, B.\n", ["First, B.", "deep", "Second, B."]],
    ["makes others of both", 1, "# First\n\n# Second\n", ["First", "deep", "Second"]],
    ["makes more of both", 1, "# A\n\nB\n\n# Second\n", ["A", "B", "deep", "Second"]],
    ["puts one before it", 1, "First.\n\nNew.\n\nSecond.\n", ["First.", "deep", "New.", "Second."]],
    ["takes the one before it", 1, "Second.\n", ["deep", "Second."]],
    ["takes the one behind it", 1, "First.\n", ["First.", "deep"]],
    ["takes all", 1, "", ["deep"]],
    ["edits below it at the top", 0, "First by Bob.\n\nSecond.\n", ["deep", "First by Bob.", "Second."]],
    ["edits above it at the end", 2, "First.\n\nSecond by Bob.\n", ["First.", "Second by Bob.", "deep"]],
    ["adds below it at the end", 2, "First.\n\nSecond.\n\nNew.\n", ["First.", "Second.", "deep", "New."]],
  ])("and %s: it stands as it was", (_, index, theirs, after) => {
    const before = put(editing("First.\n\nSecond.\n"), index);
    const list = before.doc.child(index);
    const pulled = before.apply(pull(before, theirs));
    pulled.doc.check();
    expect(shown(pulled)).toEqual(after);
    expect(pulled.doc.children.some((node) => settled(node).eq(settled(list)))).toBe(true);
    const saved = savedSource(pulled);
    expect(saved).toEqual({ source: theirs, refused: [after.indexOf("deep")] });
    expect(pageOf(pulled)).toMatchObject({ base: theirs, conflicts: [] });
    expect(pageOf(pulled).unsaid).toEqual([pulled.doc.child(after.indexOf("deep"))]);
  });

  test("and undo takes it away and brings it back, with what others saved left alone", () => {
    const before = put(editing("First.\n\nSecond.\n"), 1);
    let state = before.apply(pull(before, "First by Bob.\n\nSecond.\n"));
    undo(state, (change) => (state = state.apply(change)));
    expect([shown(state), savedSource(state).refused]).toEqual([["First by Bob.", "Second."], []]);
    redo(state, (change) => (state = state.apply(change)));
    expect([shown(state), savedSource(state).refused]).toEqual([["First by Bob.", "deep", "Second."], [1]]);
  });

  test("and it was a block of the page: it is written in the place of that one once it can be said", () => {
    const source = "First.\n\n* one\n\nSecond.\n";
    let state = editing(source);
    const inside = placeOf(state, 1) + 6;
    state = changed(state, (change) => change.insert(inside, deep(80)));
    expect(savedSource(state)).toEqual({ source, refused: [1] });
    const theirs = "First by Bob.\n\n* one\n\nSecond.\n\nNew.\n";
    state = state.apply(pull(state, theirs));
    expect(shown(state)).toEqual(["First by Bob.", "deep", "Second.", "New."]);
    expect(savedSource(state)).toEqual({ source: theirs, refused: [1] });
    undo(state, (change) => (state = state.apply(change)));
    expect(savedSource(state)).toEqual({ source: theirs, refused: [] });
  });

  test("and what was stored of it is gone, changed or elsewhere: it is there, and so is what they made", () => {
    const source = "First.\n\n* one\n\nSecond.\n";
    let state = editing(source);
    const inside = placeOf(state, 1) + 6;
    state = changed(state, (change) => change.insert(inside, deep(80)));
    const after = (theirs: string) => {
      const pulled = state.apply(pull(state, theirs));
      pulled.doc.check();
      const told = pulled.doc.children.map((node) =>
        node.textContent.includes("deep 80") ? "deep" : node.textContent,
      );
      return { told, ...savedSource(pulled) };
    };
    expect(after("First.\n\nSecond.\n")).toEqual({
      told: ["First.", "deep", "Second."],
      source: "First.\n\nSecond.\n",
      refused: [1],
    });
    const changedByBob = "First.\n\n* one by Bob\n\nSecond.\n";
    const two = after(changedByBob);
    expect([two.told.toSorted(), two.source]).toEqual([
      ["First.", "Second.", "deep", "one by Bob"],
      changedByBob,
    ]);
    expect(two.refused).toEqual([two.told.indexOf("deep")]);
    expect(after("First.\n\nSecond.\n\n* one\n")).toEqual({
      told: ["First.", "Second.", "deep"],
      source: "First.\n\nSecond.\n\n* one\n",
      refused: [2],
    });
  });

  test("and the same was changed otherwise: that is asked, and it stays marked", () => {
    let state = editing("First.\n\nSecond.\n");
    state = put(
      changed(state, (change) => change.insert(7, text(" Mine."))),
      1,
    );
    state = state.apply(pull(state, "First of Bob.\n\nSecond.\n"));
    expect(shown(state)).toEqual(["First. Mine.", "deep", "Second."]);
    const [conflict] = pageOf(state).conflicts;
    expect(conflict).toMatchObject({ theirs: "First of Bob.\n\n" });
    expect(state.doc.textBetween(conflict!.from, conflict!.to)).toBe("First. Mine.");
    expect(savedSource(state)).toEqual({ source: "First of Bob.\n\nSecond.\n", refused: [1] });
  });
});
