/** The pages of the reference. What they show is rendered as it is on sites. */
import { brandTitle, type LinkView, renderBar } from "../../design/bar.ts";
import { renderBreadcrumbs } from "../../design/breadcrumbs.ts";
import { type AssetHrefs, referenceLinks } from "../../design/document.ts";
import { html, raw, type Raw } from "../../design/html.ts";
import { renderMethod } from "../../design/method.ts";
import { type NavigationItem, renderBranch, renderColumn } from "../../design/navigation.ts";
import { renderScreen } from "../../design/screen.ts";
import { renderResults, renderSearchForm, type SearchAnswer } from "../../design/search.ts";
import { fill, wordsFor } from "../../design/words.ts";
import { prepareRendering } from "../../engine/markdown/html/prepare.ts";
import { renderFields, renderHtml } from "../../engine/markdown/html/render.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { Api, type ApiSource, nameOfPlace } from "../../engine/openapi/reference/api.ts";
import { referenceText } from "../../engine/openapi/reference/pages.ts";
import type { DescriptionSpot } from "../../engine/openapi/reference/spot.ts";
import { overviewText } from "./overview.ts";
import { type Chapter, type ChapterEntry, type OwnApi, REFERENCE } from "./ownApi.ts";

/** What the reference's pages are made with. */
export interface ReferenceAssets extends AssetHrefs {
  /** The sheet that only the reference needs. */
  readonly reference: string;
}

const LOCALE = "en";
const WORDS = wordsFor(LOCALE);
const SEARCH = `${REFERENCE}/~/search`;
/** What blocks name our description by. */
const OURS = "lectern";

/** The first page: how the API works, and what there is. */
export async function renderOverview(api: OwnApi, assets: ReferenceAssets): Promise<string> {
  const chapters = api.chapters.map(
    ({ title, href, operations }) =>
      html`<li>
        <a class="chapter" href="${href}"
          ><strong>${title}</strong
          ><span>${operations.length === 1 ? "1 operation" : `${operations.length} operations`}</span></a
        >
      </li>`,
  );
  const main = html`${head("API reference", [], `Everything Lectern does, over HTTP and JSON. Version ${api.version}.`)}
    <div class="prose">
      ${await rendered(overviewText(api.server))}
      <ul class="chapters">
        ${chapters}
      </ul>
    </div>`;
  return screen(api, assets, { title: "API reference", main, isProse: true });
}

/** The operations of a tag. */
export function renderChapter(api: OwnApi, chapter: Chapter, assets: ReferenceAssets): string {
  const entries = chapter.operations.map(
    ({ operationId, href, method, title, path }) =>
      html`<li id="${operationId}">
        <a href="${href}"
          >${renderMethod(method)}<span class="op-entry">${title}</span><code>${breakable(path)}</code></a
        >
      </li>`,
  );
  const main = html`${head(chapter.title, [{ title: "API reference", href: REFERENCE }])}
    <ul class="op-list">
      ${entries}
    </ul>`;
  return screen(api, assets, { title: chapter.title, main, chapter });
}

/** An operation by itself. */
export async function renderOperation(
  api: OwnApi,
  { chapter, entry }: { readonly chapter: Chapter; readonly entry: ChapterEntry },
  assets: ReferenceAssets,
): Promise<string> {
  const text = referenceText(api.outline, OURS, { doc: "operations", page: entry.slug }) ?? "";
  const way = [{ title: "API reference", href: REFERENCE }, chapter];
  const main = html`${head(entry.title, way)}
    <div class="prose">
      ${await rendered(text, { source: await api.source(entry), title: entry.title })}
    </div>`;
  return screen(api, assets, { title: entry.title, main, chapter, entry });
}

/** What a search found, for readers without the script and for "all results" of the dialog. */
export function renderSearchPage(api: OwnApi, answer: SearchAnswer, assets: ReferenceAssets): string {
  const { query } = answer;
  const title = query === "" ? WORDS.searchResultsTitle : fill(WORDS.searchResultsFor, { query });
  const main = html`<div class="search-page">
    <h1 class="page-title">${title}</h1>
    ${renderSearchForm({ action: SEARCH, query }, WORDS)} ${renderResults(answer, WORDS)}
  </div>`;
  return screen(api, assets, { title, main, isFound: true });
}

/** The operations of a tag as its branch of the navigation, which the script puts in its place. */
export function renderChapterBranch(chapter: Chapter): string {
  return renderBranch(entriesOf(chapter), WORDS).text;
}

/** The fields of what stands at a spot, which a page leaves out until somebody unfolds them. */
export function renderSchemaPage(
  api: OwnApi,
  {
    source,
    from,
    spot,
  }: { readonly source: ApiSource; readonly from: string; readonly spot: DescriptionSpot },
  assets: ReferenceAssets,
): string | undefined {
  const fields = renderFields(new Api(source), from, spot);
  if (fields === undefined) return undefined;
  const title = nameOfPlace(spot.steps.at(-1)?.replace(/^f\./, "") ?? spot.place);
  const main = html`${head(title, [{ title: "API reference", href: REFERENCE }])}
    <div class="prose" data-schema>${raw(fields)}</div>`;
  return screen(api, assets, { title, main, isFound: true });
}

/** A text in the dialect as HTML. */
async function rendered(
  text: string,
  about?: { readonly source: ApiSource; readonly title: string },
): Promise<Raw> {
  const { document } = parse(text);
  const api = about && new Api(about.source);
  const context = { locale: LOCALE, api: () => api, ...(about === undefined ? {} : { title: about.title }) };
  return raw(renderHtml(document, { ...(await prepareRendering(document)), ...context }).html);
}

function head(title: string, way: readonly LinkView[], description?: string): Raw {
  return html`<header class="page-head">
    ${renderBreadcrumbs(way, WORDS)}
    <h1 class="page-title"><span>${title}</span></h1>
    ${description === undefined ? null : html`<p class="page-description">${description}</p>`}
  </header>`;
}

/** A path that narrow screens break between its segments. */
function breakable(path: string): Raw {
  return html`${path.split("/").map((segment, at) => (at === 0 ? segment : html`/<wbr />${segment}`))}`;
}

interface ScreenContent {
  readonly title: string;
  readonly main: Raw;
  /** What is open. */
  readonly chapter?: Chapter;
  readonly entry?: ChapterEntry;
  /** It is the answer to something asked, and no page of the reference. */
  readonly isFound?: true;
  /** Text to be read, in lines that are not too long. */
  readonly isProse?: true;
}

function screen(api: OwnApi, assets: ReferenceAssets, content: ScreenContent): string {
  const { title, main, isFound } = content;
  const links = [{ title: "OpenAPI document", href: "/openapi.json" }];
  return renderScreen({
    locale: LOCALE,
    title: `${title} · ${api.title}`,
    siteTitle: api.title,
    assets,
    basePath: `${REFERENCE}/`,
    robots: isFound ? "noindex" : "index",
    frame: content.isProse ? undefined : "wide",
    head: referenceLinks(assets) ?? html``,
    bar: renderBar(
      { homeHref: REFERENCE, brand: brandTitle(api.title), links, searchHref: SEARCH, withMenu: true },
      WORDS,
    ),
    column: renderColumn(pagesOf(api, content), WORDS, { links }),
    main: isFound ? main : html`<article class="page reference">${main}</article>`,
  });
}

function pagesOf(api: OwnApi, { chapter: open, entry, isFound }: ScreenContent): NavigationItem[] {
  const overview = { ...LEAF, id: "overview", title: "Overview", href: REFERENCE };
  const chapters = api.chapters.map((chapter): NavigationItem => {
    const { slug: id, title, href } = chapter;
    const isOpen = chapter === open;
    const children = isOpen ? entriesOf(chapter, entry) : [];
    const current = isOpen && entry === undefined;
    return { kind: "page", id, title, href, current, open: isOpen, hasChildren: true, children };
  });
  return [{ ...overview, current: open === undefined && isFound !== true }, ...chapters];
}

const LEAF = { kind: "page", current: false, open: false, hasChildren: false, children: [] } as const;

function entriesOf({ operations }: Chapter, open?: ChapterEntry): NavigationItem[] {
  return operations.map((entry) => {
    const { operationId: id, title, href, method } = entry;
    return { ...LEAF, id, title, href, method, current: entry === open };
  });
}
