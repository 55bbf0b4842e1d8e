import { fold } from "./fold.ts";
import { sourceOffsets } from "./sourceOffsets.ts";
import { type StemLanguage, stemLanguage, stemOf, stemTerm } from "./stem.ts";

/**
 * Raise it whenever the terms of some text change, or those that an index has beside them: indexes made under another
 * number are built anew.
 */
const version = 5;

/** The name of the tokenizer of texts in a language, but for the language. */
export const TOKENIZER = `${version} `;

/** What made the terms of a text in a language, by its code: an index that something else has made is built anew. */
export function tokenizerOf(language: string | null | undefined): string {
  return TOKENIZER + (language ?? "");
}

/** The rules by which a tokenizer of a name makes stems. */
export function stemsBy(tokenizer: string): StemLanguage {
  return stemLanguage(tokenizer.slice(tokenizer.indexOf(" ") + 1));
}

/** Code points kept of one term; the rest of a longer one is not searched. */
export const longestTerm = 64;

/** Stands between two lines of a text, among its terms, none of which holds it: what begins a line is often what the line is about. */
export const LINE = ";";

export interface SearchToken {
  readonly term: string;
  /** Where the term stands in the text given, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /**
   * Extra terms repeat text that other terms cover: an identifier as a whole, the humps of a camel-case name,
   * the single characters of scripts without spaces. The others read one after the other as the text does.
   */
  readonly extra: boolean;
}

type Emit = (term: string, start: number, end: number, extra: boolean) => unknown;

const wordCharacter = "[\\p{L}\\p{N}\\p{M}\\u00ad\\u200b-\\u200d\\u2060]";
const joiner = "(?:::|[-._/@:'’#+$])";
const chunks = new RegExp(
  `(?:@|\\$|--)?${wordCharacter}+(?:${joiner}${wordCharacter}+)*(?:\\+\\+|#)?|\\p{Extended_Pictographic}`,
  "gu",
);
const pieces = new RegExp(`${wordCharacter}+`, "gu");

/** The same in ASCII, where the tables of Unicode need not be asked. */
const plainChunks = /(?:@|\$|--)?[A-Za-z0-9]+(?:(?:::|[-._/@:'#+$])[A-Za-z0-9]+)*(?:\+\+|#)?/g;
const plainPieces = /[A-Za-z0-9]+/g;
const plainWord = /^[A-Za-z0-9]+$/;

const unspacedScript =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]";
const unspaced = new RegExp(unspacedScript, "u");
const runs = new RegExp(`(?:${unspacedScript}\\p{M}*)+|(?:(?!${unspacedScript}).)+`, "gsu");
const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const camelCase = /[\p{Ll}\p{N}\p{Lu}]\p{Lu}/u;
const upperCaseOnly = /^[^\p{Ll}]*$/u;

// oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
const ascii = /^[\x00-\x7f]*$/u;

/**
 * The terms of a text with their places, in order of their end. Words are runs of letters, digits and marks;
 * words joined by one of `-._/@:'#+$` count singly and as a whole; scripts without spaces count by pairs of
 * characters. Terms are folded (see fold.ts), hold no space, no quotation mark and no backslash.
 */
export function tokenize(text: string): SearchToken[] {
  const normal = ascii.test(text) ? text : text.normalize("NFKC");
  const tokens: SearchToken[] = [];
  const at = normal === text ? undefined : sourceOffsets(text, normal);
  scan(normal, (term, start, end, extra) => {
    tokens.push({ term, start: at ? at.start(start) : start, end: at ? at.end(end) : end, extra });
  });
  return tokens;
}

export interface Terms {
  /** Terms in reading order, repetitions included, with `LINE` between two lines. */
  readonly main: string[];
  /** See `Token.extra`. The stems of words that are longer than these are among them. */
  readonly extra: string[];
}

/** The terms of a text without their places: what an index is fed with. @param language by whose rules stems are made */
export function termsOf(text: string, language: StemLanguage = "en"): Terms {
  const main: string[] = [];
  const extra: string[] = [];
  const spelled = new Set<string>();
  const isPlain = ascii.test(text);
  const normal = isPlain ? text : text.normalize("NFKC");
  let lineEnd = normal.indexOf("\n");
  scan(normal, (term, start, end, isExtra) => {
    if (isExtra) return extra.push(term);
    spelled.add(isPlain ? term : spelledAt(normal, start, end));
    if (lineEnd >= 0 && start > lineEnd) {
      if (main.length > 0) main.push(LINE);
      lineEnd = normal.indexOf("\n", start);
    }
    return main.push(term);
  });
  for (const word of spelled) {
    const stem = stemOf(word, language);
    if (stem !== undefined && stem !== word) extra.push(stemTerm(stem));
  }
  return { main, extra };
}

/** A word of a text as its stem is made of: in small letters, with its accents. */
export function spelledAt(text: string, start: number, end: number): string {
  return text.slice(start, end).toLowerCase();
}

/** The words of a text as a reader would count them, joined ones in one piece, normalized but not folded. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").match(chunks) ?? [];
}

/** Whether a text is in ASCII alone: it is its own normal form, and folding only lowers its case. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Whether a term comes from a script written without spaces, whose terms are pairs of characters. */
export function isUnspaced(term: string): boolean {
  return unspaced.test(term);
}

function scan(text: string, emit: Emit): void {
  if (ascii.test(text)) return scanPlain(text, emit);
  for (const chunk of text.matchAll(chunks)) {
    const found = chunk[0];
    const start = chunk.index;
    let count = 0;
    let covered = 0;
    for (const piece of found.matchAll(pieces)) {
      scanPiece(piece[0], start + piece.index, emit);
      count += 1;
      covered = piece[0].length;
    }
    const isJoined = count > 1 || covered < found.length;
    if (isJoined && (count === 0 || !unspaced.test(found))) emitWhole(found, start, count === 0, emit);
  }
}

function scanPlain(text: string, emit: Emit): void {
  for (const chunk of text.matchAll(plainChunks)) {
    const found = chunk[0];
    const start = chunk.index;
    if (plainWord.test(found)) {
      scanWord(found, start, emit);
      continue;
    }
    for (const piece of found.matchAll(plainPieces)) scanWord(piece[0], start + piece.index, emit);
    emitWhole(found, start, false, emit);
  }
}

function scanPiece(piece: string, start: number, emit: Emit): void {
  if (!unspaced.test(piece)) return scanWord(piece, start, emit);
  for (const run of piece.matchAll(runs)) {
    if (unspaced.test(run[0])) scanPairs(run[0], start + run.index, emit);
    else scanWord(run[0], start + run.index, emit);
  }
}

function scanWord(word: string, start: number, emit: Emit): void {
  const term = shorten(fold(word));
  if (term === "") return;
  emit(term, start, start + word.length, false);
  if (!camelCase.test(word) || upperCaseOnly.test(word)) return;
  let offset = start;
  for (const part of word.split(hump)) {
    const folded = shorten(fold(part));
    if (folded !== "" && part.length < word.length) emit(folded, offset, offset + part.length, true);
    offset += part.length;
  }
}

/** Pairs of neighbouring characters, marks staying with theirs; every character also counts by itself. */
function scanPairs(run: string, start: number, emit: Emit): void {
  const characters = [...run.matchAll(/\P{M}\p{M}*/gsu)].map((match) => ({
    term: fold(match[0]),
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
  const visible = characters.filter(({ term }) => term !== "");
  for (const [index, character] of visible.entries()) {
    emit(shorten(character.term), character.start, character.end, visible.length > 1);
    const next = visible[index + 1];
    if (next) emit(shorten(character.term + next.term), character.start, next.end, false);
  }
}

function emitWhole(chunk: string, start: number, isSymbol: boolean, emit: Emit): void {
  const term = fold(chunk).replaceAll("'", "’").replaceAll("‐", "-");
  if (term !== "" && [...term].length <= longestTerm) emit(term, start, start + chunk.length, !isSymbol);
}

function shorten(term: string): string {
  return term.length <= longestTerm ? term : [...term].slice(0, longestTerm).join("");
}
