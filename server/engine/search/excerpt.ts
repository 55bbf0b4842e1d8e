import { fold } from "./fold.ts";
import type { QueryWord } from "./query.ts";
import { isAscii, isUnspaced, tokenize, type Token } from "./tokenize.ts";

/** A few lines of a section, and where in them the words of the query stand. */
export interface Excerpt {
  readonly text: string;
  /** [start, end) in UTF-16 units of `text`, in order, apart from one another. */
  readonly ranges: readonly (readonly [number, number])[];
}

const lines = 3;
const longestExcerpt = 300;
/** UTF-16 units shown before the first word found when the line is long. */
const lead = 60;
/** UTF-16 units of a section that are looked through for the best line. */
const longestLook = 50_000;
/** UTF-16 units looked at in one step for the first word, and those looked at twice, for words at the border. */
const step = 2000;
const overlap = 200;
/** White space and control characters in ASCII end with it. */
const space = 0x20;

/** The lines of `body` from the first that has most words of the query on. */
export function excerpt(body: string, words: readonly QueryWord[]): Excerpt {
  const texts = body
    .slice(0, longestLook)
    .split("\n")
    .map((line) => line.trim());
  const filled = texts.filter((line) => line !== "");
  const first = bestLine(filled, words);
  const shown = filled.slice(first, first + lines).join("\n");
  return excerptWindow(shown, words);
}

/** Where the words of the query stand in a text, such as a title: see `Excerpt.ranges`. */
export function matches(text: string, words: readonly QueryWord[]): [number, number][] {
  const ranges: [number, number][] = [];
  const tokens = isAscii(text) ? tokensNear(text, termsWanted(words)) : tokenize(text);
  const found = tokens.filter((token) => words.some((word) => isFoundBy(token.term, word)));
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ranges.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

/** Every term that may be found, as ASCII spells it (see `emitWhole` in tokenize.ts). */
function termsWanted(words: readonly QueryWord[]): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const { whole, alternatives, typos } of words) {
    for (const term of [whole ?? "", ...typos, ...alternatives.flat()]) wanted.add(term.replaceAll("’", "'"));
  }
  wanted.delete("");
  return wanted;
}

/**
 * The tokens of a text in ASCII, of those stretches between white space in which one of the terms stands: no token
 * reaches over white space, and each has its term in its stretch.
 */
function tokensNear(text: string, terms: ReadonlySet<string>): Token[] {
  const folded = fold(text);
  const stretches = new Map<number, number>();
  for (const term of terms) {
    let at = folded.indexOf(term);
    while (at >= 0) {
      const start = borderBefore(text, at);
      const end = borderAfter(text, at);
      stretches.set(start, end);
      at = folded.indexOf(term, end);
    }
  }
  const tokens: Token[] = [];
  for (const [from, to] of stretches) {
    for (const { term, start, end, extra } of tokenize(text.slice(from, to)))
      tokens.push({ term, start: from + start, end: from + end, extra });
  }
  return tokens;
}

function borderBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) > space) start -= 1;
  return start;
}

function borderAfter(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) > space) end += 1;
  return end;
}

function bestLine(texts: readonly string[], words: readonly QueryWord[]): number {
  let best = 0;
  let most = 0;
  for (const [index, text] of texts.entries()) {
    const folded = fold(text);
    const count = words.filter((word) => mayContain(folded, word)).length;
    if (count > most) [best, most] = [index, count];
    if (most === words.length) break;
  }
  return best;
}

/** Quick and generous: terms are parts of the folded text, if not always at the borders of words. */
function mayContain(folded: string, word: QueryWord): boolean {
  if (word.typos.some((term) => folded.includes(term))) return true;
  return word.alternatives.some((terms) => terms.some((term) => folded.includes(term)));
}

/** Ellipses are added after matching: normalization takes them apart, which costs a table of places. */
function excerptWindow(text: string, words: readonly QueryWord[]): Excerpt {
  if (text.length <= longestExcerpt) return { text, ranges: matches(text, words) };
  const first = firstMatch(text, words);
  const start = first <= longestExcerpt - 2 * lead ? 0 : wordBorder(text, first - lead, first);
  const end = start + longestExcerpt;
  const cut = text.slice(start, end).toWellFormed().replaceAll("\ufffd", "").trim();
  const before = start > 0 ? "…" : "";
  const ranges = matches(cut, words).map(([from, to]) => [from + before.length, to + before.length] as const);
  return { text: `${before}${cut}${end < text.length ? "…" : ""}`, ranges };
}

/** Where the first word of the query stands; found in steps, since what a line holds after it does not matter. */
function firstMatch(text: string, words: readonly QueryWord[]): number {
  for (let at = 0; at < text.length; at += step - overlap) {
    const part = text.slice(at, at + step);
    const folded = fold(part);
    const [first] = words.some((word) => mayContain(folded, word)) ? matches(part, words) : [];
    if (first) return at + first[0];
  }
  return 0;
}

/** The first place after a space from `from` on, or `from` when there is none before `to`. */
function wordBorder(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

function isFoundBy(term: string, word: QueryWord): boolean {
  if (term === word.whole || word.typos.includes(term)) return true;
  return word.alternatives.some((terms) =>
    terms.some(
      (wanted, index) =>
        term === wanted ||
        (word.isPrefix && index === terms.length - 1 && !isUnspaced(wanted) && term.startsWith(wanted)),
    ),
  );
}
