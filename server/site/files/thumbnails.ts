/** Small copies of pictures for lists of files, made when somebody first asks for them and kept while somebody does. */
import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { Queue } from "../../turns/queue.ts";
import { imageCopies } from "../reading/addresses.ts";
import { keptPicture } from "./keptPictures.ts";
import { makeCopy } from "./pictureCopy.ts";
import type { PlacedFile } from "./placedFile.ts";

/** Pixels that they are wide: nobody can ask for others. */
const WIDTHS = new Set([64, 256, 768]);
/** A list asks for many at once: those of one organization are made a few at a time, and the others wait. */
const turns = new Queue({ atOnce: 2, mostWaiting: 200, patience: 30_000 });

/**
 * Sends a copy of a picture that is as wide as is asked for, as WebP. False where the file is to be sent itself: it is no
 * picture that gains by it, is narrower, can't be read, or too many wait.
 */
export async function sendThumbnail(
  deps: Deps,
  { organization, space, file }: PlacedFile & { readonly space: string },
  width: number,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<boolean> {
  const isOffered = WIDTHS.has(width) && width < (file.width ?? 0);
  if (!isOffered || imageCopies(deps, space, file).length === 0) return false;
  const etag = `"${file.hash}-${width}"`;
  // The address stays when the file gets other bytes, so it is asked each time whether they are still the same.
  const headers = { etag, "cache-control": "private, no-cache" };
  if (ifNoneMatch === etag) {
    reply.code(304).headers(headers).send();
    return true;
  }
  const blobs = deps.blobs.of(organization);
  const kept = await turns
    .take(organization, () =>
      keptPicture(deps, organization, `${file.hash}-${width}-webp`, () =>
        makeCopy(blobs, file, width, "webp"),
      ),
    )
    .catch(() => undefined);
  const stream = kept && (await blobs.get(kept.hash));
  if (kept === undefined || stream === undefined) return false;
  reply
    .headers(headers)
    .header("content-type", "image/webp")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("content-length", kept.size)
    .send(stream);
  return true;
}
