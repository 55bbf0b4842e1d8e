import { brandTitle, renderBar } from "../../../design/bar.ts";
import { attribute, html, type Raw } from "../../../design/html.ts";
import { icon, pagePicture, siteIcon, themedPicture } from "../../../design/icon.ts";
import type { Words } from "../../../design/words.ts";
import type { SectionView, SiteView } from "./view.ts";

function containsCurrent(section: SectionView): boolean {
  return section.kind === "section" ? section.current : section.sections.some(containsCurrent);
}

function renderMenuEntry(section: SectionView): Raw {
  if (section.kind === "group") return html`${section.sections.map(renderMenuEntry)}`;
  const description = section.description;
  return html`<li>
    <a
      class="menu-link"
      href="${section.href}"
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
        href="${section.href}"
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

function brandOf({ icon, logo, title }: SiteView): Raw {
  if (logo !== undefined) return themedPicture(logo, { ...logo, className: "brand-logo", alt: title });
  return html`${siteIcon(icon)}${brandTitle(title)}`;
}

/** The bar over every page of a site; `withMenu` where there is a navigation to open. */
export function renderHeader(site: SiteView, words: Words, withMenu: boolean): Raw {
  const bar = {
    ...site,
    brand: brandOf(site),
    searchHref: site.withSearch === false ? undefined : searchHref(site),
    withMenu,
  };
  return renderBar(bar, words, renderSections(site.sections ?? [], words));
}
