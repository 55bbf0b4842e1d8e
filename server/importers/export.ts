import { numberedSlug } from "../../engine/slug.ts";
import { replaceRanges } from "../../engine/markdown/edits.ts";
import { joinPage } from "../../engine/markdown/frontMatter.ts";
import { parse } from "../../engine/markdown/parse.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { assetPaths, exportPaths, relativeUrl } from "./exportPaths.ts";
import { summaryOf } from "./exportSummary.ts";
import type { ExportEntry, ExportPlaces, ExportedContent, ExportedPage } from "./exported.ts";
import { byCodeUnit } from "./files.ts";
import { printGitbookYaml } from "./gitbookYaml.ts";
import { destinationsOf, suffixOf } from "./linkedText.ts";
import { slugOf } from "./pageNames.ts";
import { listPages } from "./planned.ts";
import { printInclude } from "./reusable.ts";
import { readStoredUrl } from "./storedUrls.ts";
import { printSummary } from "./summaryPrint.ts";
import { printVariables } from "./variables.ts";

/**
 * Writes a space's content as the files that an import reads: one Markdown file a document, SUMMARY.md for the tree,
 * `.gitbook` for files, reusable contents and variables. Links become relative, metadata front matter. The same
 * content gives the same entries, sorted by path; importing them gives the same content.
 */
export function exportTree(content: ExportedContent): ExportEntry[] {
  const places = placeContent(content);
  const entries: ExportEntry[] = [
    { path: "SUMMARY.md", text: () => printSummary(summaryOf(content.pages, places)) },
  ];
  for (const page of listPages(content.pages)) {
    const path = places.pages.get(page.id)?.path;
    if (path !== undefined) entries.push({ path, text: () => printPage(page, path, places) });
  }
  for (const { id, title, body } of content.reusable) {
    const path = places.reusable.get(id) ?? "";
    entries.push({ path, text: () => printInclude(title, relativeLinks(body, path, places)) });
  }
  for (const { id } of content.files) entries.push({ path: places.files.get(id) ?? "", fileId: id });
  const variables = printVariables(content.variables);
  if (variables !== undefined) entries.push({ path: ".gitbook/vars.yaml", text: () => variables });
  const redirects = content.redirects.map(({ from, to }) => ({
    from,
    to: relativeLink(to, "", places) ?? to,
  }));
  const settings = printGitbookYaml({ redirects });
  if (settings !== undefined) entries.push({ path: ".gitbook.yaml", text: () => settings });
  return entries.toSorted((a, b) => byCodeUnit(a.path, b.path));
}

function printPage(page: ExportedPage, path: string, places: ExportPlaces): string {
  const meta = { ...relativeCover(page.meta, path, places), title: page.title };
  return joinPage(meta, relativeLinks(page.body, path, places));
}

function placeContent(content: ExportedContent): ExportPlaces {
  const assets = assetPaths(content.files.map(({ name }) => name));
  const slugs = new Set<string>();
  const includes = content.reusable.map(({ id, title }) => {
    const slug = slugOf(title);
    let free = slug;
    for (let number = 1; slugs.has(free); number += 1) free = numberedSlug(slug, number);
    slugs.add(free);
    return [id, `.gitbook/includes/${free}.md`] as const;
  });
  return {
    pages: exportPaths(content.pages),
    files: new Map(content.files.map(({ id }, index) => [id, assets[index] ?? ""])),
    reusable: new Map(includes),
  };
}

/** A body with its stored destinations turned into relative ones; what names nothing of the space stays. */
function relativeLinks(body: string, from: string, places: ExportPlaces): string {
  const edits = destinationsOf(parse(body).document).flatMap(({ url, start, end }) => {
    // The suffix is taken from the source: it is escaped for the place it stands in.
    const link = relativeLink(url.replace(/[?#].*$/s, ""), from, places);
    return link === undefined ? [] : [{ start, end, text: link + suffixOf(body.slice(start, end)) }];
  });
  return replaceRanges(body, edits);
}

function relativeCover(meta: PageMeta, from: string, places: ExportPlaces): PageMeta {
  if (meta.cover === undefined) return meta;
  const { url, urlDark } = meta.cover;
  const relative = (address: string): string => relativeLink(address, from, places) ?? address;
  const dark = urlDark === undefined ? {} : { urlDark: relative(urlDark) };
  return { ...meta, cover: { ...meta.cover, url: relative(url), ...dark } };
}

/** The relative form of a stored destination; undefined for anything else and for what has no file. */
function relativeLink(url: string, from: string, places: ExportPlaces): string | undefined {
  const stored = readStoredUrl(url);
  if (stored === undefined) return undefined;
  const { kind, id, suffix } = stored;
  const to = {
    page: places.pages.get(id)?.path,
    file: places.files.get(id),
    reusable: places.reusable.get(id),
  }[kind];
  return to === undefined ? undefined : relativeUrl(from, to) + suffix;
}
