import type { ExportPlaces, ExportablePage } from "./exported.ts";
import { valuesOf } from "../../engine/markdown/pageMeta.ts";
import { relativeUrl } from "./exportPaths.ts";
import { leadsOutside } from "./linkTargets.ts";
import { escapeInline, inlineText } from "./inlineText.ts";
import { slugOf } from "./pageNames.ts";
import type { SummaryEntry } from "./summaryPrint.ts";

type Fields = Map<string, unknown>;

/** The table of contents of an export. What a list item can't say goes into the comment behind it. */
export function summaryOf(pages: readonly ExportablePage[], places: ExportPlaces): SummaryEntry[] {
  return pages.map((page) => {
    const children = summaryOf(page.children, places);
    if (page.type === "group") return { ...groupEntry(page), children };
    if (page.type === "link") return { ...linkEntry(page, places), children };
    if (page.type === "computed") return { ...computedEntry(page), children };
    return { ...documentEntry(page, places), children };
  });
}

type Entry = Omit<SummaryEntry, "children">;

function documentEntry(page: ExportablePage, places: ExportPlaces): Entry {
  const place = places.pages.get(page.id);
  const told = place === undefined ? slugOf(page.title) === page.slug : place.tellsSlug;
  const fields: Fields = told ? new Map() : new Map([["slug", page.slug]]);
  if (place === undefined) return { kind: "item", title: page.title, fields };
  const { title, linkTitle } = page;
  const named = { title, ...(linkTitle === undefined ? {} : { linkTitle }) };
  return { kind: "item", ...named, destination: relativeUrl(places.summary, place.path), fields };
}

function groupEntry(page: ExportablePage): Entry {
  return { kind: "group", title: page.title, anchor: page.slug, fields: fieldsOf(page) };
}

function linkEntry(page: ExportablePage, places: ExportPlaces): Entry {
  const fields = fieldsOf(page);
  if (slugOf(page.title) !== page.slug) fields.set("slug", page.slug);
  const destination = linkDestination(page, places);
  if (destination === undefined) {
    fields.set("type", "link");
    fields.set("target", page.target ?? { kind: "url", url: "" });
    return { kind: "item", title: page.title, fields };
  }
  // Without this the item would stand for the page itself.
  if (page.target?.["kind"] === "page") fields.set("type", "link");
  return { kind: "item", title: page.title, destination, fields };
}

/** A link page's target as a destination; undefined for what only a content reference can say. */
function linkDestination({ target = {} }: ExportablePage, places: ExportPlaces): string | undefined {
  const { kind, page, file, url, anchor } = target;
  const keys = Object.keys(target).length;
  if (kind === "url" && keys === 2 && typeof url === "string") {
    // oxlint-disable-next-line no-control-regex
    return leadsOutside(url) && url !== "" && !/[\s\u0000-\u001f\u007f]/.test(url) ? url : undefined;
  }
  if (kind === "file" && keys === 2) return relativeTo(places, places.files.get(String(file)));
  const path = typeof page === "string" ? places.pages.get(page)?.path : undefined;
  if (kind === "page" && keys === 2) return relativeTo(places, path);
  if (kind !== "anchor" || keys !== 3 || path === undefined || typeof anchor !== "string") return undefined;
  return /^[\p{L}\p{N}\p{M}._~%-]+$/u.test(anchor)
    ? `${relativeUrl(places.summary, path)}#${anchor}`
    : undefined;
}

function relativeTo(places: ExportPlaces, path: string | undefined): string | undefined {
  return path === undefined ? undefined : relativeUrl(places.summary, path);
}

function computedEntry(page: ExportablePage): Entry {
  const fields = new Map<string, unknown>([["title", page.title], ...fieldsOf(page)]);
  if (slugOf(page.title) !== page.slug) fields.set("slug", page.slug);
  const yaml = new Map<string, unknown>([...Object.entries(page.computed ?? {}), ["page", fields]]);
  return { kind: "computed", title: page.title, yaml };
}

/** A page's metadata under the names of front matter, and its title when a list item would lose its spaces. */
function fieldsOf(page: ExportablePage): Fields {
  const fields: Fields = new Map(Object.entries(valuesOf(page.meta)));
  if (inlineText(escapeInline(page.title)) !== page.title) fields.set("title", page.title);
  if (page.linkTitle !== undefined) fields.set("linkTitle", page.linkTitle);
  return fields;
}
