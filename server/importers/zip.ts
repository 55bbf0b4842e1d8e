import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { fromBufferPromise, getFileNameLowLevel, openPromise } from "yauzl";
import type { ImportFile, ImportSource, SkippedFile } from "./files.ts";
import { byCodeUnit, ignoredPath, printableName, safePath } from "./files.ts";
import type { ImportLimits } from "./limits.ts";
import { IMPORT_LIMITS, describeBytes } from "./limits.ts";
import { ImportRefused } from "./refusal.ts";

/** Below this size a high ratio is harmless, and common: a small file of spaces. */
const RATIO_MATTERS_FROM = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
const UNIX_SYSTEM = 3;
const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Reads the directory of a zip archive, from a file's path or from its bytes; entries are unpacked when asked for.
 * A folder that holds everything else (as git hosts pack it) is taken off the paths.
 * Throws ImportRefused for what is no archive, and for one that is unsafe or too large: all of it is refused.
 */
export async function readZip(
  archive: string | Uint8Array,
  limits: ImportLimits = IMPORT_LIMITS,
): Promise<ImportSource> {
  const zip = await openArchive(archive);
  try {
    return await readDirectory(zip, limits);
  } catch (error) {
    zip.close();
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused("damaged", `The zip archive is damaged: ${reasonOf(error)}. Pack it again.`);
  }
}

async function openArchive(archive: string | Uint8Array): Promise<ZipFile> {
  // Names are decoded below: the library would end at the first unsafe one without saying which.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  try {
    if (typeof archive === "string") return await openPromise(archive, options);
    const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
    return await fromBufferPromise(bytes, options);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (missing) throw new ImportRefused("not-found", `${String(archive)} does not exist.`);
    throw new ImportRefused("not-a-zip", `This is not a zip archive: ${reasonOf(error)}.`);
  }
}

async function readDirectory(zip: ZipFile, limits: ImportLimits): Promise<ImportSource> {
  if (zip.entryCount > limits.entries) {
    const message = `The archive holds ${zip.entryCount} entries; at most ${limits.entries} are accepted.`;
    throw new ImportRefused("too-large", message);
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  checkSizes(entries, limits);
  checkOverlaps(entries, zip.fileSize);

  const kept = new Map<string, Entry>();
  const skipped = new Map<string, SkippedFile>();
  for (const entry of entries) {
    const path = entryPath(entry);
    if (path === undefined) continue;
    const skip = ignoredPath(path) ?? unusable(entry, path);
    if (skip !== undefined) skipped.set(skip.path, skip);
    else if (kept.has(path)) throw unsafe(`two entries are named ${path}`);
    else kept.set(path, entry);
  }
  const top = commonTop([...kept.keys()]);
  const files = [...kept].map(([path, entry]) => zipFile(zip, entry, path.slice(top.length), limits));
  return {
    files: files.toSorted((a, b) => byCodeUnit(a.path, b.path)),
    skipped: [...skipped.values()].map(({ path, reason }) => ({
      path: path.startsWith(top) ? path.slice(top.length) : path,
      reason,
    })),
    close: () => {
      zip.close();
      return Promise.resolve();
    },
  };
}

/** The path of an entry, undefined for a folder; throws for names that only a hostile archive holds. */
function entryPath(entry: Entry): string | undefined {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  const safe = safePath(name);
  if ("refused" in safe) throw unsafe(`${printableName(name)}: ${safe.refused}`);
  return name.endsWith("/") ? undefined : safe.path;
}

function unusable(entry: Entry, path: string): SkippedFile | undefined {
  if (entry.isEncrypted()) return { path, reason: "it is encrypted" };
  if (!entry.canDecodeFileData()) return { path, reason: "it is packed with an unknown method" };
  if (entry.versionMadeBy >> 8 !== UNIX_SYSTEM) return undefined;
  const fileType = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  return fileType === SYMBOLIC_LINK ? { path, reason: "it is a symbolic link" } : undefined;
}

/** Refuses by the declared sizes; `unpack` then holds each entry to what it declared. */
function checkSizes(entries: readonly Entry[], limits: ImportLimits): void {
  let packed = 0;
  let unpacked = 0;
  for (const { compressedSize, uncompressedSize } of entries) {
    if (uncompressedSize > limits.fileBytes) {
      const message = `The archive holds a file larger than ${describeBytes(limits.fileBytes)}. Leave it out.`;
      throw new ImportRefused("too-large", message);
    }
    checkRatio(compressedSize, uncompressedSize, limits);
    packed += compressedSize;
    unpacked += uncompressedSize;
  }
  if (unpacked > limits.totalBytes) {
    const message = `The archive unpacks to more than ${describeBytes(limits.totalBytes)}. Import a part of it.`;
    throw new ImportRefused("too-large", message);
  }
  checkRatio(packed, unpacked, limits);
}

function checkRatio(packed: number, unpacked: number, limits: ImportLimits): void {
  if (unpacked <= RATIO_MATTERS_FROM || unpacked <= packed * limits.ratio) return;
  throw unsafe(`it unpacks to more than ${limits.ratio} times its size`);
}

/** Refuses archives whose entries share bytes: the trick by which a small one unpacks to petabytes. */
function checkOverlaps(entries: readonly Entry[], archiveBytes: number): void {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of sorted.entries()) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry;
    // The header on the spot may be longer by its extra field: this is the least an entry takes.
    const end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
    const limit = sorted[index + 1]?.relativeOffsetOfLocalHeader ?? archiveBytes;
    if (end > limit) throw unsafe("its entries overlap");
  }
}

/** The folder, with its slash, that holds every file; "" when there is none. */
function commonTop(paths: readonly string[]): string {
  const first = paths[0];
  const slash = first?.indexOf("/") ?? -1;
  if (first === undefined || slash < 0) return "";
  const top = first.slice(0, slash + 1);
  return top !== ".gitbook/" && paths.every((path) => path.startsWith(top)) ? top : "";
}

function zipFile(zip: ZipFile, entry: Entry, path: string, limits: ImportLimits): ImportFile {
  return { path, size: entry.uncompressedSize, read: () => unpack(zip, entry, path, limits) };
}

async function unpack(zip: ZipFile, entry: Entry, path: string, limits: ImportLimits): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let sum = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize || bytes > limits.fileBytes) {
        throw unsafe(`${path} is larger than it declares`);
      }
      sum = crc32(chunk, sum);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused(
      "damaged",
      `${path} is damaged in the archive: ${reasonOf(error)}. Pack it again.`,
    );
  }
  if (sum !== entry.crc32) {
    throw new ImportRefused("damaged", `${path} is damaged in the archive. Pack it again.`);
  }
  return Buffer.concat(chunks, bytes);
}

function unsafe(what: string): ImportRefused {
  return new ImportRefused("unsafe-archive", `The archive is refused: ${what}.`);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
