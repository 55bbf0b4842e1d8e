import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { findCopy } from "../../nouns/sites/customization/copies.ts";
import { fileHeaders } from "../../ports/files.ts";

const ADDRESS = /^\/~\/copies\/([\w-]+)\/([\w-]+)\/([0-9a-f]{24})$/;

/** Sends the copy of a picture or a font that a site's look names; undefined: nothing is there. */
export async function sendCopy(
  { db }: Pick<Deps, "db">,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, organization, id, key] = ADDRESS.exec(path) ?? [];
  if (organization === undefined || id === undefined || key === undefined) return undefined;
  const copy = await findCopy(db.read, organization, id);
  if (copy?.hash?.slice(0, key.length) !== key) return undefined;
  const etag = `"${copy.hash}"`;
  const contentType = copy.content_type ?? "";
  reply
    .headers(fileHeaders({ name: "copy", contentType }))
    .header("etag", etag)
    .header("cache-control", "public, max-age=31536000, immutable");
  if (ifNoneMatch === etag) return reply.code(304).send();
  return reply.send(Buffer.from(copy.base64 ?? "", "base64"));
}
