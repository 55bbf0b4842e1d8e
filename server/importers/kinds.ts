/** Every kind of source, and what reads it. */
import { open, readFile } from "node:fs/promises";
import { isAsciidoc, readAsciidoc } from "./asciidoc/readAsciidoc.ts";
import { readConfluence } from "./confluence/readConfluence.ts";
import { readDocx } from "./docx.ts";
import type { ImportSource } from "./files.ts";
import { memorySource, safePath } from "./files.ts";
import { readWikiFiles } from "./githubWiki.ts";
import { convertHtml, type HtmlOptions, isHtml } from "./htmlFiles.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { readNotion } from "./notion.ts";
import { baseName, isMarkdown, isMdx, pageName } from "./pageNames.ts";
import { ImportRefused } from "./refusal.ts";
import { readProject, toolOf } from "./tools/readProject.ts";
import { TOOLS } from "./tools/tools.ts";
import { readZip } from "./zip.ts";

/** What reading a source listens to and tells. */
export type SourceReading = Pick<HtmlOptions, "signal" | "onProgress">;

type ReadPage = (path: string, name: string, reading: SourceReading) => Promise<ImportSource>;

export interface SourceReader {
  /** Reads one file that isn't an archive; kinds without it come as archives alone. */
  readonly page?: ReadPage;
  /** Reads the files of an archive or a folder. */
  readonly archive: (source: ImportSource, reading: SourceReading) => Promise<ImportSource>;
}

/** A project of a known tool is read as such; of anything else AsciiDoc and HTML become Markdown. */
const documentation: SourceReader["archive"] = async (source, reading) => {
  const found = await toolOf(source, TOOLS);
  if (found !== undefined) return readProject(source, found, reading);
  const convert = source.files.some(({ path }) => isAsciidoc(path)) ? readAsciidoc : convertHtml;
  return convert(source, reading);
};
const htmlFiles: SourceReader["archive"] = (source, reading) => convertHtml(source, reading);
const bareHtmlFiles: SourceReader["archive"] = (source, reading) =>
  convertHtml(source, { ...reading, isBare: true });

const READERS = {
  website: { archive: htmlFiles },
  docx: { archive: htmlFiles },
  markdown: { page: markdownPage, archive: documentation },
  html: { page: htmlPage, archive: htmlFiles },
  zip: { archive: documentation },
  confluence: { archive: readConfluence },
  "github-wiki": { archive: readWikiFiles },
  notion: { archive: readNotion },
  "google-docs": {
    page: (path, name, reading) => htmlPage(path, name, { ...reading, isBare: true }),
    archive: bareHtmlFiles,
  },
} satisfies Record<string, SourceReader>;

export type SourceKind = keyof typeof READERS;

export const SOURCE_KINDS = Object.keys(READERS) as SourceKind[];

/** The kind of a file by its name; what has no telling ending is taken for an archive. */
export function kindOfFile(name: string): SourceKind {
  if (isMarkdown(name) || isMdx(name) || isAsciidoc(name)) return "markdown";
  if (isHtml(name)) return "html";
  return /\.docx$/i.test(name) ? "docx" : "zip";
}

/**
 * Reads a file as what it is said to be: an archive for the kinds that come as one, else a page.
 * @param path of the file on disk
 * @param name of the page that a single file makes
 * @throws ImportRefused, with what to do
 */
export async function readFileAs(
  kind: SourceKind,
  path: string,
  name: string,
  reading: SourceReading = {},
): Promise<ImportSource> {
  if (kind === "docx") return readDocx(path, pageName(pageFileName(name)), reading.signal);
  const { page }: SourceReader = READERS[kind];
  if (page !== undefined && !(await isZip(path))) return page(path, pageFileName(name), reading);
  const archive = await readZip(path);
  try {
    return await readArchive(archiveKind(kind, archive), archive, reading);
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** Reads the files of an archive or a folder. The one that is given is closed with the source. */
export function readArchive(
  kind: SourceKind,
  source: ImportSource,
  reading: SourceReading = {},
): Promise<ImportSource> {
  return READERS[kind].archive(source, reading);
}

/** Exports that come as plain archives are known by their layout. */
function archiveKind(kind: SourceKind, { files }: ImportSource): SourceKind {
  if (kind !== "zip") return kind;
  const paths = files.map(({ path }) => path);
  const isConfluence = ["entities.xml", "exportDescriptor.properties"].every((name) =>
    paths.some((path) => baseName(path) === name),
  );
  if (isConfluence) return "confluence";
  const isNotion =
    paths.some((path) => / [0-9a-f]{32}\.(?:md|csv|html)$/i.test(path)) ||
    paths.some((path) => /^ExportBlock-.*\.zip$/i.test(path));
  return isNotion ? "notion" : kind;
}

async function markdownPage(path: string, name: string): Promise<ImportSource> {
  const bytes = await readFile(path);
  if (bytes.length > IMPORT_LIMITS.pageBytes)
    throw new ImportRefused("too-large", "A Markdown file has at most 5 MB; split it.");
  return readArchive("markdown", memorySource([{ name, bytes }]));
}

async function htmlPage(path: string, name: string, reading: HtmlOptions): Promise<ImportSource> {
  const bytes = await readFile(path);
  return convertHtml(memorySource([{ name: name.replace(/\.md$/, ".html"), bytes }]), reading);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "PK\u0003\u0004";
  } finally {
    await file.close();
  }
}

/** A name for a page's file, whatever was uploaded under it. */
function pageFileName(name: string): string {
  const isText = isMarkdown(name) || isMdx(name) || isAsciidoc(name);
  const page = isText ? name : `${name.replace(/\.(?:docx|x?html?)$/i, "")}.md`;
  return "path" in safePath(page) && !page.includes("/") && !page.startsWith(".") ? page : "page.md";
}
