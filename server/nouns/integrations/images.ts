/** The pictures of an integration: looked at before they are kept. */
import { createHash } from "node:crypto";
import { invalidField } from "../../http/errors.ts";
import { dimensions } from "../../ports/image-dimensions.ts";
import { sniffType } from "../../ports/files.ts";

export interface Picture {
  readonly hash: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

/** Largest picture in bytes, and in pixels along either side. */
const LARGEST_BYTES = 1024 * 1024;
export const LARGEST_BASE64 = Math.ceil(LARGEST_BYTES / 3) * 4;
const LARGEST_SIDE = 4096;
/** Pictures that can hold no script. */
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A picture from its Base64.
 * @param path the field it came in
 * @throws 400 unless its bytes are those of a PNG, JPEG, WebP or GIF with a sensible size
 */
export function pictureFrom(path: string, base64: string): Picture {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw invalidField(path, "is not Base64.");
  const data = Buffer.from(base64, "base64");
  if (data.length > LARGEST_BYTES) throw invalidField(path, "is larger than 1 MiB.");
  const contentType = sniffType(data);
  if (contentType === undefined || !TYPES.has(contentType)) {
    throw invalidField(path, "is no picture of the types PNG, JPEG, WebP and GIF.");
  }
  const size = dimensions(data);
  if (size === undefined) throw invalidField(path, "is a picture whose size can't be told.");
  if (size.width > LARGEST_SIDE || size.height > LARGEST_SIDE) {
    throw invalidField(path, `is larger than ${LARGEST_SIDE} pixels along a side.`);
  }
  return { hash: createHash("sha256").update(data).digest("hex"), contentType, data };
}
