import type { Json } from "../../../engine/json.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry, Page } from "../../../engine/page.ts";
import type { CoverView } from "../render/view.ts";
import { downloadPath } from "../reading/addresses.ts";
import type { VariantReading } from "../reading/reading.ts";

/** The picture over a page; undefined where it has none, or shows none. */
export async function coverOf(
  reading: VariantReading,
  { cover, layout }: Page,
): Promise<CoverView | undefined> {
  if (cover === undefined || layout?.["cover"] === false) return undefined;
  const light = await addressOf(reading, cover["ref"]);
  if (light === undefined) return undefined;
  const dark = await addressOf(reading, cover["refDark"]);
  return {
    light,
    ...(dark === undefined || dark === light ? {} : { dark }),
    tenths: tenthsOf(cover["yPos"]),
    size: layout?.["coverSize"] === "hero" ? "hero" : "full",
  };
}

/** An author's position goes from -100, the upper edge, over 0, the middle, to 100. */
function tenthsOf(position: Json | undefined): number {
  const y = typeof position === "number" ? Math.max(-100, Math.min(100, position)) : 0;
  return Math.round((y + 100) / 20);
}

async function addressOf(reading: VariantReading, reference: Json | undefined): Promise<string | undefined> {
  if (typeof reference !== "object" || reference === null || Array.isArray(reference)) return undefined;
  const { kind, url, file } = reference as Readonly<Record<string, Json>>;
  // Pictures from elsewhere come encrypted or not at all: the policy of pages says the same.
  if (kind === "url" && typeof url === "string") return /^https:\/\//i.test(url) ? url : undefined;
  if (kind !== "file" || typeof file !== "string") return undefined;
  const entry = await getFromMap<FileEntry>(reading.nodes, reading.root.files, file);
  return entry && downloadPath(reading.deps, reading.variant.space, entry);
}
