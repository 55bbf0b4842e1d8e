import { html, type Raw } from "../../../design/html.ts";
import { emoji } from "../../../design/icon.ts";
import { renderSearchForm } from "./not-found.ts";
import { renderShell } from "./shell.ts";
import type { ExcerptRun, SearchPageResult, SearchSectionView, SearchView } from "./view.ts";
import { fill, wordsFor, type Words } from "../../../design/words.ts";

function renderRuns(runs: readonly ExcerptRun[]): Raw {
  return html`${runs.map((run) => (run.match ? html`<mark class="match">${run.text}</mark>` : run.text))}`;
}

function renderSection(section: SearchSectionView): Raw {
  const excerpt = section.excerpt.length > 0 ? html`<p>${renderRuns(section.excerpt)}</p>` : null;
  return html`<li><a href="${section.href}">${renderRuns(section.title)}</a>${excerpt}</li>`;
}

function renderResult(result: SearchPageResult): Raw {
  const where =
    result.ancestors.length > 0 ? html`<p class="result-where">${result.ancestors.join(" › ")}</p>` : null;
  const sections =
    result.sections.length > 0
      ? html`<ul class="result-sections">
          ${result.sections.map(renderSection)}
        </ul>`
      : null;
  const excerpt = result.excerpt.length > 0 ? html`<p>${renderRuns(result.excerpt)}</p>` : null;
  return html`<li class="result">
    ${where}
    <h2 class="result-title">
      <a href="${result.href}">${emoji(result.emoji)}${renderRuns(result.title)}</a>
    </h2>
    ${excerpt}${sections}
  </li>`;
}

function renderAnswer(view: SearchView, words: Words): Raw | null {
  const { query, results } = view.answer;
  if (query.trim() === "") return html`<p class="notice-text">${words.searchStart}</p>`;
  if (results.length === 0) {
    return html`<h2 class="suggestions-title">${fill(words.searchNothing, { query })}</h2>
      <p class="notice-text">${words.searchNothingHelp}</p>`;
  }
  const count =
    results.length === 1 ? words.searchCountOne : fill(words.searchCount, { count: results.length });
  return html`<p class="result-count">${count}</p>
    <ol class="results">
      ${results.map(renderResult)}
    </ol>`;
}

/** The results page, which answers readers without the script and "all results" of the dialog. */
export function renderSearch(view: SearchView): string {
  const words = wordsFor(view.site.locale);
  const { query } = view.answer;
  const title = query === "" ? words.searchResultsTitle : fill(words.searchResultsFor, { query });
  const main = html`<div class="search-page">
    <h1 class="page-title">${title}</h1>
    ${renderSearchForm(view.site, query, words, view.isScoped)} ${renderAnswer(view, words)}
  </div>`;
  return renderShell(view, {
    title: `${title} · ${view.site.title}`,
    robots: "noindex",
    main,
    frame: "plain",
  });
}
