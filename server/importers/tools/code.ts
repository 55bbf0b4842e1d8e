/** Where a page shows code: what stands there is an example, and nothing of it is a construction of a tool. */

/** Offsets of code, in the order of the text, not overlapping. */
export type CodeRanges = readonly (readonly [start: number, end: number])[];

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/** The fences and code spans of a text. Costs what its length costs. */
export function codeRanges(text: string): CodeRanges {
  const ranges: [number, number][] = [];
  let proseFrom = 0;
  let open: { mark: string; start: number } | undefined;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, Math.min(end, at + 1_000));
    const fence = FENCE.exec(line.trimEnd());
    const mark = fence?.[1] ?? "";
    if (open === undefined && fence !== null && !(mark.startsWith("`") && (fence[2] ?? "").includes("`"))) {
      pushSpans(text, proseFrom, at, ranges);
      open = { mark, start: at };
    } else if (open !== undefined && closes(mark, open.mark) && (fence?.[2] ?? "").trim() === "") {
      ranges.push([open.start, end]);
      open = undefined;
      proseFrom = end;
    }
    at = end;
  }
  if (open === undefined) pushSpans(text, proseFrom, text.length, ranges);
  else ranges.push([open.start, text.length]);
  return ranges;
}

const FORMULA = /(?<!\\)(?:\$\$[^$]{1,5000}\$\$|\$(?=\S)[^$\n]{0,500}?[^\s$]\$(?!\d))/g;

/** Formulas between dollars outside of code. */
export function formulaRanges(text: string, code: CodeRanges): CodeRanges {
  if (!text.includes("$")) return [];
  const isCode = codeTest(code);
  return [...text.matchAll(FORMULA)]
    .filter(({ index }) => !isCode(index))
    .map(({ index, 0: { length } }) => [index, index + length] as const);
}

/** Code and formulas: what a page shows as it is written. */
export function shownRanges(text: string): CodeRanges {
  const code = codeRanges(text);
  return [...code, ...formulaRanges(text, code)].toSorted(([a], [b]) => a - b);
}

function closes(mark: string, open: string): boolean {
  return mark !== "" && mark[0] === open[0] && mark.length >= open.length;
}

/** A span of code ends at the next run of as many backticks, before an empty line. */
function pushSpans(text: string, from: number, to: number, ranges: [number, number][]): void {
  const runs: { start: number; length: number; paragraph: number }[] = [];
  let paragraph = 0;
  for (const match of text.slice(from, to).matchAll(/`+|\n[ \t]*\n|\\`/g)) {
    if (match[0].startsWith("\n")) paragraph += 1;
    else if (match[0].startsWith("`"))
      runs.push({ start: from + match.index, length: match[0].length, paragraph });
  }
  // The next run of the same length in the same paragraph, found from behind.
  const next = new Map<string, number>();
  const partner: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] as (typeof runs)[number];
    const key = `${run.paragraph}:${run.length}`;
    partner[index] = next.get(key);
    next.set(key, index);
  }
  for (let index = 0; index < runs.length; index += 1) {
    const other = partner[index];
    const run = runs[index];
    if (other === undefined || run === undefined) continue;
    const last = runs[other] as (typeof runs)[number];
    ranges.push([run.start, last.start + last.length]);
    index = other;
  }
}

/** Replaces what a pattern finds outside of code. The pattern is global, and its cost that of the text's length. */
export function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
  ranges: CodeRanges = codeRanges(text),
): string {
  const parts: string[] = [];
  let from = 0;
  const isCode = codeTest(ranges);
  for (const match of text.matchAll(pattern)) {
    if (isCode(match.index)) continue;
    parts.push(text.slice(from, match.index), replace(match));
    from = match.index + match[0].length;
  }
  return from === 0 ? text : parts.join("") + text.slice(from);
}

/** Tells whether an offset is in code; asked with offsets that never fall. */
export function codeTest(ranges: CodeRanges): (offset: number) => boolean {
  let index = 0;
  return (offset) => {
    while (index < ranges.length && (ranges[index]?.[1] ?? 0) <= offset) index += 1;
    const range = ranges[index];
    return range !== undefined && range[0] <= offset;
  };
}

/** A fence with what stands behind its mark. */
export interface Fence {
  readonly indent: string;
  readonly mark: string;
  readonly info: string;
  /** Its lines, without the indentation of the fence, and without the line break at the end. */
  readonly text: string;
  /** All of it as it stands there, without the line break at the end. */
  readonly whole: string;
}

/** Gives each fenced block of a text to `replace`, which gives the lines that stand in its place, without a break. */
export function replaceFences(text: string, replace: (fence: Fence) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of codeRanges(text)) {
    const block = text.slice(start, end);
    const newline = block.indexOf("\n");
    const fence = /^([ \t]{0,100})(`{3,100}|~{3,100})(.*)$/.exec(block.slice(0, Math.max(0, newline)));
    // Fences in quotations and behind the mark of a list item stay as they are.
    if (fence === null) continue;
    const [, indent = "", mark = "", info = ""] = fence;
    const lines = block
      .slice(newline + 1)
      .replace(/\n$/, "")
      .split("\n");
    if (closes(FENCE.exec(lines.at(-1)?.trimEnd() ?? "")?.[1] ?? "", mark)) lines.pop();
    const body = lines.map((line) => withoutIndent(line, indent.length)).join("\n");
    const whole = block.replace(/\n$/, "");
    const made = replace({ indent, mark, info: info.trim(), text: body, whole });
    parts.push(text.slice(from, start), made, block.endsWith("\n") ? "\n" : "");
    from = end;
  }
  return parts.join("") + text.slice(from);
}

function withoutIndent(line: string, width: number): string {
  let at = 0;
  while (at < width && (line[at] === " " || line[at] === "\t")) at += 1;
  return line.slice(at);
}

/** Moves a block to the left until its leftmost line begins at the margin, code and all. */
export function dedent(text: string): string {
  const lines = text.replaceAll("\t", "    ").split("\n");
  let least = Infinity;
  for (const line of lines)
    if (line.trim() !== "") least = Math.min(least, line.length - line.trimStart().length);
  if (least === 0 || least === Infinity) return text;
  return lines.map((line) => line.slice(least)).join("\n");
}

/** Moves a block to the right; empty lines stay empty. */
export function indented(text: string, indent: string): string {
  return indent === "" ? text : text.replace(/^(?=[^\n])/gm, indent);
}

/** A text without those of the characters that it ends with. A pattern for it would begin anew at each of them. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** A text whose line breaks are spaces, each with the space around it. */
export function inOneLine(text: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === 0 ? line.trimEnd() : index === last ? line.trimStart() : line.trim()))
    .filter((line, index) => index === 0 || index === last || line !== "")
    .join(" ");
}

/** What stands before an offset in its line; undefined where that is more than an indentation can be. */
export function lineBefore(text: string, at: number): string | undefined {
  const near = text.slice(Math.max(0, at - 200), at);
  const newline = near.lastIndexOf("\n");
  return newline < 0 && at > 200 ? undefined : near.slice(newline + 1);
}

/**
 * Replaces what stands between an opening and the closing that follows it, outside of code.
 * @param open global
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: string,
  replace: (inner: string, open: RegExpExecArray) => string | undefined,
): string {
  const isCode = codeTest(codeRanges(text));
  const parts: string[] = [];
  let from = 0;
  let end = 0;
  for (const match of text.matchAll(open)) {
    const start = match.index + match[0].length;
    if (match.index < from || isCode(match.index)) continue;
    // The end of one that stays is that of those in it, too, and is looked for once.
    if (end < start) end = text.indexOf(close, start);
    // Without an end for this one there is none for those behind it.
    if (end < 0) break;
    const made = replace(text.slice(start, end), match);
    if (made === undefined) continue;
    parts.push(text.slice(from, match.index), made);
    from = end + close.length;
  }
  return parts.join("") + text.slice(from);
}
