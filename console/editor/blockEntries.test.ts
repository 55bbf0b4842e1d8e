import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import type { Block } from "../../engine/markdown/document.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import { blockEntries } from "./blockEntries.ts";
import { open } from "./load.ts";
import { shownSource } from "./page.ts";
import { pageState } from "./pageState.ts";

/** Every block of the dialect; HTML is what somebody wrote themselves. */
const BLOCKS: Readonly<Record<Exclude<Block["type"], "html">, true>> = {
  paragraph: true,
  heading: true,
  list: true,
  listItem: true,
  blockquote: true,
  code: true,
  math: true,
  thematicBreak: true,
  table: true,
  cards: true,
  hint: true,
  tabs: true,
  tab: true,
  stepper: true,
  step: true,
  columns: true,
  column: true,
  details: true,
  embed: true,
  contentRef: true,
  file: true,
  include: true,
  updates: true,
  update: true,
  prompt: true,
  if: true,
  openapiOperation: true,
  openapiSchemas: true,
  integration: true,
  figure: true,
  definition: true,
  footnote: true,
};

test("every block of the dialect is behind the slash, and is what its Markdown says", () => {
  const { doc, origins } = open("");
  const empty = EditorState.create({ doc, plugins: [pageState("", origins)] });
  const found = new Set<string>();
  for (const { id, run } of blockEntries(empty, "")) {
    let state = empty;
    expect([id, run(state, (change) => (state = state.apply(change)))]).toEqual([id, true]);
    // A picture is one when it is chosen.
    if (state.doc.firstChild?.attrs["src"] === "")
      state = state.apply(state.tr.setNodeAttribute(0, "src", "/files/a"));
    const words = state.selection.empty ? state.apply(state.tr.insertText("words")) : state;
    const { source, refused } = shownSource(words);
    const { document, problems } = parse(source);
    expect([id, problems, refused]).toEqual([id, [], []]);
    for (const { block } of walkBlocks(document)) found.add(block.type);
  }
  expect([...found].toSorted()).toEqual(Object.keys(BLOCKS).toSorted());
});
