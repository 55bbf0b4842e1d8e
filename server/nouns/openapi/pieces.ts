/** Reads what a version is stored in: its outline and pieces for pages and search, its files for who asks for them. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { outlineAt } from "../../content/computed/specs.ts";
import { findPieces } from "../../content/store.ts";
import type { Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Outline } from "../../engine/openapi/pieces.ts";
import type { VersionRow } from "./present.ts";

const inflate = promisify(gunzip);

/**
 * Pieces by hash, as bytes; engine/openapi/pieces.ts says what is in them.
 * @throws when one is missing: a version's pieces stay as long as the version
 */
export async function readPieces(read: Read, hashes: readonly string[]): Promise<Map<string, Buffer>> {
  const found = await findPieces(read, hashes);
  const missing = hashes.find((hash) => !found.has(hash));
  if (missing !== undefined) throw new Error(`The piece ${missing} of an API's description is missing.`);
  return found;
}

/** The outline of a version: tags, operations, schemas. */
export function readOutline(deps: Pick<Deps, "content">, version: VersionRow): Promise<Outline> {
  return outlineAt(deps.content, version.outline);
}

/** A long value that is stored in several pieces. @param list JSON: their hashes */
export async function readLong(read: Read, list: string): Promise<Buffer> {
  const hashes = JSON.parse(list) as string[];
  const pieces = await readPieces(read, hashes);
  return inflate(Buffer.concat(hashes.map((hash) => pieces.get(hash) as Buffer)));
}
