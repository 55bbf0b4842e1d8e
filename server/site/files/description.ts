import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { readLong } from "../../nouns/openapi/pieces.ts";
import { opensVersion } from "../../content/computed/specs.ts";
import type { VersionRow } from "../../nouns/openapi/present.ts";
import { findSpecById, findVersion } from "../../nouns/openapi/queries.ts";

const ADDRESS = /^\/~\/openapi\/([A-Za-z0-9_-]+)\/([\w-]+)\/[^/]*$/;

/**
 * Sends the first file of an API's description: the latest one of a public description, or the version whose key the
 * address carries. Any page may read it, as a program would. undefined: nothing is there.
 */
export async function sendDescription(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, id, key] = ADDRESS.exec(path) ?? [];
  if (id === undefined || key === undefined) return undefined;
  const version = await (key === "latest" ? latestOfPublic(deps, id) : versionWithKey(deps, id, key));
  if (version === undefined) return undefined;
  const etag = `"${version.id}"`;
  reply
    .header("content-type", `application/${version.format}; charset=utf-8`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("access-control-allow-origin", "*")
    .header("etag", etag)
    .header("cache-control", "private, no-cache");
  if (ifNoneMatch === etag) return reply.code(304).send();
  const spec = await findSpecById(deps.db.read, version.spec_id);
  return spec && reply.send(await readLong(deps.db.read, spec.organization_id, version.raw));
}

async function latestOfPublic({ db }: Deps, id: string): Promise<VersionRow | undefined> {
  const spec = await findSpecById(db.read, id);
  if (spec?.visibility !== "public" || spec.last_version_id === null) return undefined;
  return findVersion(db.read, spec.last_version_id);
}

async function versionWithKey(deps: Deps, id: string, key: string): Promise<VersionRow | undefined> {
  return opensVersion(deps.secrets, id, key) ? findVersion(deps.db.read, id) : undefined;
}
