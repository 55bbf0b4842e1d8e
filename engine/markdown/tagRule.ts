/** Block rule for lines of `{% %}` tags and of `<details>` and `<summary>`, which hold Markdown as tags do. */
import { readHtmlTag } from "./htmlTags.ts";
import { isKnown } from "./tagBlocks.ts";
import { readTag, type Tag } from "./tag.ts";
import { memory, notes, pushTag, report, type BlockRule, type StateBlock } from "./tokens.ts";

interface Piece {
  readonly tag: Tag;
  /** The text of a `<summary>`, with where it starts. */
  readonly summary?: { readonly text: string; readonly start: number };
}

const maxSummary = 4096;

/** A line starting with a tag: that tag, and whatever else the line holds. */
export const tagRule: BlockRule = (state, startLine, endLine, silent) => {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  const piece = readPiece(state, start, endLine);
  if (piece === undefined) {
    if (!silent) reportBroken(state, start, startLine);
    return false;
  }
  if (!silent) state.line = pushLine(state, piece, startLine, endLine);
  return true;
};

function readPiece(state: StateBlock, at: number, endLine: number): Piece | undefined {
  const next = state.src.charCodeAt(at + 1);
  const char = state.src.charCodeAt(at);
  if (char === 60) return readDetails(state.src, at);
  if (char !== 123 || next !== 37) return undefined;
  const tag = readTag(state.src, at);
  if (tag === undefined || !isKnown(tag.name)) return undefined;
  return tag.end <= state.eMarks[endLine - 1]! && !spansBlankLine(state.src, tag) ? { tag } : undefined;
}

function spansBlankLine(source: string, tag: Tag): boolean {
  return /\n[ \t]*\n/.test(source.slice(tag.start, tag.end));
}

const detailsWord = /<\/?(?:details|summary)(?=[\s>/])/iy;

function readDetails(source: string, at: number): Piece | undefined {
  detailsWord.lastIndex = at;
  if (!detailsWord.test(source)) return undefined;
  const html = readHtmlTag(source, at);
  if (html === undefined) return undefined;
  const { start, end, attributes } = html;
  if (html.name === "details") {
    const name = html.kind === "close" ? "end<details>" : "<details>";
    return { tag: { name, start, end, rest: "", attributes } };
  }
  if (html.kind === "close") return undefined;
  const inside = source.slice(end, end + maxSummary);
  const close = /<\/summary\s*>/i.exec(inside);
  if (close === null || /\n[ \t]*\n/.test(inside.slice(0, close.index))) return undefined;
  const tag = {
    name: "<summary>",
    start,
    end: end + close.index + close[0].length,
    rest: "",
    attributes: [],
  };
  return { tag, summary: { text: inside.slice(0, close.index), start: end } };
}

function reportBroken(state: StateBlock, start: number, line: number): void {
  if (!state.src.startsWith("{%", start)) return;
  const tag = readTag(state.src, start);
  const message =
    tag === undefined
      ? "This tag has no end: close it with %} and close its quotes."
      : isKnown(tag.name)
        ? "This tag goes on after the block it starts in: keep it together, without blank lines."
        : `There is no block called "${tag.name}".`;
  report(memory(state).problems, { message, start, end: tag?.end ?? state.eMarks[line]! });
}

/** Pushes the tokens of the line and returns the line after. */
function pushLine(state: StateBlock, first: Piece, startLine: number, endLine: number): number {
  let piece = first;
  let line = startLine;
  for (;;) {
    pushPiece(state, piece, line);
    while (state.eMarks[line]! < piece.tag.end) line++;
    const at = skipBlanks(state.src, piece.tag.end, state.eMarks[line]!);
    if (at >= state.eMarks[line]!) return line + 1;
    let next = readPiece(state, at, endLine);
    if (next === undefined) {
      next = pieceAfter(state, at, line, endLine);
      if (next === undefined) return pushRest(state, at, line, endLine);
      pushParagraph(state, state.src.slice(at, next.tag.start), at, [line, line + 1]);
    }
    piece = next;
  }
}

function skipBlanks(source: string, from: number, to: number): number {
  let at = from;
  while (at < to && (source[at] === " " || source[at] === "\t")) at++;
  return at;
}

function pieceAfter(state: StateBlock, from: number, line: number, endLine: number): Piece | undefined {
  const text = state.src.slice(from, state.eMarks[line]!);
  for (const match of text.matchAll(/\{%|<\/?(?:details|summary)/gi)) {
    const piece = readPiece(state, from + match.index, endLine);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function pushPiece(state: StateBlock, piece: Piece, line: number): void {
  if (piece.summary === undefined) return pushTag(state, piece.tag);
  const token = state.push("summary", "", 0);
  const { start, text } = piece.summary;
  const skip = text.length - text.trimStart().length;
  token.content = text.trim().replace(/\n[ \t]+/g, "\n");
  token.map = [line, line + 1];
  Object.assign(notes(token), {
    start: piece.tag.start,
    end: piece.tag.end,
    contentStart: start + skip,
    contentEnd: start + text.trimEnd().length,
  });
}

/** The rest of the line and the lines that continue it are a paragraph. */
function pushRest(state: StateBlock, at: number, line: number, endLine: number): number {
  const next = paragraphEnd(state, line, endLine);
  const more = next > line + 1 ? "\n" + state.getLines(line + 1, next, state.blkIndent, false) : "";
  pushParagraph(state, state.src.slice(at, state.eMarks[line]!) + more, at, [line, next]);
  cutClosings(state);
  return next;
}

function paragraphEnd(state: StateBlock, startLine: number, endLine: number): number {
  const rules = state.md.block.ruler.getRules("paragraph");
  const parent = state.parentType;
  state.parentType = "paragraph";
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (state.sCount[line]! - state.blkIndent > 3 || state.sCount[line]! < 0) continue;
    if (rules.some((rule) => rule(state, line, endLine, true))) break;
    if (endsWithClosing(state, line)) {
      line++;
      break;
    }
  }
  state.parentType = parent;
  return line;
}

function pushParagraph(state: StateBlock, text: string, start: number, map: [number, number]): void {
  const content = text.trimEnd();
  const open = state.push("paragraph_open", "p", 1);
  open.map = map;
  const inline = state.push("inline", "", 0);
  inline.content = content;
  inline.map = map;
  const single = map[1] === map[0] + 1;
  Object.assign(notes(open), single ? { start, end: start + content.length } : { start });
  Object.assign(
    notes(inline),
    single ? { contentStart: start, contentEnd: start + content.length } : { contentStart: start },
  );
  state.push("paragraph_close", "p", -1);
}

const closing = /(?:\{%-?[ \t]*(end[\w-]+)[ \t]*-?%\}|<\/details[ \t]*>)$/i;

/** Whether a line ends with the closing tag of a block that is open. */
export function endsWithClosing(state: StateBlock, line: number): boolean {
  const end = contentEnd(state, line);
  if (state.src.charCodeAt(end - 1) !== 125 && state.src.charCodeAt(end - 1) !== 62) return false;
  const name = closing.exec(state.src.slice(Math.max(state.bMarks[line]!, end - 80), end));
  return name !== null && (memory(state).open.get(openName(name[1])) ?? 0) > 0;
}

/** The name of what a closing tag closes. */
const openName = (name: string | undefined): string => (name ?? "end<details>").slice(3);

/** Takes closing tags of open blocks off the end of the paragraph pushed last, as in `text {% endhint %}`. */
export function cutClosings(state: StateBlock): void {
  const tokens = state.tokens;
  const inline = tokens[tokens.length - 2]!;
  const map = inline.map!;
  let end = -1;
  const cut: Tag[] = [];
  for (;;) {
    const match = closing.exec(inline.content.slice(-80));
    const name = match?.[1] ?? "end<details>";
    if (
      match === null ||
      !(memory(state).open.get(name.slice(3))! > cut.filter((tag) => tag.name === name).length)
    )
      break;
    if (end === -1) end = contentEnd(state, map[1] - 1);
    const start = end - match[0].length;
    cut.unshift({ name, start, end, rest: "", attributes: [] });
    const rest = inline.content.slice(0, inline.content.length - match[0].length);
    inline.content = rest.trimEnd();
    end = start - (rest.length - inline.content.length);
  }
  if (end === -1) return;
  notes(inline).contentEnd = end;
  notes(tokens[tokens.length - 3]!).end = end;
  for (const tag of cut) pushTag(state, tag);
}

function contentEnd(state: StateBlock, line: number): number {
  return state.skipSpacesBack(state.eMarks[line]!, state.bMarks[line]!);
}
