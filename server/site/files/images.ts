/** Smaller copies of pictures, made when somebody first asks for them and kept while somebody does. */
import type { FastifyReply } from "fastify";
import { opensFile } from "../../content/download.ts";
import type { Deps } from "../../deps.ts";
import { downloadPath, imageCopies } from "../reading/addresses.ts";
import { keptPicture } from "./keptPictures.ts";
import { makeCopy } from "./pictureCopy.ts";
import { findFile } from "./placedFile.ts";

const ADDRESS = /^\/~\/images\/([A-Za-z0-9]+)\/([\w-]+)\/([\w-]+)\/([\w-]{12})-(\d{1,4})$/;

/**
 * Sends the copy that an address names, as AVIF to who takes that and else as WebP, if the address carries the picture's key and the picture is still there. What
 * can't be made leads to the picture itself. undefined: nothing is there.
 */
export async function sendImage(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, space, id, opener, version, width] = ADDRESS.exec(path) ?? [];
  if (space === undefined || id === undefined || opener === undefined) return undefined;
  if (!opensFile(deps.secrets, space, id, opener)) return undefined;
  const found = await findFile(deps, space, id);
  if (found === undefined) return undefined;
  const { organization, file } = found;
  const isOffered = imageCopies(deps, space, file).some((copy) => copy.width === Number(width));
  if (!isOffered || !file.hash.startsWith(version as string)) return undefined;
  const format = /\bimage\/avif\b/.test(reply.request.headers.accept ?? "") ? "avif" : "webp";
  const key = `${file.hash}-${width}-${format}`;
  const kept = await keptPicture(deps, organization, key, () =>
    makeCopy(deps.blobs.of(organization), file, Number(width), format),
  );
  const stream = kept && (await deps.blobs.of(organization).get(kept.hash));
  if (kept === undefined || stream === undefined) {
    return reply
      .code(307)
      .headers(UNKEPT)
      .header("location", downloadPath(deps, space, file))
      .send();
  }
  reply
    .header("content-type", `image/${format}`)
    .header("vary", "accept")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("etag", `"${kept.hash}"`)
    // Its address names the picture's own bytes.
    .header("cache-control", "private, max-age=31536000, immutable");
  if (ifNoneMatch === `"${kept.hash}"`) {
    stream.destroy();
    return reply.code(304).send();
  }
  return reply.header("content-length", kept.size).send(stream);
}
const UNKEPT = { "cache-control": "private, no-store" };
