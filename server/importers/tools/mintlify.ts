/** Mintlify: https://mintlify.com/docs */
import { escapeAttribute as encode } from "entities";
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { folderOf, titleOfName } from "../pageNames.ts";
import {
  BADGE,
  COMMON,
  CONTENT,
  CONTENT_INLINE,
  DETAILS,
  FRAME,
  NOTHING,
  PARAMETER,
} from "./commonComponents.ts";
import type { ComponentRow, ComponentTable } from "./components.ts";
import { code, columns } from "./dialect.ts";
import { addressByPath } from "./folders.ts";
import { joinPath, type IncludeRule } from "./includes.ts";
import { dollarFormulas } from "./inline.ts";
import { redirectsOf } from "./redirects.ts";
import { partRules, partText, writeMdx } from "./mdx.ts";
import { textExtra, withoutExtra, type NavItem, type Project, type Tool } from "./project.ts";
import { field, itemsOf, literalOf, textField, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const MINTLIFY: Tool = {
  name: "Mintlify",
  understood:
    "its navigation with tabs, groups and anchors, components, snippets, redirects and titles of code",
  find: async (files) => {
    const candidates = files.paths.filter((one) => /(?:^|\/)(?:docs|mint)\.json$/.test(one));
    for (const path of candidates.toSorted((a, b) => a.length - b.length))
      if (field(await jsonOf(files, path), "navigation") !== undefined) return path;
    return undefined;
  },
  open: openMintlify,
};

async function jsonOf(files: ProjectFiles, path: string): Promise<Literal | undefined> {
  try {
    return literalOf(JSON.parse((await files.text(path)) ?? ""));
  } catch {
    return undefined;
  }
}

async function openMintlify(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const config = await jsonOf(files, settings);
  const content = folderOf(settings);
  const prefix = content === "" ? "" : `${content}/`;
  const all = files.paths.filter((path) => path.startsWith(prefix) && /\.mdx?$/i.test(path));
  const pages = all.filter(
    (path) =>
      !/^(?:snippets|_snippets|node_modules)\/|(?:^|\/)(?:README|LICENSE|CONTRIBUTING)\.md$/i.test(
        path.slice(prefix.length),
      ),
  );
  const known = new Map(pages.map((path) => [addressByPath("", path.slice(prefix.length)), path]));
  for (const path of pages) known.set(path.slice(prefix.length).replace(/\.mdx?$/i, ""), path);
  return {
    content,
    pages,
    statics: [],
    addressOf: (path) => path.slice(prefix.length).replace(/\.mdx?$/i, ""),
    includes: (text) => [
      ...snippetRules(prefix),
      ...partRules(text, (from, written) =>
        written.startsWith("/") ? joinPath(content, written) : joinPath(folderOf(from), written),
      ),
    ],
    write: (text, page) => operation(page.meta) + dollarFormulas(writeMdx(text, TABLE, page)),
    meta: metaOf,
    facts: (_, meta) => ({ label: textExtra(meta, "sidebarTitle") }),
    navigation: () => withoutLoneTab(itemsAt(field(config, "navigation") ?? null, known, told, settings, 0)),
    redirects: redirectsOf(redirectPairs(config), settings, told),
  };
}

function metaOf(meta: PageMeta): PageMeta {
  return withoutExtra(meta, [
    "sidebarTitle",
    "mode",
    "openapi",
    "api",
    "iconType",
    "og:title",
    "twitter:title",
    "rss",
    "keywords",
  ]);
}

/** The page of an operation whose description lies elsewhere: its method and path. */
function operation(meta: PageMeta): string {
  const said = textExtra(meta, "openapi") ?? textExtra(meta, "api") ?? "";
  const found = /(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(\S+)$/i.exec(said);
  return found === null ? "" : `\`${found[1]?.toUpperCase()} ${found[2]}\`\n\n`;
}

/** What a navigation has on each level: lists of pages, groups, and parts of several kinds over them. */
const PARTS = [
  "tabs",
  "anchors",
  "dropdowns",
  "products",
  "versions",
  "languages",
  "menu",
  "groups",
  "pages",
] as const;
const NAMES = ["group", "tab", "anchor", "dropdown", "product", "version", "item", "language"] as const;

function itemsAt(
  level: Literal,
  known: ReadonlyMap<string, string>,
  told: ReadingNotes,
  settings: string,
  depth: number,
): NavItem[] {
  if (depth > 60) return [];
  if (Array.isArray(level))
    return (level as readonly Literal[]).flatMap((item) => itemOf(item, known, told, settings, depth));
  const items = PARTS.flatMap((part) => {
    const list = itemsOf(field(level, part));
    // Of several languages or versions the first is the one that readers are shown.
    const taken = part === "languages" || part === "versions" ? firstOf(list, part, told, settings) : list;
    return taken.flatMap((item) => itemOf(item, known, told, settings, depth));
  });
  return [...items, ...linksOf(field(level, "global"))];
}

function firstOf(
  list: readonly Literal[],
  part: string,
  told: ReadingNotes,
  settings: string,
): readonly Literal[] {
  if (list.length > 1)
    told.problem(settings, `of its ${part} the first is imported; import others into spaces of their own`);
  const chosen = list.find((one) => field(one, "default") === true) ?? list[0];
  // Its own name says nothing where it is alone.
  return chosen === undefined ? [] : PARTS.flatMap((inner) => itemsOf(field(chosen, inner)));
}

/** A tab that is the only one with pages is no level of its own: its groups are the space's. */
function withoutLoneTab(items: readonly NavItem[]): readonly NavItem[] {
  const [tab, ...others] = items.filter(({ items: below = [] }) => below.length > 0);
  const below = tab?.items ?? [];
  const isLone =
    tab?.path === undefined && others.length === 0 && below.every((one) => (one.items ?? []).length > 0);
  return isLone ? items.flatMap((item) => (item === tab ? below : [item])) : items;
}

function linksOf(global: Literal | undefined): NavItem[] {
  return itemsOf(field(global, "anchors")).flatMap((one) => {
    const href = textField(one, "href");
    return href === undefined ? [] : [{ title: textField(one, "anchor") ?? href, href }];
  });
}

function itemOf(
  item: Literal,
  known: ReadonlyMap<string, string>,
  told: ReadingNotes,
  settings: string,
  depth: number,
): NavItem[] {
  if (typeof item === "string") {
    const path = known.get(item.replace(/^\/+|(?<!\/)\/+$/g, "").replace(/\.mdx?$/i, ""));
    if (path !== undefined) return [{ path }];
    if (/^(?:GET|POST|PUT|PATCH|DELETE)\s/.test(item))
      told.unknown(
        "an operation of an API description is listed as a page: add the description to the organization, and a computed page",
        settings,
      );
    else told.problem(settings, `its navigation names ${item.slice(0, 200)}, which is not there`);
    return [];
  }
  const title = NAMES.map((name) => textField(item, name)).find((name) => name !== undefined);
  const href = textField(item, "href");
  const named = textField(item, "root");
  const root = named === undefined ? undefined : known.get(named);
  const items = itemsAt(item, known, told, settings, depth + 1);
  if (field(item, "openapi") !== undefined && items.length === 0)
    told.unknown(
      "a group is made of an API description: add the description to the organization, and a computed page",
      settings,
    );
  if (items.length === 0 && root === undefined)
    return href === undefined ? [] : [{ title: title ?? href, href }];
  return [{ title: title ?? titleOfName(""), ...(root === undefined ? {} : { path: root }), items }];
}

function redirectPairs(config: Literal | undefined): (readonly [from: string, to: string])[] {
  return itemsOf(field(config, "redirects")).flatMap((one) => {
    const from = textField(one, "source");
    const to = textField(one, "destination");
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
}

function snippetRules(prefix: string): IncludeRule[] {
  return [
    {
      pattern: /<Snippet\s+file=["']([^"'\n]{1,300})["'][^<>\n]{0,200}\/>/g,
      inCode: false,
      read: ([, file = ""]) => ({
        paths: ["_snippets", "snippets"].flatMap((folder) => joinPath(`${prefix}${folder}`, file) ?? []),
        select: partText,
      }),
    },
  ];
}

/** Answers and requests beside a page: code with a title. */
const EXAMPLE: ComponentRow = { write: ({ inner }) => inner };

const TABLE: ComponentTable = {
  ...COMMON,
  Columns: {
    write: ({ children, inner }) => {
      const own = children.filter(({ name }) => name === "Column");
      if (own.length > 0) return columns(own.map((one) => one.inner));
      return (COMMON["Cards"] as ComponentRow).write({
        name: "Cards",
        text: () => "",
        list: () => [],
        has: () => false,
        inner,
        children,
      });
    },
  },
  Column: CONTENT,
  Expandable: DETAILS,
  Frame: FRAME,
  ParamField: PARAMETER,
  ResponseField: PARAMETER,
  RequestExample: EXAMPLE,
  ResponseExample: EXAMPLE,
  Panel: CONTENT,
  Tile: COMMON["Card"] ?? CONTENT,
  Tiles: COMMON["Cards"] ?? CONTENT,
  Tooltip: {
    isInline: true,
    write: ({ text, inner }) => {
      const tip = text("tip") || text("headline");
      return tip === "" ? inner : `<abbr title="${encode(tip)}">${inner}</abbr>`;
    },
  },
  Update: {
    write: ({ text, inner }) =>
      `{% updates format="full" %}\n{% update date="${dateOf(text("label"))}" %}\n## ${updateTitle(text("label"), text("description"))}\n\n${inner}\n{% endupdate %}\n{% endupdates %}`,
  },
  Visibility: CONTENT,
  Tree: CONTENT,
  "Tree.Folder": { write: ({ text, inner }) => `- ${text("name")}\n${inner.replace(/^(?=.)/gm, "  ")}` },
  "Tree.File": { write: ({ text }) => `- ${text("name")}\n` },
  Latex: { isInline: true, write: ({ inner }) => `$$${inner}$$` },
  Prompt: {
    write: ({ text, inner }) =>
      `{% prompt description="${text("description").replaceAll('"', "'")}" %}\n${code(`\`\`\`\n${inner}\n\`\`\``, {})}\n{% endprompt %}`,
  },
  Badge: BADGE,
  Banner: CONTENT_INLINE,
  View: CONTENT,
  Color: NOTHING,
  Mermaid: { write: ({ inner }) => `\`\`\`mermaid\n${inner}\n\`\`\`` },
};

/** What a date says already is no heading beside it. */
function updateTitle(label: string, description: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(label.trim());
  return (isDate ? description || label : label || description) || "Update";
}

/** Updates are dated; "March 2026" is its first day, and what is no date stays in its heading. */
function dateOf(label: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(label)?.[0];
  const time = iso === undefined ? Date.parse(`${label} UTC`) : Date.parse(iso);
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
