/** Starlight of Astro: https://starlight.astro.build */
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { folderOf, titleOfName } from "../pageNames.ts";
import { COMMON, CONTENT, ICON, LINK_BUTTON, NOTHING } from "./commonComponents.ts";
import type { ComponentTable } from "./components.ts";
import { button, hint, hintOf } from "./dialect.ts";
import { writeDirectives } from "./directives.ts";
import { addressByPath, folderItems, folderItemsOnce } from "./folders.ts";
import { githubIds } from "./headingIds.ts";
import { joinPath } from "./includes.ts";
import { partRules, writeMdx } from "./mdx.ts";
import { extraOf, withoutExtra, type NavItem, type NavFacts, type Project, type Tool } from "./project.ts";
import { entriesOf, redirectsOf } from "./redirects.ts";
import { withImports } from "./importedScripts.ts";
import { field, itemsOf, literalOf, textField, valueNamed, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const STARLIGHT: Tool = {
  name: "Starlight",
  understood:
    "its sidebar, redirects, asides, tabs, cards, steps, titles of code, buttons of a start page and badges",
  find: async (files) => {
    for (const path of files.paths.filter((one) => /(?:^|\/)astro\.config\.[cm]?[jt]s$/.test(one)))
      if (/starlight\s*\(/.test((await files.text(path)) ?? "")) return path;
    return undefined;
  },
  open: openStarlight,
};

async function openStarlight(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const config = await withImports(files, settings, (await files.text(settings)) ?? "");
  const content = joinPath(folderOf(settings), "src/content/docs") ?? "src/content/docs";
  const all = files.paths.filter(
    (path) => path.startsWith(`${content}/`) && /\.(?:mdx?|markdoc)$/i.test(path) && !/\/_/.test(path),
  );
  const languages = otherLanguages(config);
  const isTranslated = (path: string): boolean =>
    languages.has(path.slice(content.length + 1).split("/")[0] ?? "");
  const pages = all.filter((path) => !isTranslated(path));
  if (pages.length < all.length)
    told.problem(
      settings,
      `${[...languages].join(", ")}: translations are left out; import each folder into a space of its own`,
    );
  const language = folderOfFirst(config, content, pages);
  return {
    content,
    pages,
    statics: [joinPath(folderOf(settings), "public") ?? "public"],
    addressOf: (path, meta) => {
      const slug = extraOf(meta, "slug");
      return typeof slug === "string"
        ? slug.replace(/^\/+|(?<!\/)\/+$/g, "")
        : addressByPath(content, path).toLowerCase();
    },
    includes: (text) => partRules(text),
    write: (text, page) => {
      const made = writeMdx(text, TABLE, page);
      const directed = writeDirectives(
        made,
        ({ name, title, body }) => (STYLES.has(name) ? hintOf(name, title, body) : undefined),
        page.told,
        page.path,
      );
      return `${startPage(page.meta)}${directed}`;
    },
    meta: metaOf,
    headingIds: githubIds,
    facts: (_, meta) => factsOf(meta),
    navigation: (facts) =>
      navigationOf(valueNamed(config, "sidebar"), { content, pages, language }, facts, told, settings),
    redirects: redirectsOf(entriesOf(valueNamed(config, "redirects")), settings, told),
  };
}

const STYLES = new Set(["note", "tip", "caution", "danger"]);

/** Folders of other languages than the first one: those of `locales` but the root. */
function otherLanguages(config: string): Set<string> {
  const locales = valueNamed(config, "locales");
  if (!(locales instanceof Map)) return new Set();
  const first = valueNamed(config, "defaultLocale");
  const names = [...(locales as ReadonlyMap<string, Literal>).keys()];
  return new Set(names.filter((name) => name !== "root" && (names.includes("root") || name !== first)));
}

/** The folder of the first language, where that has one too: the sidebar's addresses are those without it. */
function folderOfFirst(config: string, content: string, pages: readonly string[]): string {
  const locales = valueNamed(config, "locales");
  const first = valueNamed(config, "defaultLocale");
  if (!(locales instanceof Map) || locales.has("root") || typeof first !== "string") return "";
  return pages.some((path) => path.startsWith(`${content}/${first}/`)) ? first : "";
}

function metaOf(meta: PageMeta): PageMeta {
  const isHidden =
    field(literalOf(extraOf(meta, "sidebar") ?? null), "hidden") === true || extraOf(meta, "draft") === true;
  return {
    ...withoutExtra(meta, [
      "sidebar",
      "hero",
      "template",
      "slug",
      "tableOfContents",
      "banner",
      "prev",
      "next",
      "pagefind",
      "head",
      "editUrl",
      "draft",
      "lastUpdated",
      "i18nReady",
    ]),
    ...(isHidden ? { hidden: true } : {}),
  };
}

function factsOf(meta: PageMeta): NavFacts {
  const sidebar = literalOf(extraOf(meta, "sidebar") ?? null);
  const order = field(sidebar, "order");
  return { label: textField(sidebar, "label"), ...(typeof order === "number" ? { order } : {}) };
}

function navigationOf(
  sidebar: Literal | undefined,
  {
    content,
    pages,
    language,
  }: { readonly content: string; readonly pages: readonly string[]; readonly language: string },
  facts: ReadonlyMap<string, NavFacts>,
  told: ReadingNotes,
  settings: string,
): NavItem[] {
  if (!Array.isArray(sidebar)) {
    if (sidebar !== undefined)
      told.problem(settings, "its sidebar is made by a program, so the folders decide");
    return folderItems(pages, content, { facts });
  }
  const byFolder = folderItemsOnce(pages, { facts });
  const known = new Map(pages.map((path) => [addressByPath(content, path).toLowerCase(), path]));
  const pageAt = (written: string): string | undefined => {
    const plain = written.replace(/^\/+|(?<!\/)\/+$/g, "").toLowerCase();
    const address = plain === "index" ? "" : plain;
    const below = [language, address].filter((part) => part !== "").join("/");
    return known.get(plain) ?? known.get(address) ?? known.get(below);
  };
  const read = (item: Literal, depth: number): NavItem[] => {
    if (depth > 60) return [];
    const title = textField(item, "label");
    const slug = typeof item === "string" ? item : (textField(item, "slug") ?? textField(item, "link"));
    if (slug !== undefined) {
      const path = pageAt(slug);
      if (path !== undefined) return [{ path, title }];
      if (/^(?:https?|mailto):/.test(slug) || pageAt(slug.replace(/[?#][^]*$/, "")) !== undefined)
        return [{ title, href: slug }];
      told.problem(settings, `its sidebar names ${slug.slice(0, 200)}, which is not there`);
      return [];
    }
    const folder = textField(field(item, "autogenerate"), "directory");
    const items =
      folder === undefined
        ? itemsOf(field(item, "items")).flatMap((one) => read(one, depth + 1))
        : byFolder(joinPath(joinPath(content, language) ?? content, folder) ?? content);
    if (items.length === 0)
      told.unknown("an entry of the sidebar is made by a program or names nothing: it is left out", settings);
    return items.length === 0 ? [] : [{ title: title ?? titleOfName(folder ?? ""), items }];
  };
  const start = known.get("") ?? known.get(language);
  return [
    ...(start === undefined ? [] : [{ path: start }]),
    ...itemsOf(sidebar).flatMap((item) => read(item, 0)),
  ];
}

/** A start page's claim and buttons. */
function startPage(meta: PageMeta): string {
  const hero = literalOf(extraOf(meta, "hero") ?? null);
  const actions = itemsOf(field(hero, "actions")).map((one) =>
    button(
      textField(one, "text") ?? "",
      textField(one, "link") ?? "/",
      textField(one, "variant") !== "minimal" && textField(one, "variant") !== "secondary",
    ),
  );
  const parts = [textField(hero, "tagline") ?? "", actions.join(" ")].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n\n`;
}

const TABLE: ComponentTable = {
  ...COMMON,
  LinkButton: LINK_BUTTON,
  StarlightIcon: ICON,
  Fragment: CONTENT,
  PackageManagers: {
    write: ({ text }) => {
      const name = text("pkg");
      return name === ""
        ? ""
        : `\`\`\`sh\nnpm install ${text("dev") === "" ? "" : "--save-dev "}${name}\n\`\`\``;
    },
  },
  ReadMore: { write: ({ inner }) => hint("info", "", inner) },
  Since: NOTHING,
};
