/** Nextra: https://nextra.site */
import { baseName, folderOf } from "../pageNames.ts";
import { COMMON, CONTENT } from "./commonComponents.ts";
import type { ComponentRow, ComponentTable } from "./components.ts";
import { hint, styleOf } from "./dialect.ts";
import { addressByPath, folderItems } from "./folders.ts";
import { githubIds } from "./headingIds.ts";
import { dollarFormulas } from "./inline.ts";
import { partRules, writeMdx } from "./mdx.ts";
import { textExtra, type NavItem, type NavFacts, type Project, type Tool } from "./project.ts";
import { exportedValue, field, textField, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

const META = /(?:^|\/)_meta\.(?:json|[jt]sx?)$/;

export const NEXTRA: Tool = {
  name: "Nextra",
  understood:
    "the order and titles of its _meta files, callouts, tabs, steps, cards, titles of code and ids of headings",
  find: async (files) => {
    for (const path of files.paths.filter((one) => /(?:^|\/)next\.config\.[cm]?[jt]s$/.test(one)))
      if (/nextra/.test((await files.text(path)) ?? "")) return path;
    return files.paths.find((path) => META.test(path));
  },
  open: openNextra,
};

async function openNextra(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const metas = files.paths.filter((path) => META.test(path));
  const content = contentOf(files, settings, metas);
  const hasMath = /latex\s*:\s*(?:true|\{)/.test((await files.text(settings)) ?? "");
  const prefix = content === "" ? "" : `${content}/`;
  const pages = files.paths.filter(
    (path) => path.startsWith(prefix) && /\.mdx?$/i.test(path) && !/^_|\/_/.test(path.slice(prefix.length)),
  );
  const orders = new Map<string, Literal>();
  for (const path of metas) {
    const text = (await files.text(path)) ?? "";
    const value = exportedValue(path.endsWith(".json") ? `export default ${text}` : text);
    if (value instanceof Map) orders.set(folderOf(path), value);
    else told.problem(path, "it is made by a program, so names decide the order");
  }
  const globals = files.paths.filter((path) => /(?:^|\/)_meta\.global\.[jt]sx?$/.test(path));
  for (const path of globals)
    told.problem(
      path,
      "the order of all folders in one file is not read: write a _meta file into each folder",
    );
  return {
    content,
    pages,
    own: [...metas, ...globals],
    statics: [`${folderOf(settings) === "" ? "" : `${folderOf(settings)}/`}public`],
    addressOf: (path) => addressOf(content, path),
    includes: (text) => partRules(text),
    write: (text, page) =>
      hasMath ? dollarFormulas(writeMdx(text, TABLE, page)) : writeMdx(text, TABLE, page),
    headingIds: githubIds,
    facts: (_, meta) => ({ label: textExtra(meta, "sidebarTitle") }),
    navigation: (facts) =>
      ordered(folderItems(pages, content, { facts }), content, { orders, content, facts }, 0),
  };
}

/** Pages lie in `pages`, `content` or `app`, at the top or in `src`. */
function contentOf(files: ProjectFiles, settings: string, metas: readonly string[]): string {
  const top = META.test(settings) ? "" : folderOf(settings);
  const folders = ["content", "src/content", "pages", "src/pages", "app", "src/app"].map((name) =>
    top === "" ? name : `${top}/${name}`,
  );
  const found = folders.find((folder) =>
    files.paths.some((path) => path.startsWith(`${folder}/`) && /\.mdx?$/.test(path)),
  );
  return found ?? metas.map(folderOf).toSorted((a, b) => a.length - b.length)[0] ?? top;
}

/** In `app` each page is a folder, and folders in parentheses are no part of addresses. */
function addressOf(content: string, path: string): string {
  return addressByPath(content, path.replace(/\/page\.(mdx?)$/, "/index.$1"))
    .replace(/\([^)/]*\)\/?/g, "")
    .replace(/\/$/, "");
}

interface Ordering {
  readonly orders: ReadonlyMap<string, Literal>;
  readonly content: string;
  readonly facts: ReadonlyMap<string, NavFacts>;
}

/** The items of a folder in the order of its `_meta`: what it doesn't name comes last. */
function ordered(items: readonly NavItem[], folder: string, ordering: Ordering, depth: number): NavItem[] {
  const order = ordering.orders.get(folder);
  const names = order instanceof Map ? [...(order as ReadonlyMap<string, Literal>).keys()] : [];
  const deeper = items.map((item) => {
    const name = nameOf(item, folder);
    const said = field(order, name);
    const title = typeof said === "string" ? said : (textField(said, "title") ?? item.title);
    const below =
      depth > 60
        ? []
        : ordered(item.items ?? [], folder === "" ? name : `${folder}/${name}`, ordering, depth + 1);
    return { name, item: { ...item, title, items: below } };
  });
  const links = names.flatMap((name) => {
    const href = textField(field(order, name), "href");
    return href === undefined
      ? []
      : [{ name, item: { title: textField(field(order, name), "title") ?? name, href } }];
  });
  const rank = new Map(names.map((name, index) => [name, index]));
  const own = new Set(deeper.map(({ name }) => name));
  const all = [...deeper, ...links.filter(({ name }) => !own.has(name))];
  const sorted = all
    .filter(({ name }) => textField(field(order, name), "display") !== "hidden")
    .toSorted((a, b) => (rank.get(a.name) ?? Infinity) - (rank.get(b.name) ?? Infinity) || 0);
  if (depth > 0) return sorted.map(({ item }) => item);
  const separators = names
    .filter((name) => textField(field(order, name), "type") === "separator")
    .map((name) => ({ at: rank.get(name) ?? 0, title: textField(field(order, name), "title") }));
  return grouped(
    sorted.map(({ name, item }) => ({ at: rank.get(name) ?? Infinity, item })),
    separators,
  );
}

/** At the top, what stands behind a title between entries is a group of that name, up to the next such line. */
function grouped(
  entries: readonly { readonly at: number; readonly item: NavItem }[],
  separators: readonly { readonly at: number; readonly title: string | undefined }[],
): NavItem[] {
  const groups = new Map<number, NavItem[]>();
  const all: NavItem[] = [];
  let next = 0;
  for (const { at, item } of entries) {
    while ((separators[next]?.at ?? Infinity) < at) next += 1;
    const index = next - 1;
    const title = separators[index]?.title;
    const group = groups.get(index);
    if (title === undefined) all.push(item);
    else if (group !== undefined) group.push(item);
    else {
      const items = [item];
      groups.set(index, items);
      all.push({ title, items });
    }
  }
  return all;
}

/** The name of a page or folder in the `_meta` beside it. */
function nameOf({ path, items = [] }: NavItem, folder: string): string {
  const prefix = folder === "" ? "" : `${folder}/`;
  const own = path ?? firstPath(items);
  if (own === undefined) return "";
  const below = own.startsWith(prefix) ? own.slice(prefix.length) : baseName(own);
  return (below.split("/")[0] ?? "").replace(/\.mdx?$/i, "");
}

function firstPath(items: readonly NavItem[]): string | undefined {
  for (const { path, items: below = [] } of items) {
    const found = path ?? firstPath(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

const CARDS = COMMON["Cards"] as ComponentRow;
const CARD = COMMON["Card"] as ComponentRow;

const TABLE: ComponentTable = {
  ...COMMON,
  Callout: { write: (one) => hint(styleOf(one.text("type")), one.text("title"), one.inner) },
  Cards: CARDS,
  "Cards.Card": CARD,
  "FileTree.Folder": { write: ({ text, inner }) => `- ${text("name")}\n${inner.replace(/^(?=.)/gm, "  ")}` },
  "FileTree.File": { write: ({ text }) => `- ${text("name")}\n` },
  Bleed: CONTENT,
};
