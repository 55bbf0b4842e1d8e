/** The one place that knows markdown-it: its instance, with the dialect's rules and the limits on nesting. */
import MarkdownIt from "markdown-it";
import { cutHtmlBefore, cutParagraph, footnoteRule, mathRule, tableRule } from "./blockRules.ts";
import {
  email,
  emoji,
  expression,
  footnoteReference,
  mathInline,
  noteDestination,
  notePlace,
  rememberLabel,
} from "./inlineRules.ts";
import type { Steps } from "../steps.ts";
import { tagRule } from "./tagRule.ts";
import {
  notes,
  type BlockRule,
  type InlineRule,
  type Memory,
  type StateInline,
  type Token,
} from "./tokens.ts";

/** Blocks nested deeper than this are read as text. */
export const maxNesting = 100;

const interrupts = { alt: ["paragraph", "reference", "blockquote", "list"] };

/** Notes where the first token of a rule starts. */
function noteStart(rule: BlockRule): BlockRule {
  return (state, line, endLine, silent) => {
    if (silent) return rule(state, line, endLine, true);
    const index = state.tokens.length;
    const start = state.bMarks[line]! + state.tShift[line]!;
    if (!rule(state, line, endLine, false)) return false;
    const first = state.tokens[index];
    if (first !== undefined) notes(first).start ??= start;
    return true;
  };
}

/** Keeps the parser from reaching its own limit, past which it would drop text silently. */
function bounded(rule: BlockRule): BlockRule {
  return (state, line, endLine, silent) => state.level + 3 < maxNesting && rule(state, line, endLine, silent);
}

function noteRows(rule: BlockRule): BlockRule {
  return (state, line, endLine, silent) => {
    const index = state.tokens.length;
    if (!rule(state, line, endLine, silent)) return false;
    if (silent) return true;
    const rows: number[] = [];
    for (let row = line; row < state.line; row++) rows.push(state.bMarks[row]! + state.tShift[row]!);
    notes(state.tokens[index]!).rows = rows;
    return true;
  };
}

// The parser has no public way to read a rule it already has, and replacing one drops what it may interrupt.
/* oxlint-disable no-underscore-dangle */
function wrapBlock(name: string, ...wrappers: ((rule: BlockRule) => BlockRule)[]): void {
  const entry = parser.block.ruler.__rules__.find((one) => one.name === name)!;
  const wrapped = wrappers.reduce((rule, wrap) => wrap(rule), entry.fn);
  parser.block.ruler.at(name, wrapped, { alt: entry.alt });
}

function wrapInline(name: string, wrap: (rule: InlineRule) => InlineRule): void {
  const entry = parser.inline.ruler.__rules__.find((one) => one.name === name)!;
  parser.inline.ruler.at(name, wrap(entry.fn));
}

/* oxlint-enable no-underscore-dangle */

const BlockState = new MarkdownIt().block.State;
const { Token: ParserToken } = new BlockState("", new MarkdownIt(), {}, []);

/**
 * A token with the fields of the parser's own, set as literals. The parser's package defines each of them by a call,
 * which was half of the time that a text took and most of its memory.
 */
class BlockToken {
  map = null;
  level = 0;
  children = null;
  content = "";
  markup = "";
  info = "";
  block = true;
  hidden = false;
  attrs = null;
  meta = null;
  readonly type: string;
  readonly tag: string;
  readonly nesting: -1 | 0 | 1;

  constructor(type: string, tag: string, nesting: -1 | 0 | 1) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}
// What the parser's tokens can do, ours can.
Object.setPrototypeOf(BlockToken.prototype, ParserToken.prototype);

/** Notes where each list item starts: only the push of its token happens there. */
class PlacedState extends BlockState {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = new BlockToken(type, tag, nesting) as unknown as Token;
    if (nesting < 0) this.level--;
    token.level = this.level;
    if (nesting > 0) this.level++;
    this.tokens.push(token);
    if (type === "list_item_open") notes(token).start = this.bMarks[this.line]! + this.tShift[this.line]!;
    return token;
  }
}

const parser = new MarkdownIt({ html: true, linkify: true, maxNesting });
// Addresses are kept as written: judging them is for whoever renders, and rewriting needs the original.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;
parser.block.State = PlacedState;

const { parseLinkLabel } = parser.helpers;
parser.helpers.parseLinkLabel = (state: StateInline, start: number, disableNested?: boolean): number => {
  const found = parseLinkLabel(state, start, disableNested);
  rememberLabel(state, start, found);
  return found;
};

wrapBlock("table", noteRows, noteStart);
wrapBlock("html_block", cutHtmlBefore, noteStart);
wrapBlock("paragraph", noteStart, cutParagraph);
for (const name of ["code", "fence", "hr", "reference", "heading", "lheading"]) wrapBlock(name, noteStart);
for (const name of ["blockquote", "list"]) wrapBlock(name, bounded, noteStart);
parser.block.ruler.before("table", "tag", noteStart(tagRule), interrupts);
parser.block.ruler.before("fence", "math", noteStart(mathRule), interrupts);
parser.block.ruler.before("html_block", "html_table", noteStart(tableRule), interrupts);
parser.block.ruler.before("reference", "footnote", noteStart(bounded(footnoteRule)), interrupts);

wrapInline("link", noteDestination);
wrapInline("image", noteDestination);
for (const name of ["linkify", "autolink", "html_inline"]) wrapInline(name, notePlace);
parser.inline.ruler.after("linkify", "emoji", emoji);
parser.inline.ruler.after("linkify", "email", email);
parser.inline.ruler.before("link", "footnote_reference", footnoteReference);
parser.inline.ruler.before("escape", "math", mathInline);
parser.inline.ruler.before("autolink", "expression", expression);

/** Block tokens of a normalised text, a block at the top in each step. Inline tokens come unparsed: see `inlineTokens`. */
export function* blockTokens(text: string, memory: Memory): Steps<Token[]> {
  const tokens: Token[] = [];
  const state = new parser.block.State(text, parser, memory, tokens);
  const rules = parser.block.ruler.getRules("");
  // As the parser's own loop, which can't pause, does it at the top.
  while (state.line < state.lineMax) {
    const line = state.skipEmptyLines(state.line);
    state.line = line;
    if (line >= state.lineMax) break;
    rules.some((rule) => rule(state, line, state.lineMax, false));
    yield;
  }
  return tokens;
}

/** Tokens of the content of one inline token; call after `blockTokens`, which finds the definitions. */
export function inlineTokens(content: string, memory: Memory): Token[] {
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, memory, tokens);
  return tokens;
}

/** The destination written at `from` in a link reference definition's text, after its label. */
export function definitionDestination(text: string): { start: number; end: number; url: string } | undefined {
  const match = /^\[(?:[^\]\\]|\\[^])*\]:[ \t]*(?:\r?\n[ \t>]*)?/.exec(text);
  if (match === null) return undefined;
  const start = match[0].length;
  const found = parser.helpers.parseLinkDestination(text, start, text.length);
  return found.ok ? { start, end: found.pos, url: found.str } : undefined;
}
