/**
 * Highlighting as token kinds, never colours: the grammars' scopes are mapped to a dozen kinds, which the style
 * sheet colours for light and dark. Grammars are loaded on first use and stay loaded.
 */
import type { IGrammar, ITokenizeLineResult2, StateStack } from "@shikijs/primitive/textmate";
import type { LanguageRegistration, ShikiPrimitive } from "@shikijs/primitive/types";
import { grammarOf } from "./languages.ts";
import { kindOfColor, kindTheme, type TokenKind } from "./tokenKinds.ts";

/** A stretch of one line; without a kind it is plain. */
export interface HighlightedToken {
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
// A safety net against grammars that go astray, far above what ordinary code takes; in milliseconds.
const LINE_TIME = 300;
const BLOCK_TIME = 3_000;
// A line can run out of time only because its patterns are being compiled; they stay compiled for the next try.
const TRIES = 4;

interface Loaded {
  readonly primitive: ShikiPrimitive;
  readonly kinds: readonly (TokenKind | undefined)[];
  readonly initial: StateStack;
}
let loading: Promise<Loaded> | undefined;
const grammars = new Map<string, Promise<void>>();
const ready = new Map<string, IGrammar>();

/**
 * Loads what is needed for these languages (as written in info strings); unknown ones are passed over.
 * The function it gives knows every language loaded so far.
 */
export async function prepareHighlighter(langs: Iterable<string>): Promise<Highlight> {
  const names = new Set([...langs].map(grammarOf).filter((name) => name !== undefined));
  if (names.size === 0 && loading === undefined) return () => undefined;
  const loaded = await (loading ??= loadPrimitive());
  await Promise.all([...names].map((name) => loadGrammar(loaded, name)));
  return (code, lang) => highlightCode(loaded, code, lang);
}

async function loadPrimitive(): Promise<Loaded> {
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

function loadGrammar(loaded: Loaded, name: string): Promise<void> {
  let grammar = grammars.get(name);
  if (grammar === undefined) {
    grammar = importGrammar(loaded, name).catch(() => undefined);
    grammars.set(name, grammar);
  }
  return grammar;
}

/** Loads a grammar with those it embeds, and makes it known under all its names. */
async function importGrammar(loaded: Loaded, name: string): Promise<void> {
  const module = (await import(/* @vite-ignore */ `@shikijs/langs/${name}`)) as {
    default: LanguageRegistration[];
  };
  const main = module.default.at(-1);
  if (main === undefined) return;
  loaded.primitive.loadLanguageSync(module.default);
  const grammar = loaded.primitive.getLanguage(main.name) as unknown as IGrammar;
  for (const known of [name, main.name, ...(main.aliases ?? [])]) ready.set(known, grammar);
}

function highlightCode(loaded: Loaded, code: string, lang: string): readonly HighlightedLine[] | undefined {
  const grammar = ready.get(grammarOf(lang) ?? "");
  if (grammar === undefined || code.length > CODE_LIMIT) return undefined;
  const deadline = performance.now() + BLOCK_TIME;
  let state = loaded.initial;
  const lines: HighlightedLine[] = [];
  for (const line of code.split(/\r?\n/)) {
    if (line.length > LINE_LIMIT || performance.now() > deadline) {
      lines.push([{ text: line }]);
      continue;
    }
    const result = tokenizeLine(grammar, line, state);
    if (result !== undefined) state = result.ruleStack;
    lines.push(result === undefined ? [{ text: line }] : lineTokens(line, result.tokens, loaded.kinds));
  }
  return lines;
}

function tokenizeLine(grammar: IGrammar, line: string, state: StateStack): ITokenizeLineResult2 | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = grammar.tokenizeLine2(line, state, LINE_TIME);
    if (!result.stoppedEarly) return result;
  }
  return undefined;
}

/** Turns pairs of (start, packed metadata) into tokens, joining neighbours of one kind. */
function lineTokens(line: string, packed: Uint32Array, kinds: Loaded["kinds"]): HighlightedLine {
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
