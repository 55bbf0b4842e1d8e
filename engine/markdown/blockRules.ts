/** Block rules of the dialect beside its tags: formulas, HTML tables, footnotes, and where raw HTML ends. */
import { cutClosings, endsWithClosing } from "./tagRule.ts";
import { memory, notes, type BlockRule, type Memory, type StateBlock } from "./tokens.ts";

const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);

const isCode = (state: StateBlock, line: number): boolean => state.sCount[line]! - state.blkIndent >= 4;

/** `$$` … `$$` on its own lines, or a whole line `$$…$$`. */
export const mathRule: BlockRule = (state, startLine, endLine, silent) => {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (!state.src.startsWith("$$", start) || isCode(state, startLine)) return false;
  const first = lineText(state, startLine).slice(2).trimEnd();
  const inLine = first.indexOf("$$");
  if (inLine !== -1 && (inLine === 0 || inLine !== first.length - 2)) return false;
  const last = inLine !== -1 ? startLine : mathEnd(state, startLine + 1, endLine);
  if (last === -1) return false;
  if (silent) return true;
  const token = state.push("math_block", "math", 0);
  token.content =
    last === startLine ? first.slice(0, -2).trim() : mathText(state, first, startLine + 1, last);
  token.map = [startLine, last + 1];
  state.line = last + 1;
  return true;
};

function mathText(state: StateBlock, first: string, from: number, last: number): string {
  const tail = lineText(state, last).trimEnd().slice(0, -2);
  const lines = state.getLines(from, last, state.blkIndent, false);
  return [first, lines, tail].filter((part) => part.trim() !== "").join("\n");
}

/** Line that ends with `$$`, or -1. Lines once searched in vain are not searched again. */
function mathEnd(state: StateBlock, from: number, endLine: number): number {
  const known = memory(state).mathless;
  if (known !== undefined && from >= known.from && endLine <= known.to) return -1;
  for (let line = from; line < endLine; line++) {
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) return -1;
    const end = state.skipSpacesBack(state.eMarks[line]!, state.bMarks[line]!);
    if (end - 2 < state.bMarks[line]! + state.tShift[line]! || !state.src.startsWith("$$", end - 2)) continue;
    return state.src.indexOf("$$", state.bMarks[line]! + state.tShift[line]!) === end - 2 ? line : -1;
  }
  memory(state).mathless = { from, to: endLine };
  return -1;
}

/** An HTML table up to its end tag, blank lines included; but not one with blocks of code, which no cell of ours holds. */
export const tableRule: BlockRule = (state, startLine, endLine, silent) => {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (state.src.charCodeAt(start) !== 60 || isCode(state, startLine)) return false;
  if (!/^<table[\s>]/i.test(state.src.slice(start, start + 7))) return false;
  const { end, lastFence } = tableEnd(state, start);
  if (end > state.eMarks[endLine - 1]! || lastFence > start) return false;
  let line = startLine;
  while (state.eMarks[line]! < end) {
    line++;
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) return false;
  }
  if (silent) return true;
  const token = state.push("html_block", "", 0);
  token.map = [startLine, line + 1];
  token.content = state.getLines(startLine, line + 1, state.blkIndent, true);
  state.line = line + 1;
  return true;
};

const tableClose = "</table>";

/** A block of code as HTML ends for it: behind a blank line. */
const fenceInHtml = /\n[ \t]*\n[ \t]*(?:```|~~~)/g;

function tableEnd(state: StateBlock, start: number): NonNullable<Memory["table"]> {
  const known = memory(state).table;
  if (known !== undefined && known.end > start) return known;
  const found = state.src.indexOf(tableClose, start);
  const end = found === -1 ? Number.POSITIVE_INFINITY : found + tableClose.length;
  const fences = found === -1 ? [] : [...state.src.slice(start, end).matchAll(fenceInHtml)];
  const last = fences.at(-1);
  const table = { end, lastFence: last === undefined ? -1 : start + last.index };
  memory(state).table = table;
  return table;
}

const tagLine = /^(?:\{%|<\/?details[\s>]|<summary[\s>])/i;
const verbatim = /^<(?:script|pre|style|textarea|!|\?)/i;

/** Ends raw HTML before a line of tags: in this dialect no blank line is needed there. */
export function cutHtmlBefore(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = state.bMarks[startLine]! + state.tShift[startLine]!;
    if (state.src.charCodeAt(start) !== 60) return false;
    if (silent || verbatim.test(state.src.slice(start, start + 10)))
      return rule(state, startLine, endLine, silent);
    return rule(state, startLine, htmlEnd(state, startLine, endLine), false);
  };
}

/** The first blank line or line of tags after a line: looked for first, so that no rule looks further each time. */
function htmlEnd(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    const from = state.bMarks[line]! + state.tShift[line]!;
    if (tagLine.test(state.src.slice(from, from + 12))) break;
  }
  return line;
}

/** A paragraph ends with the closing tags at the end of one of its lines, and leaves them to their blocks. */
export function cutParagraph(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (!rule(state, startLine, endLine, silent)) return false;
    const last = state.line - 1;
    for (let line = startLine; line <= last; line++) {
      if (!endsWithClosing(state, line)) continue;
      if (line < last) {
        state.tokens.length -= 3;
        rule(state, startLine, line + 1, false);
      }
      cutClosings(state);
      break;
    }
    return true;
  };
}

const footnoteStart = /\[\^([^\]\s[]{1,100})\]:[ \t]*/y;

/** `[^label]: text`, continued by lines indented by four. */
export const footnoteRule: BlockRule = (state, startLine, endLine, silent) => {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (state.src.charCodeAt(start + 1) !== 94 || isCode(state, startLine)) return false;
  footnoteStart.lastIndex = start;
  const match = footnoteStart.exec(state.src);
  if (match === null) return false;
  if (silent) return true;
  const label = match[1]!.toLowerCase();
  memory(state).footnotes.add(label);
  const open = state.push("footnote_open", "", 1);
  const map: [number, number] = [startLine, startLine + 1];
  open.map = map;
  notes(open).label = label;
  tokenizeFootnote(state, startLine, endLine, start + match[0].length);
  map[1] = state.line;
  state.push("footnote_close", "", -1);
  return true;
};

function tokenizeFootnote(state: StateBlock, line: number, endLine: number, from: number): void {
  const { blkIndent, parentType, tight } = state;
  const [mark, shift, count] = [state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!];
  state.blkIndent = blkIndent + 4;
  state.bMarks[line] = Math.min(from, state.eMarks[line]!);
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.parentType = "footnote";
  if (state.isEmpty(line)) state.line = line + 1;
  else state.md.block.tokenize(state, line, endLine);
  Object.assign(state, { blkIndent, parentType, tight });
  state.bMarks[line] = mark;
  state.tShift[line] = shift;
  state.sCount[line] = count;
}
