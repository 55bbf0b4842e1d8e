/** The outline of a project's pages: its navigation, and behind it what the navigation doesn't name. */
import { pageName, slugOf, titleOfName } from "../pageNames.ts";
import type { OutlineNode } from "../outline.ts";
import type { NavItem, NavFacts } from "./project.ts";

interface Tree {
  /** The name of a page's file in the import, by its path in the project. */
  readonly files: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly facts: ReadonlyMap<string, NavFacts>;
  readonly placed: Set<string>;
  readonly hasLabels: boolean;
}

/** What a part of the navigation lies in. */
interface Above {
  readonly key: string;
  /** The folder that its slug stands for. */
  readonly folder: string;
}

const TOP: Above = { key: "", folder: "" };
const DEEPEST = 80;
const LONGEST_LABEL = 2_000;

/** Gives the outline, and the pages that the navigation leaves out, which come last. */
export function treeOf(
  navigation: readonly NavItem[],
  { files, addresses, facts }: Pick<Tree, "files" | "addresses" | "facts">,
  hasLabels = true,
): { readonly outline: OutlineNode[]; readonly unlisted: string[] } {
  const tree: Tree = { files, addresses, facts, placed: new Set(), hasLabels };
  const outline = navigation.flatMap((item) => nodesOf(tree, item, TOP, 0));
  const unlisted = [...files.keys()].filter((path) => !tree.placed.has(path));
  return { outline: [...outline, ...unlisted.flatMap((path) => nodesOf(tree, { path }, TOP, 1))], unlisted };
}

function nodesOf(tree: Tree, item: NavItem, above: Above, depth: number): OutlineNode[] {
  const { path, href, items = [] } = item;
  const known = path === undefined ? undefined : tree.facts.get(path);
  const file = path === undefined ? undefined : tree.files.get(path);
  const title =
    item.title ??
    known?.label ??
    known?.title ??
    (path === undefined ? "" : titleOfName(pageName(file ?? path)));
  const key = `${above.key}#${slugOf(title)}`;
  if (file !== undefined && path !== undefined && !tree.placed.has(path)) {
    tree.placed.add(path);
    const address = tree.addresses.get(path) ?? "";
    const slug = slugOf(address.split("/").at(-1) || title);
    const label = labelOf(item.linkTitle ?? (tree.hasLabels ? (item.title ?? known?.label) : undefined));
    const children = below(tree, items, { key, folder: address }, depth);
    return [
      {
        type: "document",
        key: file,
        path: file,
        title,
        ...(label === undefined ? {} : { label }),
        slug,
        children,
      },
    ];
  }
  if (href !== undefined || file !== undefined)
    return [
      { type: "link", key, title, href: href ?? file ?? "", children: [] },
      ...below(tree, items, { ...above, key }, depth),
    ];
  const folder = sharedFolder(tree, items);
  const children = below(tree, items, { key, folder: folder ?? above.folder }, depth);
  if (children.length === 0) return [];
  // A folder has its name in an address once, however many titles stand over its pages.
  const isOwn = folder !== undefined && folder !== above.folder;
  const slug = slugOf(isOwn ? (folder.split("/").at(-1) ?? "") : title);
  // Titles over pages are groups at the top alone; further down they are pages without a text.
  return [{ type: depth === 0 ? "group" : "document", key, title, slug, children }];
}

/** A label is words: badges and pictures in it are markup of the tool's own pages. */
function labelOf(written: string | undefined): string | undefined {
  const words = written
    ?.slice(0, LONGEST_LABEL)
    .replace(/<[^<>]{0,500}>/g, "")
    .trim();
  return words === "" ? undefined : words;
}

function below(tree: Tree, items: readonly NavItem[], above: Above, depth: number): OutlineNode[] {
  return depth >= DEEPEST ? [] : items.flatMap((item) => nodesOf(tree, item, above, depth + 1));
}

/** The folder that all pages directly below a title lie in: then their addresses are what they were. */
function sharedFolder({ addresses }: Tree, items: readonly NavItem[]): string | undefined {
  const folders = new Set<string>();
  for (const { path } of items) {
    const address = path === undefined ? undefined : addresses.get(path);
    if (address !== undefined) folders.add(address.split("/").slice(0, -1).join("/"));
  }
  const [folder = ""] = folders;
  return folders.size === 1 && folder !== "" ? folder : undefined;
}
