/** The pages of the reference. */
import { html, type Raw } from "../../design/html.ts";
import { brandTitle, renderBar } from "../../design/bar.ts";
import type { AssetHrefs } from "../../design/document.ts";
import { type NavigationItem, renderColumn } from "../../design/navigation.ts";
import { renderScreen } from "../../design/screen.ts";
import { wordsFor } from "../../design/words.ts";
import { methodLabel, renderOperation } from "./operation.ts";
import type { Chapter, Reference } from "./openapi.ts";
import { renderOverview } from "./overview.ts";

/** Where the reference stands on its origin. */
export const REFERENCE = "/docs";

/** What the reference's pages are made with. */
export interface ReferenceAssets extends AssetHrefs {
  /** The sheet that only the reference needs. */
  readonly reference: string;
}

/** The first page: how the API works, and what there is. */
export function renderReference(reference: Reference, assets: ReferenceAssets): string {
  return page(reference, assets, undefined, "API reference", renderOverview(reference, REFERENCE));
}

/** A chapter: all operations of a tag. */
export function renderChapter(reference: Reference, chapter: Chapter, assets: ReferenceAssets): string {
  const entries = chapter.operations.map(
    ({ id, method, path, summary }) =>
      html`<li>
        <a href="${`#${id}`}"
          >${methodLabel(method)}<span class="op-entry">${summary}</span><code>${breakable(path)}</code></a
        >
      </li>`,
  );
  const main = html`<article class="page reference">
    <header class="page-head"><h1 class="page-title">${chapter.title}</h1></header>
    <ul class="op-list">
      ${entries}
    </ul>
    <div class="prose">
      ${chapter.operations.map((operation) => renderOperation(reference.server, operation))}
    </div>
  </article>`;
  return page(reference, assets, chapter, chapter.title, main);
}

/** A path that narrow screens break between its segments. */
function breakable(path: string): Raw {
  return html`${path.split("/").map((segment, at) => (at === 0 ? segment : html`/<wbr />${segment}`))}`;
}

function page(
  reference: Reference,
  assets: ReferenceAssets,
  chapter: Chapter | undefined,
  title: string,
  main: Raw,
): string {
  const links = [{ title: "OpenAPI document", href: "/openapi.json" }];
  const words = wordsFor("en");
  const bar = { homeHref: REFERENCE, brand: brandTitle(reference.title), links, withMenu: true };
  return renderScreen({
    locale: "en",
    title: title === reference.title ? title : `${title} · ${reference.title}`,
    siteTitle: reference.title,
    assets,
    robots: "index",
    frame: "wide",
    head: html`<link rel="stylesheet" href="${assets.reference}" />`,
    bar: renderBar(bar, words),
    column: renderColumn(pagesOf(reference, chapter), words, { links }),
    main,
  });
}

function pagesOf(reference: Reference, current: Chapter | undefined): NavigationItem[] {
  return [
    entry("overview", "Overview", REFERENCE, current === undefined),
    ...reference.chapters.map((chapter) => chapterEntry(chapter, chapter === current)),
  ];
}

/** The chapter being read shows its operations. */
function chapterEntry(chapter: Chapter, current: boolean): NavigationItem {
  const href = `${REFERENCE}/${chapter.slug}`;
  if (!current) return entry(chapter.slug, chapter.title, href, false);
  const children = chapter.operations.map(({ id, summary }) => entry(id, summary, `${href}#${id}`, false));
  return { ...entry(chapter.slug, chapter.title, href, true), open: true, hasChildren: true, children };
}

function entry(id: string, title: string, href: string, current: boolean): NavigationItem {
  return { kind: "page", id, title, href, current, open: false, hasChildren: false, children: [] };
}
