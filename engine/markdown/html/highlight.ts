/**
 * Highlighting as token kinds, never colours: the grammars' scopes are mapped to a dozen kinds, which the style
 * sheet colours for light and dark. Grammars are loaded on first use and stay loaded.
 */
import type { IGrammar, StateStack } from "@shikijs/primitive/textmate";
import type { ShikiPrimitive } from "@shikijs/primitive/types";
import { processorTime, runBounded } from "#bounded";
import { DIALECT, MARKDOWN } from "./dialectGrammar.ts";
import { loadGrammarModule } from "./grammarModules.ts";
import { grammarOf } from "./languages.ts";
import { kindOfColor, kindTheme, type TokenKind } from "./tokenKinds.ts";

/** A stretch of one line; without a kind it is plain. */
interface HighlightedToken {
  readonly text: string;
  readonly kind?: TokenKind;
}
export type HighlightedLine = readonly HighlightedToken[];

/** Gives the lines of a piece of code, or undefined when it is to be shown plain. */
export type Highlight = (code: string, lang: string) => readonly HighlightedLine[] | undefined;

/** Larger blocks are shown plain, in characters. */
export const CODE_LIMIT = 100_000;
/** Longer lines are shown plain, in characters. */
export const LINE_LIMIT = 5_000;
/**
 * Grammars are regular expressions, some of which take minutes for a line made for it: whatever is not done in
 * this much of the processor's time, in milliseconds, is shown plain. Ordinary pages take a hundredth of it.
 * Time on the clock would not do: a busy machine would then show ordinary code plain.
 */
const BLOCK_TIME = 2_000;
const PAGE_TIME = 5_000;
// How often to look, in milliseconds on the clock, and how many times at most.
const SLICE = 500;
const SLICES = 60;

interface Grammar {
  readonly primitive: ShikiPrimitive;
  readonly kinds: readonly (TokenKind | undefined)[];
  readonly initial: StateStack;
}
let loading: Promise<Grammar> | undefined;
const grammars = new Map<string, Promise<void>>();
const ready = new Map<string, IGrammar>();

/** A piece of code as it will be asked for. */
export interface PageCode {
  readonly code: string;
  /** As written in the info string. */
  readonly lang: string;
}

/**
 * Loads what is needed for these languages (as written in info strings); unknown ones are passed over.
 * The function it gives is for one page: it knows every language loaded so far and has a page's time to spend.
 * @param codes what the page has of code, as far as that is known: all of it is then done in one go, the first time that
 * anything is asked for, since it costs more to watch over a block than to highlight a small one
 */
export async function prepareHighlighter(
  langs: Iterable<string>,
  codes: readonly PageCode[] = [],
): Promise<Highlight> {
  const names = new Set([...langs].map(grammarOf).filter((name) => name !== undefined));
  if (names.size === 0 && loading === undefined) return () => undefined;
  const loaded = await (loading ??= loadPrimitive());
  await Promise.all([...names].map((name) => loadGrammar(loaded, name)));
  const done = new Map<string, readonly HighlightedLine[]>();
  let expected = codes;
  let left = PAGE_TIME;
  return (code, lang) => {
    const wanted = [{ code, lang }, ...expected].filter((each) => !done.has(nameOf(each)));
    expected = [];
    if (wanted.length > 0 && left > 0) {
      const start = processorTime();
      for (const [name, lines] of highlightAll(loaded, wanted, left)) done.set(name, lines);
      left -= processorTime() - start;
    }
    return done.get(nameOf({ code, lang }));
  };
}

const nameOf = ({ code, lang }: PageCode): string => `${lang}\n${code}`;

async function loadPrimitive(): Promise<Grammar> {
  const [{ createShikiPrimitive }, { INITIAL }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("@shikijs/primitive"),
    import("@shikijs/primitive/textmate"),
    import("@shikijs/engine-javascript"),
  ]);
  const primitive = createShikiPrimitive({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [kindTheme],
    langs: [],
    warnings: false,
  });
  const { colorMap } = primitive.setTheme(kindTheme.name);
  const kinds = colorMap.map((color) => kindOfColor(color ?? ""));
  return { primitive, kinds, initial: INITIAL };
}

function loadGrammar(loaded: Grammar, name: string): Promise<void> {
  let grammar = grammars.get(name);
  if (grammar === undefined) {
    grammar = importGrammar(loaded, name).catch(() => undefined);
    grammars.set(name, grammar);
  }
  return grammar;
}

/** Loads a grammar with those it embeds, and makes it known under all its names. */
async function importGrammar(loaded: Grammar, name: string): Promise<void> {
  const module = await loadGrammarModule(name);
  const main = module.default.at(-1);
  if (main === undefined) return;
  // What goes into a grammar has to be there before it.
  const own = main.scopeName === MARKDOWN ? [DIALECT] : [];
  loaded.primitive.loadLanguageSync([...own, ...module.default]);
  const grammar = loaded.primitive.getLanguage(main.name) as unknown as IGrammar;
  // The first line compiles most of its patterns, which no page should pay for.
  grammar.tokenizeLine2("x", loaded.initial);
  for (const known of [name, main.name, ...(main.aliases ?? [])]) ready.set(known, grammar);
}

/** A piece of code on its way: so many of its lines are done, and the state behind them. */
interface Piece {
  readonly name: string;
  readonly grammar: IGrammar;
  readonly lines: readonly string[];
  readonly done: HighlightedLine[];
  state: StateStack;
}

/**
 * The lines of all that can be highlighted, by their names; what could not be done in time is plain.
 * @param milliseconds of the processor's time for all of them
 */
function highlightAll(loaded: Grammar, codes: readonly PageCode[], milliseconds: number) {
  const pieces = new Map<string, Piece>();
  for (const each of codes) {
    const grammar = ready.get(grammarOf(each.lang) ?? "");
    if (grammar === undefined || each.code.length > CODE_LIMIT) continue;
    const name = nameOf(each);
    const lines = each.code.split(/\r?\n/);
    pieces.set(name, { name, grammar, lines, done: [], state: loaded.initial });
  }
  runWithin(loaded, [...pieces.values()], milliseconds);
  return [...pieces.values()].map(({ name, lines, done }): [string, readonly HighlightedLine[]] => [
    name,
    [...done, ...lines.slice(done.length).map((line) => [{ text: line }])],
  ]);
}

/** Goes through the pieces in one run, unless it has to be stopped; the next one goes on where it was stopped. */
function runWithin(loaded: Grammar, pieces: readonly Piece[], milliseconds: number): void {
  let now = processorTime();
  const end = now + milliseconds;
  let at = 0;
  /** Of the piece under way, where it was stopped: since when, with what else was done before it in that time. */
  let began: number | undefined;
  let slices = 0;
  const leave = (): void => {
    began = undefined;
    slices = 0;
    // Last: whoever is stopped before comes back to a piece that is done.
    at++;
  };
  const goOn = (isOver: () => boolean): void => {
    for (let piece = pieces[at]; piece !== undefined; piece = pieces[at]) {
      try {
        highlightRest(loaded, piece, isOver);
      } catch {
        // Some grammars recurse with the nesting of the code, past the stack. To be stopped is not caught here.
      }
      if (isOver()) return;
      leave();
    }
  };
  while (at < pieces.length && now < end) {
    const start = now;
    if (runBounded(goOn, SLICE)) return;
    // Asked only here: to ask takes longer than to highlight a line.
    now = processorTime();
    began ??= start;
    slices++;
    if (slices >= SLICES || now - began >= BLOCK_TIME) leave();
  }
}

/** Patterns compiled so far stay compiled when it is stopped. */
function highlightRest({ kinds }: Grammar, piece: Piece, isOver: () => boolean): void {
  const { grammar, lines, done } = piece;
  for (let line = lines[done.length]; line !== undefined; line = lines[done.length]) {
    const result = line.length > LINE_LIMIT ? undefined : grammar.tokenizeLine2(line, piece.state);
    piece.state = result?.ruleStack ?? piece.state;
    done.push(result === undefined ? [{ text: line }] : lineTokens(line, result.tokens, kinds));
    if (isOver()) return;
  }
}

/** Turns pairs of (start, packed metadata) into tokens, joining neighbours of one kind. */
function lineTokens(line: string, packed: Uint32Array, kinds: Grammar["kinds"]): HighlightedLine {
  const tokens: { text: string; kind?: TokenKind }[] = [];
  for (let i = 0; i < packed.length; i += 2) {
    const text = line.slice(packed[i], packed[i + 2] ?? line.length);
    if (text === "") continue;
    // Bits 15 to 23 of the metadata are the index of the foreground colour.
    const blank = text.trim() === "";
    const kind = blank ? undefined : kinds[((packed[i + 1] ?? 0) >>> 15) & 0x1ff];
    const last = tokens.at(-1);
    if (last !== undefined && (last.kind === kind || blank)) last.text += text;
    else tokens.push(kind === undefined ? { text } : { text, kind });
  }
  return tokens;
}
