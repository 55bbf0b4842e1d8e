import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ExportEntry } from "./exported.ts";
import type { OpenFile } from "./exportZip.ts";
import { safePath } from "./files.ts";

/** Thrown when a folder can't take an export; the message says what to do. */
export class ExportRefused extends Error {
  override readonly name = "ExportRefused";
}

/**
 * Writes an export's entries into a folder that does not exist yet, or is empty. They are written beside it first:
 * an export that fails leaves nothing behind. `written` hears of each entry.
 * Throws ExportRefused when the folder holds something.
 */
export async function writeFolder(
  entries: readonly ExportEntry[],
  dir: string,
  openFile: OpenFile,
  written: (done: number, total: number) => void = () => {},
): Promise<void> {
  const target = resolve(dir);
  const existing = await namesIn(target);
  if (existing !== undefined && existing.length > 0) {
    throw new ExportRefused(`${dir} is not empty. Name a new folder, or empty this one.`);
  }
  const partial = `${target}.partial-${process.pid}`;
  try {
    for (const [index, entry] of entries.entries()) {
      await writeEntry(partial, entry, openFile);
      written(index + 1, entries.length);
    }
    if (existing !== undefined) await rmdir(target);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function writeEntry(dir: string, entry: ExportEntry, openFile: OpenFile): Promise<void> {
  const safe = safePath(entry.path);
  if ("refused" in safe) throw new ExportRefused(`An entry can't be written: ${safe.refused}.`);
  const location = join(dir, safe.path);
  await mkdir(dirname(location), { recursive: true });
  if ("text" in entry) await writeFile(location, await entry.text(), { flag: "wx" });
  else await pipeline(await openFile(entry.fileId), createWriteStream(location, { flags: "wx" }));
}

async function namesIn(dir: string): Promise<string[] | undefined> {
  try {
    return await readdir(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ENOTDIR") throw new ExportRefused(`${dir} is a file. Name a new folder.`);
    throw error;
  }
}
