/** The project directory of a repository as a source of pages. */
import { whyUnread } from "../../../engine/markdown/frontMatter.ts";
import { byCodeUnit, type ImportFile, type ImportSource, ignoredPath, safePath } from "../files.ts";
import { describeBytes, IMPORT_LIMITS } from "../limits.ts";
import { ImportRefused } from "../refusal.ts";
import { openReport, type ReportLines } from "../report.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { entriesByPath } from "./entry.ts";
import { FilesByBytes } from "./followSame.ts";
import { isPointer, type LargeFile, LONGEST_POINTER, readPointer } from "../../ports/git/lfs.ts";
import { folderOf, isMarkdown } from "../pageNames.ts";
import type { SourceRole } from "../print/sourceEntry.ts";
import { decodeText } from "../text.ts";
import { tagsIn } from "../tagsFile.ts";
import { variablesIn } from "../variables.ts";
import { openYamlReader, type YamlReader } from "../yamlApart.ts";

/** A file of a commit, as the port lists it. */
export interface CommittedFile {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  /** Bytes; absent for what has none. */
  readonly size?: number;
}

/** Gives the bytes of an object. @throws GitError `too-large` for one of more than `most` bytes */
export type ReadObject = (id: string, most?: number) => Promise<Uint8Array>;

export interface RepositorySource {
  readonly source: ImportSource;
  /** By the path that the source has it under. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
  /** By path why files are as they were at the last agreement. */
  readonly former: ReadonlyMap<string, WhyFormer>;
  /** By path the files that the host doesn't give. */
  readonly missing: ReadonlyMap<string, MissingFile>;
  /** Files that it gives, by path, and that were not taken as they are before. */
  readonly brought: ReadonlyMap<string, LargeFile>;
}

/** What stands at its path can't be had, is too large, or is nothing that can be read: a link, a submodule, no text. */
export type WhyFormer = "missing" | "size" | "unreadable";

/** Why a file can't be had. */
export interface MissingFile {
  readonly why: string;
  /** Whether it may come by itself with the next look. */
  readonly isLate: boolean;
}

/** The files that a repository has pointers to. */
export interface LargeFiles {
  /** Brings them here. @returns why some could not be had, by their ids */
  readonly bring: (files: readonly LargeFile[]) => Promise<ReadonlyMap<string, MissingFile>>;
  /** The bytes of one that was brought. */
  readonly read: (id: string) => Promise<Uint8Array>;
}

interface SourceOptions {
  /** What the last agreement says, so that what it took is not looked into again. */
  readonly entries?: readonly RepositoryEntry[] | undefined;
  /** Without it pointers are skipped. */
  readonly large?: LargeFiles | undefined;
}

/** A file whose bytes Git LFS keeps. */
interface PointedFile {
  readonly file: CommittedFile;
  readonly of: LargeFile;
}

/**
 * Takes the files below `directory` ("" for the top) that can be pages, pictures or settings. Others are named among the
 * skipped; nothing that is skipped is ever written by a sync. A file whose new bytes can't be had is taken as it was.
 * @throws ImportRefused when there are more files than an import takes
 */
export async function repositorySource(
  tree: readonly CommittedFile[],
  directory: string,
  read: ReadObject,
  { entries = [], large }: SourceOptions = {},
): Promise<RepositorySource> {
  const lines = openReport(IMPORT_LIMITS.reportLines);
  const known = entriesByPath(entries);
  const readYaml = openYamlReader();
  const { files, taken, former, size: sizeTaken, take, setAside } = openTaking(known, read, lines);
  const pointed = new Map<string, PointedFile>();
  /** What is no file, by path. */
  const links = new Map<string, CommittedFile>();
  for (const file of tree) {
    const path = pathBelow(file.path, directory);
    const isLink = KINDS.has(file.mode);
    if (path !== undefined && isLink) links.set(path.normalize("NFC"), file);
    const own = path === undefined || isLink ? undefined : sourcePath(path, lines);
    if (own === undefined) continue;
    const { size = 0, id } = file;
    const { file: before, role = "file" } = known.get(own) ?? {};
    const of = before?.id === id ? undefined : await pointerIn(file, read);
    if (files.has(own) || pointed.has(own)) lines.skip(own, "another file has the same path");
    else if (size > mostOf(own)) setAside(own, file, "size", isMarkdown(own) ? TOO_LONG : TOO_LARGE);
    else if (YAML.has(role) && size > IMPORT_LIMITS.settingsBytes)
      setAside(own, file, "size", TOO_MUCH_TO_SETTLE);
    else if (of === undefined) {
      // Only what was known can be lost by it: of anything new the plan says the same.
      const mayLose = before !== undefined && before.id !== id && role !== "file";
      const refused = mayLose ? await unreadable(role, await read(id), readYaml) : undefined;
      if (refused !== undefined) setAside(own, file, "unreadable", refused);
      else take(own, file, { size, read: () => read(id) });
    } else if (isMarkdown(own) || of === "unknown" || large === undefined)
      setAside(own, file, "missing", "its bytes are kept by Git LFS, which a sync does not fetch");
    else if (of.size > IMPORT_LIMITS.fileBytes) setAside(own, file, "size", TOO_LARGE);
    else pointed.set(own, { file, of });
  }
  const isMoved = movedAmong(files, known, (path) => linkAt(links, path) !== undefined);
  for (const [path, entry] of links.size === 0 ? [] : known) {
    const link = linkAt(links, path);
    if (link === undefined || entry.file === undefined || isMoved(entry)) continue;
    setAside(path, { ...link, path: entry.file.name }, "unreadable", KINDS.get(link.mode) ?? "");
  }
  for (const [path, { mode }] of links) if (!former.has(path)) lines.skip(path, KINDS.get(mode) ?? "");
  const { entries: most, totalBytes } = IMPORT_LIMITS;
  const refuseBeyond = (files: number, size: number): void => {
    if (files > most) throw new ImportRefused("too-large", `The directory holds more than ${most} files.`);
    if (size > totalBytes)
      throw new ImportRefused("too-large", `The directory holds more than ${describeBytes(totalBytes)}.`);
  };
  // Before any of it is fetched.
  const wanted = [...pointed.values()].map(({ of }) => of);
  refuseBeyond(taken.length + wanted.length, sizeTaken() + wanted.reduce((sum, { size }) => sum + size, 0));
  const withheld = wanted.length === 0 ? undefined : await large?.bring(wanted);
  const missing = new Map<string, MissingFile>();
  const brought = new Map<string, LargeFile>();
  for (const [path, { file, of }] of pointed) {
    const one = withheld?.get(of.id);
    if (one === undefined) {
      brought.set(path, of);
      take(path, file, { size: of.size, read: () => large?.read(of.id) ?? read(file.id) });
    } else {
      missing.set(path, one);
      setAside(path, file, "missing", `Git LFS doesn't give it: ${one.why}`);
    }
  }
  const { skipped } = lines.report();
  const sorted = taken.toSorted((a, b) => byCodeUnit(a.path, b.path));
  const source = { files: sorted, skipped, close: () => Promise.resolve() };
  return { source, files, former, missing, brought };
}

/**
 * Tells of a page or a picture whether its file lies elsewhere now: a link in its place leads there for others. One new
 * file is there for one of them, and first for what is gone without a link.
 */
function movedAmong(
  files: ReadonlyMap<string, RepositoryFile>,
  known: ReadonlyMap<string, RepositoryEntry>,
  isLink: (path: string) => boolean,
): (entry: RepositoryEntry) => boolean {
  const taken = new Set<string>();
  const fresh = new FilesByBytes((path) => taken.has(path));
  for (const [path, { id }] of files) if (!known.has(path)) fresh.add(path, id);
  if (fresh.isEmpty) return () => false;
  const lost = [...known].filter(([path, { object }]) => object !== undefined && !files.has(path));
  const [linked, gone] = [true, false].map((is) =>
    lost.filter(([path]) => isLink(path) === is).toSorted(([a], [b]) => byCodeUnit(a, b)),
  );
  const moved = new Set<RepositoryEntry>();
  for (const [, entry] of [...(gone ?? []), ...(linked ?? [])]) {
    const path = fresh.firstOf(entry);
    if (path === undefined) continue;
    taken.add(path);
    moved.add(entry);
  }
  return (entry) => moved.has(entry);
}

const YAML: ReadonlySet<SourceRole> = new Set(["settings", "variables", "tags"]);

/** Why the bytes of a file say nothing that its role could take from them; undefined: they do. */
async function unreadable(
  role: SourceRole,
  bytes: Uint8Array,
  readYaml: YamlReader,
): Promise<string | undefined> {
  const decoded = decodeText(bytes);
  if ("refused" in decoded) return decoded.refused;
  if (role === "page") return whyUnread(decoded.text);
  if (!YAML.has(role)) return undefined;
  const yaml = await readYaml(decoded.text);
  if (role === "variables") return variablesIn(yaml).refused;
  if (role === "tags") return tagsIn(yaml).refused;
  if ("refused" in yaml) return yaml.refused;
  const isMap = yaml.value === null || yaml.value === undefined || yaml.value instanceof Map;
  return isMap ? undefined : "it is not a map of settings";
}

interface Taking {
  readonly files: Map<string, RepositoryFile>;
  readonly taken: ImportFile[];
  readonly former: Map<string, WhyFormer>;
  /** Bytes of all that is taken. */
  readonly size: () => number;
  readonly take: (path: string, file: CommittedFile, one: Omit<ImportFile, "path">) => void;
  /** Nobody has removed what stood there: it stays. */
  readonly setAside: (path: string, file: CommittedFile, why: WhyFormer, reason: string) => void;
}

function openTaking(
  known: ReadonlyMap<string, RepositoryEntry>,
  read: ReadObject,
  lines: ReportLines,
): Taking {
  const files = new Map<string, RepositoryFile>();
  const taken: ImportFile[] = [];
  const former = new Map<string, WhyFormer>();
  let bytes = 0;
  const take: Taking["take"] = (path, { path: name, id, mode }, one) => {
    files.set(path, { name, mode, id });
    taken.push({ path, ...one });
    bytes += one.size;
  };
  const setAside: Taking["setAside"] = (path, file, why, reason) => {
    lines.skip(path, reason);
    const { file: before, role } = known.get(path) ?? {};
    // A table of contents is nothing that could be held: that it has gone is asked about.
    if (before === undefined || (why === "unreadable" && role === "summary")) return;
    former.set(path, why);
    const { id, mode } = before;
    // It was taken then: no more is known of its size.
    const most = YAML.has(role ?? "file") ? IMPORT_LIMITS.settingsBytes : MOST;
    take(path, { ...file, id, mode }, { size: Math.min(file.size ?? 0, most), read: () => read(id) });
  };
  return { files, taken, former, size: () => bytes, take, setAside };
}

/** A name of the repository below a directory; undefined for what lies elsewhere. */
export function pathBelow(name: string, directory: string): string | undefined {
  if (directory === "") return name;
  return name.startsWith(`${directory}/`) ? name.slice(directory.length + 1) : undefined;
}

/** What stands in the place of a file, or of a folder that it was in. */
function linkAt(links: ReadonlyMap<string, CommittedFile>, path: string): CommittedFile | undefined {
  for (let at = path; at !== ""; at = folderOf(at)) {
    const link = links.get(at);
    if (link !== undefined) return link;
  }
  return undefined;
}

/** The path of a file as sources name it; undefined, with a line in the report, for what can't be part of one. */
function sourcePath(name: string, lines: ReportLines): string | undefined {
  const skip = (path: string, reason: string): undefined => void lines.skip(path, reason);
  // The port doubles a backslash, and writes with one what is no text.
  if (name.includes("\\")) return skip(name, "its name holds a backslash or bytes that are not UTF-8");
  const safe = safePath(name);
  if ("refused" in safe) return skip(JSON.stringify(name).slice(1, -1), safe.refused);
  if (safe.path !== name.normalize("NFC")) return skip(name, "its path can't be told apart from another one");
  const ignored = ignoredPath(safe.path);
  if (ignored !== undefined) return skip(ignored.path, ignored.reason);
  return safe.path;
}

const { pageBytes: MOST } = IMPORT_LIMITS;
const mostOf = (path: string): number => (isMarkdown(path) ? MOST : IMPORT_LIMITS.fileBytes);
const TOO_LONG = `its text is larger than ${describeBytes(IMPORT_LIMITS.pageBytes)}; split it into several files`;
const TOO_MUCH_TO_SETTLE = `it is larger than ${describeBytes(IMPORT_LIMITS.settingsBytes)}`;
const TOO_LARGE = `it is larger than ${describeBytes(IMPORT_LIMITS.fileBytes)}`;

const KINDS: ReadonlyMap<string, string> = new Map([
  ["120000", "it is a symbolic link"],
  ["160000", "it is a submodule"],
]);

/** What a file points to. */
export async function pointerIn(
  { id, size = 0 }: CommittedFile,
  read: ReadObject,
): Promise<LargeFile | "unknown" | undefined> {
  if (size > LONGEST_POINTER || size < SHORTEST_POINTER) return undefined;
  const bytes = await read(id);
  return isPointer(bytes) ? (readPointer(bytes) ?? "unknown") : undefined;
}

/** Their first line. */
const SHORTEST_POINTER = 43;
