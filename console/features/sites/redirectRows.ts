/** Redirects as people have them in a table: comma-separated values, a row each. */
import { SOURCE_MAX, SOURCE_PATTERN } from "../../../engine/redirectSource.ts";
import type { SiteRedirectChange, SiteSpace } from "../../../sdk/src/index.ts";
import { redirectWords } from "../../words/redirects.ts";

type Destination = NonNullable<SiteRedirectChange["destination"]>;

/** A space, as it stands on a site. */
type PlaceOnSite = Pick<SiteSpace, "id"> & { readonly space: Pick<SiteSpace["space"], "id"> };

/** So many are sent at once. */
export const MOST_ROWS = 500;

interface GoodRow {
  /** From one. */
  readonly line: number;
  readonly change: SiteRedirectChange;
}

interface BadRow {
  readonly line: number;
  readonly why: string;
}

export interface RedirectRows {
  readonly good: readonly GoodRow[];
  readonly bad: readonly BadRow[];
}

const SOURCE = new RegExp(SOURCE_PATTERN);

/**
 * Reads rows of a path and where it leads: an address, or the path of a page. A row of heads is none, and empty rows
 * are left out; what can't be read is told with its row, and the others count.
 * @param place the space on the site whose pages are meant
 */
export function readRedirects(text: string, place: PlaceOnSite): RedirectRows {
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  const seen = new Map<string, number>();
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    if (row.trim() === "" || (line === 1 && /^"?(?:source|from)\b/i.test(row))) continue;
    const [source = "", to = ""] = cellsOf(row);
    const why = faultOf(source, to, seen.get(source.toLowerCase()));
    if (why !== undefined) {
      bad.push({ line, why });
      continue;
    }
    seen.set(source.toLowerCase(), line);
    good.push({ line, change: { source, destination: destinationOf(to, place), ...wildcard(source) } });
  }
  return { good, bad };
}

function faultOf(source: string, to: string, former: number | undefined): string | undefined {
  if (!SOURCE.test(source)) return redirectWords.badSource;
  if (source.length > SOURCE_MAX) return redirectWords.longSource(SOURCE_MAX);
  if (to === "") return redirectWords.noComma;
  if (/^[a-z][a-z\d+.-]*:/i.test(to) && !(/^https?:/i.test(to) && URL.canParse(to)))
    return redirectWords.badAddress;
  return former === undefined ? undefined : redirectWords.twice(former);
}

function destinationOf(to: string, place: PlaceOnSite): Destination {
  return /^https?:/i.test(to) ? { kind: "external", url: to } : pathOn(place, to);
}

/** A page by its path; the start of the space by none, which no page has. */
export function pathOn({ id, space }: PlaceOnSite, to: string): Destination {
  const path = to.trim().replace(/^\/+|\/+$/g, "");
  return path === "" ? { kind: "site-space", siteSpaceId: id } : { kind: "path", spaceId: space.id, path };
}

const wildcard = (source: string) => (source.endsWith("*") ? { captureWildcard: true } : {});

/** The cells of a row; one in quotes may have commas, and quotes written twice. */
function cellsOf(row: string): readonly string[] {
  const cells = row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}
