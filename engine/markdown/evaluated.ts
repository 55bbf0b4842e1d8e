/** A body as one reader gets it: conditions decided, expressions printed. */
import { childBlocks, ownInlines } from "./anatomy.ts";
import type { Block, Inline } from "./document.ts";
import { type Edit, replaceRanges } from "./edits.ts";
import { parse } from "./parse.ts";

/** What decides: a condition is shown when it holds, an expression prints its value. */
interface Evaluation {
  readonly holds: (condition: string) => boolean;
  /** undefined prints nothing. */
  readonly value: (expression: string) => string | number | boolean | undefined;
  /** What stays as it is written; nothing unless said. */
  readonly isLeft?: (expression: string) => boolean;
}

const EXPRESSION = /<code\s+class="expression"\s*>([^]*?)<\/code>/g;

/**
 * The Markdown with `{% if %}` blocks replaced by what they hold, or by nothing, and expressions by their values. All
 * else stays as it is written, code included.
 */
export function evaluatedBody(source: string, evaluation: Evaluation): string {
  const edits: Edit[] = [];
  for (const block of parse(source).document.children) collect(source, block, evaluation, edits);
  return replaceRanges(source, edits);
}

function collect(source: string, block: Block, evaluation: Evaluation, edits: Edit[]): void {
  if (block.type === "if" && evaluation.isLeft?.(block.expression) !== true) {
    const [first, last] = [block.children[0], block.children.at(-1)];
    if (first === undefined || last === undefined || !evaluation.holds(block.expression)) {
      edits.push({ start: block.start, end: endOfBlock(source, block.end), text: "" });
      return;
    }
    edits.push({ start: block.start, end: first.start, text: "" });
    edits.push({ start: last.end, end: block.end, text: "" });
  }
  const children = childBlocks(block);
  if (children.length === 0 && ownInlines(block).some(holdsExpression)) {
    printExpressions(source, block, evaluation, edits);
  }
  for (const child of children) collect(source, child, evaluation, edits);
}

/** What is left out takes the empty line behind it along. */
function endOfBlock(source: string, end: number): number {
  return end + (/^(?:[ \t]*\r?\n)*/.exec(source.slice(end))?.[0].length ?? 0);
}

function holdsExpression(inlines: readonly Inline[]): boolean {
  return inlines.some(
    (inline) =>
      inline.type === "expression" ||
      ("children" in inline && holdsExpression(inline.children as readonly Inline[])),
  );
}

function printExpressions(source: string, block: Block, evaluation: Evaluation, edits: Edit[]): void {
  for (const match of source.slice(block.start, block.end).matchAll(EXPRESSION)) {
    const start = block.start + match.index;
    const expression = decodeEntities(match[1] as string);
    if (evaluation.isLeft?.(expression) === true) continue;
    const printed = String(evaluation.value(expression) ?? "");
    edits.push({ start, end: start + match[0].length, text: escapeMarkdown(printed) });
  }
}

function decodeEntities(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => named[name] as string);
}

/** A value is text, whatever characters it has. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~$&]/g, "\\$&").replace(/\s+/g, " ");
}
