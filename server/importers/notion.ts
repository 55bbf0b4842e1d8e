/** An export of Notion: Markdown or HTML, and tables as CSV, whose names end with ids. */
import type { ImportFile, ImportProblem, ImportSource } from "./files.ts";
import { openPace } from "../turns/pace.ts";
import { MOST_ROWS, parseCsv } from "./csv.ts";
import { convertHtml, type HtmlOptions } from "./htmlFiles.ts";
import { folderOutline } from "./folderOutline.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { OutlineNode } from "./outline.ts";
import { baseName, folderOf, isMarkdown, pageName, slugOf, titleOfName } from "./pageNames.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { decodeText } from "./text.ts";
import { readZip } from "./zip.ts";

const ID = /[ _-]?[0-9a-f]{32}(?:_all)?$/i;
const MOST_PARTS = 20;
/** Of a table: one that is wider can't be looked at, and each of its rows would have as many cells. */
const MOST_COLUMNS = 500;
const PROPERTY = /^([^:]{1,100}): (.*)$/;
/** What a name of a property hardly has, and a sentence often. */
const OF_SENTENCES = /[,.;!?*_`[\]<>]/;

/** Reads an export. Closing the source closes the one given. */
export async function readNotion(source: ImportSource, options: HtmlOptions = {}): Promise<ImportSource> {
  const whole = await withParts(source);
  const html = await convertHtml(whole, options);
  const scratch = await openScratch();
  const close = async (): Promise<void> => {
    await scratch.close();
    await html.close();
  };
  try {
    return { ...(await readPages(html, scratch)), close };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

async function readPages(html: ImportSource, scratch: Scratch): Promise<Omit<ImportSource, "close">> {
  const problems = [...(html.problems ?? [])];
  const columns = await columnsOf(html.files);
  const noted = html.files.map((file) =>
    isMarkdown(file.path) ? withNotes(file, columns.get(placeOf(file.path))) : file,
  );
  const files = await withTables(noted, scratch, problems);
  const paths = files.map(({ path }) => path).filter((path) => isMarkdown(path));
  const { addresses = new Map<string, string>() } = html;
  const outline = folderOutline(paths, "", undefined).map(withoutIds);
  return { files, skipped: html.skipped, problems, addresses, outline };
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
  for (const file of files) {
    if (!/\.csv$/i.test(file.path) || file.size > IMPORT_LIMITS.pageBytes) continue;
    const decoded = decodeText(await file.read());
    const [head = []] = "text" in decoded ? parseCsv(decoded.text, 1) : [];
    const above = folderOf(file.path);
    columns.set(`${above}/${plainName(file.path)}`, new Set(head.slice(0, MOST_COLUMNS)));
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
    const [, name = "", value = ""] = PROPERTY.exec(line) ?? [];
    const isName = columns?.has(name) ?? !OF_SENTENCES.test(name);
    if (name === "" || !isName) break;
    rows.push(`| **${cellText(name)}** | ${value.replaceAll("|", "\\|")} |`);
  }
  const isGuess = columns === undefined;
  const isParagraph = rows.length > 1 && (lines[end] ?? "").trim() === "";
  if (rows.length === 0 || (isGuess && !isParagraph)) return text;
  return [...lines.slice(0, start), "| | |", "| - | - |", ...rows, ...lines.slice(end)].join("\n");
}

/** Each database becomes a page with its table; its rows' own pages lie below it. */
async function withTables(
  files: readonly ImportFile[],
  scratch: Scratch,
  problems: ImportProblem[],
): Promise<ImportFile[]> {
  const paths = new Set(files.map(({ path }) => path));
  const below = pagesByFolder(paths);
  const all: ImportFile[] = [];
  const pace = openPace();
  for (const file of files) {
    await pace();
    const page = file.path.replace(/(?:_all)?\.csv$/i, ".md");
    const isTable = /\.csv$/i.test(file.path) && file.size <= IMPORT_LIMITS.pageBytes && !paths.has(page);
    if (!isTable) {
      all.push(file);
      continue;
    }
    const decoded = decodeText(await file.read());
    if (!("text" in decoded)) continue;
    paths.add(page);
    const rows = parseCsv(decoded.text);
    const left = [
      ...(rows.length >= MOST_ROWS ? [`${MOST_ROWS} rows`] : []),
      ...(rows.some(({ length }) => length > MOST_COLUMNS) ? [`${MOST_COLUMNS} columns`] : []),
    ];
    for (const most of left)
      problems.push({ path: file.path, message: `its table has the first ${most}, and no more` });
    const own = below.get(page.replace(/\.md$/, "")) ?? new Map<string, string>();
    all.push(await scratch.add(page, tableOf(page, rows, own)));
  }
  return all;
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

function tableOf(page: string, rows: readonly string[][], below: ReadonlyMap<string, string>): string {
  const [head = [], ...records] = rows.map((row) => row.slice(0, MOST_COLUMNS));
  const folder = baseName(page).replace(/\.md$/, "");
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const body = records.map((row) =>
    line(
      head.map((_, index) => {
        const text = cellText(row[index] ?? "");
        const path = index === 0 ? below.get(row[0] ?? "") : undefined;
        return path === undefined ? text : `[${text}](<${folder}/${baseName(path)}>)`;
      }),
    ),
  );
  const table = [line(head.map(cellText)), line(head.map(() => "---")), ...body].join("\n");
  return `# ${plainName(page)}\n\n${table}\n`;
}

function cellText(text: string): string {
  return text.replace(/[\\|<{[\]*_`$]/g, "\\$&").replace(/\s*\n\s*/g, "<br>");
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
