import { setImmediate } from "node:timers/promises";
import type { PlannedFile } from "../../importers/planned.ts";
import { contentTypeOf, DIMENSION_BYTES, dimensions, SNIFFED_BYTES } from "../../ports/files.ts";
import { recordBlob } from "../write.ts";
import type { ImportDeps } from "./importDeps.ts";

/** A file whose bytes are stored, before it is known under which id. */
export interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly hash: string;
  readonly width?: number;
  readonly height?: number;
}

/** Files read at once, as long as they are small. */
const AT_ONCE = 4;
/** Bytes of files that may be in memory together; a larger one is read alone. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
/** Bytes hashed and written before others get a turn. */
const CHUNK = 1024 * 1024;

/**
 * Puts the bytes of planned files into the store and notes them there; nothing refers to them yet. In the order of
 * `files`. Throws what reading a file throws.
 */
export async function storeFiles(
  deps: Pick<ImportDeps, "db" | "blobs" | "clock" | "content">,
  files: readonly PlannedFile[],
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal | undefined,
): Promise<readonly StoredFile[]> {
  const stored: StoredFile[] = [];
  const { organization } = deps.content;
  for (const group of groupsOf(files)) {
    signal?.throwIfAborted();
    const at = deps.clock.now();
    const done = await Promise.all(group.map((file) => storeOne(deps, file)));
    await deps.db.transact(async (tx) => {
      for (const { hash, size } of done) await recordBlob(tx, { organization, hash, size, at });
    });
    stored.push(...done);
    onProgress(stored.length, files.length);
  }
  return stored;
}

function* groupsOf(files: readonly PlannedFile[]): Generator<PlannedFile[]> {
  let group: PlannedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (group.length > 0 && (group.length === AT_ONCE || bytes + file.size > BYTES_AT_ONCE)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(file);
    bytes += file.size;
  }
  if (group.length > 0) yield group;
}

async function storeOne({ blobs }: Pick<ImportDeps, "blobs">, file: PlannedFile): Promise<StoredFile> {
  const bytes = await file.read();
  // The source has held the file to its limit already.
  const { hash, size } = await blobs.put(chunksOf(bytes), { maxBytes: bytes.byteLength });
  const pixels = dimensions(bytes.subarray(0, DIMENSION_BYTES));
  return {
    path: file.path,
    name: file.name,
    contentType: contentTypeOf(file.name, bytes.subarray(0, SNIFFED_BYTES)),
    size,
    hash,
    ...(pixels === undefined ? {} : { width: pixels.width, height: pixels.height }),
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += CHUNK) {
    if (start > 0) await setImmediate();
    yield bytes.subarray(start, start + CHUNK);
  }
}
