/** A body with some of its blocks written anew, and every byte of the others as it was. */
import type { Steps } from "../steps.ts";
import { blocksSteps } from "./blockIds.ts";
import { parseSteps } from "./parse.ts";
import { insideOfBody } from "./segments.ts";
import { isDeep, staysBeside } from "./staysBeside.ts";

/** What becomes of a block at the top, named by its id; `after: null` puts something before all others. */
export type BlockEdit =
  | { readonly block: string; readonly markdown: string }
  | { readonly after: string | null; readonly markdown: string }
  | { readonly remove: string };

/**
 * An edit that can't be made: its block is `absent`, `inside` another one, or was edited `twice`; or by it an indented
 * block would be `nested` in the list or the footnote before it.
 */
export interface EditFault {
  /** The place of the edit. */
  readonly at: number;
  readonly why: "absent" | "inside" | "twice" | "nested";
}

/** A block as it stands in the body that is made. */
interface Piece {
  readonly text: string;
  /** Its place in the body that there was; undefined for one that came. */
  readonly place: number | undefined;
  /** The edit by which it came; undefined where it is as it was. */
  readonly edit: number | undefined;
}

/** What an edit wrote. */
interface NewText {
  readonly markdown: string;
  readonly edit: number;
}

/** Edits are made in their order; several behind the same block stand as they were given. */
export function* editBlocks(source: string, edits: readonly BlockEdit[]): Steps<string | EditFault> {
  const { document } = yield* parseSteps(source);
  const places = new Map<string, number>();
  const inner = new Set<string>();
  for (const { id, path } of yield* blocksSteps(document)) {
    if (path.length === 1) places.set(id, path[0] as number);
    else inner.add(id);
  }
  const written = new Map<number, NewText>();
  const behind = new Map<number, NewText[]>();
  for (const [at, edit] of edits.entries()) {
    yield;
    const named = "block" in edit ? edit.block : "after" in edit ? edit.after : edit.remove;
    const place = named === null ? -1 : places.get(named);
    if (place === undefined) return { at, why: inner.has(named ?? "") ? "inside" : "absent" };
    if ("after" in edit) {
      behind.set(place, [...(behind.get(place) ?? []), { markdown: edit.markdown, edit: at }]);
      continue;
    }
    if (written.has(place)) return { at, why: "twice" };
    written.set(place, { markdown: "block" in edit ? edit.markdown : "", edit: at });
  }
  const inside = insideOfBody(document);
  const pieces: Piece[] = [];
  const add = ({ markdown, edit }: NewText, place?: number): void => {
    // What stands around it is decided by its place.
    const text = markdown.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
    if (text !== "") pieces.push({ text, place, edit });
  };
  for (const text of behind.get(-1) ?? []) add(text);
  for (const [place, { text }] of inside.segments.entries()) {
    const anew = written.get(place);
    if (anew === undefined) pieces.push({ text, place, edit: undefined });
    else add(anew, place);
    for (const one of behind.get(place) ?? []) add(one);
  }
  const gaps = gapsBefore(pieces, inside);
  for (const [at, piece] of pieces.entries()) {
    const former = pieces[at - 1];
    if (former === undefined || !isDeep(piece.text) || wereNeighbours(former, piece)) continue;
    if (yield* staysBeside(former.text, gaps[at]!, piece.text)) continue;
    const removed = written.get((piece.place ?? 0) - 1)?.edit;
    return { at: piece.edit ?? former.edit ?? removed ?? 0, why: "nested" };
  }
  return inside.before + pieces.map(({ text }, at) => gaps[at]! + text).join("") + inside.after;
}

/** Whether two blocks are as they were, one behind the other. */
const wereNeighbours = (former: Piece, { edit, place }: Piece): boolean =>
  former.edit === undefined && edit === undefined && place === (former.place ?? -1) + 1;

/** What stands before each: neighbours keep what stood between them, but that a block that came stands apart. */
function gapsBefore(
  pieces: readonly Piece[],
  { segments, apart }: ReturnType<typeof insideOfBody>,
): string[] {
  return pieces.map(({ place, edit }, at) => {
    const former = pieces[at - 1];
    if (former === undefined) return "";
    const gap = segments[former.place ?? -1]?.gap;
    const hadGap = former.place !== undefined && place === former.place + 1 && gap !== undefined;
    const isApart = gap !== undefined && /\n[ \t]*\r?\n/.test(gap);
    const isNew = edit !== undefined || former.edit !== undefined;
    return hadGap && (isApart || !isNew) ? gap : apart;
  });
}
