/** Images that a page holds itself, as data: addresses. */
import { createHash } from "node:crypto";
import type { Parents } from "hast";
import { attribute, elementsIn, isNamed } from "./hast.ts";

export interface EmbeddedFile {
  /** Of its content: equal images are one file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const IMAGE = /^data:image\/(png|jpe?g|gif|webp|svg\+xml|avif|bmp);base64,([\s\S]+)$/i;
const MOST_BYTES = 50 * 1024 * 1024;

/** Takes the images out of the page: what names them is a file's name then. */
export function embeddedFiles(main: Parents): EmbeddedFile[] {
  const files = new Map<string, EmbeddedFile>();
  let bytesLeft = MOST_BYTES;
  for (const one of elementsIn(main).filter((inner) => isNamed(inner, "img"))) {
    const [, type = "", data] = IMAGE.exec(attribute(one, "src") ?? "") ?? [];
    if (data === undefined) continue;
    const bytes = new Uint8Array(Buffer.from(data, "base64"));
    const extension = type.toLowerCase().replace("svg+xml", "svg").replace("jpeg", "jpg");
    const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}.${extension}`;
    if (!files.has(name) && bytes.length > bytesLeft) continue;
    if (!files.has(name)) bytesLeft -= bytes.length;
    files.set(name, { name, bytes });
    one.properties["src"] = `${EMBEDDED}${name}`;
  }
  return [...files.values()];
}

/** Before the name of such a file in Markdown: an address that no server has. */
export const EMBEDDED = "https://embedded.invalid/";
