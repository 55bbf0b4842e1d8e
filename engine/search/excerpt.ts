import { fold } from "./fold.ts";
import type { QueryWord } from "./query.ts";
import { begins, type SoughtQuery } from "./sought.ts";
import { stemOf, stemTerm } from "./stem.ts";
import { isAscii, isUnspaced, spelledAt, tokenize, type SearchToken } from "./tokenize.ts";

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
const ellipsis = "…";

/** A few lines of a section: those of `body` from the first that has most words of the query on. */
export function excerpt(body: string, sought: SoughtQuery): string {
  const texts = body
    .slice(0, longestLook)
    .split("\n")
    .map((line) => line.trim());
  const filled = texts.filter((line) => line !== "");
  const first = bestLine(filled, sought);
  return excerptWindow(filled.slice(first, first + lines).join("\n"), sought);
}

/**
 * Where the words of the query stand in a text, such as a title or an excerpt: [start, end) in UTF-16 units, in order,
 * apart from one another.
 */
export function matches(text: string, sought: SoughtQuery): [number, number][] {
  // Normalization takes ellipses apart, which costs a table of places; no term holds one.
  const start = text.startsWith(ellipsis) ? 1 : 0;
  const end = text.endsWith(ellipsis) ? -1 : text.length;
  const bare = text.slice(start, end);
  const tokens = isAscii(bare) ? [...tokensNear(bare, sought)].flat() : tokenize(bare);
  const ranges: [number, number][] = [];
  const found = tokens.filter((token) => isFound(bare, token, sought));
  for (const { start: from, end: to } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ranges.at(-1);
    if (last && from + start < last[1]) last[1] = Math.max(last[1], to + start);
    else ranges.push([from + start, to + start]);
  }
  return ranges;
}

function isFound(
  text: string,
  { term, start, end }: SearchToken,
  { words, languages }: SoughtQuery,
): boolean {
  const spelled = spelledAt(text, start, end);
  const stems = new Set(languages.flatMap((language) => stemOf(spelled, language) ?? []));
  const forms = stems.size === 0 ? [term] : [...stems].flatMap((stem) => [stemTerm(stem), stem]);
  return words.some(({ word }) => isFoundBy(term, word, forms));
}

/**
 * The tokens of a text in ASCII, of those stretches between white space in which one of the terms stands: no token
 * reaches over white space, and each has its term in its stretch. Those of one stretch come together, one stretch after the other.
 */
function* tokensNear(text: string, { spelled: terms }: SoughtQuery): Generator<SearchToken[]> {
  const folded = fold(text);
  const next = terms.map((term) => folded.indexOf(term));
  for (;;) {
    const at = Math.min(...next.filter((place) => place >= 0));
    if (at === Infinity) return;
    const from = borderBefore(text, at);
    const to = borderAfter(text, at);
    yield tokenize(text.slice(from, to)).map((token) => {
      const { term, start, end, extra } = token;
      return { term, start: from + start, end: from + end, extra };
    });
    for (const [index, term] of terms.entries()) {
      const place = next[index] ?? -1;
      if (place >= 0 && place < to) next[index] = folded.indexOf(term, to);
    }
  }
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

function bestLine(texts: readonly string[], { words }: SoughtQuery): number {
  let best = 0;
  let most = 0;
  for (const [index, text] of texts.entries()) {
    const folded = fold(text);
    const count = words.filter(({ word }) => mayContain(folded, word)).length;
    if (count > most) [best, most] = [index, count];
    if (most === words.length) break;
  }
  return best;
}

/** Quick and generous: terms are parts of the folded text, if not always at the borders of words. */
function mayContain(folded: string, word: QueryWord): boolean {
  if (word.typos.some((term) => folded.includes(term))) return true;
  if (word.stems.some((stem) => folded.includes(begins(stem)))) return true;
  if (word.synonyms.some((terms) => folded.includes(begins(terms.join(" "))))) return true;
  return word.alternatives.some((terms) => terms.some((term) => folded.includes(term)));
}

function excerptWindow(text: string, sought: SoughtQuery): string {
  if (text.length <= longestExcerpt) return text;
  const first = firstMatch(text, sought);
  const start = first <= longestExcerpt - 2 * lead ? 0 : wordBorder(text, first - lead, first);
  const end = start + longestExcerpt;
  const cut = text.slice(start, end).toWellFormed().replaceAll("\ufffd", "").trim();
  return `${start > 0 ? ellipsis : ""}${cut}${end < text.length ? ellipsis : ""}`;
}

/** Where the first word of the query stands; found in steps, since what a line holds after it does not matter. */
function firstMatch(text: string, sought: SoughtQuery): number {
  for (let at = 0; at < text.length; at += step - overlap) {
    const part = text.slice(at, at + step);
    const folded = fold(part);
    const first = sought.words.some(({ word }) => mayContain(folded, word))
      ? firstIn(part, sought)
      : undefined;
    if (first !== undefined) return at + first;
  }
  return 0;
}

/** Where the first match of a text begins. */
function firstIn(text: string, sought: SoughtQuery): number | undefined {
  if (!isAscii(text)) return matches(text, sought)[0]?.[0];
  for (const tokens of tokensNear(text, sought)) {
    const found = tokens.filter((token) => isFound(text, token, sought));
    if (found.length > 0) return Math.min(...found.map(({ start }) => start));
  }
  return undefined;
}

/** The first place after a space from `from` on, or `from` when there is none before `to`. */
function wordBorder(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

/** @param forms what the word of a text is found by when it is another form, or says the same */
function isFoundBy(term: string, word: QueryWord, forms: readonly string[]): boolean {
  if (term === word.whole || word.typos.includes(term)) return true;
  if (forms.some((form) => word.stems.includes(form) || isOneOf(word.synonyms, form))) return true;
  return word.alternatives.some((terms) =>
    terms.some(
      (wanted, index) =>
        term === wanted ||
        (word.isPrefix && index === terms.length - 1 && !isUnspaced(wanted) && term.startsWith(wanted)),
    ),
  );
}

function isOneOf(synonyms: QueryWord["synonyms"], term: string): boolean {
  return synonyms.some(([first, ...others]) => first === term && others.length === 0);
}
