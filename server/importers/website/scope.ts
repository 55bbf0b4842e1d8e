/** Which addresses belong to a website that is imported, and the paths that their pages get. */
import { decoded } from "../../../engine/decoded.ts";
import { safePath } from "../files.ts";

export interface CrawlScope {
  readonly origin: string;
  /** Begins and ends with a slash. */
  readonly prefix: string;
}

/** Names of files that are no pages. */
const FILES =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|css|js|mjs|json|xml|txt|rss|atom|pdf|zip|gz|tgz|bz2|xz|7z|tar|rar|exe|dmg|deb|rpm|iso|msi|jar|war|whl|epub|docx?|xlsx?|pptx?|csv|ya?ml|toml|mp[34]|m4[av]|webm|ogg|wav|mov|avi|woff2?|ttf|otf|eot|map|md|py|sh)$/i;
const PAGE_ENDING = /\.(?:x?html?|php|aspx?|jsp)$/i;
const INDEX = /^(?:index|default)$/i;
const LONGEST = 1_500;

/**
 * What is imported from an address on: the folder it lies in, of its origin. An address of one segment without an
 * ending, as "/docs", is taken for the folder itself.
 */
export function scopeOf(start: URL): CrawlScope {
  const { origin, pathname } = start;
  if (pathname.endsWith("/")) return { origin, prefix: pathname };
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  const isSection = pathname.lastIndexOf("/") === 0 && !last.includes(".");
  return { origin, prefix: isSection ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf("/") + 1) };
}

/** The address of a page of the website, as a key; undefined for what is none. Queries and fragments don't count. */
export function pageAddress(scope: CrawlScope, written: string): string | undefined {
  const url = parsed(written);
  if (url === undefined || url.origin !== scope.origin || url.search !== "" || url.href.length > LONGEST)
    return undefined;
  const isInside = url.pathname.startsWith(scope.prefix) || `${url.pathname}/` === scope.prefix;
  if (!isInside || FILES.test(url.pathname)) return undefined;
  url.hash = "";
  return url.href;
}

function parsed(written: string): URL | undefined {
  return URL.canParse(written) ? new URL(written) : undefined;
}

/** Folders and name of a page below the scope, without what stands for the page of a folder. */
export function segmentsOf(scope: CrawlScope, address: string): string[] {
  const path = new URL(address).pathname;
  const rest = path.startsWith(scope.prefix) ? path.slice(scope.prefix.length) : "";
  const segments = rest.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last !== undefined && !path.endsWith("/"))
    segments[segments.length - 1] = last.replace(PAGE_ENDING, "");
  if (INDEX.test(segments.at(-1) ?? "") && !path.endsWith("/")) segments.pop();
  return segments.map(readable);
}

function readable(segment: string): string {
  return decoded(segment).replaceAll("/", "-").replace(/^\.+/, "") || "page";
}

/** A path for a page's file that no other one has; `taken` holds them all, in lower case. */
export function freePath(segments: readonly string[], taken: Set<string>): string {
  const joined = segments.length === 0 ? "index" : segments.join("/");
  const safe = safePath(joined);
  // A table of contents would decide about all others.
  const plain =
    "path" in safe && !/^(?:summary|readme)$/i.test(safe.path) ? safe.path : `page-${joined.length}`;
  const path = /^(?:summary|readme)$/i.test(joined) ? `${joined}-page` : plain;
  for (let number = 1; ; number++) {
    const free = `${path}${number === 1 ? "" : `~${number}`}.md`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
