/** MkDocs, with the extensions of Material: https://www.mkdocs.org, https://squidfunk.github.io/mkdocs-material */
import { field, itemsOf, textField, type Literal } from "./script.ts";
import { folderOf } from "../pageNames.ts";
import { writeAdmonitions } from "./admonitions.ts";
import { replaceBetween, replaceOutsideCode } from "./code.ts";
import { cards, type CardText } from "./dialect.ts";
import { writeFences } from "./fences.ts";
import { addressByPath, folderItems, type FolderReading } from "./folders.ts";
import { pythonIds, unicodeIds } from "./headingIds.ts";
import { between, joinPath, lineRange, type IncludeRule } from "./includes.ts";
import {
  attributeLists,
  definitionLists,
  dollarFormulas,
  headingIds,
  materialIcons,
  pythonMarks,
  withoutContents,
} from "./inline.ts";
import { readOrders } from "./mkdocsOrder.ts";
import { findSettings, inFirstLanguage, readSettings, tellPlugins } from "./mkdocsSettings.ts";
import { entriesOf, redirectsOf } from "./redirects.ts";
import { withoutExtra, type NavItem, type Project, type Tool } from "./project.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const MKDOCS: Tool = {
  name: "MkDocs",
  understood:
    "its navigation, redirects, admonitions, tabs, snippets, titles of code, buttons, icons and ids of headings",
  find: findSettings,
  open: openMkdocs,
};

async function openMkdocs(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const { config, written, paths } = await readSettings(files, settings, told);
  tellPlugins(config, settings, told);
  const folder = folderOf(settings);
  const docs = textField(config, "docs_dir") ?? "docs";
  const root = joinPath(folder, docs) ?? folder;
  const all = files.paths.filter(
    (path) => path.startsWith(root === "" ? "" : `${root}/`) && /\.(?:md|markdown)$/i.test(path),
  );
  const { content, pages } = await inFirstLanguage(config, { content: root, pages: all }, settings, told);
  const orders = await readOrders(files, { content: root, pages }, told);
  const bases = snippetBases(config).flatMap((base) => joinPath(folder, base) ?? []);
  const nav = field(config, "nav");
  const hasMath = written.includes("arithmatex");
  const marks = {
    sub: written.includes("pymdownx.tilde") && !/\bsubscript: *false/.test(written),
    sup: written.includes("pymdownx.caret") && !/\bsuperscript: *false/.test(written),
    critic: written.includes("pymdownx.critic"),
    keys: written.includes("pymdownx.keys"),
    mark: written.includes("pymdownx.mark"),
    insert: written.includes("pymdownx.caret") && !/\binsert: *false/.test(written),
  };
  return {
    content,
    pages,
    statics: [],
    addressOf: (path) => addressByPath(content, path),
    includes: () => snippetRules([...bases, folder, content]),
    write: (text, { path, told: said }) =>
      writeMkdocs(pythonMarks(hasMath ? dollarFormulas(text) : text, marks), path, said),
    meta: (meta) => withoutExtra(meta, ["template", "hide", "search", "status"]),
    headingIds: /pymdownx\.slugs/.test(written) ? unicodeIds : pythonIds,
    facts: (path) => ({ isHidden: /(?:^|\/)(?:includes|_snippets|snippets)\//.test(path) }),
    own: [...paths, ...orders.paths],
    navigation: (facts) => {
      const reading = { facts, folderFacts: orders.of };
      return Array.isArray(nav)
        ? listed(nav, content, pages, reading, (path) =>
            told.problem(settings, `its navigation names ${path.slice(0, 200)}, which is not there`),
          )
        : folderItems(pages, content, reading);
    },
    redirects: redirectsOf(redirectPairs(config, docs), settings, told),
  };
}

/** Of the plugin that has them: files that are gone, and those that stand for them, both below the folder of pages. */
function redirectPairs(config: Literal | undefined, docs: string): (readonly [from: string, to: string])[] {
  const plugins = field(config, "plugins");
  const settings = [plugins, ...itemsOf(plugins)].map((one) => field(one, "redirects"));
  return settings.flatMap((one) =>
    entriesOf(field(one, "redirect_maps")).map(
      ([from, to]) => [addressByPath("", from), /^https?:/.test(to) ? to : `${docs}/${to}`] as const,
    ),
  );
}

function writeMkdocs(text: string, path: string, told: ReadingNotes): string {
  const blocks = definitionLists(writeAdmonitions(gridCards(withoutContents(text))));
  const inline = attributeLists(headingIds(blocks));
  // Macros are programs.
  replaceOutsideCode(inline, /\{\{[^{}\n]{1,200}\}\}|\{%[^%\n]{1,200}%\}/g, ([whole]) => {
    if (!OURS.test(whole))
      told.unknown("a macro in braces stands in the text as it is written, since none is run", path);
    return whole;
  });
  return writeFences(materialIcons(withoutMarkdownAttribute(inline)));
}

const OURS = /^\{% (?:end)?(?:hint|tabs?|code|stepper|step|columns?|embed)\b/;

/** `<div markdown>`: its content is Markdown here where empty lines part it from the tags; a picture with its caption is one. */
function withoutMarkdownAttribute(text: string): string {
  const figures = replaceBetween(
    text,
    /<figure\b[^<>\n]{0,300}?\smarkdown(?:="(?:1|block|span)")?[^<>\n]{0,300}>/g,
    "</figure>",
    (inner) => {
      const [, alt = "", src, caption = ""] =
        /^\s*!\[([^\]\n]{0,500})\]\(([^()\s]{1,2000})\)\s*(?:<figcaption[^<>]{0,300}>([^]{0,5000})<\/figcaption>\s*)?$/.exec(
          inner.slice(0, 10_000),
        ) ?? [];
      if (src === undefined) return undefined;
      const words = caption.trim() === "" ? "" : `<figcaption><p>${caption.trim()}</p></figcaption>`;
      return `<figure><img src="${src}" alt="${alt.replaceAll('"', "&quot;")}">${words}</figure>`;
    },
  );
  const opened = replaceOutsideCode(
    figures,
    /(<[a-z]+\b[^<>\n]{0,300}?)\s+markdown(?:="(?:1|block|span)")?(?=[\s>])([^<>\n]{0,300}>)?([ \t]*\n(?!\s*\n))?/g,
    ([, tag = "", rest = "", end]) => `${tag}${rest}${end === undefined ? "" : "\n\n"}`,
  );
  return opened === figures
    ? opened
    : replaceOutsideCode(
        opened,
        /(?<=\S)\n([ \t]*<\/(?:div|section|article|details)>)/g,
        ([, close = ""]) => `\n\n${close}`,
      );
}

/** Cards are a list in a box; those that hold more than a title, words and a link stay one. */
function gridCards(text: string): string {
  return replaceBetween(
    text,
    /^[ \t]*<div class="grid(?: cards)?" markdown>[ \t]*\n/gm,
    "</div>",
    (inner) => {
      const plain = inner.replace(/^[ \t]*---[ \t]*$/gm, "");
      const [above = "", ...items] = plain.split(/^[-*+][ \t]+(?=\S)/m);
      const made = above.trim() === "" ? items.map(cardOf) : [];
      const isWhole = made.length > 0 && made.every((card) => card !== undefined);
      return isWhole ? `${cards(made as CardText[])}\n` : plain;
    },
  );
}

/** A title in bold, perhaps behind an icon, then words, and a link alone in the last paragraph. */
function cardOf(item: string): CardText | undefined {
  const [head = "", ...rest] = item
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [, icon = "", title] =
    /^(:[\w-]{1,80}:)?(?:\{[^{}\n]{0,100}\})?\s*(?:\*\*|__)([^*_\n]{1,200})(?:\*\*|__)$/.exec(head) ?? [];
  const link = /^\[[^\][\n]{1,300}\]\(([^()\s]{1,1000})\)$/.exec(rest.at(-1) ?? "")?.[1];
  const body = link === undefined ? rest : rest.slice(0, -1);
  if (
    title === undefined ||
    body.some((part) => /^(?:[-*+] |[>|#]|```|~~~|!!!|\?\?\?|!\[|=== |\d+\. )/m.test(part))
  )
    return undefined;
  return {
    title: [icon, title].filter((part) => part !== "").join(" "),
    text: body.join("\n\n"),
    href: link,
  };
}

/** The entry of awesome-pages that stands for all pages that no other names, in the list or in a part of it. */
const REST = "...";

function listed(
  nav: readonly Literal[],
  content: string,
  pages: readonly string[],
  reading: FolderReading,
  missing: (path: string) => void,
): NavItem[] {
  const known = new Set(pages);
  const items = nav.flatMap((item) => navItem(item, content, known, missing));
  const named = new Set<string>();
  const note = ({ path, items: below = [] }: NavItem): void => {
    if (path !== undefined) named.add(path);
    below.forEach(note);
  };
  items.forEach(note);
  let others: readonly string[] = pages.filter((path) => !named.has(path));
  const filled = (item: NavItem): NavItem[] => {
    const isRest = item.title === REST && item.items === undefined;
    if (!isRest || item.path !== undefined || item.href !== undefined)
      return [item.items === undefined ? item : { ...item, items: item.items.flatMap(filled) }];
    // Of two, the first has them.
    const own = others;
    others = [];
    return folderItems(own, content, reading);
  };
  return items.flatMap(filled);
}

function navItem(
  item: Literal,
  content: string,
  pages: ReadonlySet<string>,
  missing: (path: string) => void,
): NavItem[] {
  const target = (written: string, title: string | undefined): NavItem => {
    const path = joinPath(content, written);
    if (path !== undefined && pages.has(path)) return { path, title };
    const isLink = /^(?:[a-z]+:|\/)/i.test(written);
    if (!isLink && written !== REST) missing(written);
    return { title: title ?? written, ...(isLink ? { href: written } : {}) };
  };
  if (typeof item === "string") return [target(item, undefined)];
  if (!(item instanceof Map)) return [];
  return [...(item as ReadonlyMap<string, Literal>)].map(([title, value]): NavItem => {
    if (typeof value === "string") return target(value, title);
    return { title, items: itemsOf(value).flatMap((one) => navItem(one, content, pages, missing)) };
  });
}

/** `pymdownx.snippets` says where it looks. */
function snippetBases(config: Literal | undefined): string[] {
  for (const extension of itemsOf(field(config, "markdown_extensions"))) {
    const base = field(field(extension, "pymdownx.snippets"), "base_path");
    if (typeof base === "string") return [base];
    if (Array.isArray(base)) return (base as readonly Literal[]).filter((one) => typeof one === "string");
  }
  return [];
}

function snippetRules(bases: readonly string[]): IncludeRule[] {
  const read = (written: string) => {
    const [, path = "", first, last, section] =
      /^([^:]+?)(?::(\d*)(?::(\d*))?|:([\w-]+))?$/.exec(written.trim()) ?? [];
    const paths = bases.flatMap((base) => joinPath(base, path) ?? []);
    if (section !== undefined)
      return {
        paths,
        select: (text: string) =>
          between(
            text,
            (line) => line.includes(`[start:${section}]`),
            (line) => line.includes(`[end:${section}]`),
          ),
      };
    const from = first === undefined || first === "" ? 1 : Number(first);
    const to = last === undefined || last === "" ? Infinity : Number(last);
    return { paths, select: (text: string) => withoutMarks(lineRange(text, from, to)) };
  };
  return [
    {
      pattern: /(?<![;\w-])-{1,5}8<-{1,5}[ \t]+(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/g,
      inCode: true,
      read: ([, double, written = double ?? ""]) => (written.startsWith("http") ? undefined : read(written)),
    },
  ];
}

/** The marks of sections are no text. */
function withoutMarks(text: string): string {
  return text.replace(/^.{0,40}--8<--[ \t]*\[(?:start|end):[\w-]+\].{0,20}\n?/gm, "");
}
