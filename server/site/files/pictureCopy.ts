/** One smaller copy of a picture, made where decoding it holds up nobody. */
import { buffer } from "node:stream/consumers";
import type { FileEntry } from "../../../engine/page.ts";
import type { Blobs } from "../../ports/blobs.ts";
import { runInWorker } from "../../ports/worker.ts";
import type { ImageResult, ImageOrder } from "../../workers/image.ts";
import { MOST_PIXELS } from "../reading/addresses.ts";

/** Decoded, turned and made smaller, a picture of deep colours is in memory several times. */
const LIMITS = { timeout: 20_000, memory: 512 };

/** Undefined where it can't be made. @param width pixels that it has at most @throws WorkerFailed */
export async function makeCopy(
  blobs: Blobs,
  file: FileEntry,
  width: number,
  format: "avif" | "webp",
): Promise<Uint8Array | undefined> {
  const stream = await blobs.get(file.hash);
  if (stream === undefined) return undefined;
  const order: ImageOrder = {
    bytes: new Uint8Array(await buffer(stream)),
    width,
    mostPixels: MOST_PIXELS,
    ...(format === "avif" ? { format } : {}),
  };
  const made = await runInWorker<ImageResult>("image", order, LIMITS);
  // What said that it is a picture and is none, or another size than it said, is sent as it is.
  return "refused" in made ? undefined : new Uint8Array(made.bytes);
}
