/** Pictures as the typesetter can draw them: checked, brought to a size that paper needs, of a type that it knows. */
import { POINTS } from "../../../engine/print/media.ts";
import type { PrintedImage } from "../../../engine/print/sheet.ts";
import type { OrderedImage } from "./order.ts";

export interface Pictures {
  /** By the address that pages have for them. */
  readonly bySrc: ReadonlyMap<string, PrintedImage>;
  /** By the name under which the template finds them. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Larger pictures are made smaller, in pixels: at 16 cm by 18 this is 300 to the inch. */
const WIDEST = 1900;
const TALLEST = 2200;
/** Pictures of more are left out: a small file may hold a huge one. */
const MOST_PIXELS = 50_000_000;
/** Larger drawings are left out, in bytes. */
const LARGEST_SVG = 2_000_000;

/** Prepares pictures; those that can't be drawn are left out. */
export async function preparePictures(images: readonly OrderedImage[]): Promise<Pictures> {
  const bySrc = new Map<string, PrintedImage>();
  const files = new Map<string, Buffer>();
  for (const [index, image] of images.entries()) {
    // What a stranger's picture may do to a decoder is no reason to have no document.
    const picture = await prepare(image, `picture-${index}`).catch(() => undefined);
    if (picture === undefined) continue;
    bySrc.set(image.src, picture.image);
    files.set(picture.image.file, picture.bytes);
  }
  return { bySrc, files };
}

interface Picture {
  readonly image: PrintedImage;
  readonly bytes: Buffer;
}

async function prepare(image: OrderedImage, name: string): Promise<Picture | undefined> {
  const { Transformer, ResizeFit } = await import("@napi-rs/image");
  const bytes = Buffer.from(image.bytes);
  if (image.contentType === "image/svg+xml") {
    if (!isPlainDrawing(bytes)) return undefined;
    const { width, height } = await Transformer.fromSvg(bytes).metadata();
    return { image: sized(`${name}.svg`, width, height), bytes };
  }
  const { width, height, format } = await new Transformer(bytes).metadata();
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) return undefined;
  const isLarge = width > WIDEST || height > TALLEST;
  const isDrawable = (format === "png" || format === "jpeg") && !isLarge;
  if (isDrawable) return { image: sized(`${name}.${format}`, width, height), bytes };
  const smaller = new Transformer(bytes).rotate();
  if (isLarge) smaller.resize({ width: WIDEST, height: TALLEST, fit: ResizeFit.Inside });
  const isPhoto = format === "jpeg";
  const made = isPhoto ? await smaller.jpeg(85) : await smaller.png();
  return { image: sized(`${name}.${isPhoto ? "jpeg" : "png"}`, width, height), bytes: made };
}

function sized(file: string, width: number, height: number): PrintedImage {
  return { file, width: Math.max(1, width) * POINTS, height: Math.max(1, height) * POINTS };
}

/** No drawing that names anything outside of itself, and none that declares names that grow. */
function isPlainDrawing(bytes: Buffer): boolean {
  if (bytes.length > LARGEST_SVG) return false;
  const text = bytes.toString("utf8");
  return !/<!(?:DOCTYPE|ENTITY)|<\?xml-stylesheet|<(?:[\w-]+:)?(?:image|feImage|foreignObject|script)\b|@import/i.test(
    text,
  );
}
