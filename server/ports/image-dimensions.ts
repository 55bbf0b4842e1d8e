import { imageSize } from "image-size";
import { sniffType } from "./file-type.ts";

/** Width and height in pixels, as an upright viewer sees them. */
export type Dimensions = { readonly width: number; readonly height: number };

/** How much of an image's start is looked at. Photographs carry a preview of up to 64 kB and more before their size. */
export const DIMENSION_BYTES = 512 * 1024;
const SVG_BYTES = 4096;
const MEASURED = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
]);
const MOST_SEGMENTS = 1000;
const LARGEST = 1_000_000;

/** The size of an image by its first bytes; undefined where it can't be told. Never throws, whatever the bytes are. */
export function dimensions(bytes: Uint8Array): Dimensions | undefined {
  const type = sniffType(bytes);
  if (type === undefined || !MEASURED.has(type)) return undefined;
  try {
    const length = Math.min(bytes.length, type === "image/svg+xml" ? SVG_BYTES : DIMENSION_BYTES);
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, length);
    if (type === "image/jpeg" && isChopped(head)) return undefined;
    const found = imageSize(head);
    const { width, height, orientation = 1 } = found;
    if (!isLength(width) || !isLength(height)) return undefined;
    // From 5 on, a camera's picture lies on its side.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** Whether a JPEG is cut into more segments than any camera writes: walking them is slow, and only a trap needs it. */
function isChopped(jpeg: Buffer): boolean {
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    if (at + 4 > jpeg.length || jpeg[at] !== 0xff) return false;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return true;
}

function isLength(value: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= LARGEST;
}
