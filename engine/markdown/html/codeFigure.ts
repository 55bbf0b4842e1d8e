/** Code as it is shown: its lines in colours, with a title bar. */
import type { Code, Range } from "../document.ts";
import { type Child, h, type SafeHtml } from "./element.ts";
import type { HighlightedLine } from "./highlight.ts";
import { languageTitle } from "./languages.ts";
import type { PageHtml } from "./page.ts";
import { fill } from "./words.ts";

/** The text of a block as it is shown. */
export function shownCode({ text }: Pick<Code, "text">): string {
  return text.replace(/\r?\n$/, "");
}

/**
 * Renders code, whatever its language.
 * @param first the number of its first line, where that isn't 1
 */
export function renderCodeFigure(
  page: PageHtml,
  code: Omit<Code, "type" | keyof Range>,
  first = 1,
): SafeHtml {
  page.uses.code = true;
  const text = shownCode(code);
  const lines = page.context.highlight?.(text, code.lang) ?? plainLines(text);
  const title = languageTitle(code.lang);
  const bare = code.title === undefined && title === undefined;
  const bar = h(
    "figcaption",
    { class: "code-bar" },
    code.title !== undefined && h("span", { class: "code-title" }, code.title),
    title !== undefined && h("span", { class: "code-lang" }, title),
    copyButton(page),
  );
  const attributes = {
    class: bare ? "code code-plain" : "code",
    "data-copy-root": true,
    "data-wrap": code.overflow === "wrap",
    "data-line-numbers": code.lineNumbers === true,
    "data-expandable": code.expandable === true,
  };
  const body = h(
    "pre",
    { class: "code-body", tabindex: 0 },
    h("code", {}, codeLines(lines, markedLines(code.info), first)),
  );
  return h("figure", attributes, bar, body, code.expandable === true && expandButton(page, lines.length));
}

/** The button that copies the code beside it. */
export function copyButton(page: PageHtml): SafeHtml {
  return h(
    "button",
    { type: "button", class: "copy", "data-copy": true, "data-copied": page.words.copied },
    page.words.copy,
  );
}

function expandButton(page: PageHtml, count: number): SafeHtml {
  const attributes = { type: "button", class: "code-expand", "data-expand": true, "aria-expanded": "false" };
  return h("button", attributes, fill(page.words.showLines, { count }));
}

function plainLines(text: string): readonly HighlightedLine[] {
  return text.split(/\r?\n/).map((line) => [{ text: line }]);
}

// Every line is an element, for numbers and marks; the line end stays outside, so that copied text has it once.
function codeLines(lines: readonly HighlightedLine[], marked: ReadonlySet<number>, first: number): Child[] {
  return lines.map((line, index) => [
    h(
      "span",
      {
        class: marked.has(index + 1) ? "line line-marked" : "line",
        "data-line": first === 1 ? undefined : first + index,
      },
      lineContent(line),
    ),
    index < lines.length - 1 && "\n",
  ]);
}

function lineContent(line: HighlightedLine): Child[] {
  return line.map(({ text, kind }) =>
    kind === undefined ? text : h("span", { class: `tok-${kind}` }, text),
  );
}

const MARKED_LIMIT = 10_000;

/** Reads `{2,5-7}` from an info string: numbers of lines, from 1. */
function markedLines(info: string): ReadonlySet<number> {
  const marked = new Set<number>();
  const list = /\{([\d\s,-]{1,200})\}/.exec(info)?.[1] ?? "";
  for (const part of list.split(",")) {
    const found = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part);
    if (found === null) continue;
    const first = Number(found[1]);
    const last = Math.min(Number(found[2] ?? found[1]), first + MARKED_LIMIT);
    for (let line = first; line <= last; line++) marked.add(line);
  }
  return marked;
}
