/** A body with some of its blocks written anew, and every byte of the others as it was. */
import type { Steps } from "../steps.ts";
import { blocksSteps } from "./blockIds.ts";
import { parseSteps } from "./parse.ts";
import { insideOfBody } from "./segments.ts";

/** What becomes of a block at the top, named by its id; `after: null` puts something before all others. */
export type BlockEdit =
  | { readonly block: string; readonly markdown: string }
  | { readonly after: string | null; readonly markdown: string }
  | { readonly remove: string };

/** An edit that can't be made: its block is `absent`, `inside` another one, or was edited `twice`. */
export interface EditFault {
  /** The place of the edit. */
  readonly at: number;
  readonly why: "absent" | "inside" | "twice";
}

/** A block as it stands in the body that is made. */
interface Piece {
  readonly text: string;
  /** Its place in the body that there was; undefined for one that came. */
  readonly place: number | undefined;
  readonly isNew: boolean;
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
  const written = new Map<number, string>();
  const behind = new Map<number, string[]>();
  for (const [at, edit] of edits.entries()) {
    yield;
    const named = "block" in edit ? edit.block : "after" in edit ? edit.after : edit.remove;
    const place = named === null ? -1 : places.get(named);
    if (place === undefined) return { at, why: inner.has(named ?? "") ? "inside" : "absent" };
    if ("after" in edit) {
      behind.set(place, [...(behind.get(place) ?? []), edit.markdown]);
      continue;
    }
    if (written.has(place)) return { at, why: "twice" };
    written.set(place, "block" in edit ? edit.markdown : "");
  }
  const inside = insideOfBody(document);
  const pieces: Piece[] = [];
  const add = (markdown: string, place?: number): void => {
    // What stands around it is decided by its place.
    const text = markdown.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
    if (text !== "") pieces.push({ text, place, isNew: true });
  };
  for (const text of behind.get(-1) ?? []) add(text);
  for (const [place, { text }] of inside.segments.entries()) {
    const anew = written.get(place);
    if (anew === undefined) pieces.push({ text, place, isNew: false });
    else add(anew, place);
    for (const one of behind.get(place) ?? []) add(one);
  }
  return inside.before + joined(pieces, inside) + inside.after;
}

/** Neighbours keep what stood between them, but that a block that came stands apart. */
function joined(pieces: readonly Piece[], { segments, apart }: ReturnType<typeof insideOfBody>): string {
  return pieces
    .map(({ text, place, isNew }, at) => {
      const former = pieces[at - 1];
      if (former === undefined) return text;
      const gap = segments[former.place ?? -1]?.gap;
      const wereNeighbours = former.place !== undefined && place === former.place + 1 && gap !== undefined;
      const isApart = gap !== undefined && /\n[ \t]*\r?\n/.test(gap);
      const keeps = wereNeighbours && (isApart || !(isNew || former.isNew));
      return (keeps ? gap : apart) + text;
    })
    .join("");
}
