import type { LinkView } from "./bar.ts";
import { html, type Raw } from "./html.ts";
import type { Words } from "./words.ts";

/** The way to a page, over its title; its words for machines are attributes, since pages carry no inline script. */
export function renderBreadcrumbs(breadcrumbs: readonly LinkView[], words: Words): Raw | null {
  if (breadcrumbs.length === 0) return null;
  const entries = breadcrumbs.map(({ href, title }, at) => {
    const name = html`<span itemprop="name">${title}</span>`;
    return html`<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
      ${href ? html`<a itemprop="item" href="${href}">${name}</a>` : name}<span itemprop="position" hidden
        >${at + 1}</span
      >
    </li>`;
  });
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}">
    <ol itemscope itemtype="https://schema.org/BreadcrumbList">
      ${entries}
    </ol>
  </nav>`;
}
