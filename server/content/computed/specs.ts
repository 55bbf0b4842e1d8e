/** Descriptions of APIs as content is made from them: the latest version of each, its outline, its pieces. */
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Addresses, Deps } from "../../deps.ts";
import type { Outline } from "../../../engine/openapi/pieces.ts";
import { openKept } from "../../memory/kept.ts";
import type { PieceReader } from "../store.ts";

/** The latest version of a description, as far as content depends on it. */
export interface SpecVersion {
  readonly organization: string;
  readonly id: string;
  readonly slug: string;
  /** Hash of the outline's piece. */
  readonly outline: string;
  readonly createdAt: number;
}

const latestBySlugs = prepared((read, p: Params<{ organization: string; slugs: readonly string[] }>) =>
  read
    .selectFrom("openapi_specs")
    .innerJoin("openapi_versions", (on) =>
      on
        .onRef("openapi_versions.organization_id", "=", "openapi_specs.organization_id")
        .onRef("openapi_versions.id", "=", "openapi_specs.last_version_id"),
    )
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
    rows.map(({ id, slug, outline, created_at }) => [
      slug,
      { organization, id, slug, outline, createdAt: created_at },
    ]),
  );
}

/** By the hash of what they say, whoever has it. A parsed one takes some three bytes for each of its text. */
const outlines = openKept<Outline>("api_outlines", { bytesOf: 0 });
const PARSED = 3;

/**
 * An outline by its hash. All who ask get the same object: every page of a reference is made in its light.
 * @throws when it is missing: a version's pieces stay as long as the version
 */
export async function outlineAt(content: PieceReader, hash: string): Promise<Outline> {
  const known = outlines.get(hash);
  if (known !== undefined) return known;
  const piece = (await content.pieces([hash])).get(hash);
  if (piece === undefined) throw new Error(`The piece ${hash} of an API's description is missing.`);
  return outlines.set(hash, JSON.parse(piece.toString()) as Outline, piece.length * PARSED);
}

const KEY_LENGTH = 22;

/** Whether a key is the secret part of a version's address, under the secret in use or a former one. */
export function opensVersion(secrets: Deps["secrets"], version: string, key: string): boolean {
  return secrets.verifyStart("openapi", version, key, KEY_LENGTH);
}

/** The address of a version's first file: who has it may read it, and nothing else. */
export function versionFileAddress(
  { addresses, secrets }: { readonly addresses: Addresses; readonly secrets: Pick<Deps["secrets"], "sign"> },
  { organization, id, slug }: Pick<SpecVersion, "organization" | "id" | "slug">,
): string {
  const key = secrets.sign("openapi", id).slice(0, KEY_LENGTH);
  return `${addresses.sites}/~/openapi/${organization}/${id}/${key}/${slug}`;
}
