/**
 * Highlighting as token kinds, never colours: the grammars' scopes are mapped to a dozen kinds, which the style
 * sheet colours for light and dark. Grammars are loaded on first use and stay loaded.
 */
import type { IGrammar, StateStack } from "@shikijs/primitive/textmate";
import type { ShikiPrimitive } from "@shikijs/primitive/types";
import { processorTime, runBounded } from "./bounded.ts";
import { loadGrammarModule } from "./grammarModules.ts";
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
 * The function it gives is for one page: it knows every language loaded so far and has a page's time to spend.
 */
export async function prepareHighlighter(langs: Iterable<string>): Promise<Highlight> {
  const names = new Set([...langs].map(grammarOf).filter((name) => name !== undefined));
  if (names.size === 0 && loading === undefined) return () => undefined;
  const loaded = await (loading ??= loadPrimitive());
  await Promise.all([...names].map((name) => loadGrammar(loaded, name)));
  let left = PAGE_TIME;
  return (code, lang) => {
    const grammar = ready.get(grammarOf(lang) ?? "");
    if (grammar === undefined || code.length > CODE_LIMIT || left <= 0) return undefined;
    const start = processorTime();
    const lines = highlightLines(loaded, grammar, code.split(/\r?\n/), Math.min(BLOCK_TIME, left));
    left -= processorTime() - start;
    return lines;
  };
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
  const module = await loadGrammarModule(name);
  const main = module.default.at(-1);
  if (main === undefined) return;
  loaded.primitive.loadLanguageSync(module.default);
  const grammar = loaded.primitive.getLanguage(main.name) as unknown as IGrammar;
  // The first line compiles most of its patterns, which no page should pay for.
  grammar.tokenizeLine2("x", loaded.initial);
  for (const known of [name, main.name, ...(main.aliases ?? [])]) ready.set(known, grammar);
}

function highlightLines(
  { initial, kinds }: Loaded,
  grammar: IGrammar,
  lines: readonly string[],
  milliseconds: number,
): readonly HighlightedLine[] {
  const done: HighlightedLine[] = [];
  let state = initial;
  // Goes on where it was stopped: patterns compiled so far stay compiled.
  const goOn = (): void => {
    for (let line = lines[done.length]; line !== undefined; line = lines[done.length]) {
      const result = line.length > LINE_LIMIT ? undefined : grammar.tokenizeLine2(line, state);
      done.push(result === undefined ? [{ text: line }] : lineTokens(line, result.tokens, kinds));
      state = result?.ruleStack ?? state;
    }
  };
  runWithin(goOn, milliseconds);
  return [...done, ...lines.slice(done.length).map((line) => [{ text: line }])];
}

function runWithin(work: () => void, milliseconds: number): void {
  const end = processorTime() + milliseconds;
  try {
    for (let slice = 0; slice < SLICES && processorTime() < end; slice++) if (runBounded(work, SLICE)) return;
  } catch {
    // Some grammars recurse with the nesting of the code, past the stack.
  }
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
