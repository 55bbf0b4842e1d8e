/** VitePress: https://vitepress.dev */
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { folderOf } from "../pageNames.ts";
import { replaceBetween, replaceOutsideCode } from "./code.ts";
import { BADGE, COMMON } from "./commonComponents.ts";
import { writeComponents, type ComponentTable } from "./components.ts";
import { button, cards, details, hintOf } from "./dialect.ts";
import { writeDirectives } from "./directives.ts";
import { codeGroup, writeFences } from "./fences.ts";
import { addressByPath, folderItems } from "./folders.ts";
import { vitepressIds } from "./headingIds.ts";
import { between, joinPath, lineRange, resolvePath, type IncludeRule } from "./includes.ts";
import { dollarFormulas, headingIds, withoutContents } from "./inline.ts";
import {
  extraOf,
  withoutExtra,
  type NavItem,
  type NavFacts,
  type Project,
  type Tool,
  type ProjectPage,
} from "./project.ts";
import { withImports } from "./importedScripts.ts";
import { field, itemsOf, literalOf, textField, valueNamed, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const VITEPRESS: Tool = {
  name: "VitePress",
  understood:
    "its sidebar, containers, groups of code, snippets, included files, the start page and ids of headings",
  find: ({ paths }) =>
    paths
      .filter((path) => /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/.test(path))
      .toSorted((a, b) => a.length - b.length)[0],
  open: openVitepress,
};

async function openVitepress(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const config = await withImports(files, settings, (await files.text(settings)) ?? "");
  const folder = folderOf(folderOf(settings.replace(/\/config\/index\./, "/config.")));
  const written = valueNamed(config, "srcDir");
  const content = typeof written === "string" ? (joinPath(folder, written) ?? folder) : folder;
  const prefix = content === "" ? "" : `${content}/`;
  const pages = files.paths.filter(
    (path) =>
      path.startsWith(prefix) &&
      path.endsWith(".md") &&
      !/(?:^|\/)(?:\.vitepress\/|node_modules\/|README\.md$)/.test(path.slice(prefix.length)) &&
      !isPart(path.slice(prefix.length), config),
  );
  const base = valueNamed(config, "base");
  return {
    content,
    pages,
    base: typeof base === "string" ? base.replace(/^\/|\/$/g, "") : "",
    statics: [`${prefix}public`],
    own: files.paths.filter((path) => path.startsWith(`${folder === "" ? "" : `${folder}/`}.vitepress/`)),
    addressOf: (path) => addressByPath(content, path),
    includes: () => includeRules(content),
    write: (text, page) => writeVitepress(text, page, /\bmath\b/.test(config)),
    meta: metaOf,
    headingIds: vitepressIds,
    facts: () => ({}),
    navigation: (facts) => navigationOf(valueNamed(config, "sidebar"), content, pages, facts, told, settings),
  };
}

/** What lies in a folder of parts is shown within other pages, unless the settings name it. */
function isPart(path: string, config: string): boolean {
  return /(?:^|\/)(?:parts|snippets)\//.test(path) && !config.includes(path.replace(/\.md$/, ""));
}

function metaOf(meta: PageMeta): PageMeta {
  const name = meta.title ?? textField(literalOf(extraOf(meta, "hero") ?? null), "name");
  return { ...withoutExtra(meta, KEYS), ...(name === undefined ? {} : { title: name }) };
}

const KEYS = [
  "hero", "features", "layout", "outline", "prev", "next", "sidebar", "aside", "editLink", "lastUpdated", "pageClass",
  "titleTemplate", "footer", "navbar", "head",
]; // prettier-ignore

function navigationOf(
  sidebar: Literal | undefined,
  content: string,
  pages: readonly string[],
  facts: ReadonlyMap<string, NavFacts>,
  told: ReadingNotes,
  settings: string,
): NavItem[] {
  const known = new Set(pages);
  const start = pages
    .filter((path) => path === (content === "" ? "index.md" : `${content}/index.md`))
    .map((path): NavItem => ({ path }));
  if (Array.isArray(sidebar)) return [...start, ...itemsAt(sidebar, "", content, known, 0)];
  if (!(sidebar instanceof Map)) {
    if (sidebar !== undefined)
      told.problem(settings, "its sidebar is made by a program, so the folders decide");
    return folderItems(pages, content, { facts });
  }
  const parts = [...(sidebar as ReadonlyMap<string, Literal>)].map(([prefix, value]) => {
    const base = textField(value, "base") ?? "";
    const list = Array.isArray(value) ? value : (field(value, "items") ?? []);
    return { prefix, items: itemsAt(list, base, content, known, 0) };
  });
  return [...start, ...parts.flatMap(({ items }) => items)];
}

function itemsAt(
  list: Literal,
  base: string,
  content: string,
  pages: ReadonlySet<string>,
  depth: number,
): NavItem[] {
  if (depth > 60) return [];
  return itemsOf(list).map((item): NavItem => {
    const own = textField(item, "base") ?? base;
    const link = textField(item, "link");
    const title = textField(item, "text");
    const items = itemsAt(field(item, "items") ?? [], own, content, pages, depth + 1);
    if (link === undefined) return { title, items };
    const path = pageAt(`${own}${link}`, content, pages);
    return path === undefined ? { title, href: link, items } : { path, title, items };
  });
}

function pageAt(link: string, content: string, pages: ReadonlySet<string>): string | undefined {
  if (/^[a-z]+:/i.test(link) || link.includes("#")) return undefined;
  const path = joinPath(content, link.replace(/[?#][^]*$/, "").replace(/\.(?:html|md)$/, ""));
  if (path === undefined) return undefined;
  return [`${path}.md`, path === "" ? "index.md" : `${path}/index.md`].find((one) => pages.has(one));
}

const CONTAINERS = new Set(["info", "tip", "warning", "danger", "note", "important", "caution"]);

function writeVitepress(text: string, page: ProjectPage, hasMath: boolean): string {
  const plain = withoutContents(withoutScripts(bareTitle(text)));
  const directed = writeDirectives(
    plain,
    ({ name, title, body }) => {
      if (name === "code-group") return codeGroup(body);
      if (name === "details") return details(title, body);
      if (name === "raw" || name === "v-pre") return body;
      return CONTAINERS.has(name) ? hintOf(name, title, body) : undefined;
    },
    page.told,
    page.path,
  );
  const made = writeComponents(directed, TABLE, page.told, page.path);
  replaceOutsideCode(made, /\{\{[^{}\n]{1,200}\}\}/g, ([whole]) => {
    page.told.unknown(
      "an expression in braces stands in the text as it is written, since none is run",
      page.path,
    );
    return whole;
  });
  return `${startPage(page.meta)}${headingIds(writeFences(hasMath ? dollarFormulas(made) : made))}`;
}

const TABLE: ComponentTable = { ...COMMON, Badge: BADGE };

/** A badge behind the title of a page is no word of it. */
function bareTitle(text: string): string {
  return text.replace(
    /^(# [^\n<]{1,300}?)[ \t]*<Badge\b[^\n<>]{0,300}(?:\/>|>[^\n<]{0,100}<\/Badge>)[ \t]*$/m,
    "$1",
  );
}

/** What a component of Vue runs and how it looks. */
function withoutScripts(text: string): string {
  const scripts = replaceBetween(text, /^<script\b[^>\n]{0,200}>/gm, "</script>", () => "");
  return replaceBetween(scripts, /^<style\b[^>\n]{0,200}>/gm, "</style>", () => "");
}

/** A start page says all in its front matter: a claim, buttons and features. */
function startPage(meta: PageMeta): string {
  const hero = literalOf(extraOf(meta, "hero") ?? null);
  const features = itemsOf(literalOf(extraOf(meta, "features") ?? null));
  const said = [textField(hero, "text"), textField(hero, "tagline")].filter(
    (one) => one !== undefined && one !== "",
  );
  const actions = itemsOf(field(hero, "actions")).map((one) =>
    button(textField(one, "text") ?? "", textField(one, "link") ?? "/", textField(one, "theme") !== "alt"),
  );
  const tiles = features.map((one) => ({
    title: [emojiField(one, "icon"), textField(one, "title") ?? ""].filter((part) => part !== "").join(" "),
    text: textField(one, "details") ?? "",
    href: textField(one, "link"),
  }));
  const parts = [...said, actions.join(" "), tiles.length === 0 ? "" : cards(tiles)].filter(
    (part) => part !== "",
  );
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n\n`;
}

/** An emoji in the place of a drawing; names of drawings and their sources say nothing here. */
function emojiField(value: Literal, key: string): string {
  const text = textField(value, key) ?? "";
  return /^\p{Extended_Pictographic}[^\w<]{0,10}$/u.test(text) ? text : "";
}

function includeRules(content: string): IncludeRule[] {
  const resolve = (from: string, written: string): string[] => {
    const path =
      written.startsWith("@/") || written.startsWith("@@/")
        ? joinPath(content, written.replace(/^@@?\//, ""))
        : resolvePath(from, written);
    return path === undefined ? [] : [path];
  };
  return [
    {
      pattern:
        /<!--[ \t]*@include:[ \t]*([^\s{}#<>]{1,500})(?:#([\w-]{1,100}))?(?:\{(\d{0,9}),?(\d{0,9})\})?[ \t]*-->/g,
      inCode: true,
      read: ([, written = "", region, first, last], from) => ({
        paths: resolve(from, written),
        select: (text) => selected(text.replace(/^---\n[^]*?\n---\n/, ""), region, first, last),
      }),
    },
    {
      pattern:
        /^[ \t]*<<<[ \t]+([^\s{}#[\]]{1,500})(?:#([\w-]{1,100}))?(?:[ \t]*\{([^}\n]{0,200})\})?(?:[ \t]*\[([^\]\n]{1,200})\])?[ \t]*$/gm,
      inCode: false,
      read: ([, written = "", region, info = "", title], from) => ({
        paths: resolve(from, written),
        select: (text) => selected(text, region),
        write: (text, path) => {
          const language = /[a-z]+$/.exec(info)?.[0] ?? path.split(".").at(-1) ?? "";
          const lines = /[\d,-]+/.exec(info)?.[0];
          return `\`\`\`${language}${lines === undefined ? "" : `{${lines}}`}${title === undefined ? "" : ` [${title}]`}\n${text.trimEnd()}\n\`\`\``;
        },
      }),
    },
  ];
}

function selected(text: string, region: string | undefined, first = "", last = ""): string | undefined {
  if (region === undefined)
    return lineRange(text, first === "" ? 1 : Number(first), last === "" ? Infinity : Number(last));
  const found = between(
    text,
    (line) => /#region\b/.test(line) && line.includes(region),
    (line) => /#endregion\b/.test(line),
  );
  return found ?? headingSection(text, region);
}

/** The section under a heading, for which a region may stand too. */
function headingSection(text: string, region: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex(
    (line) =>
      /^#{1,6} /.test(line) &&
      line
        .replace(/^#+ /, "")
        .trim()
        .toLowerCase()
        .replace(/[^\w]+/g, "-") === region,
  );
  if (start < 0) return undefined;
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1;
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^#{1,${level}} `).test(line));
  return lines.slice(start, end < 0 ? undefined : end).join("\n");
}
