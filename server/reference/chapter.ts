/** The pages of the reference. */
import { html, type Raw } from "../../design/html.ts";
import { renderShell } from "../site/render/shell.ts";
import type { AssetHrefs, NavigationItem, ShellView } from "../site/render/view.ts";
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
  return renderShell(shellOf(reference, assets, chapter), {
    title: title === reference.title ? title : `${title} · ${reference.title}`,
    robots: "index",
    frame: "wide",
    head: html`<link rel="stylesheet" href="${assets.reference}" />`,
    main,
  });
}

function shellOf(reference: Reference, assets: AssetHrefs, current: Chapter | undefined): ShellView {
  return {
    assets,
    site: {
      title: reference.title,
      homeHref: REFERENCE,
      basePath: "/",
      locale: "en",
      visibility: "public",
      withSearch: false,
      links: [{ title: "OpenAPI document", href: "/openapi.json" }],
    },
    navigation: [
      entry("overview", "Overview", REFERENCE, current === undefined),
      ...reference.chapters.map((chapter) => chapterEntry(chapter, chapter === current)),
    ],
  };
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
