import { attribute, html, type Raw } from "../../../design/html.ts";
import { icon } from "../../../design/icon.ts";
import { type NavigationItem, renderColumn } from "../../../design/navigation.ts";
import type { Words } from "../../../design/words.ts";
import type { SiteView, VariantView } from "./view.ts";

function renderVariants(variants: readonly VariantView[], words: Words): Raw | null {
  if (variants.length < 2) return null;
  const current = variants.find((variant) => variant.current) ?? variants[0];
  const entries = variants.map(
    (variant) =>
      html`<li>
        <a
          class="menu-link"
          href="${variant.href}"
          ${attribute("lang", variant.language)}${attribute("hreflang", variant.language)}${attribute("aria-current", variant.current ? "true" : undefined)}
          ><span class="menu-title">${variant.title}</span>${variant.current ? icon("check") : null}</a
        >
      </li>`,
  );
  const named = variants.every(({ language }) => language !== undefined) ? words.languages : words.variants;
  return html`<details class="menu variants">
    <summary>
      <span class="visually-hidden">${named}: </span
      ><span class="menu-title">${current?.title}</span>${icon("chevron")}
    </summary>
    <ul class="menu-list">
      ${entries}
    </ul>
  </details>`;
}

/** The column of a site's pages, its variants over them. */
export function renderSide(items: readonly NavigationItem[], site: SiteView, words: Words): Raw {
  return renderColumn(items, words, { above: renderVariants(site.variants ?? [], words), links: site.links });
}
