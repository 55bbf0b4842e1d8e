/** What a search found: as the dialog reads it, and as a page for readers without the script. */
import { html, type Raw } from "./html.ts";
import { emoji, icon } from "./icon.ts";
import { renderMethod } from "./method.ts";
import { fill, type Words } from "./words.ts";

/** One run of text of a search answer; `match` where it is what was searched. */
export interface ExcerptRun {
  readonly text: string;
  readonly match?: true;
}

export interface SearchSectionView {
  readonly title: readonly ExcerptRun[];
  readonly href: string;
  /** Of the operation that it is about. */
  readonly method?: string;
  readonly excerpt: readonly ExcerptRun[];
}

export interface SearchPageResult {
  readonly title: readonly ExcerptRun[];
  readonly href: string;
  readonly emoji?: string;
  /** Of the operation that it is about. */
  readonly method?: string;
  /** Titles of what the page is under, outermost first. */
  readonly ancestors: readonly string[];
  readonly excerpt: readonly ExcerptRun[];
  readonly sections: readonly SearchSectionView[];
}

/** The body of `~/search.json?q=…`, which the dialog reads. */
export interface SearchAnswer {
  readonly query: string;
  readonly results: readonly SearchPageResult[];
  /** Absent when all were sent. */
  readonly more?: true;
}

interface SearchFormView {
  /** The address of the results page. */
  readonly action: string;
  readonly query: string;
  /** Where to search, where that can be chosen. */
  readonly scope?: Raw | null;
}

/** A form that works without the script: it leads to the results page. */
export function renderSearchForm({ action, query, scope = null }: SearchFormView, words: Words): Raw {
  return html`<form class="search-form" role="search" action="${action}" method="get">
    <label class="visually-hidden" for="~search-field">${words.searchLabel}</label>
    <span class="search-form-icon">${icon("search")}</span
    ><input
      id="~search-field"
      class="search-form-field"
      type="search"
      name="q"
      value="${query}"
      placeholder="${words.searchPlaceholder}"
      maxlength="512"
      autocomplete="off"
      enterkeyhint="search"
    /><button class="button" type="submit">${words.search}</button>${scope}
  </form>`;
}

function renderRuns(runs: readonly ExcerptRun[]): Raw {
  return html`${runs.map((run) => (run.match ? html`<mark class="match">${run.text}</mark>` : run.text))}`;
}

function badge({ method }: { readonly method?: string }): Raw | null {
  return method === undefined ? null : html`${renderMethod(method)} `;
}

function renderSection(section: SearchSectionView): Raw {
  const excerpt = section.excerpt.length > 0 ? html`<p>${renderRuns(section.excerpt)}</p>` : null;
  return html`<li><a href="${section.href}">${badge(section)}${renderRuns(section.title)}</a>${excerpt}</li>`;
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
      <a href="${result.href}">${emoji(result.emoji)}${badge(result)}${renderRuns(result.title)}</a>
    </h2>
    ${excerpt}${sections}
  </li>`;
}

/** What was found, or what to do. */
export function renderResults({ query, results }: SearchAnswer, words: Words): Raw {
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
