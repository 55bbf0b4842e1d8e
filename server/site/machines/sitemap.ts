/** The addresses of a site that search engines shall know, in one file or in several with a list of them. */
import { alternatesOf } from "../page/alternates.ts";
import { absoluteHref, type Frame } from "../page/frame.ts";
import { pageHref, type VariantReading } from "../reading/reading.ts";
import { escapeXml, keptList, type ListedDocument, listDocuments } from "./texts.ts";

/**
 * Addresses in one file. The protocol (sitemaps.org) has 50,000, and 50 MB: a page names itself in each language of its
 * site, so that 10,000 of them stay below that in dozens of languages.
 */
const MOST_IN_FILE = 10_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Which of so many addresses are in a file, by its number from 1; of the file without one, all, or how many others there
 * are.
 * @returns undefined where there is no such file
 */
export function inFile(
  count: number,
  part: number | undefined,
  most = MOST_IN_FILE,
): { readonly files: number } | { readonly from: number; readonly to: number } | undefined {
  if (part === undefined) return count <= most ? { from: 0, to: count } : { files: Math.ceil(count / most) };
  if (part > 1 && (part - 1) * most >= count) return undefined;
  return { from: (part - 1) * most, to: Math.min(part * most, count) };
}

/**
 * The sitemap, or where that is too long for one the list of its parts.
 * @param part the number of one of these, from 1
 * @returns undefined where there is no such part
 */
export async function sitemap(
  frame: Frame,
  readings: readonly VariantReading[],
  part?: number,
): Promise<string | undefined> {
  let listing: Promise<[VariantReading, ListedDocument][]> | undefined;
  const listed = () => (listing ??= listedIn(readings));
  // Kept apart: whoever asks for parts that aren't there has nothing listed, and nothing kept for them.
  const count = await keptList("sitemap-count", frame, readings, async () => String((await listed()).length));
  const file = inFile(Number(count), part);
  if (file === undefined) return undefined;
  if ("files" in file) return listOfFiles(frame, file.files);
  return keptList(part === undefined ? "sitemap" : `sitemap-${part}`, frame, readings, async () => {
    const entries: string[] = [];
    for (const [reading, one] of (await listed()).slice(file.from, file.to))
      entries.push(await entryOf(frame, reading, one));
    return addressList(entries);
  });
}

async function listedIn(readings: readonly VariantReading[]): Promise<[VariantReading, ListedDocument][]> {
  const all: [VariantReading, ListedDocument][] = [];
  for (const reading of readings)
    for (const listed of await listDocuments(reading)) if (!listed.noRobots) all.push([reading, listed]);
  return all;
}

async function entryOf(
  frame: Frame,
  reading: VariantReading,
  { page, path }: ListedDocument,
): Promise<string> {
  const address = absoluteHref(frame, pageHref(reading, page.id, path));
  const changed = new Date(page.updatedAt).toISOString();
  const others = (await alternatesOf(frame, reading, page)).map(
    ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
  );
  return `<url><loc>${escapeXml(address)}</loc><lastmod>${changed}</lastmod>${others.join("")}</url>`;
}

function addressList(urls: readonly string[]): string {
  const isInLanguages = urls.some((url) => url.includes("<xhtml:link"));
  const languages = isInLanguages ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : "";
  return `${HEAD}<urlset ${NAMESPACE}${languages}>\n${urls.join("\n")}\n</urlset>\n`;
}

function listOfFiles(frame: Frame, files: number): string {
  const all = Array.from({ length: files }, (_, index) => {
    const address = `${frame.address}sitemap-pages-${index + 1}.xml`;
    return `<sitemap><loc>${escapeXml(address)}</loc></sitemap>`;
  });
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${all.join("\n")}\n</sitemapindex>\n`;
}
