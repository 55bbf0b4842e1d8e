import { setImmediate } from "node:timers/promises";
import { openPace } from "../turns/pace.ts";
import { sameJson } from "../../engine/json.ts";
import { joinPage, whyUnread } from "../../engine/markdown/frontMatter.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { summaryOf } from "./exportSummary.ts";
import type { ExportEntry, ExportPlaces, ExportableContent, ExportablePage, FindLinks } from "./exported.ts";
import { byCodeUnit } from "./files.ts";
import { isForAgents } from "./folderOutline.ts";
import { below } from "./pageNames.ts";
import { listPages } from "./planned.ts";
import { editSummary, type ListedPage } from "./print/editSummary.ts";
import { openOrigin, type SourceOrigin } from "./print/origin.ts";
import { keysOf, linksOf, placeByFolders, placeContent } from "./print/placeFiles.ts";
import { followMove, isRelative, type PrintedLinks, printBody, printUrl } from "./print/printBody.ts";
import { metaOfHead, printWithHead, saysTitle } from "./print/printHead.ts";
import { printSettings } from "./print/printSettings.ts";
import type { SourceEntry, SourceRole, SourceSpelling } from "./print/sourceEntry.ts";
import { tellsTree, type TellingFiles } from "./print/toldTree.ts";
import { printInclude, parseInclude } from "./reusable.ts";
import { isPagePath } from "./sourceLayout.ts";
import { type Summary, type SummaryNode, readSummary, refusedSummary } from "./summary.ts";
import { type SummaryEntry, printSummary } from "./summaryPrint.ts";
import { printTags, tagsIn } from "./tagsFile.ts";
import { printVariables, variablesIn } from "./variables.ts";
import { openYamlReader } from "./yamlApart.ts";
import type { ReadYaml } from "./yamlText.ts";

/** A space's content with the files that it is written to. */
interface Printing {
  readonly content: ExportableContent;
  readonly origin: SourceOrigin;
  readonly places: ExportPlaces;
  readonly links: PrintedLinks;
}

/** A file of a print: a text, which is made when it is asked for, or the bytes of a file of the space. */
export interface PrintedFile {
  readonly role: SourceRole;
  /** From the folder of the content. */
  readonly path: string;
  /** The id of what it is of; undefined for a file that settles others. */
  readonly object?: string;
  /** None for the bytes of a file. */
  readonly print?: (findLinks?: FindLinks) => Promise<PrintedText>;
}

/** A text with what is to be noted of it. */
interface PrintedText {
  readonly text: string;
  readonly spelling: SourceSpelling;
  /** Why an import would refuse it, as a sentence that says what to do; absent: it would not. */
  readonly refused?: string;
}

/** A space as files. */
interface PrintedContent {
  /** In no particular order. */
  readonly files: readonly PrintedFile[];
  /** The pages that need no file, with their keys. */
  readonly keys: ReadonlyMap<string, string>;
  /** Why an import would refuse them, as a sentence that says what to do; undefined: it would not. */
  readonly refused: string | undefined;
}

interface PrintOptions {
  /** Paths that are somebody else's. */
  readonly occupied?: readonly string[];
  /** What keeps its path whatever has become of it, by id. */
  readonly pinned?: ReadonlyMap<string, unknown>;
  /** Whether links to what is gone go on saying where it was: then importing them doesn't give the same text. */
  readonly keepsGone?: boolean;
}

/**
 * Writes a space's content as the files that an import reads: one Markdown file a document, SUMMARY.md for the tree,
 * `.gitbook` for files, reusable contents, variables and tags. Links become relative, metadata front matter. What came from
 * files and has not changed is written as it was, bytes and path. The same content gives the same entries, sorted by
 * path; importing them gives the same content.
 * @param entries what imports have noted of their files
 */
export async function exportTree(
  content: ExportableContent,
  entries: readonly SourceEntry[] = [],
): Promise<ExportEntry[]> {
  const { files } = await printContent(content, entries);
  const written = files.map(({ path, object = "", print }): ExportEntry => {
    if (print === undefined) return { path, fileId: object };
    return { path, text: async (findLinks) => (await print(findLinks)).text };
  });
  return written.toSorted((a, b) => byCodeUnit(a.path, b.path));
}

/** The files of a space's content, as `exportTree` writes them, with what each is. */
export async function printContent(
  content: ExportableContent,
  entries: readonly SourceEntry[],
  { keepsGone = false, ...held }: PrintOptions = {},
): Promise<PrintedContent> {
  const origin = await openOrigin(entries, held);
  const { places, keys, summary, isPassing = false } = await printTree(content, origin);
  // One of the branch's own that came in is read again as it was.
  const isOwn = summary === undefined || summary === origin.settling.get("summary")?.spelling.text;
  const tooMuch = isOwn ? undefined : refusedSummary(summary);
  const refused =
    tooMuch &&
    `${places.summary} could not be read back: ${tooMuch}. Delete some of the computed pages, or move some to another space.`;
  const links = linksOf({ places, keys, origin, keepsGone });
  const printing = { content, origin, places, links };
  const files: PrintedFile[] = settled("summary", places.summary, summary, isPassing ? { isPassing } : {});
  for (const page of listPages(content.pages)) {
    const path = places.pages.get(page.id)?.path;
    if (path === undefined) continue;
    files.push({
      role: "page",
      path,
      object: page.id,
      print: async (findLinks) => {
        const body = await textOf(page.body);
        return printPage({ ...page, body }, path, printing, await findLinks?.(body));
      },
    });
  }
  for (const one of content.reusable) {
    const path = places.reusable.get(one.id) ?? "";
    const print = async (findLinks?: FindLinks): Promise<PrintedText> => {
      const body = await textOf(one.body);
      return printReusable({ ...one, body }, path, printing, await findLinks?.(body));
    };
    files.push({ role: "reusable", path, object: one.id, print });
  }
  for (const { id } of content.files)
    files.push({ role: "file", path: places.files.get(id) ?? "", object: id });
  const others = [...printNamed(content, origin), ...(await printSettingsFile(printing))];
  return { files: [...files, ...others], keys, refused };
}

/** A stored text, read where it hasn't been. */
async function textOf(text: ExportablePage["body"]): Promise<string> {
  return typeof text === "string" ? text : text();
}

/** A file that settles others, where there is one. */
function settled(
  role: SourceRole,
  path: string,
  text: string | undefined,
  more: SourceSpelling = {},
): PrintedFile[] {
  if (text === undefined) return [];
  return [{ role, path, print: async () => ({ text, spelling: { text, ...more } }) }];
}

interface PrintedTree {
  readonly places: ExportPlaces;
  readonly keys: ReadonlyMap<string, string>;
  readonly summary: string | undefined;
  /** See `SourceSpelling`. */
  readonly isPassing?: boolean;
}

/** Where everything goes, and the table of contents where the files need one. */
async function printTree(content: ExportableContent, origin: SourceOrigin): Promise<PrintedTree> {
  const { root, summaryPath, readme } = origin;
  const kept = origin.settling.get("summary")?.spelling;
  const isHeld = origin.pinned.size > 0;
  let isPassing = isHeld && origin.objects.size > 0 && kept === undefined;
  if (origin.objects.size > 0 || kept !== undefined) {
    const keys = await keysOf(content, origin);
    const places = placeContent(content, origin, new Set(keys.keys()));
    const titles = await titlesSaid(content, origin);
    const titleIn = ({ id }: ExportablePage): string | undefined => titles.get(id);
    const files: TellingFiles = { content, places, root, readme, summaryPath, keys, titleIn };
    if (kept?.isPassing === true && !isHeld && !hasOtherPages(origin)) {
      const moved = await placeWithoutContents(files, origin);
      if (moved !== undefined) return moved;
    }
    isPassing ||= isHeld && kept?.isPassing === true;
    const readYaml = openYamlReader();
    const read = (text: string): Promise<Summary> => readSummary(text.replace(/^\ufeff/, ""), readYaml);
    const text = kept?.text;
    const told = text === undefined ? undefined : await read(text);
    const isTold = await tellsTree(files, told);
    const asTold = { places, keys, isPassing, summary: text };
    if (isTold && (text === undefined || !isRetold(content, origin))) return asTold;
    await setImmediate();
    if (text !== undefined && told?.refused === undefined) {
      const summary = editedSummary({ text, nodes: told?.nodes ?? [] }, files, origin);
      if (await tellsTree(files, await read(summary))) return { ...asTold, summary };
    }
    if (isTold) return asTold;
    const moved = kept === undefined ? await placeWithoutContents(files, origin) : undefined;
    if (moved !== undefined) return moved;
  }
  const places = placeContent(content, origin, new Set());
  const summary = printSummary(summaryOf(content.pages, places));
  return { places, keys: new Map(), summary, isPassing };
}

/** Whether there are pages of others, which a table of contents keeps out of the tree. */
function hasOtherPages({ occupied, root }: SourceOrigin): boolean {
  const content = { root, folders: new Set([root, ""]) };
  return occupied.some((path) => isPagePath(path, content) && !isForAgents(path));
}

/** Where everything goes so that folders alone tell the tree; undefined where they can't. */
async function placeWithoutContents(
  files: TellingFiles,
  origin: SourceOrigin,
): Promise<PrintedTree | undefined> {
  const moved = placeByFolders(files.content, origin, files);
  const isTold = moved !== undefined && (await tellsTree({ ...files, ...moved }, undefined));
  return isTold ? { ...moved, summary: undefined } : undefined;
}

/** Whether there is something that a table of contents says of files, though they tell it themselves. */
function isRetold(content: ExportableContent, { objects }: SourceOrigin): boolean {
  const titles = new Map(listPages(content.pages).map(({ id, title }) => [id, title]));
  return [...objects].some(
    ([id, { role, spelling }]) => role === "page" && titles.get(id) !== spelling.title,
  );
}

function editedSummary(
  written: { readonly text: string; readonly nodes: readonly SummaryNode[] },
  files: TellingFiles,
  origin: SourceOrigin,
): string {
  const { content, places, keys, summaryPath } = files;
  const listed = (pages: readonly ExportablePage[], entries: readonly SummaryEntry[]): ListedPage[] =>
    pages.map((page, index) => {
      const entry = entries[index] as SummaryEntry;
      const before = origin.objects.get(page.id)?.spelling.title;
      return { page, entry, before, children: listed(page.children, entry.children) };
    });
  const { lookup } = linksOf({ places, keys, origin });
  const tree = listed(content.pages, summaryOf(content.pages, places));
  const former = new Map(
    [...origin.objects].flatMap(([id, { role, path }]) => (role === "page" ? [[path, id] as const] : [])),
  );
  return editSummary(written, summaryPath, tree, { lookup, places, former });
}

/** The titles that the files of pages say of themselves, by page; those that say none are left out. */
async function titlesSaid(
  { pages }: ExportableContent,
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
function titleSaid(page: ExportablePage, { objects }: SourceOrigin): string | undefined {
  const { text, title } = objects.get(page.id)?.spelling ?? {};
  if (text === undefined || page.title !== title) return page.title;
  return saysTitle(text) ? page.title : undefined;
}

/** A page as the file at `path`. @param found what its body links to, where that is known */
export function printPage(
  page: ExportablePage & { readonly body: string },
  path: string,
  { origin, links }: Pick<Printing, "origin" | "links">,
  found: readonly Reference[] | undefined,
): PrintedText {
  const entry = origin.objects.get(page.id);
  const { text: head, title = "" } = entry?.spelling ?? {};
  const { text: body, ...spelled } = printBody(page.body, path, links, entry, found);
  const { meta, ...covered } = printCover(page.meta, path, links, entry);
  const now = { title: page.title, meta, body };
  const text =
    head === undefined ? joinPage({ ...meta, title: page.title }, body) : printWithHead(head, title, now);
  const noted = { text: text.slice(0, text.length - body.length), ...spelled, ...covered };
  const unread = whyUnread(text);
  return {
    text,
    spelling: { ...noted, title: page.title, slug: page.slug },
    ...(unread !== undefined && { refused: `The page "${page.title}" could not be read back. ${unread}` }),
  };
}

function printCover(
  meta: PageMeta,
  from: string,
  links: PrintedLinks,
  entry: SourceEntry | undefined,
): Pick<SourceSpelling, "covers"> & { readonly meta: PageMeta } {
  if (meta.cover === undefined) return { meta };
  const { url, urlDark } = meta.cover;
  const head = entry?.spelling.text;
  const was = head === undefined ? undefined : metaOfHead(head).cover;
  const covers: Record<string, string> = {};
  const printed = (address: string, before: string | undefined): string => {
    const found = printUrl(address, from, links, before);
    if (found !== undefined || !isRelative(address)) return found ?? address;
    // Stored is where it led at first.
    const now = followMove(entry?.spelling.covers?.[address] ?? address, from, entry);
    if (now !== address) covers[address] = now;
    return now;
  };
  const dark = urlDark === undefined ? {} : { urlDark: printed(urlDark, was?.urlDark) };
  const cover = { ...meta.cover, url: printed(url, was?.url), ...dark };
  return { meta: { ...meta, cover }, ...(Object.keys(covers).length === 0 ? {} : { covers }) };
}

function printReusable(
  { id, title, body: stored }: { readonly id: string; readonly title: string; readonly body: string },
  path: string,
  { origin, links }: Printing,
  found: readonly Reference[] | undefined,
): PrintedText {
  const entry = origin.objects.get(id);
  const spelling = entry?.spelling;
  const { text: body, ...spelled } = printBody(stored, path, links, entry, found);
  const kept = spelling?.text === undefined ? undefined : spelling.text + body;
  const read =
    kept === undefined ? undefined : parseInclude(kept.replace(/^\ufeff/, ""), spelling?.title ?? "");
  const isKept = read?.title === title && read.body === body;
  const text = kept !== undefined && isKept ? kept : printInclude(title, body);
  return { text, spelling: { text: text.slice(0, text.length - body.length), ...spelled, title } };
}

/** The files of variables and of tags, as they were where they say the same still. */
function printNamed({ variables, tags }: ExportableContent, origin: SourceOrigin): PrintedFile[] {
  return [
    ...printValues(
      origin,
      { role: "variables", name: "vars.yaml", read: variablesIn, print: printVariables },
      variables,
    ),
    ...printValues(origin, { role: "tags", name: "tags.yaml", read: tagsIn, print: printTags }, tags),
  ];
}

interface NamedFile<Value> {
  readonly role: "variables" | "tags";
  readonly name: string;
  readonly read: (yaml: ReadYaml) => { readonly said: ReadonlyMap<string, Value> };
  readonly print: (values: ReadonlyMap<string, Value>) => string | undefined;
}

function printValues<Value>(
  origin: SourceOrigin,
  { role, name, read, print }: NamedFile<Value>,
  values: ReadonlyMap<string, Value>,
): PrintedFile[] {
  const kept = origin.settled[role];
  const said = kept && read(kept.yaml).said;
  const isKept = said !== undefined && sameJson(Object.fromEntries(said), Object.fromEntries(values));
  return settled(
    role,
    origin.settling.get(role)?.path ?? `.gitbook/${name}`,
    isKept ? kept?.text : print(values),
  );
}

async function printSettingsFile({ content, origin, links }: Printing): Promise<PrintedFile[]> {
  // Destinations in it begin at the folder of the content.
  const from = below(origin.root, ".gitbook.yaml");
  const redirects = content.redirects.map(({ from: address, to }) => {
    return { from: address, to: printUrl(to, from, links, undefined) ?? to };
  });
  const printed = await printSettings(origin.settled.settings, redirects, from, links.lookup);
  return settled("settings", origin.settling.get("settings")?.path ?? ".gitbook.yaml", printed);
}
