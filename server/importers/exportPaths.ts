import { ignoredName } from "./files.ts";
import { assetName } from "./assetNames.ts";
import { below, folderPageRank, slugOfPath } from "./pageNames.ts";

/** What the place of a page in an export depends on. */
interface PlacedPage {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly children: readonly PlacedPage[];
}

/** The file of a document. */
export interface ExportPath {
  readonly path: string;
  /** Whether the path alone tells the slug, when it is read back. */
  readonly tellsSlug: boolean;
}

// Far below what a path may have (about 4,096 bytes), for the export is put below some folder.
const MAX_PATH_BYTES = 900;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/**
 * Gives each document of a tree its file, by page id: a page without subpages is `<slug>.md` in its parent's folder,
 * one with subpages `<slug>/README.md`. The page "readme" at the top is the README.md of the whole.
 */
export function exportPaths(pages: readonly PlacedPage[]): Map<string, ExportPath> {
  const paths = new Map<string, ExportPath>();
  const taken = new Set(["summary.md"]);
  const left = pages.map((page) => ({ page, folder: "" })).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { page, folder } = next;
    const segment = pathSegment(page.slug);
    if (page.type === "document") {
      const path = freePath(documentPath(page, folder, segment), taken);
      paths.set(page.id, { path, tellsSlug: slugOfPath(path) === page.slug });
    }
    for (const child of page.children.toReversed())
      left.push({ page: child, folder: below(folder, segment) });
  }
  return paths;
}

function documentPath(page: PlacedPage, folder: string, segment: string): string {
  if (folder === "" && page.slug === "readme") return "README.md";
  const file = below(folder, `${segment}.md`);
  // A file of that name would be read back as the page of the folder it lies in, or as the table of contents.
  const misread = folderPageRank(file) !== undefined || file === "summary.md";
  const path = misread || page.children.length > 0 ? below(folder, `${segment}/README.md`) : file;
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  return `${folder.split("/", 1)[0] ?? ""}/${segment}.md`;
}

/** A slug as the name of a file or folder that every system takes and every import reads. */
function pathSegment(slug: string): string {
  const name = assetName(slug);
  return WINDOWS_DEVICE.test(name) || ignoredName(name) !== undefined ? `page-${name}` : name;
}

function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let number = 2; taken.has(free); number += 1)
    free = path.replace(/(\/README)?\.md$/, `~${number}$1.md`);
  taken.add(free);
  return free;
}

/** Gives each file its path, in order; a name that is taken goes into a numbered folder. */
export function assetPaths(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const safe = assetName(name);
    // Some systems don't tell case apart.
    const folded = safe.toLowerCase();
    const count = (taken.get(folded) ?? 0) + 1;
    taken.set(folded, count);
    return count === 1 ? `.gitbook/assets/${safe}` : `.gitbook/assets/${count}/${safe}`;
  });
}

/** The way from one file of an export to another, percent-encoded so that it needs no other escape anywhere. */
export function relativeUrl(from: string, to: string): string {
  const source = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared])
    shared += 1;
  const up = source.slice(shared).map(() => "..");
  return [...up, ...target.slice(shared).map(encodeSegment)].join("/");
}

function encodeSegment(segment: string): string {
  return segment.replace(/[^\p{L}\p{N}\p{M}._~-]/gu, (character) => {
    return [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join("");
  });
}
