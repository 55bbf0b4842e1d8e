/**
 * A folder as a zip archive whose files lie in it as they are: what is large stays on the disk, and is read when the
 * archive is sent.
 */

import { sizeOf } from "../../ui/size.ts";
import { importWords } from "../../words/import.ts";

/** A file with its path in the folder. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** What no import reads, and is often large. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/;
/** Files of one archive, as the server takes them: with more of them, nothing is sent at all. */
const MOST_FILES = 30_000;
const MOST_BYTES = 2048 * 1024 * 1024;

/** The files that were dropped, folders with all that is in them. @param items of a drop, while it is handled */
export async function droppedFiles(items: readonly DataTransferItem[]): Promise<FolderFile[]> {
  // The browser forgets the items once the drop was handled.
  return filesIn(items.map((item) => item.webkitGetAsEntry()));
}

/** The files of entries, folders with all that is in them. */
export async function filesIn(entries: readonly (FileSystemEntry | null)[]): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  for (const entry of entries) if (entry !== null) await gather(entry, found);
  return found;
}

async function gather(entry: FileSystemEntry, found: FolderFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (LEFT_OUT.test(path)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // Some at a time, until none come.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const one of some) await gather(one, found);
  }
}

/** The files of a folder that was chosen. */
export function chosenFiles(files: readonly File[]): FolderFile[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !LEFT_OUT.test(path));
}

/** What is sent for files: the one that there is, or an archive, in which a folder that has all of them is left out. */
export async function archiveOf(files: readonly FolderFile[]): Promise<File> {
  const [first] = files;
  if (first === undefined) throw new Error(importWords.noFile);
  if (files.length > MOST_FILES) throw new Error(importWords.tooMany(files.length, MOST_FILES));
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MOST_BYTES) throw new Error(importWords.tooLarge(sizeOf(size)));
  if (files.length === 1 && !first.path.includes("/")) return first.file;
  const top = `${first.path.split("/")[0]}/`;
  const isInOne = files.every(({ path }) => path.startsWith(top));
  const named = isInOne ? files.map(({ path, file }) => ({ path: path.slice(top.length), file })) : files;
  return new File(await zipOf(named), `${isInOne ? top.slice(0, -1) : "files"}.zip`);
}

/** The parts of an archive, in order. */
async function zipOf(files: readonly FolderFile[]): Promise<BlobPart[]> {
  const [parts, directory]: [BlobPart[], BlobPart[]] = [[], []];
  let offset = 0;
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    const sum = await checksumOf(file);
    // Version, flags (names in UTF-8), stored, the first day of the format, checksum, sizes, length of the name.
    const about = [20, 0x800, 0, 0, 0x21].flatMap(short);
    const sizes = [sum, file.size, file.size].flatMap(long);
    const head = new Uint8Array([...long(0x04034b50), ...about, ...sizes, ...short(name.length), 0, 0]);
    parts.push(head, name, file);
    const rest = [...short(name.length), ...Array.from({ length: 12 }, () => 0), ...long(offset)];
    directory.push(new Uint8Array([...long(0x02014b50), ...short(20), ...about, ...sizes, ...rest]), name);
    offset += head.length + name.length + file.size;
  }
  const size = new Blob(directory).size;
  const count = short(files.length);
  const end = [...long(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...long(size), ...long(offset), 0, 0];
  return [...parts, ...directory, new Uint8Array(end)];
}

const short = (value: number): number[] => [value & 255, (value >>> 8) & 255];
const long = (value: number): number[] => [...short(value & 0xffff), ...short(value >>> 16)];

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The CRC-32 of a file. */
async function checksumOf(file: File): Promise<number> {
  let sum = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return (sum ^ 0xffffffff) >>> 0;
    for (const byte of value) sum = (TABLE[(sum ^ byte) & 255] as number) ^ (sum >>> 8);
  }
}
