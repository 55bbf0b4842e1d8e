/** An export of Notion: Markdown or HTML, and tables as CSV, whose names end with ids. */
import type { Pause } from "../../engine/node.ts";
import type { ImportFile, ImportProblem, ImportSource, SkippedFile } from "./files.ts";
import { openPace } from "../turns/pace.ts";
import { parseCsv } from "./csv.ts";
import { convertHtml, type HtmlOptions } from "./htmlFiles.ts";
import { folderOutline } from "./folderOutline.ts";
import { describeBytes, IMPORT_LIMITS, type ImportLimits } from "./limits.ts";
import { cellText, MOST_COLUMNS, printTable, type PrintedTable } from "./notionTable.ts";
import type { OutlineNode } from "./outline.ts";
import { baseName, folderOf, isMarkdown, pageName, slugOf, titleOfName } from "./pageNames.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { decodeText } from "./text.ts";
import { readZip } from "./zip.ts";

const ID = /[ _-]?[0-9a-f]{32}(?:_all)?$/i;
const MOST_PARTS = 20;
/** Characters of the names of all columns, which are kept while pages are read. */
const MOST_NAMES = 5_000_000;
/** Colons in the name of a property. */
const MOST_COLONS = 20;
/** What is taken for a property without a list of them: what marks an item, a heading or code is no name. */
const PROPERTY = /^(?!\d+\))([\p{L}\p{N}][^:]{0,99}): (.*)$/u;
/** What a name of a property hardly has, and a sentence often. */
const OF_SENTENCES = /[,.;!?*_`[\]<>]/;

interface NotionOptions extends HtmlOptions {
  readonly limits?: Partial<ImportLimits>;
}

/** Reads an export. Closing the source closes the one given. */
export async function readNotion(source: ImportSource, options: NotionOptions = {}): Promise<ImportSource> {
  const whole = await withParts(source);
  const html = await convertHtml(whole, options);
  const scratch = await openScratch();
  const close = async (): Promise<void> => {
    await scratch.close();
    await html.close();
  };
  try {
    return { ...(await readPages(html, scratch, { ...IMPORT_LIMITS, ...options.limits })), close };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

async function readPages(
  html: ImportSource,
  scratch: Scratch,
  limits: ImportLimits,
): Promise<Omit<ImportSource, "close">> {
  const columns = await columnsOf(html.files);
  const noted = html.files.map((file) =>
    isMarkdown(file.path) ? withNotes(file, columns.get(placeOf(file.path))) : file,
  );
  const { files, skipped, problems } = await withTables(noted, scratch, limits);
  const paths = files.map(({ path }) => path).filter((path) => isMarkdown(path));
  const { addresses = new Map<string, string>() } = html;
  const outline = folderOutline(paths, "", undefined).map(withoutIds);
  return {
    files,
    skipped: [...html.skipped, ...skipped],
    problems: [...(html.problems ?? []), ...problems],
    addresses,
    outline,
  };
}

/** A large export is an archive of archives. */
async function withParts(source: ImportSource): Promise<ImportSource> {
  const parts = source.files.filter(({ path }) => /\.zip$/i.test(path));
  if (parts.length === 0 || parts.length !== source.files.length) return source;
  const opened: ImportSource[] = [];
  let room = IMPORT_LIMITS.totalBytes;
  const close = async (): Promise<void> => {
    for (const part of opened) await part.close();
    await source.close();
  };
  try {
    for (const part of parts.slice(0, MOST_PARTS)) {
      const limits = { ...IMPORT_LIMITS, totalBytes: room };
      const inside = await readZip(await part.read(), limits);
      opened.push(inside);
      for (const { size } of inside.files) room -= size;
    }
  } catch (error) {
    for (const part of opened) await part.close();
    throw error;
  }
  const files = new Map(opened.flatMap((part) => part.files.map((file) => [file.path, file] as const)));
  const left = parts
    .slice(MOST_PARTS)
    .map(({ path }) => ({ path, reason: `an export has at most ${MOST_PARTS} parts` }));
  return {
    files: [...files.values()],
    skipped: [...source.skipped, ...left, ...opened.flatMap((part) => part.skipped)],
    close,
  };
}

/** The columns of each database, by the folder of its rows' pages. */
async function columnsOf(files: readonly ImportFile[]): Promise<Map<string, ReadonlySet<string>>> {
  const columns = new Map<string, ReadonlySet<string>>();
  const pace = openPace();
  let room = MOST_NAMES;
  for (const file of files) {
    await pace();
    if (!/\.csv$/i.test(file.path) || file.size > IMPORT_LIMITS.pageBytes) continue;
    const decoded = decodeText(await file.read());
    const [head = []] = "text" in decoded ? parseCsv(decoded.text, 1) : [];
    const names = new Set(head.slice(0, MOST_COLUMNS));
    for (const { length } of names) room -= length;
    if (room < 0) break;
    columns.set(`${folderOf(file.path)}/${plainName(file.path)}`, names);
  }
  return columns;
}

/** The folder of a page, without the id that it may have in its name. */
function placeOf(path: string): string {
  const folder = folderOf(path);
  return `${folderOf(folder)}/${baseName(folder).replace(ID, "")}`;
}

/** Callouts are written as HTML, and databases are linked to as files. */
function withNotes(file: ImportFile, columns: ReadonlySet<string> | undefined): ImportFile {
  const read = async (): Promise<Uint8Array> => {
    const bytes = await file.read();
    const decoded = decodeText(bytes);
    if (!("text" in decoded)) return bytes;
    const text = decoded.text
      .replace(/^<aside>[ \t]*$/gm, '{% hint style="info" %}')
      .replace(/^<\/aside>[ \t]*$/gm, "{% endhint %}")
      // Tables become pages.
      .replace(/\]\(([^()\s]{1,1000})\.csv\)/g, "]($1.md)");
    const isNamed = ID.test(pageName(file.path));
    return new TextEncoder().encode(isNamed ? withProperties(text, columns) : text);
  };
  // Tags are longer than what they replace; a callout takes 30 bytes more at most.
  return { ...file, size: file.size, read };
}

/**
 * What the page of a row says of itself, in lines below its title, is a table. Where its database isn't in the export,
 * a first paragraph of nothing but such lines is taken for that, if they are more than one.
 */
function withProperties(text: string, columns: ReadonlySet<string> | undefined): string {
  const lines = text.split("\n");
  const start = lines.findIndex(
    (line, index) => line.trim() !== "" && !(index === 0 && line.startsWith("# ")),
  );
  if (start < 0) return text;
  let end = start;
  const rows: string[] = [];
  for (; end < lines.length; end++) {
    const line = (lines[end] ?? "").trimEnd();
    const name = columns === undefined ? guessedName(line) : knownName(line, columns);
    if (name === "") break;
    const value = line.slice(name.length + ": ".length);
    rows.push(`| **${cellText(name)}** | ${value.replaceAll("|", "\\|")} |`);
  }
  const isGuess = columns === undefined;
  const isParagraph = rows.length > 1 && (lines[end] ?? "").trim() === "";
  if (rows.length === 0 || (isGuess && !isParagraph)) return text;
  return [...lines.slice(0, start), "| | |", "| - | - |", ...rows, ...lines.slice(end)].join("\n");
}

function guessedName(line: string): string {
  const [, name = ""] = PROPERTY.exec(line) ?? [];
  return OF_SENTENCES.test(name) ? "" : name;
}

/** The longest of the names with which a line begins: names may have colons themselves. */
function knownName(line: string, columns: ReadonlySet<string>): string {
  let found = "";
  let at = line.indexOf(": ");
  for (let count = 0; at > 0 && count <= MOST_COLONS; count++) {
    const name = line.slice(0, at);
    if (columns.has(name)) found = name;
    at = line.indexOf(": ", at + 1);
  }
  return found;
}

interface WithTables {
  readonly files: ImportFile[];
  readonly skipped: SkippedFile[];
  readonly problems: ImportProblem[];
}

/** Each database becomes a page with its table; its rows' own pages lie below it. */
async function withTables(
  files: readonly ImportFile[],
  scratch: Scratch,
  limits: ImportLimits,
): Promise<WithTables> {
  const paths = new Set(files.map(({ path }) => path));
  const pace = openPace();
  const readTable = openTables(pagesByFolder(paths), limits, pace);
  const all: WithTables = { files: [], skipped: [], problems: [] };
  for (const file of files) {
    await pace();
    const { path } = file;
    const page = path.replace(/(?:_all)?\.csv$/i, ".md");
    if (!/\.csv$/i.test(path) || paths.has(page)) {
      all.files.push(file);
      continue;
    }
    const table = await readTable(file, page);
    if ("refused" in table) {
      all.skipped.push({ path, reason: table.refused });
      continue;
    }
    paths.add(page);
    all.files.push(await scratch.add(page, table.text));
    for (const most of table.most)
      all.problems.push({ path, message: `its table has the first ${most}, and no more` });
  }
  return all;
}

type TableReader = (file: ImportFile, page: string) => Promise<PrintedTable | { readonly refused: string }>;

/** Reads tables, up to what a plan takes: a table can be much larger than its file, and all are written to the disk. */
function openTables(
  below: ReadonlyMap<string, ReadonlyMap<string, string>>,
  limits: ImportLimits,
  pace: Pause,
): TableReader {
  const full = { refused: `the text of all pages exceeds ${describeBytes(limits.textBytes)}` };
  let tables = 0;
  let room = limits.textBytes;
  return async (file, page) => {
    const most = describeBytes(limits.pageBytes);
    if (file.size > limits.pageBytes)
      return { refused: `its text is larger than ${most}; split it into several files` };
    if (tables >= limits.pages) return { refused: `an import takes at most ${limits.pages} pages` };
    if (room < 0) return full;
    const decoded = decodeText(await file.read());
    if ("refused" in decoded) return decoded;
    const folder = page.replace(/\.md$/, "");
    const link = (name: string): string | undefined => {
      const path = below.get(folder)?.get(name);
      return path === undefined ? undefined : `${baseName(folder)}/${baseName(path)}`;
    };
    const title = plainName(page);
    const table = await printTable(title, parseCsv(decoded.text), link, limits.pageBytes, pace);
    room -= Buffer.byteLength(table.text);
    if (room < 0) return full;
    tables++;
    return table;
  };
}

/** The pages of each folder, by their names without ids. */
function pagesByFolder(paths: Iterable<string>): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>();
  for (const path of paths) {
    if (!isMarkdown(path)) continue;
    const folder = folders.get(folderOf(path)) ?? new Map<string, string>();
    folders.set(folderOf(path), folder.set(plainName(path), path));
  }
  return folders;
}

function plainName(path: string): string {
  return baseName(path)
    .replace(/\.[a-z]+$/i, "")
    .replace(ID, "");
}

/** Titles and slugs as people wrote them; keys keep the ids, by which a page is found again. */
function withoutIds(node: OutlineNode): OutlineNode {
  const name = plainName(node.path ?? node.key.replace(/\/$/, ""));
  return { ...node, title: titleOfName(name), slug: slugOf(name), children: node.children.map(withoutIds) };
}
