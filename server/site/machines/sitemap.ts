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
 * Which of some addresses are in a file, by its number from 1; of the file without one, all, or how many others there are.
 * @returns undefined where there is no such file
 */
export function inFile<T>(
  all: readonly T[],
  part: number | undefined,
  most = MOST_IN_FILE,
): { readonly files: number } | { readonly addresses: readonly T[] } | undefined {
  if (part === undefined)
    return all.length <= most ? { addresses: all } : { files: Math.ceil(all.length / most) };
  if (part > 1 && (part - 1) * most >= all.length) return undefined;
  return { addresses: all.slice((part - 1) * most, part * most) };
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
  const text = await keptList(
    part === undefined ? "sitemap" : `sitemap-${part}`,
    frame,
    readings,
    async () => {
      const all: [VariantReading, ListedDocument][] = [];
      for (const reading of readings)
        for (const listed of await listDocuments(reading)) if (!listed.noRobots) all.push([reading, listed]);
      const file = inFile(all, part);
      if (file === undefined) return "";
      if ("files" in file) return listOfFiles(frame, file.files);
      const entries: string[] = [];
      for (const [reading, listed] of file.addresses) entries.push(await entryOf(frame, reading, listed));
      return addressList(entries);
    },
  );
  return text === "" ? undefined : text;
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
