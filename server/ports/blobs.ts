import type { Readable } from "node:stream";

/** Bytes at hand, or a stream of them. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Bytes `start` to `end`, both included, counted from 0, as in HTTP. Without `end`, to the last byte. */
export type BlobRange = { readonly start: number; readonly end?: number };

/** A stored blob. `hash` is the SHA-256 of its bytes (64 hex digits), `size` in bytes, `storedAt` in milliseconds. */
export type StoredBlob = { readonly hash: string; readonly size: number; readonly storedAt: number };

/** A stored blob, and whose it is. */
export type OwnedBlob = StoredBlob & { readonly owner: string };

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
 * Where the files of everybody live, those of each owner by themselves: the same bytes of two owners are stored twice,
 * so that nobody learns of what others have, and what one gives up takes nothing from another.
 */
export interface BlobStore {
  /** The files of an organization, by its id. Throws for a text that can't be part of a path or an address. */
  of(owner: string): Blobs;
  /** Every blob of everybody, ordered by owner and hash. */
  list(): AsyncIterable<OwnedBlob>;
  /** Removes an owner with all of their files; one that has none is fine. Safe to repeat when it was cut short. */
  remove(owner: string): Promise<void>;
  /** Throws, saying why, when blobs can't be written or read at present. */
  check(): Promise<void>;
  /** Bytes that are free where they are stored; undefined where nobody says. */
  room(): Promise<number | undefined>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/**
 * Where files of one owner live, each under the hash of its bytes. What `put` has answered survives a crash. A text that is not a
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
}

const HASH = /^[0-9a-f]{64}$/;

/** Whether a text has the form of a blob's hash: the only texts that may become part of a path or an address. */
export function isBlobHash(text: string): boolean {
  return HASH.test(text);
}

const OWNER = /^[0-9A-Za-z_-]{1,64}$/;
/** The folder of what is being written. */
export const DRAFTS = "tmp";

/** Whether a text may be the folder of an owner. */
export function isBlobOwner(text: string): boolean {
  return OWNER.test(text) && text !== DRAFTS;
}

/** The owner of what browsers load of our builds. Each start puts it there, so backups leave it out too. */
export const ASSETS = "assets";

const UPLOAD = "upload_";

/** The owner of what has come of an upload. It is nobody's for long: backups leave it out. */
export function uploadOwner(upload: string): string {
  return UPLOAD + upload;
}

export function isUploadOwner(owner: string): boolean {
  return owner.startsWith(UPLOAD);
}

/** Whether nothing of an owner has to be there once the installation is restored. */
export function isPassingOwner(owner: string): boolean {
  return owner === ASSETS || isUploadOwner(owner);
}

/** Gives the text back. @throws Error when it can't be the folder of an owner */
export function blobOwner(text: string): string {
  if (!isBlobOwner(text)) throw new Error(`"${text}" can't be the name of a folder of files.`);
  return text;
}
