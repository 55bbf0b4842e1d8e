/** The images of pages, fetched so that they come along. */
import { decoded } from "../../../engine/decoded.ts";
import type { ImportFile, SkippedFile } from "../files.ts";
import { safePath } from "../files.ts";
import type { Scratch } from "../scratch.ts";
import { fetchEach, type WebsiteFetch } from "./fetching.ts";
import { LARGEST_IMAGE, type WebsiteLimits } from "./limits.ts";

interface FetchedImages {
  readonly files: readonly ImportFile[];
  /** Paths by address. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

const AT_ONCE = 20;
const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
  "image/svg+xml": "svg", "image/bmp": "bmp", "image/x-icon": "ico", "image/vnd.microsoft.icon": "ico",
}; // prettier-ignore

/** Fetches images into the scratch folder. One that can't be had stays where it is. */
export async function fetchImages(
  fetching: WebsiteFetch,
  images: readonly string[],
  scratch: Scratch,
  limits: WebsiteLimits,
  onProgress: (done: number, total: number) => void,
): Promise<FetchedImages> {
  const wanted = { accept: ["image/*"], maxBytes: LARGEST_IMAGE };
  const files: ImportFile[] = [];
  const addresses = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  const taken = new Set<string>();
  let bytes = 0;
  const end = performance.now() + limits.time;
  for (let start = 0; start < images.length; start += AT_ONCE) {
    const batch = images.slice(start, start + AT_ONCE);
    const isOver = start >= limits.images || bytes >= limits.imageBytes || performance.now() > end;
    if (isOver) {
      for (const path of images.slice(start))
        skipped.push({ path, reason: "the images before it were too many; it is shown from its address" });
      break;
    }
    for (const one of await fetchEach(fetching, batch, wanted)) {
      if ("refused" in one) {
        skipped.push({ path: one.address, reason: one.refused });
        continue;
      }
      bytes += one.bytes.length;
      const path = freeName(one.url, ENDINGS[one.contentType], taken);
      files.push(await scratch.add(path, one.bytes));
      addresses.set(one.address, path);
    }
    onProgress(Math.min(images.length, start + AT_ONCE), images.length);
  }
  return { files, addresses, skipped };
}

function freeName(url: string, ending: string | undefined, taken: Set<string>): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  const safe = safePath(decoded(last).replaceAll("/", "-").replace(/^\.+/, "").slice(-100));
  const plain = "path" in safe ? safe.path : "image";
  const base = plain.replace(/\.[a-z0-9]{1,5}$/i, "") || "image";
  const type = ending ?? /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1] ?? "png";
  for (let number = 1; ; number++) {
    const path = `assets/${base}${number === 1 ? "" : `-${number}`}.${type}`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
