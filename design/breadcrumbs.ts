import type { LinkView } from "./bar.ts";
import { html, type Raw } from "./html.ts";
import type { Words } from "./words.ts";

/** The way to a page, over its title. */
export function renderBreadcrumbs(breadcrumbs: readonly LinkView[], words: Words): Raw | null {
  if (breadcrumbs.length === 0) return null;
  const entries = breadcrumbs.map(
    (crumb) =>
      html`<li>
        ${crumb.href ? html`<a href="${crumb.href}">${crumb.title}</a>` : html`<span>${crumb.title}</span>`}
      </li>`,
  );
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}">
    <ol>
      ${entries}
    </ol>
  </nav>`;
}
