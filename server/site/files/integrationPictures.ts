import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { findPicture } from "../../nouns/integrations/queries.ts";
import { fileHeaders } from "../../ports/files.ts";

const ADDRESS = /^\/~\/integrations\/([A-Za-z0-9_-]+)\/([0-9a-f]{64})$/;

/**
 * Sends the icon or a preview of an integration, to whoever knows its hash; undefined: nothing is there. Here and not
 * on the editors' origin, as with all files of strangers.
 */
export async function sendIntegrationPicture(
  { db }: Pick<Deps, "db">,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, integration, hash] = ADDRESS.exec(path) ?? [];
  if (integration === undefined || hash === undefined) return undefined;
  const picture = await findPicture(db.read, integration, hash);
  if (picture === undefined) return undefined;
  const etag = `"${hash}"`;
  reply
    .headers(fileHeaders({ name: "picture", contentType: picture.content_type }))
    .header("etag", etag)
    .header("cache-control", "public, max-age=31536000, immutable");
  if (ifNoneMatch === etag) return reply.code(304).send();
  return reply.send(Buffer.from(picture.data));
}
