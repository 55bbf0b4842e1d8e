import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { findUpload } from "../../nouns/fonts/queries.ts";
import { fileHeaders } from "../../ports/files.ts";

const ADDRESS = /^\/~\/fonts\/([\w-]{1,128})\/([\w-]{1,128})\.(woff2?)$/;

/** Sends a font that an organization has uploaded; undefined: nothing is there. */
export async function sendFont(
  { db }: Pick<Deps, "db">,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, organization, id, format] = ADDRESS.exec(path) ?? [];
  if (organization === undefined || id === undefined) return undefined;
  const font = await findUpload(db.read, organization, id);
  if (font === undefined || font.content_type !== `font/${format}`) return undefined;
  const etag = `"${font.hash}"`;
  reply
    .headers(fileHeaders({ name: `font.${format}`, contentType: font.content_type }))
    .header("etag", etag)
    // Sites have hosts of their own, and browsers ask across hosts for fonts.
    .header("access-control-allow-origin", "*")
    .header("cache-control", "public, max-age=31536000, immutable");
  if (ifNoneMatch === etag) return reply.code(304).send();
  return reply.send(Buffer.from(font.data));
}
