import type { Stats } from "node:fs";
import { constants } from "node:fs";
import { lstat, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ImportFile, ImportSource, SkippedFile } from "./files.ts";
import { byCodeUnit, ignoredName, printableName, safePath } from "./files.ts";
import type { ImportLimits } from "./limits.ts";
import { IMPORT_LIMITS, describeBytes } from "./limits.ts";
import { ImportRefused } from "./refusal.ts";

// What was a file when it was listed may be a symbolic link when it is read.
const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW;

interface Walk {
  readonly root: string;
  readonly limits: ImportLimits;
  readonly files: Map<string, ImportFile>;
  readonly skipped: SkippedFile[];
  totalBytes: number;
}

/**
 * Reads the names and sizes below a folder; bytes are read when a file is asked for.
 * Symbolic links are never followed: a link could show what lies outside the folder.
 * Throws ImportRefused when `dir` is no folder or holds more than the limits allow.
 */
export async function readFolder(dir: string, limits: ImportLimits = IMPORT_LIMITS): Promise<ImportSource> {
  const stats = await lstatOrUndefined(dir);
  if (stats === undefined || !(stats.isDirectory() || stats.isSymbolicLink())) {
    throw new ImportRefused("not-found", `${dir} is not a folder. Name a folder or a .zip file.`);
  }
  const walk: Walk = { root: dir, limits, files: new Map(), skipped: [], totalBytes: 0 };
  // An explicit list of folders to visit: a deep tree costs no stack.
  const pending = [{ path: "", depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    for (const folder of await visitFolder(walk, path)) {
      if (depth + 1 < limits.folderDepth) pending.push({ path: folder, depth: depth + 1 });
      else walk.skipped.push({ path: folder, reason: `it is more than ${limits.folderDepth} folders deep` });
    }
  }
  return {
    files: [...walk.files.values()].toSorted((a, b) => byCodeUnit(a.path, b.path)),
    skipped: walk.skipped.toSorted((a, b) => byCodeUnit(a.path, b.path)),
    close: () => Promise.resolve(),
  };
}

/** Takes in one folder's files and gives its subfolders. */
async function visitFolder(walk: Walk, folder: string): Promise<string[]> {
  const folders: string[] = [];
  for (const entry of await readdir(join(walk.root, folder), { withFileTypes: true })) {
    const raw = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const ignored = ignoredName(entry.name, entry.isFile());
    if (ignored !== undefined) walk.skipped.push({ path: raw, reason: ignored });
    else if (entry.isSymbolicLink()) walk.skipped.push({ path: raw, reason: "it is a symbolic link" });
    else if (entry.isDirectory()) folders.push(raw);
    else if (entry.isFile()) await takeFile(walk, raw);
    else walk.skipped.push({ path: raw, reason: "it is not a regular file" });
  }
  return folders;
}

async function takeFile(walk: Walk, raw: string): Promise<void> {
  const { limits, files, skipped } = walk;
  // A backslash is an ordinary character of a file name here, unlike in an archive.
  const safe = raw.includes("\\") ? { refused: "its name holds a backslash" } : safePath(raw);
  if ("refused" in safe) return void skipped.push({ path: printableName(raw), reason: safe.refused });
  const location = join(walk.root, raw);
  const { size } = await lstat(location);
  if (size > limits.fileBytes) {
    const reason = `it is larger than ${describeBytes(limits.fileBytes)}`;
    return void skipped.push({ path: safe.path, reason });
  }
  if (files.has(safe.path)) {
    return void skipped.push({ path: safe.path, reason: "another file has the same path" });
  }
  walk.totalBytes += size;
  files.set(safe.path, { path: safe.path, size, read: () => readFile(location, { flag: NO_FOLLOW }) });
  if (files.size > limits.entries) {
    const message = `The folder holds more than ${limits.entries} files. Import a part of it.`;
    throw new ImportRefused("too-large", message);
  }
  if (walk.totalBytes > limits.totalBytes) {
    const message = `The folder holds more than ${describeBytes(limits.totalBytes)}. Import a part of it.`;
    throw new ImportRefused("too-large", message);
  }
}

async function lstatOrUndefined(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined;
  }
}
