/** The bar over every screen. */
import { html, newTab, type Raw } from "./html.ts";
import { emoji, icon } from "./icon.ts";
import type { Words } from "./words.ts";

export interface LinkView {
  readonly title: string;
  readonly href: string;
  readonly emoji?: string;
}

/** A link of the bar. Without an address it is a menu and nothing else. */
export interface BarLinkView extends LinkView {
  readonly button?: "primary" | "secondary";
  readonly links?: readonly LinkView[];
}

interface BarView {
  /** Where the name in the bar leads. */
  readonly homeHref: string;
  /** The name, or a picture in its place. */
  readonly brand: Raw;
  readonly links?: readonly BarLinkView[] | undefined;
  /** Where the search leads without the script; absent where nothing can be searched. */
  readonly searchHref?: string | undefined;
  /** Readers can't switch the theme. */
  readonly isThemeFixed?: true | undefined;
  /** Links to other sites open in a tab of their own. */
  readonly opensTabs?: true;
  /** Whether there is a navigation to open. */
  readonly withMenu: boolean;
}

/** @param below what stands under the bar and stays with it, such as tabs */
export function renderBar(bar: BarView, words: Words, below: Raw | null = null): Raw {
  const menu = html`<button
    type="button"
    class="icon-button top-menu"
    popovertarget="~navigation"
    aria-label="${words.menu}"
  >
    ${icon("menu")}
  </button>`;
  const themeButton = html`<button
    type="button"
    class="icon-button script-only"
    data-theme-toggle
    aria-label="${words.themeToDark}"
  >
    ${icon("theme")}
  </button>`;
  return html`<header class="top">
    <div class="top-bar">
      ${bar.withMenu ? menu : null}<a class="brand" href="${bar.homeHref}">${bar.brand}</a>
      ${renderLinks(bar)}${bar.searchHref === undefined ? null : renderSearchLink(bar.searchHref, words)}
      ${bar.isThemeFixed ? null : themeButton}
    </div>
    ${below}
  </header>`;
}

/** A name in the bar, where there is no picture of it. */
export function brandTitle(title: string): Raw {
  return html`<span class="brand-title">${title}</span>`;
}

function renderLink(link: BarLinkView, bar: BarView): Raw {
  const title = html`${emoji(link.emoji)}${link.title}`;
  if (link.links === undefined) {
    const look = link.button === undefined ? "top-link" : `button top-button button-${link.button}`;
    return html`<li>
      <a class="${look}" href="${link.href}" ${newTab(bar, link.href)}>${title}</a>
    </li>`;
  }
  // A menu opens by its title; where that has an address of its own, it is the first entry.
  const entries = link.href === "" ? link.links : [{ title: link.title, href: link.href }, ...link.links];
  return html`<li>
    <details class="menu top-menu-links" name="links">
      <summary class="top-link">${title}${icon("chevron")}</summary>
      <ul class="menu-list">
        ${entries.map(
          (entry) =>
            html`<li>
              <a class="menu-link" href="${entry.href}" ${newTab(bar, entry.href)}
                ><span class="menu-title">${entry.title}</span></a
              >
            </li>`,
        )}
      </ul>
    </details>
  </li>`;
}

function renderLinks(bar: BarView): Raw | null {
  const links = bar.links ?? [];
  if (links.length === 0) return null;
  return html`<ul class="top-links">
    ${links.map((link) => renderLink(link, bar))}
  </ul>`;
}

function renderSearchLink(href: string, words: Words): Raw {
  return html`<a class="search-open" href="${href}" data-search aria-keyshortcuts="/ Control+K Meta+K"
    >${icon("search")}<span class="search-word">${words.search}</span
    ><kbd class="search-shortcut script-only" aria-hidden="true"></kbd
  ></a>`;
}
