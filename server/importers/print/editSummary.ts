/** A table of contents brought up to date: items that say what holds keep their lines, and so does what stands between. */
import type { ExportablePage, ExportPlaces } from "../exported.ts";
import { inlineText } from "../inlineText.ts";
import { findTarget, folderPath, leadsOutside, type LinkLookup } from "../linkTargets.ts";
import type { SummaryNode } from "../summary.ts";
import { linkSpelling } from "../summaryItem.ts";
import { printItemLines, printGroup, type SummaryEntry } from "../summaryPrint.ts";

/** A page with what a table of contents has to say of it. */
export interface ListedPage {
  readonly page: ExportablePage;
  readonly entry: SummaryEntry;
  /** The title that the page had when its item was written. */
  readonly before: string | undefined;
  readonly children: readonly ListedPage[];
}

interface OldItem {
  readonly node: SummaryNode;
  readonly depth: number;
  /** The lines of the item itself, and those that stand before it and belong to nothing. */
  readonly lines: readonly string[];
  readonly lead: readonly string[];
  /** Whether it leads to the page as it lies now. */
  readonly isHere: boolean;
}

/** The page that an item means, by its id, and whether its file still lies there. */
interface MeantPage {
  readonly id: string;
  readonly isHere: boolean;
}

/** What a table of contents may name. */
interface SummaryFiles {
  readonly lookup: LinkLookup;
  readonly places: ExportPlaces;
  /** The pages of files as they were imported, also of those that are not there any more. */
  readonly former: ReadonlyMap<string, string>;
}

interface Editing {
  readonly items: ReadonlyMap<string, OldItem>;
  readonly unit: string;
  readonly marker: string;
  readonly out: string[];
  inGroup: boolean;
}

/**
 * Writes a table of contents for a tree. What comes out may still not tell the tree; whoever asks looks.
 * @param from its own path
 */
export function editSummary(
  { text, nodes }: { readonly text: string; readonly nodes: readonly SummaryNode[] },
  from: string,
  tree: readonly ListedPage[],
  { lookup, places, former }: SummaryFiles,
): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r\n|\n/);
  const here = new Map([...places.pages].map(([id, { path }]) => [path, id]));
  const pageOf = (node: SummaryNode): MeantPage | undefined =>
    meantPage(node, from, { lookup, here, former });
  const listed = itemsOf(nodes, lines, tree, pageOf);
  const marker = /^[ \t]*([*+-])[ \t]/m.exec(text)?.[1] ?? "*";
  const out = [...listed.head];
  const editing: Editing = { items: listed.items, unit: unitOf(lines), marker, out, inGroup: false };
  for (const page of tree) writeTop(editing, page);
  const kept = listed.tail.some((line) => line.trim() !== "") ? listed.tail : [""];
  return [...editing.out, ...kept].join(end);
}

function writeTop(editing: Editing, listed: ListedPage): void {
  const { out, items } = editing;
  const old = items.get(listed.page.id);
  const lead = old?.lead ?? [];
  const isGroup = listed.entry.kind === "group";
  append(out, lead);
  if (old === undefined && (isGroup || editing.inGroup)) out.push("");
  const breaks = lead.some((line) => /^ {0,3}([*_-])[ \t]*(?:\1[ \t]*){2,}$/.test(line));
  if (!isGroup && editing.inGroup && !breaks) out.push("***", "");
  if (isGroup) {
    append(out, old !== undefined && isSaid(old, listed) ? old.lines : [printGroup(listed.entry)]);
    if (listed.children.length > 0 && !leadsWithBlank(items, listed)) out.push("");
    for (const child of listed.children) writeItem(editing, child, 0);
  } else writeItem(editing, listed, 0, false);
  editing.inGroup = isGroup;
}

function leadsWithBlank(items: Editing["items"], { children }: ListedPage): boolean {
  const first = children[0] && items.get(children[0].page.id);
  return first?.lead[0]?.trim() === "";
}

function writeItem(editing: Editing, listed: ListedPage, depth: number, withLead = true): void {
  const { out, items, unit, marker } = editing;
  const old = items.get(listed.page.id);
  if (withLead && old !== undefined) append(out, old.lead);
  const indent = unit.repeat(depth);
  if (old !== undefined && isSaid(old, listed)) {
    append(
      out,
      old.depth === depth ? old.lines : old.lines.map((line) => moved(line, old.depth, depth, unit)),
    );
  } else {
    // What it is called there stays, wherever its file goes.
    const spelling =
      old !== undefined && isCalled(old, listed) ? linkSpelling(old.lines[0] ?? "") : undefined;
    const written = printItemLines(listed.entry, spelling).map((line, index) => {
      return line === "" ? line : indent + (index === 0 ? line.replace(/^\*/, marker) : line);
    });
    append(out, written);
  }
  for (const child of listed.children) writeItem(editing, child, depth + 1);
}

/** Whether an item calls its page what it may: by a label of its own as well, as long as the page's title has not changed. */
function isTitled({ node }: OldItem, { page, before }: ListedPage): boolean {
  const label = inlineText(node.title);
  return label === inlineText(page.title) || (before !== undefined && before === page.title);
}

/** Whether it has its names, the title and what navigation calls it, as they are now. */
function isCalled(item: OldItem, listed: ListedPage): boolean {
  const { page, entry } = listed;
  const isNamed = page.type !== "document" || item.node.linkTitle === entry.linkTitle;
  return isNamed && isTitled(item, listed);
}

/** Whether an item says what holds of its page now. */
function isSaid(item: OldItem, listed: ListedPage): boolean {
  const { node, isHere } = item;
  const { page, entry } = listed;
  if (node.kind !== entry.kind) return false;
  if (node.kind === "computed") return false;
  const isLink = page.type === "link" && node.destination !== entry.destination;
  const fields = (one: ReadonlyMap<string, unknown> | undefined): string =>
    JSON.stringify([...(one ?? [])].toSorted());
  const sameAnchor = node.kind !== "group" || node.anchor === undefined || node.anchor === entry.anchor;
  return (
    isHere && isCalled(item, listed) && !isLink && sameAnchor && fields(node.fields) === fields(entry.fields)
  );
}

function moved(line: string, from: number, to: number, unit: string): string {
  const own = unit.repeat(from);
  return unit.repeat(to) + (line.startsWith(own) ? line.slice(own.length) : line.trimStart());
}

/** Each page's item: the first that means it, or for what has no file the one in its place and of its name. */
function itemsOf(
  nodes: readonly SummaryNode[],
  lines: readonly string[],
  tree: readonly ListedPage[],
  pageOf: (node: SummaryNode) => MeantPage | undefined,
): {
  /** What stands before the first item stays there, whichever is the first. */
  readonly head: readonly string[];
  readonly items: Map<string, OldItem>;
  readonly tail: readonly string[];
} {
  const items = new Map<string, OldItem>();
  const flat: { node: SummaryNode; depth: number; page: MeantPage | undefined }[] = [];
  const visit = (some: readonly SummaryNode[], depth: number): void => {
    for (const node of some) {
      flat.push({ node, depth, page: pageOf(node) });
      visit(node.children, node.kind === "group" ? 0 : depth + 1);
    }
  };
  visit(nodes, 0);
  const { nameless, ids } = namesOf(tree);
  flat.sort((a, b) => a.node.line - b.node.line);
  const first = flat[0] === undefined ? 0 : flat[0].node.line - 1;
  let at = first;
  let lead: string[] = [];
  /** How many lines of it were looked through when an item went: each is once, however many go. */
  let sifted = 0;
  for (const { node, depth, page } of flat) {
    const start = node.line - 1;
    const end = start + itemLength(node, lines, start);
    const key = page?.id ?? nameless.get(`${node.kind} ${inlineText(node.title)}`);
    append(lead, lines.slice(at, start));
    at = end;
    if (key !== undefined && ids.has(key) && !items.has(key)) {
      const isHere = page?.isHere ?? true;
      items.set(key, { node, depth, lines: lines.slice(start, end), lead, isHere });
      lead = [];
      sifted = 0;
      // What was written above an item that goes is kept; an item that never meant a page stays what it was.
    } else if (key !== undefined && !ids.has(key)) {
      const kept = lead.splice(sifted).filter((line) => line.includes("<!--"));
      append(lead, kept);
      sifted = lead.length;
    } else append(lead, lines.slice(start, end));
  }
  return { head: lines.slice(0, first), items, tail: [...lead, ...lines.slice(at)] };
}

/** Pages that a table of contents knows by their titles alone, and the ids of all. */
function namesOf(tree: readonly ListedPage[]): {
  readonly nameless: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
} {
  const names = new Map<string, string>();
  const ids = new Set<string>();
  const visit = (pages: readonly ListedPage[]): void => {
    for (const { page, entry, children } of pages) {
      ids.add(page.id);
      if (page.type !== "document" || entry.destination === undefined)
        names.set(`${entry.kind} ${inlineText(page.title)}`, page.id);
      visit(children);
    }
  };
  visit(tree);
  return { nameless: names, ids };
}

function itemLength(node: SummaryNode, lines: readonly string[], start: number): number {
  if (node.kind !== "computed") return 1;
  const fence = /(`{3,}|~{3,})/.exec(lines[start] ?? "")?.[1] ?? "```";
  for (let close = start + 1; close < lines.length; close++)
    if (lines[close]?.trim().startsWith(fence)) return close - start + 1;
  return 1;
}

/** Looks at where an item leads now, then at what lay there when it was imported. */
function meantPage(
  { destination, fields }: SummaryNode,
  from: string,
  {
    lookup,
    here,
    former,
  }: Pick<SummaryFiles, "lookup" | "former"> & { readonly here: ReadonlyMap<string, string> },
): MeantPage | undefined {
  if (destination === undefined || leadsOutside(destination) || fields?.get("type") === "link")
    return undefined;
  const target = findTarget(lookup, from, destination) ?? findTarget(lookup, "", destination);
  const found = target?.kind === "page" ? here.get(target.key) : undefined;
  const id = found ?? former.get(folderPath(from, destination) ?? "");
  return id === undefined ? undefined : { id, isHere: found !== undefined };
}

/** How much deeper the first nested item stands than the one that it is in; eight characters at most. */
function unitOf(lines: readonly string[]): string {
  const indents = lines.flatMap((line) => /^([ \t]{1,8})(?:[*+-]|\d+[.)])\s/.exec(line)?.[1] ?? []);
  return indents.toSorted((a, b) => a.length - b.length)[0] ?? "  ";
}

/** There may be more lines than a call takes arguments. */
function append(list: string[], lines: readonly string[]): void {
  for (const line of lines) list.push(line);
}
