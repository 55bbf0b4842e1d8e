import { attribute, html, safeHref, type Raw } from "./html.ts";
import { emoji, icon, siteIcon } from "./icon.ts";
import type { SectionView, SiteView } from "./view.ts";
import type { Words } from "./words.ts";

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
        >${section.title}</a
      >
    </li>`;
  }
  return html`<li>
    <details class="menu section-menu" name="sections">
      <summary class="section-link" ${attribute("data-current", containsCurrent(section))}>
        ${section.title}${icon("chevron")}
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

function renderHeaderLinks(site: SiteView): Raw | null {
  const links = site.links ?? [];
  if (links.length === 0) return null;
  return html`<ul class="top-links">
    ${links.map(
      (link) =>
        html`<li>
          <a class="top-link" href="${safeHref(link.href)}">${emoji(link.emoji)}${link.title}</a>
        </li>`,
    )}
  </ul>`;
}

function renderSearchLink(site: SiteView, words: Words): Raw {
  return html`<a
    class="search-open"
    href="${searchHref(site)}"
    data-search
    aria-keyshortcuts="/ Control+K Meta+K"
    >${icon("search")}<span class="search-word">${words.search}</span
    ><kbd class="script-only" aria-hidden="true">/</kbd></a
  >`;
}

/** The bar over every page of a site; `withMenu` where there is a navigation to open. */
export function renderHeader(site: SiteView, words: Words, withMenu: boolean): Raw {
  const menu = html`<button
    type="button"
    class="icon-button top-menu"
    popovertarget="navigation"
    aria-label="${words.menu}"
  >
    ${icon("menu")}
  </button>`;
  return html`<header class="top">
    <div class="top-bar">
      ${withMenu ? menu : null}<a class="brand" href="${safeHref(site.homeHref)}"
        >${siteIcon(site.icon)}<span class="brand-title">${site.title}</span></a
      >
      ${renderHeaderLinks(site)}${site.withSearch === false ? null : renderSearchLink(site, words)}
      <button
        type="button"
        class="icon-button script-only"
        data-theme-toggle
        aria-label="${words.themeToDark}"
      >
        ${icon("theme")}
      </button>
    </div>
    ${renderSections(site.sections ?? [], words)}
  </header>`;
}
