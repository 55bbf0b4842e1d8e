/** Which blocks of the editor are which of the stored text: what is said about these is said about those. */
import type { Node } from "prosemirror-model";
import { EditorState, type Transaction } from "prosemirror-state";
import { expect, test } from "vitest";
import { blocks } from "../../engine/markdown/blockIds.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { open } from "./load.ts";
import { confirm, savedSource } from "./page.ts";
import { pageOf, pageState } from "./pageState.ts";
import { schema } from "./schema.ts";
import { storedIds } from "./storedIds.ts";

const { nodes } = schema;
const SOURCE = "First.\n\nSecond.\n\nThird.\n";

function editing(source: string): EditorState {
  const { doc, origins } = open(source);
  return EditorState.create({ doc, plugins: [pageState(source, origins)] });
}

const changed = (state: EditorState, make: (change: Transaction) => Transaction): EditorState =>
  state.apply(make(state.tr));

const stored = (state: EditorState): EditorState => state.apply(confirm(state, savedSource(state).source));

const deep = (count: number): Node =>
  nodes.list.create(null, [
    nodes.listItem.create(null, [
      nodes.paragraph.create(null, schema.text("deep")),
      ...(count > 1 ? [deep(count - 1)] : []),
    ]),
  ]);

/** What the stored text has for each block that is shown, by the words there. */
function found(state: EditorState): string[] {
  const { base } = pageOf(state);
  const words = new Map(
    blocks(parse(base).document).map(({ id, start, end }) => [id, base.slice(start, end).trim()]),
  );
  return state.doc.children.map((_, index) => words.get(storedIds(state, index)[0] ?? "") ?? "");
}

test("one that was edited is the one that it was, also once it is stored", () => {
  const state = changed(editing(SOURCE), (change) => change.insertText("ly", 6));
  expect(found(state)).toEqual(["First.", "Second.", "Third."]);
  expect(found(stored(state))).toEqual(["Firstly.", "Second.", "Third."]);
});

test("a new one is none until it is stored", () => {
  const state = changed(editing(SOURCE), (change) =>
    change.insert(8, nodes.paragraph.create(null, schema.text("New."))),
  );
  expect(found(state)).toEqual(["First.", "", "Second.", "Third."]);
  expect(found(stored(state))).toEqual(["First.", "New.", "Second.", "Third."]);
});

test("beside one that can't be said, what was edited and stored is what it is there", () => {
  let state = changed(editing(SOURCE), (change) => change.insert(8, deep(80)));
  state = stored(changed(state, (change) => change.insertText("ly", 6)));
  expect(pageOf(state).base).toBe("Firstly.\n\nSecond.\n\nThird.\n");
  expect(found(state)).toEqual(["Firstly.", "", "Second.", "Third."]);
});

test("none is its neighbour, where as many are gone as came", () => {
  const state = changed(editing(SOURCE), (change) =>
    change.insert(25, nodes.paragraph.create(null, schema.text("New."))).delete(0, 8),
  );
  expect(state.doc.children.map(({ textContent }) => textContent)).toEqual(["Second.", "Third.", "New."]);
  expect(found(state)).toEqual(["Second.", "Third.", ""]);
});

test("the same words twice are each their own", () => {
  const state = changed(editing("Same.\n\nSame.\n\nEnd.\n"), (change) => change.insertText("!", 6));
  const [one, other] = [storedIds(state, 0)[0], storedIds(state, 1)[0]];
  expect([one === undefined, other === undefined, one === other]).toEqual([false, false, false]);
});
