/** Reads what a version is stored in: its pieces, and the long values that are cut into several. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { findPieces } from "../../content/store.ts";
import type { Read } from "../../db/database.ts";

const inflate = promisify(gunzip);

/**
 * Pieces by hash, as bytes; engine/openapi/pieces.ts says what is in them. Read by the handle that is given, be it a
 * transaction's or a job's, and not from a replica: those that every page needs are read by `Content.pieces`.
 * @throws when one is missing: a version's pieces stay as long as the version
 */
export async function readPieces(
  read: Read,
  organization: string,
  hashes: readonly string[],
): Promise<Map<string, Buffer>> {
  const found = await findPieces({ read }, organization, hashes);
  const missing = hashes.find((hash) => !found.has(hash));
  if (missing !== undefined) throw new Error(`The piece ${missing} of an API's description is missing.`);
  return found;
}

/** A long value that is stored in several pieces. @param list JSON: their hashes */
export async function readLong(read: Read, organization: string, list: string): Promise<Buffer> {
  const hashes = JSON.parse(list) as string[];
  const pieces = await readPieces(read, organization, hashes);
  return inflate(Buffer.concat(hashes.map((hash) => pieces.get(hash) as Buffer)));
}
