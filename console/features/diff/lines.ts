/** Which lines of a text differ from those of another. */
import { align } from "../../../engine/markdown/align.ts";
import type { MarkedLine } from "../text/marks.ts";
import { alikeTexts, editsOf } from "./edits.ts";
import { mergeTexts, type WordPiece } from "./words.ts";

/** Both of two texts, line by line: where they differ, what went before what came. */
export function mergeLines(before: string, after: string): MarkedLine[] {
  return gaps(before, after).flatMap(({ removed, added, same }): MarkedLine[] => [
    ...removed.map((text) => ({ text, change: "removed" as const })),
    ...added.map((text) => ({ text, change: "added" as const })),
    ...(same === undefined ? [] : [{ text: same }]),
  ]);
}

/** A line of a source, in pieces; its numbers in the text before and in the one after, from 1. */
export interface SourceLine {
  /** `edited` has what went and what came in one line. */
  readonly change: "added" | "removed" | "edited" | undefined;
  readonly pieces: readonly WordPiece[];
  readonly before?: number;
  readonly after?: number;
}

/** The same with the words that differ in lines that are alike. */
export function mergeSources(before: string, after: string): SourceLine[] {
  const lines: SourceLine[] = [];
  let [x, y] = [0, 0];
  for (const { removed, added, same } of gaps(before, after)) {
    const alike = wordsOf(removed, added);
    for (const [at, text] of removed.entries()) {
      lines.push({ change: "removed", pieces: alike.removed.get(at) ?? whole(text), before: ++x });
    }
    for (const [at, text] of added.entries()) {
      lines.push({ change: "added", pieces: alike.added.get(at) ?? whole(text), after: ++y });
    }
    if (same !== undefined) lines.push({ change: undefined, pieces: whole(same), before: ++x, after: ++y });
  }
  return lines;
}

/** The same where the text of before stands beside it: a line that was edited is there once, with the words that differ. */
export function mergeOnce(before: string, after: string): SourceLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  return [...editsOf(a, b)].map(({ from, to, isSame }): SourceLine => {
    if (to === undefined) return { change: "removed", pieces: whole(a[from!]!) };
    if (from === undefined) return { change: "added", pieces: whole(b[to]!) };
    if (isSame) return { change: undefined, pieces: whole(b[to]!) };
    return { change: "edited", pieces: mergeTexts(a[from]!, b[to]!) };
  });
}

const whole = (text: string): WordPiece[] => [{ text, change: undefined }];

/** Lines that differ, and the one that is the same behind them. */
interface Gap {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly same: string | undefined;
}

function gaps(before: string, after: string): Gap[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const found: Gap[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...align(a, b), [a.length, b.length] as const]) {
    found.push({ removed: a.slice(x, nextX), added: b.slice(y, nextY), same: b[nextY] });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return found;
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

type PiecesByLine = ReadonlyMap<number, readonly WordPiece[]>;

function wordsOf(
  removed: readonly string[],
  added: readonly string[],
): { removed: PiecesByLine; added: PiecesByLine } {
  const found = { removed: new Map<number, WordPiece[]>(), added: new Map<number, WordPiece[]>() };
  for (const [from, to] of alikeTexts(removed, added)) {
    const merged = mergeTexts(removed[from]!, added[to]!);
    found.removed.set(
      from,
      merged.filter(({ change }) => change !== "added"),
    );
    found.added.set(
      to,
      merged.filter(({ change }) => change !== "removed"),
    );
  }
  return found;
}
