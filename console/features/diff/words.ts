/** Which words of a line differ from those of another, with the formatting that they stand in. */
import { align } from "../../../engine/markdown/align.ts";
import type { Inline } from "../../../engine/markdown/document.ts";
import type { DiffMark } from "../text/marks.ts";

interface Token {
  /** Equal for what looks the same and leads to the same. */
  readonly key: string;
  readonly text: string;
  readonly leaf: Inline;
  /** What it stands in, from the outside. */
  readonly around: readonly Inline[];
}

interface ChangedToken extends Token {
  readonly change: DiffMark | undefined;
}

/** A stretch of plain text. */
export interface WordPiece {
  readonly text: string;
  readonly change: DiffMark | undefined;
}

/** Lines that have less than this share of their words in common are told as one that went and one that came. */
const LEAST_SHARE = 0.3;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Both of two plain texts, word by word. */
export function mergeTexts(before: string, after: string): WordPiece[] {
  const plain = (text: string): Inline[] => [{ type: "text", text }];
  const pieces: WordPiece[] = [];
  for (const { text, change } of mergeTokens(tokensOf(plain(before)), tokensOf(plain(after)))) {
    const last = pieces.at(-1);
    if (last?.change === change && last !== undefined)
      pieces[pieces.length - 1] = { text: last.text + text, change };
    else pieces.push({ text, change });
  }
  return pieces;
}

/** Both of two lines, word by word. @param mark is told what differs of what is given */
export function mergeInlines(
  before: readonly Inline[],
  after: readonly Inline[],
  mark: (inline: Inline, change: DiffMark) => void,
): Inline[] {
  const tokens = mergeTokens(tokensOf(before), tokensOf(after));
  const merged: Inline[] = [];
  for (let from = 0; from < tokens.length;) {
    const { change } = tokens[from]!;
    let to = from;
    while (to < tokens.length && tokens[to]!.change === change) to++;
    for (const inline of nested(tokens.slice(from, to), 0)) {
      if (change !== undefined) mark(inline, change);
      merged.push(inline);
    }
    from = to;
  }
  return merged;
}

function tokensOf(inlines: readonly Inline[], around: readonly Inline[] = []): Token[] {
  const outside = around.map(shapeOf).join(" ");
  return inlines.flatMap((inline): Token[] => {
    const said = textOf(inline);
    if (said !== undefined) {
      return Array.from(segmenter.segment(said), ({ segment: text }) => ({
        key: `${outside} ${text}`,
        text,
        leaf: { type: "text", text },
        around,
      }));
    }
    if ("children" in inline && inline.children.length > 0)
      return tokensOf(inline.children, [...around, inline]);
    return [{ key: `${outside} ${shapeOf(inline)}`, text: "\u00a0", leaf: { ...inline }, around }];
  });
}

/** What is nothing but text; lines that are broken elsewhere say the same. */
function textOf(inline: Inline): string | undefined {
  if (inline.type === "text") return inline.text;
  return inline.type === "break" && !inline.hard ? " " : undefined;
}

const PLACES = new Set(["children", "destination", "start", "end"]);

/** What an inline is, without where it stands and what is in it. */
function shapeOf(inline: Inline): string {
  return JSON.stringify(inline, (name, value: unknown) => (PLACES.has(name) ? undefined : value));
}

const isSpace = ({ text }: Token): boolean => text.trim() === "";

/** Both one behind the other where they differ, once where they are the same. */
function mergeTokens(before: readonly Token[], after: readonly Token[]): ChangedToken[] {
  const keys = (tokens: readonly Token[]) => tokens.map(({ key }) => key);
  const all = align(keys(before), keys(after));
  const spoken = all.filter(([, at]) => !isSpace(after[at]!)).length;
  const longest = Math.max(...[before, after].map((tokens) => tokens.filter((one) => !isSpace(one)).length));
  const pairs = spoken < longest * LEAST_SHARE ? [] : withoutCrumbs(all, before, after);
  const merged: ChangedToken[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [before.length, after.length] as const]) {
    for (const token of before.slice(x, nextX)) merged.push({ ...token, change: "removed" });
    for (const token of after.slice(y, nextY)) merged.push({ ...token, change: "added" });
    if (nextY < after.length) merged.push({ ...after[nextY]!, change: undefined });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return merged;
}

type Pairs = readonly (readonly [number, number])[];

/** Spaces that alone are the same between words that differ belong to these: a changed phrase is read in one piece. */
function withoutCrumbs(pairs: Pairs, before: readonly Token[], after: readonly Token[]): Pairs {
  return pairs.filter(([x, y], at) => {
    if (!isSpace(after[y]!)) return true;
    const [lastX, lastY] = pairs[at - 1] ?? [-1, -1];
    const [nextX, nextY] = pairs[at + 1] ?? [before.length, after.length];
    const follows = lastX === x - 1 && lastY === y - 1;
    const leads = nextX === x + 1 && nextY === y + 1;
    return follows || leads;
  });
}

/** Tokens as inlines again, each stretch in what it stands in. */
function nested(tokens: readonly Token[], depth: number): Inline[] {
  const inlines: Inline[] = [];
  for (let from = 0; from < tokens.length;) {
    const outer = tokens[from]!.around[depth];
    let to = from + 1;
    if (outer === undefined && tokens[from]!.leaf.type !== "text") {
      inlines.push(tokens[from]!.leaf);
      from = to;
      continue;
    }
    const belongs = (token: Token): boolean =>
      token.around[depth] === outer && (outer !== undefined || token.leaf.type === "text");
    while (to < tokens.length && belongs(tokens[to]!)) to++;
    const stretch = tokens.slice(from, to);
    inlines.push(
      outer === undefined
        ? { type: "text", text: stretch.map(({ text }) => text).join("") }
        : ({ ...outer, children: nested(stretch, depth + 1) } as Inline),
    );
    from = to;
  }
  return inlines;
}
