/** A body's Markdown as one reader gets it: parts under conditions shown or left out, included texts in place. */
import { ownInlines } from "../../../engine/markdown/anatomy.ts";
import type { Block, Inline } from "../../../engine/markdown/document.ts";
import { type Edit, replaceRanges } from "../../../engine/markdown/edits.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { rewriteLinks } from "../../../engine/markdown/rewriteLinks.ts";
import { resolveTarget, thingOf } from "../../../engine/markdown/targets.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { Api, type ApiSource } from "../../../engine/openapi/reference/api.ts";
import { blockMarkdown } from "../../../engine/openapi/reference/markdown.ts";
import type { Values } from "./values.ts";

/** What the texts of one space mean where they are read. */
export interface MarkdownGround {
  readonly included: Readonly<Record<string, string>>;
  /** Absolute addresses by "page:<id>" and "file:<id>"; "space": where the space itself is. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly values: Values;
}

export interface MarkdownJob extends MarkdownGround {
  /** The page's own. */
  readonly space: string;
  readonly text: string;
  /** The other spaces that its texts name and that its reader is shown, by id. */
  readonly elsewhere?: Readonly<Record<string, MarkdownGround>>;
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
  const shown = resolveBlocks({ ...job, job }, job.text, 0, budget);
  return rewriteLinks(shown, ({ url }) => addressOf(job, job.space, url));
}

/** A text's space with what it means, and the whole order. */
interface Where extends MarkdownGround {
  readonly space: string;
  readonly job: MarkdownJob;
}

function groundIn(job: MarkdownJob, space: string): MarkdownGround | undefined {
  return space === job.space ? job : own(job.elsewhere ?? {}, space);
}

/** The address of what a text of the space `home` names; undefined leaves it as it is written. */
function addressOf(job: MarkdownJob, home: string, url: string): string | undefined {
  const target = resolveTarget(url);
  if (target.kind === "space" && target.thing === undefined)
    return own(groundIn(job, target.space)?.addresses ?? {}, "space");
  const thing = thingOf(url, home);
  if (thing === undefined) return undefined;
  const { space, kind, id, anchor } = thing;
  const address = own(groundIn(job, space)?.addresses ?? {}, `${kind}:${id}`);
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}

interface Budget {
  includes: number;
  characters: number;
}

function resolveBlocks(where: Where, text: string, depth: number, budget: Budget): string {
  const { document } = parse(text);
  const edits: Edit[] = [];
  for (const { block } of walkBlocks(document)) {
    if (block.type === "if") edits.push(...conditionEdits(where, block));
    else if (block.type === "include") edits.push(includeEdit(where, block, depth, budget));
    else if (block.type === "openapiOperation" || block.type === "openapiSchemas")
      edits.push(...apiEdits(where.job, block));
    else if (isLine(block)) edits.push(...valueEdits(where, text, block));
  }
  return edits.length === 0 ? text : replaceRanges(text, edits);
}

/** A part whose condition holds loses its tags; another is gone, with all that is in it. */
function conditionEdits({ values }: Where, block: Extract<Block, { type: "if" }>): Edit[] {
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

/** Stands where something may be that this reader is not shown. */
const UNAVAILABLE = "*This content is not available.*";

function includeEdit(
  where: Where,
  block: Extract<Block, { type: "include" }>,
  depth: number,
  budget: Budget,
): Edit {
  const { start, end } = block;
  const { job } = where;
  const thing = thingOf(block.path, where.space);
  const ground = thing?.kind === "reusable" ? groundIn(job, thing.space) : undefined;
  const text = ground && own(ground.included, thing?.id ?? "");
  if (thing === undefined || ground === undefined || text === undefined) {
    const isElsewhere = thing?.kind === "reusable" && resolveTarget(block.path).kind === "space";
    return { start, end, text: isElsewhere ? UNAVAILABLE : "" };
  }
  if (depth >= INCLUDE_DEPTH || budget.includes <= 0 || budget.characters < text.length) {
    return { start, end, text: "" };
  }
  budget.includes--;
  budget.characters -= text.length;
  const inner = { ...ground, space: thing.space, job };
  const shown = resolveBlocks(inner, text, depth + 1, budget).trim();
  return { start, end, text: thing.space === where.space ? shown : movedOut(inner, shown) };
}

/** A text of one space as it stands in one of another: what its addresses mean there is the same. */
function movedOut({ job, space }: Where, text: string): string {
  return rewriteLinks(text, ({ url }) => {
    if (resolveTarget(url).kind === "space") return undefined;
    const thing = thingOf(url, space);
    if (thing === undefined) return undefined;
    return addressOf(job, space, url) ?? `/spaces/${space}${url.trim()}`;
  });
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
function valueEdits({ values }: Where, text: string, block: Block): Edit[] {
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
