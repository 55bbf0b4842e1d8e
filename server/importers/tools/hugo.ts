/** Hugo, with the shortcodes of its own and of well-known themes: https://gohugo.io, https://www.docsy.dev */
import { stringify } from "yaml";
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { baseName, folderOf } from "../pageNames.ts";
import { writeFences } from "./fences.ts";
import { addressByPath, folderItems } from "./folders.ts";
import { hugoIds } from "./headingIds.ts";
import { joinPath, resolvePath, type IncludeRule } from "./includes.ts";
import { dollarFormulas, headingIds, withoutContents } from "./inline.ts";
import {
  extraOf,
  numberExtra,
  textExtra,
  withoutExtra,
  type NavFacts,
  type Project,
  type Tool,
} from "./project.ts";
import { textsOf } from "./redirects.ts";
import { field, literalOf, textField, type Literal } from "./script.ts";
import { writeShortcodes } from "./shortcodes.ts";
import type { ReadingNotes } from "./told.ts";
import { toml } from "./toml.ts";
import type { ProjectFiles } from "./projectFiles.ts";

const SETTINGS = /(?:^|\/)(?:hugo|config|config\/_default\/(?:hugo|config))\.(?:toml|ya?ml|json)$/;

export const HUGO: Tool = {
  name: "Hugo",
  understood:
    "its sections by weight, front matter in TOML, aliases, shortcodes of Hugo, Docsy and other themes, and ids of headings",
  find: ({ paths }) => {
    const folders = new Set(paths.flatMap((path) => /^(.*?)(?:^|\/)content\/.+\.md$/.exec(path)?.[1] ?? []));
    return paths
      .filter((path) => SETTINGS.test(path) && folders.has(folderOf(path.replace(/config\/_default\//, ""))))
      .toSorted((a, b) => a.length - b.length)[0];
  },
  open: openHugo,
};

async function openHugo(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const folder = folderOf(settings.replace(/config\/_default\//, ""));
  const said = (await files.text(settings)) ?? "";
  const config = await configOf(files, said, settings, told);
  const hasMath = /passthrough|katex|mathjax|math *[=:] *true/.test(said);
  const top = joinPath(folder, textField(config, "contentDir") ?? "content") ?? "content";
  const first = textField(config, "defaultContentLanguage") ?? "en";
  const language = first.toLowerCase();
  const languages = await languagesOf(files, folder, config, told);
  const names = languages instanceof Map ? [...(languages as ReadonlyMap<string, Literal>).keys()] : [];
  // Codes are written with capitals or without, here and there.
  const named = names.find((name) => name.toLowerCase() === language);
  const own = named === undefined ? undefined : textField(field(languages, named), "contentDir");
  const inTop = `${top}/${language}/`;
  const ofLanguage = files.paths.find(
    (path) => path.slice(0, inTop.length).toLowerCase() === inTop.toLowerCase(),
  );
  const content =
    own !== undefined ? (joinPath(folder, own) ?? top) : (ofLanguage?.slice(0, inTop.length - 1) ?? top);
  const all = files.paths.filter((path) => path.startsWith(`${content}/`) && path.endsWith(".md"));
  const isOf = languageOfFile(all, names, language);
  const pages = all.filter((path) => isOf(path) === language);
  const others = [...new Set(all.map(isOf))].filter((code) => code !== language);
  if (others.length > 0)
    told.problem(
      settings,
      `${others.slice(0, 20).join(", ")}: translations are left out; import them into spaces of their own`,
    );
  const ending = `.${language}.md`;
  const bare = (path: string): string =>
    path.toLowerCase().endsWith(ending) ? `${path.slice(0, -ending.length)}.md` : path;
  const prefix = folder === "" ? "" : `${folder}/`;
  const refer = refersTo(pages, content, bare);
  const formulas = hasMath ? dollarFormulas : (text: string) => text;
  return {
    content,
    pages,
    statics: [`${prefix}static`, `${prefix}assets`, `${prefix}static/${first}`],
    addressOf: (path, meta) => addressOf(content, bare(path), meta),
    includes: () => fileRules(prefix, content),
    front: tomlFrontMatter(told),
    write: (text, page) => {
      const written = writeShortcodes(text, page, (ref) => refer(ref, page.path));
      return headingIds(writeFences(formulas(withoutContents(written))));
    },
    meta: metaOf,
    headingIds: hugoIds,
    facts: (path, meta) => factsOf(meta, addressOf(content, bare(path), meta)),
    navigation: (facts) => folderItems(pages, content, { facts }),
  };
}

/** The languages of the settings, which may lie in a file of their own. */
async function languagesOf(
  files: ProjectFiles,
  folder: string,
  config: Literal | undefined,
  told: ReadingNotes,
): Promise<Literal | undefined> {
  const said = field(config, "languages");
  if (said !== undefined) return said;
  const names = ["toml", "yaml", "yml", "json"].map((ending) => `config/_default/languages.${ending}`);
  const path = names.flatMap((name) => joinPath(folder, name) ?? []).find((one) => files.has(one));
  return path === undefined ? undefined : configOf(files, (await files.text(path)) ?? "", path, told);
}

/**
 * The language that the ending of a file names; the first one where it names none. Where the settings name no languages,
 * an ending is one if the page is there without it or with another, too: "node.js.md" has none.
 */
function languageOfFile(
  paths: readonly string[],
  names: readonly string[],
  first: string,
): (path: string) => string {
  const codes = new Set([first, ...names].map((name) => name.toLowerCase()));
  const forms = new Map<string, number>();
  const count = (page: string): void => void forms.set(page, (forms.get(page) ?? 0) + 1);
  for (const path of paths) count(LANGUAGE.exec(path)?.[1] ?? path.slice(0, -".md".length));
  return (path) => {
    const [, page = "", written = ""] = LANGUAGE.exec(path) ?? [];
    const code = written.toLowerCase();
    const isCode =
      codes.has(code) ||
      (names.length === 0 && /^[a-z]{2}(?:-[a-z]{2})?$/.test(code) && (forms.get(page) ?? 0) > 1);
    return isCode ? code : first;
  };
}

const LANGUAGE = /^(.*)\.([a-z]{2,3}(?:-[a-z0-9]{2,4})?)\.md$/i;

/**
 * What `ref` leads to: a page beside this one, or by its path, or the one of that name wherever it is; a folder is its
 * own page. What is none stays as it is written, for the report to name.
 */
function refersTo(
  pages: readonly string[],
  content: string,
  bare: (path: string) => string,
): (written: string, from: string) => string {
  const known = new Map(pages.map((path) => [bare(path), path]));
  const byName = new Map<string, string>();
  for (const path of pages) {
    const isOfFolder = /\/_?index\.md$/.test(bare(path));
    const name = baseName(isOfFolder ? folderOf(path) : bare(path).replace(/\.md$/, ""));
    byName.set(name, byName.get(name) ?? path);
  }
  const found = (path: string | undefined): string | undefined => {
    if (path === undefined) return undefined;
    const found = [path, `${path}.md`, `${path}/_index.md`, `${path}/index.md`].find((one) => known.has(one));
    return found === undefined ? undefined : known.get(found);
  };
  return (written, from) => {
    const [, path = "", anchor = ""] = /^([^#]*)(.*)$/.exec(written) ?? [];
    if (path === "" || /^[a-z]+:/i.test(path)) return written;
    const page =
      (path.startsWith("/") ? undefined : found(joinPath(folderOf(from), path))) ??
      found(joinPath(content, path)) ??
      (path.includes("/") ? undefined : byName.get(path.replace(/\.md$/, "")));
    if (page === undefined || page === joinPath(folderOf(from), path)) return written;
    return `/${page.slice(content.length + 1)}${anchor}`;
  };
}

async function configOf(
  files: ProjectFiles,
  text: string,
  path: string,
  told: ReadingNotes,
): Promise<Literal | undefined> {
  if (path.endsWith(".toml")) return toml(text, path, told);
  const yaml = await files.yaml(text);
  if ("refused" in yaml) told.problem(path, yaml.refused);
  return "value" in yaml ? literalOf(yaml.value) : undefined;
}

function addressOf(content: string, path: string, meta: PageMeta): string {
  const url = textExtra(meta, "url");
  if (url !== undefined && url.startsWith("/")) return url.replace(/^\/+|(?<!\/)\/+$/g, "");
  const slug = textExtra(meta, "slug");
  const own = addressByPath(content, path).toLowerCase();
  return slug === undefined ? own : [folderOf(own), slug].filter((part) => part !== "").join("/");
}

function metaOf(meta: PageMeta): PageMeta {
  const isHidden = extraOf(meta, "draft") === true || extraOf(meta, "toc_hide") === true;
  const description = meta.description ?? textExtra(meta, "summary");
  const keys = [
    "weight",
    "linkTitle",
    "linktitle",
    "draft",
    "slug",
    "url",
    "type",
    "menu",
    "summary",
    "toc_hide",
    "hide_summary",
    "simple_list",
    "no_list",
    "aliases",
    "resources",
    "cascade",
    "bookCollapseSection",
    "bookFlatSection",
    "geekdocCollapseSection",
    "sidebar",
    "params",
    "layout",
    "outputs",
  ];
  const title = meta.title ?? textExtra(meta, "linkTitle");
  return {
    ...withoutExtra(meta, keys),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(isHidden ? { hidden: true } : {}),
  };
}

/** @param address of the page: aliases without a slash before them are beside it */
function factsOf(meta: PageMeta, address: string): NavFacts {
  const beside = address.includes("/") ? folderOf(address) : "";
  const aliases = textsOf(literalOf(extraOf(meta, "aliases") ?? null));
  return {
    label: textExtra(meta, "linkTitle") ?? textExtra(meta, "linktitle"),
    order: numberExtra(meta, "weight"),
    aliases: aliases.map((one) => (one.startsWith("/") ? one : `${beside}/${one}`)),
  };
}

/** Between lines of plus signs stands TOML. */
function tomlFrontMatter(told: ReadingNotes): (text: string) => string {
  return (text) => {
    if (!text.startsWith("+++")) return text;
    const end = /\n\+\+\+[ \t]*(?:\r?\n|$)/.exec(text.slice(0, 70_000));
    if (end === null) return text;
    const value = toml(text.slice(text.indexOf("\n") + 1, end.index + 1), "front matter", told);
    const yaml = value instanceof Map ? stringify(plain(value), { lineWidth: 0 }) : "";
    return `---\n${yaml}---\n${text.slice(end.index + end[0].length)}`;
  };
}

function plain(value: Literal): unknown {
  if (value instanceof Map)
    return Object.fromEntries(
      [...(value as ReadonlyMap<string, Literal>)].map(([key, one]) => [key, plain(one)]),
    );
  return Array.isArray(value) ? (value as readonly Literal[]).map(plain) : value;
}

/** Files that shortcodes show. */
function fileRules(prefix: string, content: string): IncludeRule[] {
  return [
    {
      pattern:
        /\{\{[<%][ \t]*(readfile|include|code_sample|codenew|code|snippet|embed)[ \t]+(?:file=)?["']([^"'\n]{1,300})["']([^<>%\n]{0,300})[>%]\}\}/g,
      inCode: false,
      read: ([, kind = "", file = "", rest = ""], from) => {
        const paths = [
          resolvePath(from, file),
          joinPath(content, file),
          joinPath(prefix, file),
          joinPath(`${prefix}content`, file),
          joinPath(`${prefix}examples`, file),
          joinPath(`${content}/examples`, file),
        ].filter((path) => path !== undefined);
        const language =
          /(?:lang|language)=["']([\w-]+)["']/.exec(rest)?.[1] ?? baseName(file).split(".").at(-1) ?? "";
        const isCode = /^code|^snippet|^embed/.test(kind) || /code=["']?true/.test(rest);
        return {
          paths,
          ...(isCode
            ? {
                write: (text: string) =>
                  `\`\`\`${language} title="${baseName(file)}"\n${text.trimEnd()}\n\`\`\``,
              }
            : {}),
        };
      },
    },
  ];
}
