/** The pictures that stand for pages where their addresses are shared. All that one shows is in its address, signed. */
import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { runInWorker } from "../../ports/worker.ts";
import type { SaidCard } from "../reading/addresses.ts";
import { keptPicture } from "./keptPictures.ts";

const ADDRESS = /^\/~\/cards\/([\w-]{1,2000})\/([\w-]{43})\.png$/;
const LIMITS = { timeout: 15_000, memory: 512 };
/** Counts up when cards come out differently. */
const DRAWING = 3;
/** Sends the card that an address names, if we signed it. undefined: nothing is there. */
export async function sendCard(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, said, signature] = ADDRESS.exec(path) ?? [];
  if (said === undefined || signature === undefined || !deps.secrets.verify("card", said, signature))
    return undefined;
  const { organization, ...order } = JSON.parse(Buffer.from(said, "base64url").toString("utf8")) as SaidCard;
  const make = async () => new Uint8Array(await runInWorker<ArrayBuffer>("card", order, LIMITS));
  const kept = await keptPicture(deps, organization, `card-${DRAWING}-${contentHash(said)}`, make);
  const stream = kept && (await deps.blobs.of(organization).get(kept.hash));
  if (kept === undefined || stream === undefined) return undefined;
  reply
    .header("content-type", "image/png")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("etag", `"${kept.hash}"`)
    .header("cache-control", "public, max-age=31536000, immutable");
  if (ifNoneMatch === `"${kept.hash}"`) {
    stream.destroy();
    return reply.code(304).send();
  }
  return reply.header("content-length", kept.size).send(stream);
}
