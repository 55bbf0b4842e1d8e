import { createHash, randomBytes } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { BlobContent } from "./blobs.ts";
import { BlobTooLarge } from "./blobs.ts";

/** A file on disk that holds content whose hash is now known. */
type BlobDraft = { readonly path: string; readonly hash: string; readonly size: number };

/**
 * Writes content to a new, synced file in `folder`, counting and hashing on the way: a name by hash can only be given
 * at the end. Throws BlobTooLarge and leaves no file behind when it fails.
 */
export async function writeDraft(folder: string, content: BlobContent, maxBytes: number): Promise<BlobDraft> {
  const path = join(folder, randomBytes(16).toString("hex"));
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
    await file.close();
    return { path, hash: hash.digest("hex"), size };
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(path);
    throw error;
  }
}
