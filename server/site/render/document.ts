import { attribute, html, safeHref, type Raw } from "../../../design/html.ts";
import { favicon } from "./icon.ts";
import type { AssetHrefs, IconView, SiteView } from "./view.ts";
import { directionOf, SCRIPT_WORDS, wordsFor } from "../../../design/words.ts";

export interface DocumentParts {
  readonly locale: string;
  readonly title: string;
  readonly assets: AssetHrefs;
  readonly icon?: IconView | undefined;
  /** What the tab's picture stands for where there is no icon; the title of the page if absent. */
  readonly siteTitle?: string;
  /** Absent on pages that stand outside any site. */
  readonly basePath?: string;
  readonly site?: Pick<
    SiteView,
    "traits" | "theme" | "isThemeFixed" | "announcement" | "badge" | "scope" | "direction"
  >;
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
function lookAttributes(site: DocumentParts["site"]): Raw {
  const { traits, theme, isThemeFixed, announcement, scope } = site ?? {};
  return html`${attribute("data-look", traits?.join(" "))}${attribute("data-theme", theme)}${attribute("data-theme-first", theme)}${attribute("data-theme-fixed", isThemeFixed)}${attribute("data-announcement", announcement?.id)}${attribute("data-scope", scope?.id)}${attribute("data-scope-title", scope?.title)}`;
}

/** Ahead of the styles, which would ask for the font only when they are read. */
function preloadedFont({ preload }: AssetHrefs): Raw | null {
  if (preload === undefined) return null;
  return html`<link rel="preload" as="font" crossorigin href="${safeHref(preload)}" />`;
}

function ownFonts({ fonts }: AssetHrefs): Raw | null {
  return fonts === undefined ? null : html`<link rel="stylesheet" href="${safeHref(fonts)}" />`;
}

/**
 * The whole document. Nothing in it is inline: the content security policy is `'self'` alone, so the theme
 * is set by the one blocking script. It stands behind the style sheets, so that the parser, which waits for
 * it, reads the body with the styles in force: the navigation's scroll position needs its real height.
 */
export function renderDocument(parts: DocumentParts): string {
  const { assets, locale } = parts;
  return html`<!doctype html>
    <html
      lang="${locale}"
      dir="${parts.site?.direction ?? directionOf(locale)}"
      ${attribute("data-base", parts.basePath)}${lookAttributes(parts.site)}
      data-words="${scriptWords(locale)}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title}</title>
        <meta name="color-scheme" content="light dark" />
        ${preloadedFont(assets)}
        <link rel="stylesheet" href="${assets.style}" />
        <link rel="stylesheet" href="${assets.accent}" />
        ${ownFonts(assets)}
        <script src="${assets.early}"></script>
        <script type="module" src="${assets.script}"></script>
        ${parts.robots === "noindex" ? html`<meta name="robots" content="noindex, nofollow" /> ` : null}${favicon(parts.icon, parts.siteTitle ?? parts.title, parts.site?.badge)}
        ${parts.head}
      </head>
      <body>
        ${parts.body}
      </body>
    </html> `.text;
}
