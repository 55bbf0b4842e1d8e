/** Where the links of a site's header and footer lead, for one reader. */
import { getFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { readTrail } from "../../../engine/tree.ts";
import { safeHref } from "../../../design/html.ts";
import type { BarLinkView, LinkView } from "../../../design/bar.ts";
import { downloadPath } from "../reading/addresses.ts";
import type { Look } from "../reading/look.ts";
import { isOpen, pageHref, pathOf, type VariantReading } from "../reading/reading.ts";

type Reference = Readonly<Record<string, unknown>> & { readonly kind: string };
type ContentLink = { readonly title: string; readonly to: { readonly kind: string } };

/** The variants that a reader may walk, the one being read first. */
type Readings = readonly VariantReading[];

/** Where a reference leads; undefined where it leads to nothing that this reader may see on this site. */
export async function hrefOf(readings: Readings, to: { readonly kind: string }): Promise<string | undefined> {
  const { kind, url, space, page, anchor, file } = to as Reference;
  const among = readings.filter(({ variant }) => typeof space !== "string" || variant.space === space);
  switch (kind) {
    case "url":
      // What a template would not print is no link.
      return typeof url === "string" && !["", "#"].includes(safeHref(url)) ? url : undefined;
    case "space":
      return among[0]?.base;
    case "page":
      return hrefOfPage(among, String(page));
    case "anchor": {
      const href = typeof page === "string" ? await hrefOfPage(among, page) : "";
      return href === undefined ? undefined : `${href}#${encodeURIComponent(String(anchor))}`;
    }
    case "file":
      return hrefOfFile(among, String(file));
    default:
      return undefined;
  }
}

async function hrefOfPage(readings: Readings, id: string): Promise<string | undefined> {
  for (const reading of readings) {
    const trail = await readTrail(reading.nodes, reading.root, id);
    if (trail !== undefined && isOpen(reading, trail)) return pageHref(reading, id, pathOf(trail));
  }
  return undefined;
}

async function hrefOfFile(readings: Readings, id: string): Promise<string | undefined> {
  for (const { nodes, root, deps, variant } of readings) {
    const entry = await getFromMap<FileEntry>(nodes, root.files, id);
    if (entry !== undefined) return downloadPath(deps, variant.space, entry);
  }
  return undefined;
}

/** Links as they are printed; those that lead nowhere are left out. */
export async function contentLinks(readings: Readings, links: readonly ContentLink[]): Promise<LinkView[]> {
  const shown: LinkView[] = [];
  for (const { title, to } of links) {
    const href = await hrefOf(readings, to);
    if (href !== undefined) shown.push({ title, href });
  }
  return shown;
}

const BUTTONS: Readonly<Record<string, "primary" | "secondary">> = {
  "button-primary": "primary",
  "button-secondary": "secondary",
};

/** The links of the header that this reader is shown. */
export async function headerLinks(
  readings: Readings,
  { settings }: Look,
  holds: (condition: string) => boolean,
): Promise<BarLinkView[]> {
  const shown: BarLinkView[] = [];
  for (const { title, style, to, links, condition } of settings.header.links) {
    if (condition !== undefined && !holds(condition)) continue;
    const below = await contentLinks(readings, links);
    const href = to === null ? undefined : await hrefOf(readings, to);
    if (href === undefined && below.length === 0) continue;
    const button = BUTTONS[style ?? "link"];
    shown.push({
      title,
      href: href ?? "",
      ...(button === undefined ? {} : { button }),
      ...(below.length === 0 ? {} : { links: below }),
    });
  }
  return shown;
}
