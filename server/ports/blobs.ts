import type { Readable } from "node:stream";

/** Bytes at hand, or a stream of them. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Bytes `start` to `end`, both included, counted from 0, as in HTTP. Without `end`, to the last byte. */
export type BlobRange = { readonly start: number; readonly end?: number };

/** A stored blob. `hash` is the SHA-256 of its bytes (64 hex digits), `size` in bytes, `storedAt` in milliseconds. */
export type StoredBlob = { readonly hash: string; readonly size: number; readonly storedAt: number };

/** Thrown by `put`: the content went on beyond `maxBytes`. Nothing was stored. */
export class BlobTooLarge extends Error {
  override readonly name = "BlobTooLarge";
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** Thrown when a store that is not on this machine is away, or refuses what was asked: nobody's input is to blame. */
export class BlobsAway extends Error {
  override readonly name = "BlobsAway";
}

/**
 * Where files live, each under the hash of its bytes. What `put` has answered survives a crash. A text that is not a
 * hash names nothing: it is never found, and deleting it does nothing.
 */
export interface Blobs {
  /** Stores the bytes (again, if they are there already: `storedAt` is refreshed). Throws BlobTooLarge. */
  put(content: BlobContent, limits: { maxBytes: number }): Promise<{ hash: string; size: number }>;
  /** The bytes, or those of the range that exist; undefined when the blob is not there. Read or destroy the stream. */
  get(hash: string, range?: BlobRange): Promise<Readable | undefined>;
  has(hash: string): Promise<boolean>;
  /** Removes a blob; one that is not there is fine. */
  delete(hash: string): Promise<void>;
  /** Every blob whose hash starts with `prefix` (hex digits), ordered by hash. */
  list(prefix?: string): AsyncIterable<StoredBlob>;
  /** Throws, saying why, when blobs can't be written or read at present. */
  check(): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

const HASH = /^[0-9a-f]{64}$/;

/** Whether a text has the form of a blob's hash: the only texts that may become part of a path or an address. */
export function isBlobHash(text: string): boolean {
  return HASH.test(text);
}
