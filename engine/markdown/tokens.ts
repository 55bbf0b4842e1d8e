/** The parser's own types, and what our rules write on its tokens beside what it writes itself. */
import type { Env, StateBlock, StateInline, Token } from "markdown-it";
import type { ParseProblem } from "./document.ts";
import type { Tag } from "./tag.ts";

export type { StateBlock, StateInline, Token };
export type BlockRule = (state: StateBlock, line: number, endLine: number, silent: boolean) => boolean;
export type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** Offsets count into the normalised text for blocks, into the inline content for inlines. */
interface Notes {
  start?: number;
  end?: number;
  /** Where an inline token's content starts and ends, when that is not where its lines do. */
  contentStart?: number;
  contentEnd?: number;
  /** For a pipe table: where the text of each of its lines starts. */
  rows?: readonly number[];
  label?: string;
  /** The destination is between angle brackets, which are outside start and end. */
  angle?: boolean;
  tag?: Tag;
}

/** The notes on a token, created when there are none. */
export function notes(token: Token): Notes {
  token.meta ??= {};
  return token.meta as Notes;
}

/** What one parse remembers, beside the parser's own reference definitions. */
export interface Memory extends Env {
  readonly problems: ParseProblem[];
  /** How many tags of each name are open at this point. */
  readonly open: Map<string, number>;
  readonly footnotes: Set<string>;
  /** Where the last search for a table's end arrived, and its last block of code: searching again is needless. */
  table?: { readonly end: number; readonly lastFence: number };
  /** Lines known to hold no end of a formula. */
  mathless?: { readonly from: number; readonly to: number };
}

/** @returns an empty memory for one parse. */
export function newMemory(): Memory {
  return { problems: [], open: new Map(), footnotes: new Set() };
}

/** The memory of the parse a rule runs in. */
export function memory(state: { readonly env: unknown }): Memory {
  return state.env as Memory;
}

const maxProblems = 1000;

/** Notes a problem, up to a limit: a page of nothing but errors needs no full list of them. */
export function report(problems: ParseProblem[], problem: ParseProblem): void {
  if (problems.length < maxProblems) problems.push(problem);
}

/** Pushes a token that stands for one tag, counting open ones so that closings can be told from prose. */
export function pushTag(state: StateBlock, tag: Tag): void {
  const token = state.push("tag", "", 0);
  token.meta = { start: tag.start, end: tag.end, tag } satisfies Notes as Record<string, unknown>;
  const { open } = memory(state);
  const closes = tag.name.startsWith("end");
  const name = closes ? tag.name.slice(3) : tag.name;
  open.set(name, Math.max(0, (open.get(name) ?? 0) + (closes ? -1 : 1)));
}
