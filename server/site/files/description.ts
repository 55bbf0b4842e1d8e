import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { readLong } from "../../nouns/openapi/pieces.ts";
import { opensVersion } from "../../content/computed/specs.ts";
import type { VersionRow } from "../../nouns/openapi/present.ts";
import { findSpecById, findVersion } from "../../nouns/openapi/queries.ts";

const ADDRESS = /^\/~\/openapi\/([\w-]+)\/([\w-]+)\/([\w-]+)\/[^/]*$/;

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
  const [, organization, id, key] = ADDRESS.exec(path) ?? [];
  if (organization === undefined || id === undefined || key === undefined) return undefined;
  const isLatest = key === "latest";
  const version = await (isLatest
    ? latestOfPublic(deps, organization, id)
    : versionWithKey(deps, organization, id, key));
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
  const { raw } = version;
  // One for all who read it at the moment, however slowly.
  const content = deps.content.of(organization);
  return reply.send(
    await content.derived("openapi.file", version.id, () => readLong(deps.db.read, organization, raw)),
  );
}

async function latestOfPublic(
  { db }: Deps,
  organization: string,
  id: string,
): Promise<VersionRow | undefined> {
  const spec = await findSpecById(db.read, organization, id);
  if (spec?.visibility !== "public" || spec.last_version_id === null) return undefined;
  return findVersion(db.read, organization, spec.last_version_id);
}

async function versionWithKey(
  deps: Deps,
  organization: string,
  id: string,
  key: string,
): Promise<VersionRow | undefined> {
  return opensVersion(deps.secrets, id, key) ? findVersion(deps.db.read, organization, id) : undefined;
}
