/** Docusaurus: https://docusaurus.io/docs */
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { baseName, folderOf, withoutOrder } from "../pageNames.ts";
import { openPace } from "../../turns/pace.ts";
import { indented, replaceFences, replaceOutsideCode } from "./code.ts";
import { COMMON, CONTENT, IMAGE, LINK, NOTHING } from "./commonComponents.ts";
import type { ComponentTable } from "./components.ts";
import { details, hintOf } from "./dialect.ts";
import { writeDirectives } from "./directives.ts";
import { addressByPath, folderItemsOnce } from "./folders.ts";
import { githubIds } from "./headingIds.ts";
import { joinPath, resolvePath } from "./includes.ts";
import { dollarFormulas } from "./inline.ts";
import { partRules, writeMdx } from "./mdx.ts";
import {
  extraOf,
  numberExtra,
  textExtra,
  withoutExtra,
  type NavItem,
  type NavFacts,
  type Project,
  type Tool,
  type ProjectPage,
} from "./project.ts";
import { redirectsOf, textsOf } from "./redirects.ts";
import { withImports } from "./importedScripts.ts";
import { exportedValue, field, itemsOf, literalOf, textField, valueNamed, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const DOCUSAURUS: Tool = {
  name: "Docusaurus",
  understood:
    "its sidebars, categories, redirects, admonitions, tabs, partials, titles of code, slugs and ids of headings",
  find: ({ paths }) =>
    paths
      .filter((path) => /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path))
      .toSorted((a, b) => a.length - b.length)[0],
  open: openDocusaurus,
};

interface Site {
  readonly folder: string;
  readonly content: string;
  readonly pages: readonly string[];
  readonly categories: ReadonlyMap<string, Category>;
}

interface Category {
  readonly title?: string | undefined;
  readonly order?: number | undefined;
}

async function openDocusaurus(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const folder = folderOf(settings);
  const config = await withImports(files, settings, (await files.text(settings)) ?? "");
  const docs = settingsOfPages(config);
  const content = joinPath(folder, textField(docs, "path") ?? "docs") ?? folder;
  const base = (textField(docs, "routeBasePath") ?? "docs").replace(/^\/|\/$/g, "");
  // What begins with an underscore is shown within other pages.
  const pages = files.paths.filter(
    (path) => path.startsWith(`${content}/`) && /\.mdx?$/i.test(path) && !/\/_/.test(path),
  );
  const site: Site = { folder, content, pages, categories: await readCategories(files, content, told) };
  const { path: sidebarPath, value: sidebars } = await readSidebars(
    files,
    folder,
    textField(docs, "sidebarPath"),
    told,
  );
  return {
    content,
    pages,
    base,
    statics: [joinPath(folder, "static") ?? "static"],
    own: files.paths.filter(
      (path) =>
        path === sidebarPath ||
        (path.startsWith(`${content}/`) && /\/_category_\.(?:json|ya?ml)$/.test(path)),
    ),
    addressOf: (path, meta) => addressOf(content, path, meta),
    includes: (text) => partRules(text, (from, written) => resolveSite(folder, from, written)),
    write: (text, page) => {
      const made = writeDocusaurus(text, page, folder);
      return config.includes("remark-math") ? dollarFormulas(made) : made;
    },
    meta: metaOf,
    headingIds: githubIds,
    facts: (path, meta) => ({
      label: textExtra(meta, "sidebar_label"),
      order: numberExtra(meta, "sidebar_position") ?? orderOf(baseName(path)),
      id: idOf(content, path, meta),
    }),
    navigation: (facts) => navigationOf(sidebars, site, facts, told, settings),
    redirects: redirectsOf(redirectPairs(config), settings, told, base),
  };
}

/** Those of a preset, else of the plugin itself; the settings of a theme have a `docs` of their own, which are others. */
function settingsOfPages(config: string): Literal | undefined {
  const said = exportedValue(config);
  const presets = itemsOf(field(said, "presets")).map((preset) => field(itemsOf(preset)[1], "docs"));
  const plugins = itemsOf(field(said, "plugins"))
    .map(itemsOf)
    .flatMap(([name, own]) =>
      typeof name === "string" && name.includes("content-docs") && own ? [own] : [],
    );
  const found = [...presets, ...plugins].find((one) => one instanceof Map);
  return found ?? valueNamed(config.slice(Math.max(0, config.search(/\bpresets\b/))), "docs");
}

/** Of the plugin that has them; one may lead on from several addresses. */
function redirectPairs(config: string): (readonly [from: string, to: string])[] {
  return itemsOf(valueNamed(config, "redirects")).flatMap((one) => {
    const to = textField(one, "to");
    return to === undefined ? [] : textsOf(field(one, "from")).map((from) => [from, to] as const);
  });
}

function metaOf(meta: PageMeta): PageMeta {
  const isHidden = extraOf(meta, "draft") === true || extraOf(meta, "unlisted") === true;
  const keys = [
    "id",
    "slug",
    "sidebar_label",
    "sidebar_position",
    "sidebar_class_name",
    "hide_title",
    "hide_table_of_contents",
    "toc_min_heading_level",
    "toc_max_heading_level",
    "pagination_label",
    "pagination_next",
    "pagination_prev",
    "displayed_sidebar",
    "custom_edit_url",
    "draft",
    "unlisted",
  ];
  return { ...withoutExtra(meta, keys), ...(isHidden ? { hidden: true } : {}) };
}

function idOf(content: string, path: string, meta: PageMeta): string {
  const below = path.slice(content.length + 1).replace(/\.mdx?$/i, "");
  const segments = below.split("/").map(withoutOrder);
  const own = textExtra(meta, "id");
  return [...segments.slice(0, -1), own ?? segments.at(-1) ?? ""].join("/");
}

function addressOf(content: string, path: string, meta: PageMeta): string {
  const slug = textExtra(meta, "slug");
  const byPath = addressByPath(content, path, true);
  if (slug === undefined) return byPath;
  if (slug.startsWith("/")) return slug.replace(/^\/+|(?<!\/)\/+$/g, "");
  return joinPath(folderOf(byPath), slug) ?? byPath;
}

/** "01-intro": the number orders, where nothing else does. */
function orderOf(name: string): number | undefined {
  const number = /^(\d{1,4})[-_. ]/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

async function readCategories(
  files: ProjectFiles,
  content: string,
  told: ReadingNotes,
): Promise<Map<string, Category>> {
  const found = new Map<string, Category>();
  const pace = openPace();
  for (const path of files.paths) {
    await pace();
    if (!path.startsWith(`${content}/`) || !/\/_category_\.(?:json|ya?ml)$/.test(path)) continue;
    const yaml = await files.yaml((await files.text(path)) ?? "");
    if ("refused" in yaml) told.problem(path, yaml.refused);
    const value = "value" in yaml ? literalOf(yaml.value) : undefined;
    const order = field(value, "position");
    found.set(folderOf(path), {
      title: textField(value, "label"),
      ...(typeof order === "number" ? { order } : {}),
    });
  }
  return found;
}

async function readSidebars(
  files: ProjectFiles,
  folder: string,
  written: string | undefined,
  told: ReadingNotes,
): Promise<{ readonly path?: string; readonly value?: Literal | undefined }> {
  const names = ["js", "ts", "cjs", "mjs", "json"].map((ending) => `sidebars.${ending}`);
  const paths = [...(written === undefined ? [] : [written]), ...names].flatMap(
    (name) => joinPath(folder, name) ?? [],
  );
  const path = paths.find((one) => files.has(one));
  if (path === undefined) return {};
  const text = (await files.text(path)) ?? "";
  const value = exportedValue(
    path.endsWith(".json") ? `export default ${text}` : await withImports(files, path, text),
  );
  if (!(value instanceof Map))
    told.problem(path, "its sidebars are made by a program, so the folders decide");
  return { path, value };
}

function navigationOf(
  sidebars: Literal | undefined,
  site: Site,
  facts: ReadonlyMap<string, NavFacts>,
  told: ReadingNotes,
  settings: string,
): NavItem[] {
  const byFolders = folderItemsOnce(site.pages, {
    facts,
    folderFacts: (path) => site.categories.get(path) ?? { title: undefined, order: orderOf(baseName(path)) },
  });
  if (!(sidebars instanceof Map) || sidebars.size === 0) return [...byFolders(site.content)];
  const byId = new Map([...facts].map(([path, { id = "" }]) => [id, path]));
  const read = (item: Literal, depth: number): NavItem[] => {
    if (depth > 60) return [];
    if (typeof item === "string") return page(item);
    const type = textField(item, "type");
    const title = textField(item, "label");
    if (type === "doc" || type === "ref") return page(textField(item, "id") ?? "", title);
    if (type === "link") return [{ title, href: textField(item, "href") ?? "" }];
    if (type === "html") {
      told.unknown("HTML between the entries of a sidebar is left out", settings);
      return [];
    }
    if (type === "autogenerated")
      return [...byFolders(joinPath(site.content, textField(item, "dirName") ?? ".") ?? site.content)];
    if (type === "category" || field(item, "items") !== undefined) {
      const link = field(item, "link");
      const own = byId.get(textField(link, "id") ?? "");
      return [
        {
          title,
          ...(own === undefined ? {} : { path: own }),
          items: itemsOf(field(item, "items")).flatMap((one) => read(one, depth + 1)),
        },
      ];
    }
    if (!(item instanceof Map) || type !== undefined) {
      told.unknown("an entry of a sidebar is made by a program: it is left out", settings);
      return [];
    }
    // The short form: titles, and what lies below each.
    return [...(item as ReadonlyMap<string, Literal>)].map(([name, items]) => ({
      title: name,
      items: entries(items).flatMap((one) => read(one, depth + 1)),
    }));
  };
  const page = (id: string, title?: string): NavItem[] => {
    const path = byId.get(id);
    if (path === undefined) told.problem(settings, `a sidebar names ${id.slice(0, 200)}, which is not there`);
    return path === undefined ? [] : [{ path, ...(title === undefined ? {} : { title }) }];
  };
  const all = [...(sidebars as ReadonlyMap<string, Literal>)].map(([name, items]) => ({
    name,
    items: entries(items).flatMap((one) => read(one, 0)),
  }));
  return all.length === 1
    ? (all[0]?.items ?? [])
    : all.map(({ name, items }) => ({ title: titleOf(name), items }));
}

/** The short form may stand for a whole sidebar, too. */
function entries(value: Literal): readonly Literal[] {
  return value instanceof Map ? [value as Literal] : itemsOf(value);
}

/** "tutorialSidebar": "Tutorial". */
function titleOf(name: string): string {
  const words = name
    .replace(/_?sidebars?$/i, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : (words[0] ?? "").toUpperCase() + words.slice(1);
}

function resolveSite(folder: string, from: string, written: string): string | undefined {
  return written.startsWith("@site/") ? joinPath(folder, written.slice(6)) : resolvePath(from, written);
}

/** Fences that hide MDX from other readers of the file: on a site it is MDX. */
const shownAsMdx = (text: string): string =>
  replaceFences(text, ({ info, indent, text: inside, whole }) =>
    info === "mdx-code-block" ? indented(inside, indent) : whole,
  );

function writeDocusaurus(text: string, page: ProjectPage, folder: string): string {
  const paths = replaceOutsideCode(
    shownAsMdx(text),
    /(\]\(|["'])@site\//g,
    ([, before = ""]) => `${before}/${folder === "" ? "" : `${folder}/`}`,
  );
  const dialect = writeMdx(withLightSources(paths, page), TABLE, page);
  return writeDirectives(
    dialect,
    ({ name, title, body }) => (name === "details" ? details(title, body) : hintOf(name, title, body)),
    page.told,
    page.path,
  );
}

/** A picture for each look: the one of the light look stands for both. */
function withLightSources(text: string, { told, path }: ProjectPage): string {
  return replaceOutsideCode(text, /\bsources=\{\{([^{}]{0,1000})\}\}/g, ([whole, sources = ""]) => {
    const light = /\blight:\s{0,50}(?:\w{1,50}\(\s{0,50})?["']([^"'\n]{1,500})["']/.exec(sources)?.[1];
    if (light !== undefined) return `src="${light}"`;
    told.unknown(
      "a picture for each look names none for the light one that is known here: it is left out",
      path,
    );
    return whole;
  });
}

const TABLE: ComponentTable = {
  ...COMMON,
  CodeBlock: COMMON["Code"] ?? CONTENT,
  DocCardList: NOTHING,
  TOCInline: NOTHING,
  Head: NOTHING,
  BrowserWindow: CONTENT,
  BrowserOnly: CONTENT,
  Translate: { isInline: true, write: ({ inner }) => inner },
  ThemedImage: IMAGE,
  Link: LINK,
};
