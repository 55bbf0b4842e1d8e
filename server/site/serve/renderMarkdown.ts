/** A body's Markdown as one reader gets it: parts under conditions shown or left out, included texts in place. */
import { ownInlines } from "../../engine/markdown/blockText.ts";
import type { Block, Inline } from "../../engine/markdown/document.ts";
import { type Edit, replaceRanges } from "../../engine/markdown/edits.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { rewriteLinks } from "../../engine/markdown/rewriteLinks.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import { Api, type ApiSource } from "../../engine/openapi/reference/api.ts";
import { blockMarkdown } from "../../engine/openapi/reference/markdown.ts";
import type { Values } from "./conditions.ts";

export interface MarkdownJob {
  readonly text: string;
  readonly included: Readonly<Record<string, string>>;
  /** Absolute addresses by "page:<id>" and "file:<id>". */
  readonly addresses: Readonly<Record<string, string>>;
  readonly values: Values;
  /** Descriptions of APIs by slug. */
  readonly apis?: Readonly<Record<string, ApiSource>>;
}

const INCLUDE_DEPTH = 5;
const INCLUDE_COUNT = 200;
/** Includes within includes multiply: a text grows to so many characters and no further. */
const LONGEST = 5_000_000;

/** Prints a body for readers of Markdown. */
export function renderMarkdown(job: MarkdownJob): string {
  const budget = { includes: INCLUDE_COUNT, characters: LONGEST };
  const shown = resolveBlocks(job, job.text, 0, budget);
  return rewriteLinks(shown, ({ url }) => addressOf(job, url));
}

function addressOf({ addresses }: MarkdownJob, url: string): string | undefined {
  const target = resolveTarget(url);
  if (target.kind === "file") return own(addresses, `file:${target.file}`);
  if (target.kind !== "page") return undefined;
  const address = own(addresses, `page:${target.page}`);
  return address === undefined || target.anchor === undefined ? address : `${address}#${target.anchor}`;
}

interface Budget {
  includes: number;
  characters: number;
}

function resolveBlocks(job: MarkdownJob, text: string, depth: number, budget: Budget): string {
  const { document } = parse(text);
  const edits: Edit[] = [];
  for (const { block } of walkBlocks(document)) {
    if (block.type === "if") edits.push(...conditionEdits(job, block));
    else if (block.type === "include") edits.push(includeEdit(job, block, depth, budget));
    else if (block.type === "openapiOperation" || block.type === "openapiSchemas")
      edits.push(...apiEdits(job, block));
    else if (isLine(block)) edits.push(...valueEdits(job, text, block));
  }
  return edits.length === 0 ? text : replaceRanges(text, edits);
}

/** A part whose condition holds loses its tags; another is gone, with all that is in it. */
function conditionEdits({ values }: MarkdownJob, block: Extract<Block, { type: "if" }>): Edit[] {
  const { start, end, children } = block;
  const [first, last] = [children[0], children.at(-1)];
  if (own(values, block.expression) !== true || first === undefined || last === undefined) {
    return [{ start, end, text: "" }];
  }
  return [
    { start, end: first.start, text: "" },
    { start: last.end, end, text: "" },
  ];
}

/** Operations and schemas written out; a block whose description is unknown stays. */
function apiEdits(
  { apis }: MarkdownJob,
  block: Extract<Block, { type: "openapiOperation" | "openapiSchemas" }>,
): Edit[] {
  const source = block.spec === undefined || apis === undefined ? undefined : own(apis, block.spec);
  const text = source && blockMarkdown(new Api(source), block);
  return text === undefined ? [] : [{ start: block.start, end: block.end, text }];
}

function includeEdit(
  job: MarkdownJob,
  block: Extract<Block, { type: "include" }>,
  depth: number,
  budget: Budget,
): Edit {
  const { start, end } = block;
  const target = resolveTarget(block.path);
  const text = target.kind === "reusable" ? own(job.included, target.reusable) : undefined;
  if (
    text === undefined ||
    depth >= INCLUDE_DEPTH ||
    budget.includes <= 0 ||
    budget.characters < text.length
  ) {
    return { start, end, text: "" };
  }
  budget.includes--;
  budget.characters -= text.length;
  return { start, end, text: resolveBlocks(job, text, depth + 1, budget).trim() };
}

/** Blocks that are nothing but lines of text. */
function isLine(block: Block): boolean {
  return block.type === "paragraph" || block.type === "heading" || block.type === "table";
}

function hasExpression(nodes: readonly Inline[]): boolean {
  return nodes.some(
    (node) => node.type === "expression" || ("children" in node && hasExpression(node.children)),
  );
}

const EXPRESSION = /<code class=(["'])expression\1>([^]{0,2048}?)<\/code>/g;

/** The values of the expressions in a line, in their places. */
function valueEdits({ values }: MarkdownJob, text: string, block: Block): Edit[] {
  if (!ownInlines(block).some(hasExpression)) return [];
  return [...text.slice(block.start, block.end).matchAll(EXPRESSION)].map((match) => {
    const start = block.start + match.index;
    const value = own(values, (match[2] ?? "").trim());
    return { start, end: start + match[0].length, text: escapeMarkdown(String(value ?? "")) };
  });
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|$&#!~]/g, "\\$&");
}

function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
