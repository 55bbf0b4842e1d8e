import { brandTitle, renderBar } from "../../../design/bar.ts";
import { attribute, html, newTab, type Raw } from "../../../design/html.ts";
import { icon, pagePicture, siteIcon, themedPicture } from "../../../design/icon.ts";
import type { Words } from "../../../design/words.ts";
import type { SectionView, SiteView } from "./view.ts";

function containsCurrent(section: SectionView): boolean {
  if (section.kind === "group") return section.sections.some(containsCurrent);
  return section.kind === "section" && section.current;
}

/** What leads elsewhere says so by a sign and in words, and opens as the site's other links to elsewhere do. */
function elsewhere(
  site: SiteView,
  section: SectionView,
  words: Words,
): { readonly tab?: Raw | undefined; readonly sign?: Raw } {
  if (section.kind !== "link") return {};
  const tab = newTab(site, section.href);
  const said = tab === undefined ? words.elsewhere : words.elsewhereNewTab;
  return { tab, sign: html`${icon("external")}<span class="visually-hidden"> (${said})</span>` };
}

const isCurrent = (section: SectionView): Raw | undefined =>
  attribute("aria-current", section.kind === "section" && section.current ? "true" : undefined);

function renderMenuEntry(section: SectionView, site: SiteView, words: Words): Raw {
  if (section.kind === "group")
    return html`${section.sections.map((each) => renderMenuEntry(each, site, words))}`;
  const { tab, sign } = elsewhere(site, section, words);
  const description = section.description;
  return html`<li>
    <a class="menu-link" href="${section.href}" ${isCurrent(section)} ${tab}
      ><span class="menu-title">${section.title}${sign}</span
      >${description ? html`<span class="menu-text">${description}</span>` : null}</a
    >
  </li>`;
}

function renderSection(section: SectionView, site: SiteView, words: Words): Raw {
  if (section.kind !== "group") {
    const { tab, sign } = elsewhere(site, section, words);
    return html`<li>
      <a class="section-link" href="${section.href}" ${isCurrent(section)} ${tab}
        >${pagePicture(section)}${section.title}${sign}</a
      >
    </li>`;
  }
  return html`<li>
    <details class="menu section-menu" name="sections">
      <summary class="section-link" ${attribute("data-current", containsCurrent(section))}>
        ${pagePicture(section)}${section.title}${icon("chevron")}
      </summary>
      <ul class="menu-list">
        ${section.sections.map((each) => renderMenuEntry(each, site, words))}
      </ul>
    </details>
  </li>`;
}

function renderSections(site: SiteView, words: Words): Raw | null {
  const sections = site.sections ?? [];
  if (sections.length === 0) return null;
  return html`<nav class="sections" aria-label="${words.sections}">
    <ul>
      ${sections.map((section) => renderSection(section, site, words))}
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
  return renderBar(bar, words, renderSections(site, words));
}
