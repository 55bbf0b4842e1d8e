import type { SourceSite } from "./files.ts";
import { decoded } from "../../engine/decoded.ts";
import { folderOf, folderPageRank } from "./pageNames.ts";

/** What a link of a page leads to in the same source. */
export type LinkTarget =
  | { readonly kind: "page"; readonly key: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "reusable"; readonly path: string };

/** Finds the files that links mean. Built once for a source; a look-up costs what the link's length costs. */
export interface LinkLookup {
  /** The content's folder, at which a leading slash begins. */
  readonly root: string;
  readonly targets: ReadonlyMap<string, LinkTarget>;
  /** The same by lower-case path, for links written on systems that don't tell case apart. */
  readonly folded: ReadonlyMap<string, LinkTarget>;
  /** Paths by addresses of the web, without fragments. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Where pages were published, and what is there. */
  readonly site?: { readonly published: SourceSite; readonly byAddress: ReadonlyMap<string, LinkTarget> };
}

const MAX_URL = 4_096;

/**
 * Prepares a look-up.
 * @param targets every linkable file by its path; pages without a file by their folder's path
 */
export function openLookup(
  root: string,
  targets: ReadonlyMap<string, LinkTarget>,
  addresses: ReadonlyMap<string, string> = new Map(),
  published?: SourceSite,
): LinkLookup {
  const all = new Map(targets);
  const ranks = new Map<string, number>();
  for (const [path, target] of targets) {
    const rank = target.kind === "page" ? folderPageRank(path) : undefined;
    const folder = folderOf(path);
    if (rank === undefined || rank >= (ranks.get(folder) ?? Infinity)) continue;
    ranks.set(folder, rank);
    all.set(folder, target);
  }
  const folded = new Map<string, LinkTarget>();
  for (const [path, target] of all) {
    const key = path.toLowerCase();
    if (!folded.has(key)) folded.set(key, target);
  }
  const found = { root, targets: all, folded, addresses };
  if (published === undefined) return found;
  const byAddress = new Map<string, LinkTarget>();
  for (const [path, address] of published.pages) {
    const target = targets.get(path);
    if (target !== undefined) byAddress.set(address.toLowerCase(), target);
  }
  return { ...found, site: { published, byAddress } };
}

/** Whether a destination leaves the source: it has a scheme or a host, or only an anchor of the same page. */
export function leadsOutside(url: string): boolean {
  return url === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|\{)/i.test(url);
}

/** What an address of the web means, when the source was fetched from there. */
export function findAddress(lookup: LinkLookup, url: string): LinkTarget | undefined {
  if (lookup.addresses.size === 0 || url.length > MAX_URL) return undefined;
  const path = lookup.addresses.get(url.replace(/#.*$/s, ""));
  return path === undefined ? undefined : lookup.targets.get(path);
}

/**
 * Finds what a destination written in the file `from` means: the file itself, a page without ".md" or with ".html",
 * a folder's page. Percent signs are decoded once. Gives undefined when there is nothing.
 */
export function findTarget(lookup: LinkLookup, from: string, url: string): LinkTarget | undefined {
  if (url.length > MAX_URL) return undefined;
  for (const name of namesIn(url)) {
    const bases = basesOf(lookup.root, from, name);
    for (const base of bases) {
      const found = findPath(lookup, joined(base, name));
      if (found !== undefined) return found;
    }
    const published = lookup.site === undefined ? undefined : findPublished(lookup, from, name);
    if (published !== undefined) return published;
  }
  return undefined;
}

/** What a destination means on the site that another tool made: from the top, or from the page's address. */
function findPublished(lookup: LinkLookup, from: string, name: string): LinkTarget | undefined {
  const { published, byAddress } = lookup.site ?? {};
  if (published === undefined || byAddress === undefined) return undefined;
  const own = published.pages.get(from) ?? "";
  // A page's address is a folder to some tools, and a file to others.
  const bases = name.startsWith("/") ? [""] : [own, folderOf(own)];
  for (const base of bases) {
    const address = joined(base, name);
    if (address === undefined) continue;
    for (const below of [address, withoutBase(address, published.base)]) {
      const plain = below
        .replace(/\.(?:html?|mdx?)$/i, "")
        .replace(/(?:^|\/)index$/i, "")
        .toLowerCase();
      const found = byAddress.get(plain);
      if (found !== undefined) return found;
      for (const folder of [published.root, ...published.statics]) {
        const file = findPath(lookup, joined(folder, below));
        if (file !== undefined) return file;
      }
    }
  }
  return undefined;
}

function withoutBase(address: string, base: string): string {
  return base !== "" && (address === base || address.startsWith(`${base}/`))
    ? address.slice(base.length + 1)
    : address;
}

/**
 * The paths that a destination means, the first of them that is there. They are not all: what none of them finds may
 * still mean something, by another case or from another folder.
 */
export function meantPaths(root: string, from: string, url: string): string[] {
  const [name = ""] = url.length > MAX_URL ? [] : namesIn(url);
  const path = joined(basesOf(root, from, name)[0] ?? "", name);
  return path === undefined ? [] : candidatesOf(path);
}

/** The names of a destination: decoded, and as it is written. */
function namesIn(url: string): Set<string> {
  const path = url.replace(/[?#].*$/s, "");
  return new Set([decoded(path), path]);
}

/** The folders that a name may begin at. */
function basesOf(root: string, from: string, name: string): string[] {
  return name.startsWith("/") ? [...new Set([root, ""])] : [folderOf(from)];
}

function candidatesOf(path: string): string[] {
  const html = /^(.+)\.html?$/i.exec(path)?.[1];
  const mdx = /^(.+)\.mdx$/i.exec(path)?.[1];
  return [
    path,
    `${path}.md`,
    `${path}.markdown`,
    ...[html, mdx].flatMap((name) => (name === undefined ? [] : [`${name}.md`])),
  ];
}

function findPath(lookup: LinkLookup, path: string | undefined): LinkTarget | undefined {
  if (path === undefined) return undefined;
  const candidates = candidatesOf(path);
  for (const candidate of candidates) {
    const found = lookup.targets.get(candidate);
    if (found !== undefined) return found;
  }
  for (const candidate of candidates) {
    const found = lookup.folded.get(candidate.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The path that a destination of the file `from` names, without what follows it; undefined outside of the source. */
export function folderPath(from: string, url: string): string | undefined {
  if (leadsOutside(url)) return undefined;
  const path = decoded(url.replace(/[?#].*$/s, ""));
  return joined(path.startsWith("/") ? "" : folderOf(from), path);
}

/** Resolves a relative path; undefined when it leaves the source. */
function joined(folder: string, path: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/").normalize("NFC");
}
