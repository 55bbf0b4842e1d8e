import { attribute, html, type Raw } from "./html.ts";
import { favicon, type FaviconBadge, type IconView } from "./icon.ts";
import { SCRIPT_WORDS, wordsFor } from "./words.ts";
import { directionOf } from "../engine/direction.ts";

/** Addresses of the built assets, names carrying their hashes. */
export interface AssetHrefs {
  /** Blocking, in the head: sets the theme before the first paint. */
  readonly early: string;
  /** Runs as soon as it is there, ahead of all else. */
  readonly first?: string;
  readonly script: string;
  readonly style: string;
  /** The site's own colours, see `sheetName`. */
  readonly accent: string;
  /** Scripts of others than us. */
  readonly others?: readonly string[];
  /** For operations of APIs. */
  readonly reference?: string;
  /** Writes requests anew while a reader fills one in. */
  readonly samples?: string;
  /** The sheet of the site's own fonts. */
  readonly fonts?: string;
  /** The font that every page needs. */
  readonly preload?: string;
}

/** What styles and scripts go by, beside the language. */
interface DocumentLook {
  /** Words for styles: what differs from the usual look. */
  readonly traits?: readonly string[];
  /** The theme that readers begin with; absent: their system's. */
  readonly theme?: "light" | "dark";
  /** Readers can't switch. */
  readonly isThemeFixed?: true;
  readonly announcement?: { readonly id: string };
  readonly badge?: FaviconBadge;
  /** What the search may keep to. */
  readonly scope?: { readonly id: string; readonly title: string };
  /** Where it is another than the locale's. */
  readonly direction?: "ltr" | "rtl";
}

export interface DocumentParts {
  readonly locale: string;
  readonly title: string;
  readonly assets: AssetHrefs;
  readonly icon?: IconView | undefined;
  /** What the tab's picture stands for where there is no icon; the title of the page if absent. */
  readonly siteTitle?: string;
  /** Absent on pages that stand outside any site. */
  readonly basePath?: string;
  readonly look?: DocumentLook;
  readonly robots: "index" | "noindex";
  /** More of the head: description, canonical address, link preview. */
  readonly head?: Raw;
  readonly body: Raw;
}

function scriptWords(locale: string): string {
  const words = wordsFor(locale);
  return JSON.stringify(Object.fromEntries(SCRIPT_WORDS.map((name) => [name, words[name]])));
}

/** What the styles and the early script go by. */
function lookAttributes({ traits, theme, isThemeFixed, announcement, scope }: DocumentLook): Raw {
  return html`${attribute("data-look", traits?.join(" "))}${attribute("data-theme", theme)}${attribute("data-theme-first", theme)}${attribute("data-theme-fixed", isThemeFixed)}${attribute("data-announcement", announcement?.id)}${attribute("data-scope", scope?.id)}${attribute("data-scope-title", scope?.title)}`;
}

/** What a page with operations of APIs needs; it names the script that it loads once somebody fills in a form. */
export function referenceLinks({ reference, samples }: AssetHrefs): Raw | null {
  if (reference === undefined) return null;
  return html`<link rel="stylesheet" href="${reference}" ${attribute("data-samples", samples)} />`;
}

function firstScript({ first }: AssetHrefs): Raw | null {
  if (first === undefined) return null;
  return html`<script type="module" async fetchpriority="high" src="${first}"></script>`;
}

/** Ahead of the styles, which would ask for the font only when they are read. */
function preloadedFont({ preload }: AssetHrefs): Raw | null {
  if (preload === undefined) return null;
  return html`<link rel="preload" as="font" crossorigin href="${preload}" />`;
}

function ownFonts({ fonts }: AssetHrefs): Raw | null {
  return fonts === undefined ? null : html`<link rel="stylesheet" href="${fonts}" />`;
}

/**
 * The whole document. Nothing in it is inline: the content security policy is `'self'` alone, so the theme
 * is set by the one blocking script. It stands behind the style sheets, so that the parser, which waits for
 * it, reads the body with the styles in force: the navigation's scroll position needs its real height.
 */
export function renderDocument(parts: DocumentParts): string {
  const { assets, locale, look = {} } = parts;
  return html`<!doctype html>
    <html
      lang="${locale}"
      dir="${look.direction ?? directionOf(locale)}"
      ${attribute("data-base", parts.basePath)}${lookAttributes(look)}
      data-words="${scriptWords(locale)}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title}</title>
        <meta name="color-scheme" content="light dark" />
        ${firstScript(assets)}${preloadedFont(assets)}
        <link rel="stylesheet" href="${assets.style}" />
        <link rel="stylesheet" href="${assets.accent}" />
        ${ownFonts(assets)}
        <script src="${assets.early}"></script>
        <script type="module" src="${assets.script}"></script>
        ${(assets.others ?? []).map((src) => html`<script src="${src}" defer></script>`)}
        ${parts.robots === "noindex" ? html`<meta name="robots" content="noindex, nofollow" /> ` : null}${favicon(parts.icon, parts.siteTitle ?? parts.title, look.badge)}
        ${parts.head}
      </head>
      <body>
        ${parts.body}
      </body>
    </html> `.text;
}
