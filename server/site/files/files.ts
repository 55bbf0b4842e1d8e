import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { opensFile } from "../../content/download.ts";
import { fileHeaders } from "../../ports/files.ts";
import { findFile } from "./placedFile.ts";
import { sendThumbnail } from "./thumbnails.ts";

const FILE = /^\/~\/files\/([A-Za-z0-9]+)\/([A-Za-z0-9_-]+)\/([\w-]+)\/[^/]*$/;

/**
 * Sends the file that an address names, if the address carries its key, its space is not deleted and a revision still
 * holds it: with `?width=` a small copy where there is one. undefined: nothing is there.
 */
export async function sendFile(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, space, id, key] = FILE.exec(path) ?? [];
  if (space === undefined || id === undefined || key === undefined) return undefined;
  if (!opensFile(deps.secrets, space, id, key)) return undefined;
  const found = await findFile(deps, space, id);
  if (found === undefined) return undefined;
  const { organization, file } = found;
  const { width } = reply.request.query as { readonly width?: unknown };
  if (
    width !== undefined &&
    (await sendThumbnail(deps, { ...found, space }, Number(width), ifNoneMatch, reply))
  )
    return reply;
  reply
    .headers(fileHeaders(file))
    .header("etag", `"${file.hash}"`)
    .header("cache-control", "private, max-age=300");
  if (ifNoneMatch === `"${file.hash}"`) return reply.code(304).send();
  const stream = await deps.blobs.of(organization).get(file.hash);
  if (stream === undefined) return undefined;
  return reply.header("content-length", file.size).send(stream);
}
