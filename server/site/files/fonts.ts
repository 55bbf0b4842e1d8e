import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { findUpload } from "../../nouns/fonts/queries.ts";
import { fileHeaders } from "../../ports/files.ts";

const ADDRESS = /^\/~\/fonts\/([A-Za-z0-9_-]{1,128})\.(woff2?)$/;

/** Sends a font that an organization has uploaded; undefined: nothing is there. */
export async function sendFont(
  { db }: Pick<Deps, "db">,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, id, format] = ADDRESS.exec(path) ?? [];
  const font = id === undefined ? undefined : await findUpload(db.read, id);
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
