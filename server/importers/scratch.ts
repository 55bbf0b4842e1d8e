/** A folder of files that are there while an import runs. */
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ImportFile } from "./files.ts";

export interface Scratch {
  /** Keeps bytes, and gives them as a file of a source. */
  add(path: string, bytes: Uint8Array | string): Promise<ImportFile>;
  /** Keeps what is streamed and gives the name of the file on disk. */
  take(content: Readable): Promise<{ readonly file: string; readonly size: number }>;
  close(): Promise<void>;
}

/** Opens a folder of the system's temporary ones. Whoever opens it closes it. */
export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  let files = 0;
  const next = (): string => join(folder, String(files++));
  return {
    async add(path, content) {
      const file = next();
      await writeFile(file, content);
      const size = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
      return { path, size, read: () => readFile(file) };
    },
    async take(content) {
      const file = next();
      await pipeline(content, createWriteStream(file));
      return { file, size: (await stat(file)).size };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
