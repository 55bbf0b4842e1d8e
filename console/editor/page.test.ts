/** What others save, taken in while somebody writes. */
import fc from "fast-check";
import { history, undo } from "prosemirror-history";
import { Fragment } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { page } from "../../engine/markdown/dialect.fixture.ts";
import { edited, randomEdit } from "./edits.fixture.ts";
import { open, read } from "./load.ts";
import { blockSource, confirm, decide, pull, savedSource, shownSource } from "./page.ts";
import { pageOf, pageState } from "./pageState.ts";
import { isSaid } from "./print.ts";
import { schema } from "./schema.ts";
import { settled } from "./settle.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 5_000 : 150;

function editing(source: string): EditorState {
  const { doc, origins } = open(source);
  return EditorState.create({ doc, plugins: [pageState(source, origins), history()] });
}

/** Types a text behind the first place where a word stands. */
function typed(state: EditorState, word: string, text: string): EditorState {
  let at = -1;
  state.doc.descendants((node, place) => {
    if (at === -1 && node.isText && node.text!.includes(word))
      at = place + node.text!.indexOf(word) + word.length;
  });
  const caret = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)));
  return caret.apply(caret.tr.insertText(text));
}

const caretText = (state: EditorState): string => {
  const { $head } = state.selection;
  return $head.parent.textBetween(0, $head.parentOffset);
};

describe("what others stored", () => {
  test("is taken in beside what is written, and the caret stays in its words", () => {
    const source = "# Title\n\n* one\n* two\n\nLast *words*.\n";
    const state = typed(editing(source), "two", " mine");
    const theirs = "# A title\n\n* one of theirs\n* two\n\nLast *words*.\n\nMore.\n";
    const pulled = state.apply(pull(state, theirs));
    expect(shownSource(pulled).source).toBe(
      "# A title\n\n* one of theirs\n* two mine\n\nLast *words*.\n\nMore.\n",
    );
    expect(caretText(pulled)).toBe("two mine");
    expect(pageOf(pulled)).toMatchObject({ base: theirs, conflicts: [] });
  });

  test("keeps the caret of who writes in the very block, where the merge takes both", () => {
    const state = typed(editing("```\na\nb\nc\nd\n```\n"), "d", "!");
    const pulled = state.apply(pull(state, "```\nA\nb\nc\nd\n```\n"));
    expect(shownSource(pulled).source).toBe("```\nA\nb\nc\nd!\n```\n");
    expect(caretText(pulled)).toBe("A\nb\nc\nd!");
  });

  test("is not what undo takes back", () => {
    const state = typed(editing("One.\n\nTwo.\n"), "Two", " mine");
    let pulled = state.apply(pull(state, "One of theirs.\n\nTwo.\n"));
    undo(pulled, (change) => (pulled = pulled.apply(change)));
    expect(shownSource(pulled).source).toBe("One of theirs.\n\nTwo.\n");
  });

  test("leaves a paragraph that nobody wrote in yet", () => {
    const state = editing("One.\n");
    const split = state.apply(state.tr.split(5));
    const pulled = split.apply(pull(split, "One.\n\nTwo.\n"));
    expect(pulled.doc.childCount).toBe(3);
    expect(shownSource(pulled).source).toBe("One.\n\nTwo.\n");
  });
});

describe("a block that both changed", () => {
  const state = typed(editing("Same.\n\nPlace.\n\nEnd.\n"), "Place", " of mine");
  const pulled = state.apply(pull(state, "Same.\n\nPlace of theirs.\n\nEnd.\n"));
  const [conflict] = pageOf(pulled).conflicts;

  test("shows ours, and stores theirs until somebody decides", () => {
    expect(shownSource(pulled).source).toBe("Same.\n\nPlace of mine.\n\nEnd.\n");
    expect(savedSource(pulled).source).toBe("Same.\n\nPlace of theirs.\n\nEnd.\n");
    expect(conflict).toMatchObject({ ours: "Place of mine.\n\n", theirs: "Place of theirs.\n\n" });
    expect(pulled.doc.textBetween(conflict!.from, conflict!.to)).toBe("Place of mine.");
  });

  test("keeps its place while others are written", () => {
    const later = pulled.apply(pulled.tr.insertText("It is the ", 1));
    const [moved] = pageOf(later).conflicts;
    expect(later.doc.textBetween(moved!.from, moved!.to)).toBe("Place of mine.");
    expect(savedSource(later).source).toBe("It is the Same.\n\nPlace of theirs.\n\nEnd.\n");
  });

  test.each([
    ["ours", "Same.\n\nPlace of mine.\n\nEnd.\n"],
    ["theirs", "Same.\n\nPlace of theirs.\n\nEnd.\n"],
    ["both", "Same.\n\nPlace of mine.\n\nPlace of theirs.\n\nEnd.\n"],
  ] as const)("becomes %s", (choice, source) => {
    const decided = pulled.apply(decide(pulled, conflict!, choice));
    expect(savedSource(decided).source).toBe(source);
    expect(pageOf(decided).conflicts).toEqual([]);
  });

  test("is one too where others deleted it", () => {
    const gone = state.apply(pull(state, "Same.\n\nEnd.\n"));
    const [deleted] = pageOf(gone).conflicts;
    expect(deleted).toMatchObject({ theirs: "" });
    expect(savedSource(gone).source).toBe("Same.\n\nEnd.\n");
    expect(savedSource(gone.apply(decide(gone, deleted!, "theirs"))).source).toBe("Same.\n\nEnd.\n");
    expect(savedSource(gone.apply(decide(gone, deleted!, "ours"))).source).toBe(
      "Same.\n\nPlace of mine.\n\nEnd.\n",
    );
  });
});

test("a save changes nothing but what is known to be stored", () => {
  const state = typed(editing("* One\n"), "One", " more");
  const { source } = savedSource(state);
  const saved = state.apply(confirm(state, source));
  expect(pageOf(saved).base).toBe("* One more\n");
  expect(saved.doc).toBe(state.doc);
});

test("for any page, edits and text of others, what is shown then is what the merge says", () => {
  fc.assert(
    fc.property(page, randomEdit, page, (source, one, theirs) => {
      const state = editing(source);
      const change = state.tr;
      for (const step of edited(state.doc, one).steps) change.step(step);
      const before = state.apply(change);
      const pulled = before.apply(pull(before, theirs));
      pulled.doc.check();
      const { origins, unsaid } = pageOf(pulled);
      const { body } = origins;
      // What no text can say stands as it was; the text has for it what is stored, or nothing.
      const inText = pulled.doc.children.flatMap((node) =>
        unsaid.includes(node) ? (origins.of(node)?.node ?? []) : [node],
      );
      expect(isSaid(settled(pulled.doc.copy(Fragment.from(inText))), settled(read(body.text)))).toBe(true);
      if (settled(pulled.doc).eq(settled(body.node))) expect(shownSource(pulled).source).toBe(body.text);
    }),
    { numRuns },
  );
});

test("places that links name stay where somebody writes beside them", () => {
  const place = (name: string): string => `<a href="#${name}" id="${name}"></a>`;
  const source = `## Title ${place("one")}${place("two")}\n\n${place("three")}Words.\n`;
  const written = typed(typed(editing(source), "Title", " of it"), "Words", " more");
  expect(shownSource(written).source).toBe(
    `## Title of it ${place("one")}${place("two")}\n\n${place("three")}Words more.\n`,
  );
});

test("a block that is edited as it is written is in the text all the while", () => {
  const source = '# Title\n\n* one\n* two\n\n{% hint style="info" %}\nMind.\n{% endhint %}\n';
  const state = editing(source);
  const { at, node, source: text } = blockSource(state, 1)!;
  expect(text).toBe("* one\n* two");
  const raw = schema.nodes.raw.create({ source: text, key: node.attrs["key"] as string });
  const opened = state.apply(state.tr.replaceWith(at, at + node.nodeSize, raw));
  expect(shownSource(opened)).toEqual({ source, refused: [] });
  const more = opened.apply(opened.tr.setNodeAttribute(at, "source", "* one\n* two\n* three"));
  expect(shownSource(more)).toEqual({ source: source.replace("two", "two\n* three"), refused: [] });
});
