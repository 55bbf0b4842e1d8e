import { attribute, html, type Raw } from "../../../design/html.ts";
import { renderResults, renderSearchForm } from "../../../design/search.ts";
import { fill, wordsFor, type Words } from "../../../design/words.ts";
import { searchHref } from "./header.ts";
import { renderShell } from "./shell.ts";
import type { SearchView, SiteView } from "./view.ts";

/** Where to search: all of the site, or what is read of it. */
function renderScope({ scope }: SiteView, isScoped: boolean, words: Words): Raw | null {
  if (scope === undefined) return null;
  const choice = (value: string, title: string, chosen: boolean): Raw =>
    html`<label class="scope"
      ><input type="radio" name="in" value="${value}" ${attribute("checked", chosen)} />${title}</label
    >`;
  return html`<fieldset class="scopes">
    <legend class="visually-hidden">${words.searchScope}</legend>
    ${choice("", words.searchWholeSite, !isScoped)}${choice(scope.id, scope.title, isScoped)}
  </fieldset>`;
}

/** The form of a site, which may keep to what is read of it. */
export function renderSiteSearchForm(site: SiteView, query: string, words: Words, isScoped = false): Raw {
  return renderSearchForm(
    { action: searchHref(site), query, scope: renderScope(site, isScoped, words) },
    words,
  );
}

/** The results page, which answers readers without the script and "all results" of the dialog. */
export function renderSearch(view: SearchView): string {
  const words = wordsFor(view.site.locale);
  const { query } = view.answer;
  const title = query === "" ? words.searchResultsTitle : fill(words.searchResultsFor, { query });
  const main = html`<div class="search-page">
    <h1 class="page-title">${title}</h1>
    ${renderSiteSearchForm(view.site, query, words, view.isScoped)} ${renderResults(view.answer, words)}
  </div>`;
  return renderShell(view, {
    title: `${title} · ${view.site.title}`,
    robots: "noindex",
    main,
    frame: "plain",
  });
}
