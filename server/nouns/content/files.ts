import type { Blobs } from "../../ports/blobs.ts";
import { recordBlob } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { tooLarge } from "../../http/errors.ts";
import { BlobTooLarge, type BlobContent } from "../../ports/blobs.ts";
import { contentTypeOf, dimensions } from "../../ports/files.ts";

/** The largest file of a space, in bytes. */
export const LARGEST_FILE = 100 * 1024 * 1024;
/** What of a file is looked at for its type and dimensions. */
const HEAD_BYTES = 256 * 1024;

interface IncomingFile {
  readonly id: string;
  readonly name: string;
}

/**
 * Stores a file's bytes and describes it: by what they are and by its name, whatever the client says of them.
 * @throws 413 over the limit, and what the content throws while it is read
 */
export async function storeFile(
  deps: Deps,
  organization: string,
  incoming: IncomingFile,
  content: BlobContent,
  now: number,
): Promise<FileEntry> {
  const blobs = deps.blobs.of(organization);
  const { hash, size } = await blobs.put(content, { maxBytes: LARGEST_FILE }).catch((error: unknown) => {
    throw error instanceof BlobTooLarge ? tooLarge("A file has at most 100 MB.") : error;
  });
  // Only what is noted is ever cleared away, as it has to be when the request comes to nothing.
  await deps.db.transact((tx) => recordBlob(tx, { organization, hash, size, at: now }));
  const head = await readStart(blobs, hash);
  const pixels = dimensions(head);
  return {
    id: incoming.id,
    name: incoming.name,
    contentType: contentTypeOf(incoming.name, head),
    size,
    hash,
    ...(pixels ? { width: pixels.width, height: pixels.height } : {}),
    createdAt: now,
  };
}

async function readStart(blobs: Blobs, hash: string): Promise<Uint8Array> {
  const stream = await blobs.get(hash, { start: 0, end: HEAD_BYTES - 1 });
  if (stream === undefined) throw new Error(`blob ${hash} is missing right after it was stored`);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
