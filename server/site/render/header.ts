import { attribute, html, newTab, safeHref, type Raw } from "../../../design/html.ts";
import { emoji, icon, pagePicture, siteIcon, themedPicture } from "./icon.ts";
import type { HeaderLinkView, SectionView, SiteView } from "./view.ts";
import type { Words } from "../../../design/words.ts";

function containsCurrent(section: SectionView): boolean {
  return section.kind === "section" ? section.current : section.sections.some(containsCurrent);
}

function renderMenuEntry(section: SectionView): Raw {
  if (section.kind === "group") return html`${section.sections.map(renderMenuEntry)}`;
  const description = section.description;
  return html`<li>
    <a
      class="menu-link"
      href="${safeHref(section.href)}"
      ${attribute("aria-current", section.current ? "true" : undefined)}
      ><span class="menu-title">${section.title}</span
      >${description ? html`<span class="menu-text">${description}</span>` : null}</a
    >
  </li>`;
}

function renderSection(section: SectionView): Raw {
  if (section.kind === "section") {
    return html`<li>
      <a
        class="section-link"
        href="${safeHref(section.href)}"
        ${attribute("aria-current", section.current ? "true" : undefined)}
        >${pagePicture(section)}${section.title}</a
      >
    </li>`;
  }
  return html`<li>
    <details class="menu section-menu" name="sections">
      <summary class="section-link" ${attribute("data-current", containsCurrent(section))}>
        ${pagePicture(section)}${section.title}${icon("chevron")}
      </summary>
      <ul class="menu-list">
        ${section.sections.map(renderMenuEntry)}
      </ul>
    </details>
  </li>`;
}

function renderSections(sections: readonly SectionView[], words: Words): Raw | null {
  if (sections.length === 0) return null;
  return html`<nav class="sections" aria-label="${words.sections}">
    <ul>
      ${sections.map(renderSection)}
    </ul>
  </nav>`;
}

/** The address of the search page, where the search leads without the script. */
export function searchHref(site: SiteView): string {
  return `${site.basePath}~/search`;
}

function renderHeaderLink(link: HeaderLinkView, site: SiteView): Raw {
  const title = html`${emoji(link.emoji)}${link.title}`;
  if (link.links === undefined) {
    const look = link.button === undefined ? "top-link" : `button top-button button-${link.button}`;
    return html`<li>
      <a class="${look}" href="${safeHref(link.href)}" ${newTab(site, link.href)}>${title}</a>
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
              <a class="menu-link" href="${safeHref(entry.href)}" ${newTab(site, entry.href)}
                ><span class="menu-title">${entry.title}</span></a
              >
            </li>`,
        )}
      </ul>
    </details>
  </li>`;
}

function renderHeaderLinks(site: SiteView): Raw | null {
  const links = site.links ?? [];
  if (links.length === 0) return null;
  return html`<ul class="top-links">
    ${links.map((link) => renderHeaderLink(link, site))}
  </ul>`;
}

function renderBrand(site: SiteView): Raw {
  const { logo } = site;
  const inside =
    logo === undefined
      ? html`${siteIcon(site.icon)}<span class="brand-title">${site.title}</span>`
      : themedPicture(logo, { ...logo, className: "brand-logo", alt: site.title });
  return html`<a class="brand" href="${safeHref(site.homeHref)}">${inside}</a>`;
}

function renderSearchLink(site: SiteView, words: Words): Raw {
  return html`<a
    class="search-open"
    href="${searchHref(site)}"
    data-search
    aria-keyshortcuts="/ Control+K Meta+K"
    >${icon("search")}<span class="search-word">${words.search}</span
    ><kbd class="search-shortcut script-only" aria-hidden="true"></kbd
  ></a>`;
}

/** The bar over every page of a site; `withMenu` where there is a navigation to open. */
export function renderHeader(site: SiteView, words: Words, withMenu: boolean): Raw {
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
      ${withMenu ? menu : null}${renderBrand(site)}
      ${renderHeaderLinks(site)}${site.withSearch === false ? null : renderSearchLink(site, words)}
      ${site.isThemeFixed ? null : themeButton}
    </div>
    ${renderSections(site.sections ?? [], words)}
  </header>`;
}
