import { ignoredName } from "./files.ts";
import { assetName } from "./assetNames.ts";
import { baseName, below, folderOf, folderPageRank, slugOfPath } from "./pageNames.ts";
import { listPages } from "./planned.ts";

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

/** The file of a page, and the slug that the page had then. */
export interface KeptPath {
  readonly path: string;
  readonly slug: string;
  /** Whether it stays that page's, whatever its slug has become. */
  readonly isPinned?: boolean;
}

/** Where pages lay when they were imported. */
export interface KeptPaths {
  /** The folder of the content, "" for the top. */
  readonly root: string;
  /** By page id. */
  readonly pages: ReadonlyMap<string, KeptPath>;
  /** Pages that had no file and need none now. */
  readonly without: ReadonlySet<string>;
  /** Paths that no page may get. */
  readonly taken: Iterable<string>;
}

// Far below what a path may have (about 4,096 bytes), for the export is put below some folder.
const MAX_PATH_BYTES = 900;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/**
 * Gives each document of a tree its file, by page id. One that was imported keeps its own; else a page without subpages
 * is `<slug>.md` in its parent's folder, one with subpages `<slug>/README.md`. The page "readme" at the top is the
 * README.md of the whole.
 */
export function exportPaths(pages: readonly PlacedPage[], kept: KeptPaths): Map<string, ExportPath> {
  const paths = new Map<string, ExportPath>();
  const taken = new Set([below(kept.root, "SUMMARY.md"), ...kept.taken].map((path) => path.toLowerCase()));
  const all = listPages(pages);
  const pinned = all.filter(({ id }) => kept.pages.get(id)?.isPinned === true);
  for (const page of pinned.length === 0 ? all : new Set([...pinned, ...all])) {
    const path = keptPath(page, kept);
    if (path === undefined || taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    paths.set(page.id, placeOf(path, page, kept));
  }
  const left = pages.map((page) => ({ page, folder: kept.root })).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { page, folder } = next;
    const segment = pathSegment(page.slug);
    if (page.type === "document" && !paths.has(page.id) && !kept.without.has(page.id)) {
      const path = freePath(documentPath(page, folder, segment, kept.root), taken);
      paths.set(page.id, placeOf(path, page, kept));
    }
    const inside = folderInside(page, paths, kept) ?? below(folder, segment);
    for (const child of page.children.toReversed()) left.push({ page: child, folder: inside });
  }
  return paths;
}

/** The file of an imported page; a name that told its former slug tells the new one. */
function keptPath(page: PlacedPage, { root, pages }: Pick<KeptPaths, "root" | "pages">): string | undefined {
  const kept = page.type === "document" ? pages.get(page.id) : undefined;
  if (kept === undefined || kept.isPinned === true || kept.slug === page.slug) return kept?.path;
  const told =
    folderPageRank(kept.path) === undefined && slugOfPath(belowRoot(root, kept.path)) === kept.slug;
  const renamed = below(folderOf(kept.path), `${pathSegment(page.slug)}.md`);
  return told && folderPageRank(renamed) === undefined ? renamed : kept.path;
}

function placeOf(path: string, { slug }: PlacedPage, { root }: KeptPaths): ExportPath {
  return { path, tellsSlug: slugOfPath(belowRoot(root, path)) === slug };
}

/** The README at the top of the content is not named after the folder that it happens to be in. */
function belowRoot(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Where new pages below an imported one go; undefined where nothing that was imported tells. */
function folderInside(
  page: PlacedPage,
  paths: ReadonlyMap<string, ExportPath>,
  { pages }: KeptPaths,
): string | undefined {
  const own = pages.has(page.id) ? paths.get(page.id)?.path : undefined;
  if (own !== undefined) return folderBelow(own);
  if (pages.size === 0) return undefined;
  const folders = page.children.flatMap(({ id }) =>
    pages.has(id) ? [folderOf(paths.get(id)?.path ?? "")] : [],
  );
  return folders[0] !== undefined && folders.every((folder) => folder === folders[0])
    ? folders[0]
    : undefined;
}

/** The folder of what is below the page of a file. */
const folderBelow = (path: string): string =>
  folderPageRank(path) === undefined ? path.replace(/\.\w+$/, "") : folderOf(path);

/** Where pages lay, and what stands in the place of those without a file. */
interface Places {
  /** By page id. */
  readonly pages: ReadonlyMap<string, KeptPath>;
  /** By page id; that of a folder without a page of its own ends with a slash. */
  readonly keys: ReadonlyMap<string, string>;
}

interface Folders extends Places {
  /** The folders that had no page of their own, each with a slash at the end, by the id of what they became. */
  readonly folders: ReadonlyMap<string, string>;
  /** The folder of the content, "" for the top. */
  readonly root: string;
  /** The file of the first page. */
  readonly readme: string;
}

/**
 * Where everything lies once folders alone tell the tree again: a page that stands below another one than before takes its
 * file along, or its folder, under the name that it has. A folder without a page gets one where that has something to say,
 * and is a file where nothing is left in it.
 */
export function followParents(
  tree: readonly PlacedPage[],
  { root, readme, pages, keys, folders }: Folders,
): Places {
  const places = { pages: new Map(pages), keys: new Map(keys) };
  const left = tree.map((page) => ({ page, folder: root, isTop: true })).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { page, folder, isTop } = next;
    const kept = page.type === "document" ? pages.get(page.id) : undefined;
    const former = folders.get(page.id);
    let inside = below(folder, pathSegment(page.slug));
    if (kept !== undefined) {
      const isFirst =
        kept.path === readme || (folderPageRank(kept.path) !== undefined && folderOf(kept.path) === root);
      const path = isFirst && isTop ? kept.path : pathIn(folder, kept.path, root);
      if (path === undefined) places.pages.delete(page.id);
      else {
        places.pages.set(page.id, { ...kept, path });
        inside = folderBelow(keptPath(page, { root, pages: places.pages }) ?? path);
      }
    } else if (former !== undefined) {
      inside = below(folder, baseName(former.slice(0, -1)));
      const isFolder = page.children.length > 0;
      const path = isFolder ? `${inside}/README.md` : `${inside}.md`;
      if (isFolder && keys.has(page.id)) places.keys.set(page.id, `${inside}/`);
      else {
        places.keys.delete(page.id);
        if (isFolder || folderPageRank(path) === undefined)
          places.pages.set(page.id, { path, slug: page.slug });
      }
    }
    for (const child of page.children.toReversed()) left.push({ page: child, folder: inside, isTop: false });
  }
  return places;
}

/** The path of a file in another folder; undefined for the page of the top, which has no name that it could go by. */
function pathIn(folder: string, path: string, root: string): string | undefined {
  // Of two that could be a folder's page one is below the other.
  if (folderPageRank(path) === undefined || folderOf(path) === folder) return below(folder, baseName(path));
  if (folderOf(path) === root) return undefined;
  return below(folder, `${baseName(folderOf(path))}/${baseName(path)}`);
}

function documentPath(page: PlacedPage, folder: string, segment: string, root: string): string {
  if (folder === root && page.slug === "readme") return below(root, "README.md");
  const file = below(folder, `${segment}.md`);
  // A file of that name would be read back as the page of the folder it lies in, or as the table of contents.
  const misread = folderPageRank(file) !== undefined || file === below(root, "summary.md");
  const path = misread || page.children.length > 0 ? below(folder, `${segment}/README.md`) : file;
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  return `${folder.split("/", 1)[0] ?? ""}/${segment}.md`;
}

/** A slug as the name of a file or folder that every system takes and every import reads. */
function pathSegment(slug: string): string {
  const name = assetName(slug);
  return WINDOWS_DEVICE.test(name) || ignoredName(name) !== undefined ? `page-${name}` : name;
}

/** A path that nothing has yet; a folder of it that is a file somewhere gets a number as well. */
function freePath(path: string, taken: Set<string>): string {
  let wanted = path;
  let free = path;
  for (let number = 2, held = heldPart(free, taken); held > 0; held = heldPart(free, taken), number += 1) {
    if (held < free.length) wanted = `${free.slice(0, held)}~${number}${free.slice(held)}`;
    free = held < free.length ? wanted : wanted.replace(/(\/README)?\.md$/, `~${number}$1.md`);
  }
  taken.add(free.toLowerCase());
  return free;
}

/** How long the part of a path is that is taken: itself, or a folder of it. */
function heldPart(path: string, taken: ReadonlySet<string>): number {
  const folded = path.toLowerCase();
  for (let part = folded; part !== ""; part = folderOf(part)) if (taken.has(part)) return part.length;
  return 0;
}

/** Gives each file its path, in order; a name that is taken goes into a numbered folder. */
export function assetPaths(names: readonly string[], kept: Iterable<string> = []): string[] {
  // Some systems don't tell case apart.
  const taken = new Set([...kept].map((path) => path.toLowerCase()));
  const counts = new Map<string, number>();
  // Where a folder of it is a file of somebody else's, or a link, there is another.
  let folder = ".gitbook/assets";
  for (let number = 1; heldPart(folder, taken) > 0; number += 1)
    folder = number === 1 ? "assets" : `assets~${number}`;
  return names.map((name) => {
    const safe = assetName(name);
    const folded = safe.toLowerCase();
    let count = (counts.get(folded) ?? 0) + 1;
    const path = (): string => `${folder}/${count === 1 ? "" : `${count}/`}${safe}`;
    while (taken.has(path().toLowerCase())) count += 1;
    counts.set(folded, count);
    return path();
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
