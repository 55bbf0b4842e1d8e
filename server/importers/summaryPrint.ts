import { stringify } from "yaml";
import { escapeInline } from "./inlineText.ts";
import type { SummaryNode } from "./summary.ts";
import { type LinkSpelling, printFields } from "./summaryItem.ts";

/** What is printed: a node without its place in a file. */
export type SummaryEntry = Omit<SummaryNode, "line" | "children"> & {
  readonly children: readonly SummaryEntry[];
};

/**
 * Prints a table of contents such that `parseSummary` gives the same nodes.
 * Destinations must be percent-encoded; groups are only looked for at the top.
 */
export function printSummary(nodes: readonly SummaryEntry[]): string {
  const parts = ["# Table of contents"];
  let inGroup = false;
  let items: string[] = [];
  const flush = (): void => {
    if (items.length > 0) parts.push(items.join("\n"));
    items = [];
  };
  for (const node of nodes) {
    if (node.kind === "group") {
      flush();
      parts.push(printGroup(node));
      if (node.children.length > 0)
        parts.push(node.children.flatMap((child) => printItem(child, 0)).join("\n"));
    } else {
      // A page after a group would belong to it without the break.
      if (inGroup) parts.push("***");
      items.push(...printItem(node, 0));
    }
    inGroup = node.kind === "group";
  }
  flush();
  return `${parts.join("\n\n")}\n`;
}

/** The heading of a group. */
export function printGroup(node: SummaryEntry): string {
  const anchor = node.anchor === undefined ? "" : ` <a href="#${node.anchor}" id="${node.anchor}"></a>`;
  return `## ${escapeInline(node.title)}${anchor}${fieldsOf(node)}`;
}

function printItem(node: SummaryEntry, depth: number): string[] {
  const indent = " ".repeat(depth * 2);
  const own = printItemLines(node).map((line) => (line === "" ? "" : indent + line));
  return [...own, ...node.children.flatMap((child) => printItem(child, depth + 1))];
}

/**
 * An item of the first level, without those nested in it.
 * @param spelling how its link was written, where that is to stay
 */
export function printItemLines(node: SummaryEntry, spelling?: LinkSpelling): string[] {
  if (node.kind === "computed") return printComputed(node);
  const title = spelling?.text ?? escapeInline(node.title);
  const said = spelling?.title ?? linkTitle(node.linkTitle);
  const behind = said === "" ? "" : ` ${said}`;
  const text =
    node.destination === undefined ? title : `[${title}](${destination(node.destination)}${behind})`;
  return [`* ${text}${fieldsOf(node)}`];
}

function printComputed(node: SummaryEntry): string[] {
  const lines = stringify(node.yaml ?? new Map(), { lineWidth: 0, blockQuote: false })
    .trimEnd()
    .split("\n");
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`+)/.exec(line)?.[1]?.length ?? 0));
  const fence = "`".repeat(longest + 1);
  return [`* ${fence}yaml`, ...lines.map((line) => (line === "" ? "" : `  ${line}`)), `  ${fence}`];
}

function fieldsOf(node: SummaryEntry): string {
  return node.fields === undefined || node.fields.size === 0 ? "" : ` ${printFields(node.fields)}`;
}

function linkTitle(words: string | undefined): string {
  return words === undefined ? "" : `"${words.replace(/\s+/g, " ").replace(/["\\]/g, "\\$&")}"`;
}

/** Escapes what would end a destination early; white space and controls have no escape but a percent sign. */
function destination(url: string): string {
  return url.replace(/[\\()<>]/g, "\\$&").replace(/[\s\u007f]/g, (match) => encodeURIComponent(match));
}
