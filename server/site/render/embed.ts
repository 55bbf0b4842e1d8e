import { referenceLinks, renderDocument } from "../../../design/document.ts";
import { attribute, html, raw } from "../../../design/html.ts";
import { icon, pagePicture } from "../../../design/icon.ts";
import type { PageView } from "./view.ts";
import { fill, wordsFor } from "../../../design/words.ts";

/** A page as other sites show it in a frame: its text, and where all of it is. Its links open beside the frame. */
export function renderEmbed(view: PageView): string {
  const { page, site, assets } = view;
  const words = wordsFor(site.locale);
  const layout = page.layout ?? {};
  const body = html`<main class="embedded" id="~content">
    <article class="page" ${attribute("lang", page.language)}>
      <header class="page-head">
        <h1 class="${layout.title === false ? "visually-hidden" : "page-title"}">
          ${pagePicture(page)}<span>${page.title}</span>
        </h1>
        ${layout.description !== false && page.description ? html`<p class="page-description">${page.description}</p>` : null}
      </header>
      <div class="prose">${raw(page.html)}</div>
      <footer class="page-foot">
        <a class="quiet-link" href="${view.canonicalUrl}"
          >${icon("external")}${fill(words.openIn, { name: site.title })}</a
        >
      </footer>
    </article>
  </main>`;
  return renderDocument({
    locale: site.locale,
    title: page.title,
    assets,
    icon: site.icon,
    siteTitle: site.title,
    look: site,
    robots: "noindex",
    head: html`<base target="_blank" />
      <link rel="canonical" href="${view.canonicalUrl}" />
      ${page.isReference === true ? referenceLinks(assets) : null}`,
    body,
  });
}
