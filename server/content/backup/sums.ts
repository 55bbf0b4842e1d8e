/** SHA-256 of every file of a backup, in the form that `sha256sum -c` reads. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile, type FileHandle } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { SUMS } from "./manifest.ts";

const BUFFERED = 256 * 1024;

/** A new file that is hashed while it is written, and safe on the disk once closed. */
export class HashedFile {
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  #parts: string[] = [];
  #length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Writes a file that its owner alone may read, and gives the hash of what it holds. Throws when the file is there
   * already, and what `fill` throws; it is closed then too.
   */
  static async write(path: string, fill: (file: HashedFile) => Promise<void>): Promise<string> {
    const file = new HashedFile(await open(path, "wx", 0o600));
    try {
      await fill(file);
      await file.#flush();
      await file.#file.sync();
    } finally {
      await file.#file.close();
    }
    return file.#hash.digest("hex");
  }

  async writeLine(line: string): Promise<void> {
    this.#parts.push(line, "\n");
    this.#length += line.length;
    if (this.#length >= BUFFERED) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#parts.join(""));
    [this.#parts, this.#length] = [[], 0];
    this.#hash.update(bytes);
    await this.#file.appendFile(bytes);
  }
}

/** Hash by path; undefined when there is no list of sums, or it is not one. */
export async function readSums(folder: string): Promise<Map<string, string> | undefined> {
  const text = await readFile(join(folder, SUMS), "utf8").catch(() => undefined);
  const lines = text?.split("\n").slice(0, -1);
  const entries = lines?.map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
  if (!entries?.every((entry) => entry !== null)) return undefined;
  return new Map(entries.map((entry) => [entry[2] as string, entry[1] as string]));
}

/** The SHA-256 of a file; undefined when it can't be read. */
export async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

/** Every file below a folder but the list of sums, as paths with `/`. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => path !== SUMS);
}
