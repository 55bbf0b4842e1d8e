const MOST_ADDRESSES = 50_000;

/** The addresses of a sitemap, and whether they are those of other sitemaps. Reads what it can of a broken one. */
export function parseSitemap(text: string): {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
} {
  const addresses: string[] = [];
  let at = 0;
  while (addresses.length < MOST_ADDRESSES) {
    const start = text.indexOf("<loc>", at);
    const end = text.indexOf("</loc>", start);
    if (start < 0 || end < 0) break;
    const written = text
      .slice(start + 5, end)
      .replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "")
      .trim();
    if (written.length < 2_048) addresses.push(written.replaceAll("&amp;", "&"));
    at = end + 6;
  }
  return { isIndex: /<sitemapindex[\s>]/.test(text.slice(0, 2_000)), addresses };
}
