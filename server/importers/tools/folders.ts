/** The tree that folders make, in the order that pages say themselves. */
import { baseName, byName, folderOf, pageName, titleOfName, withoutOrder } from "../pageNames.ts";
import type { NavItem, NavFacts } from "./project.ts";

export interface FolderFacts {
  readonly title?: string | undefined;
  readonly order?: number | undefined;
  readonly isHidden?: boolean | undefined;
  /** Puts what lies directly in it into an order of its own; what it leaves out is in no navigation. */
  readonly arrange?: (entries: readonly FolderEntry[]) => readonly NavItem[];
}

/** A page or a folder that lies directly in another. */
export interface FolderEntry {
  /** Of a folder that has a page beside it, both. */
  readonly paths: readonly string[];
  readonly isFolder: boolean;
  readonly isHidden: boolean;
  readonly item: NavItem;
}

interface Folder {
  readonly path: string;
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

export interface FolderReading {
  readonly facts: ReadonlyMap<string, NavFacts>;
  /** What a folder says of itself, where it has no page. */
  readonly folderFacts?: (folder: string) => FolderFacts | undefined;
}

/** Paths that are looked at for all folders that settings name. */
const MOST_READ = 50_000_000;
const MOST_MADE = 500_000;

/** Hugo has the language of a page behind its name. */
const PAGE_OF_FOLDER = /^(?:(?:index|readme|_index)|_?index\.[a-z]{2}(?:-[a-z]{2})?)$/i;

/**
 * The same for settings that name folders: each folder once, since a page has one place, and a list that names one
 * again and again would make its tree as often.
 */
export function folderItemsOnce(
  paths: readonly string[],
  reading: FolderReading,
): (root: string) => readonly NavItem[] {
  const named = new Set<string>();
  let read = 0;
  let made = 0;
  return (root) => {
    if (named.has(root) || read >= MOST_READ || made >= MOST_MADE) return [];
    named.add(root);
    const below = root === "" ? paths : paths.filter((path) => path.startsWith(`${root}/`));
    read += paths.length;
    made += below.length;
    return folderItems(below, root, reading);
  };
}

/** The items of a folder: its own page first, the rest by order and name. */
export function folderItems(paths: readonly string[], root: string, reading: FolderReading): NavItem[] {
  const top: Folder = { path: root, files: [], folders: new Map() };
  for (const path of paths) {
    if (root !== "" && !path.startsWith(`${root}/`)) continue;
    let folder = top;
    const inside = folderOf(path).slice(root === "" ? 0 : root.length + 1);
    for (const name of inside === "" ? [] : inside.split("/")) {
      const next = folder.folders.get(name) ?? {
        path: folder.path === "" ? name : `${folder.path}/${name}`,
        files: [],
        folders: new Map<string, Folder>(),
      };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(path);
  }
  const page = pageOf(top);
  return [...(page === undefined ? [] : [itemOf(page, reading)]), ...inside(top, reading)];
}

/** The page of a folder, by its name. */
function pageOf({ files, path }: Folder): string | undefined {
  return (
    files.find((file) => PAGE_OF_FOLDER.test(nameOf(file))) ??
    files.find((file) => nameOf(file) === baseName(path))
  );
}

function nameOf(path: string): string {
  return pageName(path).replace(/\.mdx?$/i, "");
}

function itemOf(path: string, { facts }: FolderReading, items: readonly NavItem[] = []): NavItem {
  return { path, title: facts.get(path)?.label, items };
}

function inside(folder: Folder, reading: FolderReading): NavItem[] {
  const { facts, folderFacts } = reading;
  const own = pageOf(folder);
  const entries: (FolderEntry & { readonly name: string; readonly order: number })[] = [];
  for (const path of folder.files) {
    const known = facts.get(path);
    if (path === own) continue;
    // "setup.md" beside "setup/" is its page.
    const sub = folder.folders.get(nameOf(path));
    if (sub !== undefined && pageOf(sub) === undefined) continue;
    const order = known?.order ?? Infinity;
    entries.push({
      name: nameOf(path),
      order,
      paths: [path],
      isFolder: false,
      isHidden: false,
      item: itemOf(path, reading),
    });
  }
  const pages = new Map(folder.files.toReversed().map((path) => [nameOf(path), path]));
  for (const [name, sub] of folder.folders) {
    const page = pageOf(sub) ?? pages.get(name);
    const said = folderFacts?.(sub.path);
    const items = inside(sub, reading);
    const order = said?.order ?? (page === undefined ? undefined : facts.get(page)?.order);
    const item =
      page === undefined ? { title: said?.title ?? titleOfName(name), items } : itemOf(page, reading, items);
    entries.push({
      name,
      order: order ?? Infinity,
      paths: page === undefined || page === pageOf(sub) ? [sub.path] : [sub.path, page],
      isFolder: true,
      isHidden: said?.isHidden === true,
      item: said?.title === undefined ? item : { ...item, title: said.title },
    });
  }
  const sorted = entries.toSorted((a, b) =>
    a.order === b.order ? byName(a.name, b.name) : a.order - b.order,
  );
  return [
    ...(folderFacts?.(folder.path)?.arrange?.(sorted) ??
      sorted.flatMap(({ item, isHidden }) => (isHidden ? [] : [item]))),
  ];
}

/** A page's address by its path below the content: "guides/index.mdx" is "guides". */
export function addressByPath(content: string, path: string, isOrdered = false): string {
  const below = content === "" ? path : path.slice(content.length + 1);
  const segments = below.replace(/\.(?:mdx?|markdown)$/i, "").split("/");
  if (PAGE_OF_FOLDER.test(segments.at(-1) ?? "")) segments.pop();
  return (isOrdered ? segments.map(withoutOrder) : segments).join("/");
}
