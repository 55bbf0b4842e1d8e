/** Descriptions of APIs as content is made from them: the latest version of each, its outline, its pieces. */
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Addresses, Deps } from "../../deps.ts";
import type { Outline } from "../../engine/openapi/pieces.ts";
import type { Content } from "../store.ts";

/** The latest version of a description, as far as content depends on it. */
export interface SpecVersion {
  readonly id: string;
  readonly slug: string;
  /** Hash of the outline's piece. */
  readonly outline: string;
  readonly createdAt: number;
}

const latestBySlugs = prepared((read, p: Params<{ organization: string; slugs: readonly string[] }>) =>
  read
    .selectFrom("openapi_specs")
    .innerJoin("openapi_versions", "openapi_versions.id", "openapi_specs.last_version_id")
    .select([
      "openapi_versions.id",
      "openapi_specs.slug",
      "openapi_versions.outline",
      "openapi_versions.created_at",
    ])
    .where("openapi_specs.organization_id", "=", p("organization"))
    .where("openapi_specs.slug", "in", p.list("slugs")),
);

/** The latest versions of descriptions of an organization, by slug; those that have none are left out. */
export async function latestVersions(
  read: Read,
  organization: string,
  slugs: readonly string[],
): Promise<Map<string, SpecVersion>> {
  if (slugs.length === 0) return new Map();
  const rows = await latestBySlugs.all(read, { organization, slugs });
  return new Map(
    rows.map(({ id, slug, outline, created_at }) => [slug, { id, slug, outline, createdAt: created_at }]),
  );
}

/** Hashes that one query asks for. */
const BATCH = 200;

const byHash = prepared((read, p: Params<{ hashes: readonly string[] }>) =>
  read.selectFrom("openapi_pieces").select(["hash", "data"]).where("hash", "in", p.list("hashes")),
);

/** Pieces by hash, those missing left out; engine/openapi/pieces.ts says what is in them. */
export async function findPieces(read: Read, hashes: Iterable<string>): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(hashes)];
  const found = new Map<string, Buffer>();
  for (let at = 0; at < wanted.length; at += BATCH) {
    for (const { hash, data } of await byHash.all(read, { hashes: wanted.slice(at, at + BATCH) }))
      found.set(hash, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  return found;
}

/** An outline by its hash. @throws when it is missing: a version's pieces stay as long as the version */
export async function outlineAt(read: Read, content: Content, hash: string): Promise<Outline> {
  const text = await content.derived("openapi.outline", hash, async () => {
    const piece = (await findPieces(read, [hash])).get(hash);
    if (piece === undefined) throw new Error(`The piece ${hash} of an API's description is missing.`);
    return String(piece);
  });
  return JSON.parse(text) as Outline;
}

const KEY_LENGTH = 22;

/** The secret part of a version's address. */
export function versionKey(secrets: Pick<Deps["secrets"], "sign">, version: string): string {
  return secrets.sign("openapi", version).slice(0, KEY_LENGTH);
}

/** The address of a version's first file: who has it may read it, and nothing else. */
export function versionFileAddress(
  { addresses, secrets }: { readonly addresses: Addresses; readonly secrets: Pick<Deps["secrets"], "sign"> },
  slug: string,
  version: string,
): string {
  return `${addresses.sites}/~/openapi/${version}/${versionKey(secrets, version)}/${slug}`;
}
