/** A page in the editor with what is stored: what to save, what others saved, what both changed. */
import { Fragment, type Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { bodyOfParts, bothSides, type MergedPart, mergeBody } from "../../engine/markdown/mergeBody.ts";
import { atOnce, type Steps } from "../../engine/steps.ts";
import { open } from "./load.ts";
import { type Origins, sourceOf } from "./origins.ts";
import { mapped, type OpenConflict, pageKey, pageOf, type PageState } from "./pageState.ts";
import { patch, type StandingBlocks } from "./patch.ts";
import { plainWords } from "./plainWords.ts";
import { printed } from "./print.ts";
import { type WrittenPage, write, writeSteps } from "./prove.ts";
import { schema } from "./schema.ts";
import { isWritten, settled } from "./settle.ts";

/** The text of the page as it is shown, with the words of blocks that no text can say. */
export const shownSource = (state: EditorState): WrittenPage => atOnce(shownSteps(state));

/** The same in steps. */
export function* shownSteps(state: EditorState): Steps<WrittenPage> {
  const { origins } = pageOf(state);
  const { doc } = state;
  const { source, refused } = yield* writeSteps(doc, origins);
  if (refused.length === 0) return { source, refused };
  const told = doc.children.flatMap((node, at) => (refused.includes(at) ? plainWords(node) : [node]));
  return { source: (yield* writeSteps(doc.copy(Fragment.fromArray(told)), origins)).source, refused };
}

/** The text to be stored: what no text can say is as it was, and where a conflict is open, what others stored stays until somebody decides. */
export const savedSource = (state: EditorState): WrittenPage => atOnce(savedSteps(state));

/** The same in steps. */
export function* savedSteps(state: EditorState): Steps<WrittenPage> {
  const { conflicts, origins } = pageOf(state);
  if (conflicts.length === 0) return yield* writeSteps(state.doc, origins);
  const change = state.tr;
  for (const { from, to, theirs } of conflicts.toReversed()) {
    const source = theirs.trim();
    change.replaceWith(from, to, source === "" ? [] : schema.nodes.raw.create({ source }));
  }
  const { source, refused } = yield* writeSteps(change.doc, origins);
  const places = refused.map((at) => state.doc.children.indexOf(change.doc.child(at)));
  return { source, refused: places.filter((at) => at >= 0) };
}

/** The transaction that marks blocks at the top which no text can say; undefined where these are marked. @param doc they are in */
export function markUnsaid(
  state: EditorState,
  doc: Node,
  places: readonly number[],
): Transaction | undefined {
  const page = pageOf(state);
  const unsaid = places.map((at) => doc.child(at));
  const isSame = unsaid.length === page.unsaid.length && unsaid.every((one, at) => one === page.unsaid[at]);
  return isSame ? undefined : state.tr.setMeta(pageKey, { ...page, unsaid }).setMeta("addToHistory", false);
}

interface BlockSource {
  /** Where it begins in the document. */
  readonly at: number;
  readonly node: Node;
  readonly source: string;
}

/** A block at the top as it is written: in its own bytes where it is as it was loaded. @param index of the block there */
export function blockSource(state: EditorState, index: number): BlockSource | undefined {
  const { doc } = state;
  const node = doc.maybeChild(index);
  if (node === null || !isWritten(node)) return undefined;
  const at = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const origin = pageOf(state).origins.unchanged(node);
  return { at, node, source: (origin === undefined ? printed(node) : sourceOf(origin)).trimEnd() };
}

interface SourceBlocks {
  readonly blocks: readonly Node[];
  /** The text of the page with them, and the one that is stored. */
  readonly text: string;
  readonly stored: string;
}

/**
 * The blocks that a block says which is edited as it is written, as the text of the page has them. @param at where it
 * begins. Undefined where it has to stay so: what two people wrote is decided first
 */
export function blocksOfSource(state: EditorState, at: number): SourceBlocks | undefined {
  const { doc } = state;
  const { base: stored, conflicts } = pageOf(state);
  const { source: text, refused } = shownSource(state);
  const source: unknown = doc.nodeAt(at)?.attrs["source"];
  if (conflicts.length > 0 || refused.length > 0 || typeof source !== "string") return undefined;
  const before = doc.children.slice(0, doc.resolve(at).index(0)).filter(isWritten).length;
  const count = open(source).doc.children.filter(isWritten).length;
  return { blocks: open(text).doc.children.slice(before, before + count), text, stored };
}

/** The transaction after a save: what was sent is what is stored now. */
export function confirm(state: EditorState, stored: string): Transaction {
  return state.tr.setMeta(pageKey, { ...pageOf(state), base: stored }).setMeta("addToHistory", false);
}

/**
 * The transaction that takes in what others stored: merged block by block with what is shown. Where both changed the
 * same, ours stays and the conflict is told. Blocks that no text can say stay as they are.
 */
export function pull(state: EditorState, theirs: string): Transaction {
  const { base, conflicts: open_, origins: before } = pageOf(state);
  const { source: ours, refused } = write(state.doc, before);
  const standing = standingIn(state.doc, before, refused);
  const parts = mergeBody({ base, ours, theirs });
  const text = bodyOfParts(parts, (conflict) => conflict.ours);
  const { doc, origins } = open(text);
  const change = patch(state.tr, doc, standing);
  const found = conflictsIn(parts, change, origins);
  const still = mapped(open_, change).filter(({ from }) => !found.some((one) => one.from === from));
  const conflicts = [...still, ...found].toSorted((a, b) => a.from - b.from);
  const isStanding = (node: Node): boolean =>
    [...standing.keys()].some((one) => settled(one).eq(settled(node)));
  const unsaid = standing.size === 0 ? [] : change.doc.children.filter(isStanding);
  return change.setMeta(pageKey, { base: theirs, origins, conflicts, unsaid } satisfies PageState);
}

/** Blocks at the top that no text can say, with what the text of the page has in their place. */
function standingIn(doc: Node, origins: Origins, places: readonly number[]): StandingBlocks {
  return new Map(
    places.map((place) => {
      const node = doc.child(place);
      const origin = origins.of(node);
      return [node, origin?.home === origins.body ? origin.node : undefined];
    }),
  );
}

/** The transaction that makes the page say what another text says; it can be undone. @param stored the text that is stored */
export function rewrite(state: EditorState, text: string, stored: string): Transaction {
  const { doc, origins } = open(text);
  const change = patch(state.tr, doc).setMeta("addToHistory", true);
  return change.setMeta(pageKey, { base: stored, origins, conflicts: [], unsaid: [] } satisfies PageState);
}

/** Where the conflicts of a merge are in the document. */
function conflictsIn(parts: readonly MergedPart[], { doc }: Transaction, origins: Origins): OpenConflict[] {
  const found: OpenConflict[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const end = bodyOfParts(parts.slice(0, index + 1), ({ ours }) => ours).length;
    if (typeof part !== "string") {
      const { ours, theirs } = part;
      found.push({ ...rangeIn(doc, origins, at, end), ours, theirs });
    }
    at = end;
  }
  return found;
}

/** The blocks at the top that stand in a range of the text; where there are none, the place for them. */
function rangeIn(
  doc: Transaction["doc"],
  origins: Origins,
  start: number,
  end: number,
): { readonly from: number; readonly to: number } {
  let from: number | undefined;
  let to = 0;
  let before = 0;
  doc.forEach((node, offset) => {
    const origin = origins.of(node);
    if (origin === undefined) return;
    if (origin.end <= start) before = offset + node.nodeSize;
    if (origin.start >= end || origin.end <= start) return;
    from ??= offset;
    to = offset + node.nodeSize;
  });
  return from === undefined ? { from: before, to: before } : { from, to };
}

/** What stands in the place of a conflict from now on. */
export type ConflictChoice = "ours" | "theirs" | "both";

/** The transaction that decides a conflict; undo takes the decision back, not the conflict. */
export function decide(state: EditorState, conflict: OpenConflict, choice: ConflictChoice): Transaction {
  const page = pageOf(state);
  const change = state.tr;
  if (choice !== "ours") {
    const { ours, theirs } = conflict;
    const { doc } = open(choice === "theirs" ? theirs : bothSides({ base: "", ours, theirs }));
    const inside = doc.textContent === "" && choice === "theirs" && theirs.trim() === "" ? [] : unkeyed(doc);
    change.replaceWith(conflict.from, conflict.to, inside);
  }
  const conflicts = mapped(
    page.conflicts.filter((one) => one !== conflict),
    change,
  );
  return change.setMeta(pageKey, { ...page, conflicts });
}

/** The blocks of a document as new ones. */
function unkeyed(doc: Transaction["doc"]): Transaction["doc"][] {
  const plain = (node: Transaction["doc"]): Transaction["doc"] =>
    node.isText || node.isLeaf || node.isTextblock
      ? node.type.spec.attrs?.["key"] === undefined
        ? node
        : node.type.create({ ...node.attrs, key: "" }, node.content)
      : node.type.create(
          node.attrs["key"] === undefined ? node.attrs : { ...node.attrs, key: "" },
          node.children.map(plain),
        );
  return doc.children.map(plain);
}
