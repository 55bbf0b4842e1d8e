import { setImmediate } from "node:timers/promises";
import { openPace } from "../turns/pace.ts";
import { sameJson } from "../../engine/json.ts";
import { joinPage } from "../../engine/markdown/frontMatter.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { summaryOf } from "./exportSummary.ts";
import type { ExportEntry, ExportPlaces, ExportedContent, ExportedPage } from "./exported.ts";
import { byCodeUnit } from "./files.ts";
import { below } from "./pageNames.ts";
import { listPages } from "./planned.ts";
import { editSummary, type ListedPage } from "./print/editSummary.ts";
import { openOrigin, type SourceOrigin } from "./print/origin.ts";
import { keysOf, linksOf, placeContent } from "./print/placeFiles.ts";
import { type PrintedLinks, printBody, printUrl } from "./print/printBody.ts";
import { metaOfHead, printWithHead } from "./print/printHead.ts";
import { printSettings } from "./print/printSettings.ts";
import type { SourceEntry } from "./print/sourceEntry.ts";
import { tellsTree, type TellingFiles } from "./print/toldTree.ts";
import { printInclude, parseInclude } from "./reusable.ts";
import { type SummaryEntry, printSummary } from "./summaryPrint.ts";
import { parseVariables, printVariables } from "./variables.ts";

/** A space's content with the files that it is written to. */
interface Printing {
  readonly content: ExportedContent;
  readonly origin: SourceOrigin;
  readonly places: ExportPlaces;
  readonly links: PrintedLinks;
}

/**
 * Writes a space's content as the files that an import reads: one Markdown file a document, SUMMARY.md for the tree,
 * `.gitbook` for files, reusable contents and variables. Links become relative, metadata front matter. What came from
 * files and has not changed is written as it was, bytes and path. The same content gives the same entries, sorted by
 * path; importing them gives the same content.
 * @param entries what imports have noted of their files
 */
export async function exportTree(
  content: ExportedContent,
  entries: readonly SourceEntry[] = [],
): Promise<ExportEntry[]> {
  const origin = openOrigin(entries);
  const { places, summary } = await printTree(content, origin);
  const links = linksOf({ places, keys: keysOf(content, origin), root: origin.root });
  const printing = { content, origin, places, links };
  const written: ExportEntry[] = summary === undefined ? [] : [{ path: places.summary, text: () => summary }];
  for (const page of listPages(content.pages)) {
    const path = places.pages.get(page.id)?.path;
    if (path !== undefined)
      written.push({ path, body: page.body, text: (found) => printPage(page, path, printing, found) });
  }
  for (const one of content.reusable) {
    const path = places.reusable.get(one.id) ?? "";
    written.push({ path, body: one.body, text: (found) => printReusable(one, path, printing, found) });
  }
  for (const { id } of content.files) written.push({ path: places.files.get(id) ?? "", fileId: id });
  written.push(...printVariableFile(content, origin), ...printSettingsFile(printing));
  return written.toSorted((a, b) => byCodeUnit(a.path, b.path));
}

/** Where everything goes, and the table of contents where the files need one. */
async function printTree(
  content: ExportedContent,
  origin: SourceOrigin,
): Promise<{ readonly places: ExportPlaces; readonly summary: string | undefined }> {
  if (origin.objects.size > 0) {
    const keys = keysOf(content, origin);
    const places = placeContent(content, origin, new Set(keys.keys()));
    const { root, summaryPath, readme } = origin;
    const titles = await titlesSaid(content, origin);
    const titleIn = ({ id }: ExportedPage): string | undefined => titles.get(id);
    const files: TellingFiles = { content, places, root, readme, summaryPath, keys, titleIn };
    const text = origin.settling.get("summary")?.spelling.text;
    const isTold = await tellsTree(files, text);
    if (isTold && (text === undefined || !isRetold(content, origin))) return { places, summary: text };
    await setImmediate();
    const edited = text === undefined ? undefined : editedSummary(text, files, origin);
    if (edited !== undefined && (await tellsTree(files, edited))) return { places, summary: edited };
    if (isTold) return { places, summary: text };
  }
  const places = placeContent(content, origin, new Set());
  return { places, summary: printSummary(summaryOf(content.pages, places)) };
}

/** Whether there is something that a table of contents says of files, though they tell it themselves. */
function isRetold(content: ExportedContent, { objects }: SourceOrigin): boolean {
  const titles = new Map(listPages(content.pages).map(({ id, title }) => [id, title]));
  return [...objects].some(
    ([id, { role, spelling }]) => role === "page" && titles.get(id) !== spelling.title,
  );
}

function editedSummary(text: string, files: TellingFiles, origin: SourceOrigin): string {
  const { content, places, keys, root, summaryPath } = files;
  const listed = (pages: readonly ExportedPage[], entries: readonly SummaryEntry[]): ListedPage[] =>
    pages.map((page, index) => {
      const entry = entries[index] as SummaryEntry;
      const before = origin.objects.get(page.id)?.spelling.title;
      return { page, entry, before, children: listed(page.children, entry.children) };
    });
  const { lookup } = linksOf({ places, keys, root });
  const tree = listed(content.pages, summaryOf(content.pages, places));
  const former = new Map(
    [...origin.objects].flatMap(([id, { role, path }]) => (role === "page" ? [[path, id] as const] : [])),
  );
  return editSummary(text, summaryPath, tree, { lookup, places, former });
}

/** The titles that the files of pages say of themselves, by page; those that say none are left out. */
async function titlesSaid(
  { pages }: ExportedContent,
  origin: SourceOrigin,
): Promise<ReadonlyMap<string, string>> {
  const pause = openPace();
  const titles = new Map<string, string>();
  for (const page of listPages(pages)) {
    const title = titleSaid(page, origin);
    if (title !== undefined) titles.set(page.id, title);
    await pause();
  }
  return titles;
}

/** The title that a page's file says of itself. */
function titleSaid(page: ExportedPage, { objects }: SourceOrigin): string | undefined {
  const { text, title } = objects.get(page.id)?.spelling ?? {};
  if (text === undefined || page.title !== title) return page.title;
  return metaOfHead(text).title === undefined ? undefined : page.title;
}

function printPage(
  page: ExportedPage,
  path: string,
  { origin, links }: Printing,
  found: readonly Reference[] | undefined,
): string {
  const spelling = origin.objects.get(page.id)?.spelling;
  const { text: head, title = "" } = spelling ?? {};
  const body = printBody(page.body, path, links, spelling, found);
  const was = head === undefined ? undefined : metaOfHead(head).cover;
  const meta = printCover(page.meta, path, links, was);
  if (head === undefined) return joinPage({ ...meta, title: page.title }, body);
  return printWithHead(head, title, { title: page.title, meta, body });
}

function printCover(meta: PageMeta, from: string, links: PrintedLinks, was: PageMeta["cover"]): PageMeta {
  if (meta.cover === undefined) return meta;
  const { url, urlDark } = meta.cover;
  const printed = (address: string, before: string | undefined): string =>
    printUrl(address, from, links, before) ?? address;
  const dark = urlDark === undefined ? {} : { urlDark: printed(urlDark, was?.urlDark) };
  return { ...meta, cover: { ...meta.cover, url: printed(url, was?.url), ...dark } };
}

function printReusable(
  { id, title, body: stored }: ExportedContent["reusable"][number],
  path: string,
  { origin, links }: Printing,
  found: readonly Reference[] | undefined,
): string {
  const spelling = origin.objects.get(id)?.spelling;
  const body = printBody(stored, path, links, spelling, found);
  const kept = spelling?.text === undefined ? undefined : spelling.text + body;
  const read =
    kept === undefined ? undefined : parseInclude(kept.replace(/^\ufeff/, ""), spelling?.title ?? "");
  const isKept = read?.title === title && read.body === body;
  return kept !== undefined && isKept ? kept : printInclude(title, body);
}

function printVariableFile({ variables }: ExportedContent, { settling }: SourceOrigin): ExportEntry[] {
  const kept = settling.get("variables");
  const text = kept?.spelling.text;
  const said = text === undefined ? undefined : parseVariables(text.replace(/^\ufeff/, "")).variables;
  const isKept = said !== undefined && sameJson(Object.fromEntries(said), Object.fromEntries(variables));
  const printed = isKept ? text : printVariables(variables);
  return printed === undefined ? [] : [{ path: kept?.path ?? ".gitbook/vars.yaml", text: () => printed }];
}

function printSettingsFile({ content, origin, links }: Printing): ExportEntry[] {
  const kept = origin.settling.get("settings");
  // Destinations in it begin at the folder of the content.
  const from = below(origin.root, ".gitbook.yaml");
  const redirects = content.redirects.map(({ from: address, to }) => {
    return { from: address, to: printUrl(to, from, links, undefined) ?? to };
  });
  const printed = printSettings(kept?.spelling.text, redirects, from, links.lookup);
  return printed === undefined ? [] : [{ path: kept?.path ?? ".gitbook.yaml", text: () => printed }];
}
