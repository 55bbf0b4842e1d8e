/** The project directory of a repository as a source of pages. */
import { byCodeUnit, type ImportFile, type ImportSource, ignoredPath, safePath } from "../files.ts";
import { describeBytes, IMPORT_LIMITS } from "../limits.ts";
import { ImportRefused } from "../refusal.ts";
import { openReport, type ReportLines } from "../report.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { entriesByPath } from "./entry.ts";

/** A file of a commit, as the port lists it. */
export interface CommittedFile {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  /** Bytes; absent for what has none. */
  readonly size?: number;
}

/** Gives the bytes of an object. */
export type ReadObject = (id: string) => Promise<Uint8Array>;

export interface RepositorySource {
  readonly source: ImportSource;
  /** By the path that the source has it under. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
}

const LFS_POINTER = "version https://git-lfs.github.com/spec/v1\n";
/** Pointers are shorter, by their specification. */
const LFS_LONGEST = 1024;

/**
 * Takes the files below `directory` ("" for the top) that can be pages, pictures or settings. Others are named among the
 * skipped; nothing that is skipped is ever written by a sync.
 * @param entries what the last agreement says, so that what it took is not looked into again
 * @throws ImportRefused when there are more files than an import takes
 */
export async function repositorySource(
  tree: readonly CommittedFile[],
  directory: string,
  read: ReadObject,
  entries: readonly RepositoryEntry[] = [],
): Promise<RepositorySource> {
  const lines = openReport(IMPORT_LIMITS.reportLines);
  const known = entriesByPath(entries);
  const files = new Map<string, RepositoryFile>();
  const taken: ImportFile[] = [];
  let bytes = 0;
  for (const file of tree) {
    const path = pathBelow(file.path, directory);
    const own = path === undefined ? undefined : sourcePath(file, path, lines);
    if (own === undefined) continue;
    const { size = 0, id, mode } = file;
    if (files.has(own)) lines.skip(own, "another file has the same path");
    else if (known.get(own)?.file?.id !== id && (await isPointer(file, read)))
      lines.skip(own, "its bytes are kept by Git LFS, which a sync does not fetch");
    else {
      files.set(own, { name: file.path, mode, id });
      taken.push({ path: own, size, read: () => read(id) });
      bytes += size;
    }
  }
  const { entries: most, totalBytes } = IMPORT_LIMITS;
  if (taken.length > most)
    throw new ImportRefused("too-large", `The directory holds more than ${most} files.`);
  if (bytes > totalBytes)
    throw new ImportRefused("too-large", `The directory holds more than ${describeBytes(totalBytes)}.`);
  const { skipped } = lines.report();
  const sorted = taken.toSorted((a, b) => byCodeUnit(a.path, b.path));
  return { source: { files: sorted, skipped, close: () => Promise.resolve() }, files };
}

/** A name of the repository below a directory; undefined for what lies elsewhere. */
export function pathBelow(name: string, directory: string): string | undefined {
  if (directory === "") return name;
  return name.startsWith(`${directory}/`) ? name.slice(directory.length + 1) : undefined;
}

/** The path of a file as sources name it; undefined, with a line in the report, for what can't be part of one. */
function sourcePath({ mode, size = 0 }: CommittedFile, name: string, lines: ReportLines): string | undefined {
  const skip = (path: string, reason: string): undefined => void lines.skip(path, reason);
  const kind = KINDS.get(mode);
  if (kind !== undefined) return skip(name, kind);
  // The port doubles a backslash, and writes with one what is no text.
  if (name.includes("\\")) return skip(name, "its name holds a backslash or bytes that are not UTF-8");
  const safe = safePath(name);
  if ("refused" in safe) return skip(JSON.stringify(name).slice(1, -1), safe.refused);
  if (safe.path !== name.normalize("NFC")) return skip(name, "its path can't be told apart from another one");
  const ignored = ignoredPath(safe.path);
  if (ignored !== undefined) return skip(ignored.path, ignored.reason);
  if (size > IMPORT_LIMITS.fileBytes)
    return skip(name, `it is larger than ${describeBytes(IMPORT_LIMITS.fileBytes)}`);
  return safe.path;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["120000", "it is a symbolic link"],
  ["160000", "it is a submodule"],
]);

async function isPointer({ id, size = 0 }: CommittedFile, read: ReadObject): Promise<boolean> {
  return size <= LFS_LONGEST && size >= LFS_POINTER.length && pointsToLfs(await read(id));
}

/** Whether bytes stand for others that Git LFS keeps: they are no text of anybody. */
export function pointsToLfs(bytes: Uint8Array): boolean {
  return bytes.byteLength <= LFS_LONGEST && new TextDecoder().decode(bytes).startsWith(LFS_POINTER);
}
