/** Reads what a version is stored in: its outline and pieces for pages and search, its files for who asks for them. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Outline } from "../../engine/openapi/pieces.ts";
import type { VersionRow } from "./present.ts";

const inflate = promisify(gunzip);
/** Hashes that one query asks for. */
const BATCH = 200;

const byHash = prepared((read, p: Params<{ hashes: readonly string[] }>) =>
  read.selectFrom("openapi_pieces").select(["hash", "data"]).where("hash", "in", p.list("hashes")),
);

/**
 * Pieces by hash, as bytes; engine/openapi/pieces.ts says what is in them.
 * @throws when one is missing: a version's pieces stay as long as the version
 */
export async function readPieces(read: Read, hashes: readonly string[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(hashes)];
  const found = new Map<string, Buffer>();
  for (let at = 0; at < wanted.length; at += BATCH) {
    for (const { hash, data } of await byHash.all(read, { hashes: wanted.slice(at, at + BATCH) }))
      found.set(hash, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  const missing = wanted.find((hash) => !found.has(hash));
  if (missing !== undefined) throw new Error(`The piece ${missing} of an API's description is missing.`);
  return found;
}

/** The outline of a version: tags, operations, schemas. */
export async function readOutline(deps: Pick<Deps, "db" | "content">, version: VersionRow): Promise<Outline> {
  const text = await deps.content.derived("openapi.outline", version.outline, async () =>
    String((await readPieces(deps.db.read, [version.outline])).get(version.outline)),
  );
  return JSON.parse(text) as Outline;
}

/** A long value that is stored in several pieces. @param list JSON: their hashes */
export async function readLong(read: Read, list: string): Promise<Buffer> {
  const hashes = JSON.parse(list) as string[];
  const pieces = await readPieces(read, hashes);
  return inflate(Buffer.concat(hashes.map((hash) => pieces.get(hash) as Buffer)));
}
