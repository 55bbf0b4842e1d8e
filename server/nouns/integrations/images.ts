/** The pictures of an integration: drawn anew before they are kept. */
import { createHash } from "node:crypto";
import { invalidField } from "../../http/errors.ts";
import { sniffType } from "../../ports/files.ts";
import { dimensions } from "../../ports/image-dimensions.ts";
import { runInWorker } from "../../ports/worker.ts";
import type { ImageResult, ImageOrder } from "../../workers/image.ts";

export interface Picture {
  readonly hash: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

/** Pixels that pictures are wide at most when they are kept. */
export const ICON_WIDTH = 512;
export const PREVIEW_WIDTH = 1920;

/** Largest picture that may be sent: in bytes, and in pixels along either side. */
const LARGEST_BYTES = 1024 * 1024;
export const LARGEST_BASE64 = Math.ceil(LARGEST_BYTES / 3) * 4;
const LARGEST_SIDE = 4096;
/** Pictures that can hold no script, and that the worker decodes. */
const TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LIMITS = { timeout: 20_000, memory: 512 };

/**
 * A picture from its Base64, decoded and encoded again: nothing is kept but what can be seen, not what else the file
 * carries between its pixels or behind them.
 * @param path the field it came in
 * @param width pixels that it is kept with at most
 * @throws 400 unless it is a whole PNG, JPEG or WebP with a sensible size
 */
export async function pictureFrom(path: string, base64: string, width: number): Promise<Picture> {
  const bytes = bytesOf(path, base64);
  const order: ImageOrder = { bytes, width, mostPixels: LARGEST_SIDE * LARGEST_SIDE };
  const made = await runInWorker<ImageResult>("image", order, LIMITS).catch((): ImageResult => ({
    refused: "unreadable",
  }));
  if ("refused" in made) {
    throw invalidField(path, "is a picture that can't be read: it is broken or cut short. Save it anew.");
  }
  const data = new Uint8Array(made.bytes);
  return { hash: createHash("sha256").update(data).digest("hex"), contentType: "image/webp", data };
}

/** What was sent, as far as its start tells what it is: a bomb is refused before a pixel of it is decoded. @throws 400 */
function bytesOf(path: string, base64: string): Uint8Array {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw invalidField(path, "is not Base64.");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > LARGEST_BYTES) throw invalidField(path, "is larger than 1 MiB.");
  const type = sniffType(bytes);
  if (type === undefined || !TYPES.has(type)) {
    throw invalidField(path, "is no picture of the types PNG, JPEG and WebP.");
  }
  const size = dimensions(bytes);
  if (size === undefined) throw invalidField(path, "is a picture whose size can't be told.");
  if (size.width > LARGEST_SIDE || size.height > LARGEST_SIDE) {
    throw invalidField(path, `is larger than ${LARGEST_SIDE} pixels along a side.`);
  }
  if (type === "image/jpeg" && isCutShort(bytes)) throw invalidField(path, "is a picture that is cut short.");
  return bytes;
}

/** Whether a JPEG's last scan has no end. Decoders paint what is missing grey, and say nothing. */
function isCutShort(jpeg: Buffer): boolean {
  return jpeg.lastIndexOf("ffd9", undefined, "hex") < jpeg.lastIndexOf("ffda", undefined, "hex");
}
