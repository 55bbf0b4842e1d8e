import { formatDay } from "../../../engine/markdown/html/locale.ts";
import { referenceLinks } from "../../../design/document.ts";
import { attribute, html, raw, safeHref, type Raw } from "../../../design/html.ts";
import { emoji, icon, pagePicture } from "../../../design/icon.ts";
import { renderPageActions } from "./actions.ts";
import { renderMethod } from "../../../design/method.ts";
import { renderFeedback } from "./feedback.ts";
import { outlineHeadings, renderFoldedOutline, renderOutline } from "./outline.ts";
import { renderShell } from "./shell.ts";
import type { LinkView } from "../../../design/bar.ts";
import { renderBreadcrumbs } from "../../../design/breadcrumbs.ts";
import type { CoverView, PageView, SubpageView } from "./view.ts";
import { renderTag } from "../../../design/tag.ts";
import { fill, wordsFor, type Words } from "../../../design/words.ts";

function renderHead(view: PageView): Raw {
  const { page, site, assets } = view;
  const description = page.description ?? "";
  return html`${description ? html`<meta name="description" content="${description}" /> ` : null}
    <link rel="canonical" href="${view.canonicalUrl}" />
    ${(view.alternates ?? []).map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}" />`)}
    ${site.isForAgents === false ? null : html`<link rel="alternate" type="text/markdown" href="${page.markdownHref}" />`}
    ${page.feedHref === undefined ? null : html`<link rel="alternate" type="application/rss+xml" title="${page.title}" href="${page.feedHref}" />`}
    <meta property="og:type" content="article" />
    <meta property="og:title" content="${page.title}" />
    <meta property="og:site_name" content="${site.title}" />
    <meta property="og:url" content="${safeHref(view.canonicalUrl)}" />
    <meta property="og:locale" content="${site.locale.replace("-", "_")}" />
    ${description ? html`<meta property="og:description" content="${description}" /> ` : null}${view.previewImage ? html`<meta property="og:image" content="${safeHref(view.previewImage)}" /> <meta name="twitter:card" content="summary_large_image" />` : html`<meta name="twitter:card" content="summary" />`}${page.updatedAt === undefined ? null : html` <meta property="article:modified_time" content="${new Date(page.updatedAt).toISOString()}" />`}${page.isReference === true ? referenceLinks(assets) : null}`;
}

function renderTitle(view: PageView, words: Words): Raw {
  const { page } = view;
  const layout = page.layout ?? {};
  const title = html`<h1 class="page-title">${pagePicture(page)}<span>${page.title}</span></h1>`;
  const description =
    layout.description !== false && page.description
      ? html`<p class="page-description">${page.description}</p>`
      : null;
  const tags = layout.tags === false ? [] : (page.tags ?? []);
  return html`<header class="page-head">
    ${renderBreadcrumbs(view.breadcrumbs, words)}
    <div class="page-title-row">
      ${layout.title === false ? html`<h1 class="visually-hidden">${page.title}</h1>` : title}${renderPageActions(view, words)}
    </div>
    ${tags.length === 0 ? null : html`<p class="tags page-tags">${tags.map(renderTag)}</p>`}${description}
  </header>`;
}

/** The picture over a page; where it is cut is said by a class, for nothing may be styled inline. */
function renderCover({ light, dark, tenths, size }: CoverView): Raw {
  const image = (src: string, theme: string): Raw =>
    html`<img class="${`cover cover-${size} cover-at-${tenths}${theme}`}" src="${src}" alt="" />`;
  return dark === undefined
    ? image(light, "")
    : html`${image(light, " light-only")}${image(dark, " dark-only")}`;
}

function renderCard(link: LinkView, way: "previous" | "next", words: Words): Raw {
  return html`<a class="pager-card pager-${way}" href="${link.href}" rel="${way === "next" ? "next" : "prev"}"
    ><span class="pager-way">${words[way]}</span
    ><span class="pager-title"
      >${icon(way === "next" ? "arrow-on" : "arrow-back")}<span>${emoji(link.emoji)}${link.title}</span></span
    ></a
  >`;
}

function renderPagination(view: PageView, words: Words): Raw | null {
  const { previous, next } = view;
  if (view.page.layout?.pagination === false || (!previous && !next)) return null;
  return html`<nav class="pager" aria-label="${words.pagination}">
    ${previous ? renderCard(previous, "previous", words) : null}${next ? renderCard(next, "next", words) : null}
  </nav>`;
}

function renderMetadata(view: PageView, words: Words): Raw | null {
  const { page, site } = view;
  if (page.layout?.metadata === false) return null;
  const time = page.updatedAt;
  const day =
    time === undefined
      ? null
      : html`<p class="page-updated">
          <time datetime="${new Date(time).toISOString()}"
            >${fill(words.lastUpdated, { date: formatDay(time, site.locale) })}</time
          >
        </p>`;
  const edit = page.edit
    ? html`<a class="quiet-link" href="${page.edit.href}" rel="noopener"
        >${icon("edit")}${fill(words.editOn, { name: page.edit.host })}</a
      >`
    : null;
  return day === null && edit === null ? null : html`<div class="page-meta">${day}${edit}</div>`;
}

/** The body, with its links to other sites opening where the site's owner wants them. */
function bodyHtml({ page, site }: PageView): string {
  return site.opensTabs
    ? page.html.replaceAll('<a class="link external"', '<a target="_blank" class="link external"')
    : page.html;
}

/** The pages below, in place of a text that is not there. */
function renderSubpages(subpages: readonly SubpageView[]): Raw | null {
  const operations = subpages.filter(({ operation }) => operation !== undefined);
  const others = subpages.filter(({ operation }) => operation === undefined);
  return html`${renderOperations(operations)}${renderCards(others)}`;
}

/** Operations as the lines that people look for: method, path and what it is called. */
function renderOperations(subpages: readonly SubpageView[]): Raw | null {
  if (subpages.length === 0) return null;
  const entries = subpages.map(
    ({ title, href, operation }) =>
      html`<li>
        <a class="operation-link" href="${href}"
          >${operation ? html`${renderMethod(operation.method)} <code>${operation.path}</code> ` : null}<span
            >${title}</span
          ></a
        >
      </li>`,
  );
  return html`<ul class="operations">
    ${entries}
  </ul>`;
}

function renderCards(subpages: readonly SubpageView[]): Raw | null {
  if (subpages.length === 0) return null;
  const entries = subpages.map(
    (link) =>
      html`<li class="card card-linked subpage">
        <div class="card-body">
          <p class="card-title">
            <a class="card-link" href="${link.href}">${pagePicture(link)}${link.title}</a>
          </p>
          ${link.description ? html`<p class="card-cell">${link.description}</p>` : null}
        </div>
      </li>`,
  );
  return html`<ul class="cards">
    ${entries}
  </ul>`;
}

function frameOf({ layout }: PageView["page"]): { frame?: "wide" | "alone" } {
  if (layout?.width === "wide") return { frame: "wide" };
  return layout?.outline === false ? { frame: "alone" } : {};
}

/** A page of a site as a whole document. */
export function renderPage(view: PageView): string {
  const { page, site } = view;
  const words = wordsFor(site.locale);
  const headings = page.layout?.outline === false ? [] : outlineHeadings(page.headings);
  const main = html`${page.cover ? renderCover(page.cover) : null}
    <article class="page" ${attribute("lang", page.language)}>
      ${renderTitle(view, words)} ${headings.length > 0 ? renderFoldedOutline(headings, words) : null}
      <div class="prose">
        ${page.isSource ? html`<p class="page-fault" role="note">${words.unrendered}</p>` : null}${raw(bodyHtml(view))}${renderSubpages(page.subpages ?? [])}
      </div>
      <footer class="page-foot">
        ${page.feedback ? renderFeedback(page.feedback, words) : null}${renderMetadata(view, words)}${renderPagination(view, words)}
      </footer>
    </article>`;
  return renderShell(view, {
    title: page.title === site.title ? page.title : `${page.title} · ${site.title}`,
    robots: view.robots,
    head: renderHead(view),
    main,
    ...(headings.length > 0 ? { outline: renderOutline(headings, words) } : {}),
    ...frameOf(page),
    withNavigation: page.layout?.navigation !== false,
  });
}
