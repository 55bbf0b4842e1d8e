import type { Deps } from "../../deps.ts";
import type { FileEntry } from "../../engine/page.ts";
import { conflict, type HttpError, invalidField, tooLarge } from "../../http/errors.ts";
import { BlobTooLarge, type BlobContent } from "../../ports/blobs.ts";
import { contentTypeOf, dimensions } from "../../ports/files.ts";
import { OutboundError } from "../../ports/outbound-error.ts";

/** The largest file of a space, in bytes. */
export const LARGEST_FILE = 100 * 1024 * 1024;
const LARGEST_INLINE = 1024 * 1024;
/** What of a file is looked at for its type and dimensions. */
const HEAD_BYTES = 256 * 1024;

export interface IncomingFile {
  readonly id: string;
  readonly name: string;
}

/**
 * Stores a file's bytes and describes it: by what they are and by its name, whatever the client says of them.
 * @throws 413 over the limit, 409 when an address stops answering
 */
export async function storeFile(
  deps: Deps,
  incoming: IncomingFile,
  content: BlobContent,
  now: number,
): Promise<FileEntry> {
  const { hash, size } = await deps.blobs.put(content, { maxBytes: LARGEST_FILE }).catch((error: unknown) => {
    if (error instanceof BlobTooLarge) throw tooLarge("A file has at most 100 MB.");
    // An address may stop answering, or turn out too large, while it is read.
    throw error instanceof OutboundError ? notFetched(`The address of ${incoming.name}`, error) : error;
  });
  const head = await readStart(deps, hash);
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

async function readStart(deps: Deps, hash: string): Promise<Uint8Array> {
  const stream = await deps.blobs.get(hash, { start: 0, end: HEAD_BYTES - 1 });
  if (stream === undefined) throw new Error(`blob ${hash} is missing right after it was stored`);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export interface FileSource {
  readonly url?: string;
  readonly base64?: string;
  readonly contentType?: string;
}

/**
 * The bytes of a file that came inside a request, or from the address it gave.
 * @throws 400 naming the field; 409 when the address doesn't answer with a file
 */
export async function readFileSource(deps: Deps, source: FileSource, path: string): Promise<BlobContent> {
  if ((source.url === undefined) === (source.base64 === undefined)) {
    throw invalidField(path, "needs either url or base64.");
  }
  if (source.base64 !== undefined) return decodeBase64(source, path);
  try {
    const { status, body } = await deps.fetch.stream(source.url as string, {
      maxBytes: LARGEST_FILE,
      timeout: 120_000,
    });
    if (status === 200) return body;
    body.destroy();
    throw conflict("file-not-fetched", `The address of ${path} answered with status ${status}.`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw notFetched(`The address of ${path}`, error);
  }
}

function notFetched(what: string, { code }: OutboundError): HttpError {
  return conflict("file-not-fetched", `${what} could not be fetched (${code}).`);
}

function decodeBase64({ base64 = "", contentType }: FileSource, path: string): Uint8Array {
  if (contentType === undefined) throw invalidField(`${path}/contentType`, "is required with base64.");
  const bytes = Buffer.from(base64, "base64");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw invalidField(`${path}/base64`, "is not base64.");
  }
  if (bytes.length > LARGEST_INLINE)
    throw invalidField(`${path}/base64`, "holds more than 1 MB; use url, or upload the file.");
  return bytes;
}
