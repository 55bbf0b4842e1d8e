import type { OutlineNode } from "./outline.ts";
import {
  baseName,
  byName,
  folderOf,
  folderPageRank,
  pageName,
  slugOf,
  titleOfName,
  withoutOrder,
} from "./pageNames.ts";

interface Folder {
  /** With a slash at the end; "" for the top. */
  readonly prefix: string;
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

/** What repositories tell agents by: it is about the pages, and is none unless a table of contents says so. */
export const isForAgents = (path: string): boolean => /^(?:AGENTS|CLAUDE)\.md$/.test(baseName(path));

/**
 * The page tree that folders stand for, when there is no table of contents.
 * A folder's README.md or index.md is its page (else a file beside it with its name, else a page without text).
 * The top's is the first page; the rest are in natural order, by which a prefix like "01-" counts and is then left
 * out of slugs and titles.
 * @param paths the pages' files, all below `root`
 * @param root the folder of the content, "" for the top
 * @param readme the file of the first page, when the settings name one
 */
export function folderOutline(
  paths: readonly string[],
  root: string,
  readme: string | undefined,
): OutlineNode[] {
  const top: Folder = { prefix: root === "" ? "" : `${root}/`, files: [], folders: new Map() };
  const named = paths.find((path) => path === readme);
  for (const path of paths) {
    if (path !== named && !isForAgents(path))
      folderAt(top, folderOf(path).slice(top.prefix.length)).files.push(path);
  }
  const first = named ?? folderPage(top);
  const rest = withoutFile(top, first);
  return [...(first === undefined ? [] : [documentNode(first, [])]), ...childNodes(rest)];
}

function folderAt(top: Folder, path: string): Folder {
  let folder = top;
  for (const name of path === "" ? [] : path.split("/")) {
    const found = folder.folders.get(name);
    const next = found ?? {
      prefix: `${folder.prefix}${name}/`,
      files: [],
      folders: new Map<string, Folder>(),
    };
    folder.folders.set(name, next);
    folder = next;
  }
  return folder;
}

function childNodes(folder: Folder): OutlineNode[] {
  const named: { name: string; node: OutlineNode }[] = [];
  const namesakes = new Map<string, string>();
  for (const path of folder.files) {
    const sub = folder.folders.get(pageName(path));
    if (sub !== undefined && folderPage(sub) === undefined) namesakes.set(pageName(path), path);
    else named.push({ name: pageName(path), node: documentNode(path, []) });
  }
  for (const [name, sub] of folder.folders) named.push({ name, node: folderNode(sub, namesakes.get(name)) });
  return named.toSorted((a, b) => byName(a.name, b.name)).map(({ node }) => node);
}

function folderNode(folder: Folder, namesake: string | undefined): OutlineNode {
  const page = folderPage(folder) ?? namesake;
  const children = childNodes(withoutFile(folder, page));
  if (page !== undefined) return documentNode(page, children, folder);
  const name = baseName(folder.prefix.slice(0, -1));
  return {
    type: "document",
    key: folder.prefix,
    title: titleOfName(name),
    slug: slugOf(withoutOrder(name)),
    children,
  };
}

function documentNode(path: string, children: readonly OutlineNode[], folder?: Folder): OutlineNode {
  const name = folder === undefined ? pageName(path) : baseName(folder.prefix.slice(0, -1));
  return {
    type: "document",
    key: path,
    path,
    title: titleOfName(name),
    slug: slugOf(withoutOrder(name)),
    children,
  };
}

/** The file in a folder that is the folder's own page. */
function folderPage(folder: Folder): string | undefined {
  const ranked = folder.files.flatMap((path) => {
    const rank = folderPageRank(path);
    return rank === undefined ? [] : [{ path, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank || byName(a.path, b.path))[0]?.path;
}

function withoutFile(folder: Folder, path: string | undefined): Folder {
  return path === undefined ? folder : { ...folder, files: folder.files.filter((file) => file !== path) };
}
