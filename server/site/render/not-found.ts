import { html, type Raw } from "../../../design/html.ts";
import { emoji, icon } from "../../../design/icon.ts";
import { renderSiteSearchForm } from "./search.ts";
import { renderShell } from "./shell.ts";
import type { NotFoundView, SuggestionView } from "./view.ts";
import { wordsFor, type Words } from "../../../design/words.ts";

/** The last words of a path, as somebody would type them into a search. */
export function queryFromPath(path: string): string {
  const segment = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return segment
    .replace(/\.(?:md|html?)$/i, "")
    .replace(/[-_+.]+/g, " ")
    .trim()
    .slice(0, 200);
}

function renderSuggestions(suggestions: readonly SuggestionView[], words: Words): Raw | null {
  if (suggestions.length === 0) return null;
  const entries = suggestions.map(
    (link) =>
      html`<li>
        <a class="suggestion" href="${link.href}"
          >${emoji(link.emoji)}<span>${link.ancestors.length > 0 ? html`<span class="suggestion-where">${link.ancestors.join(" › ")}</span>` : null}${link.title}</span>${icon("arrow-on")}</a
        >
      </li>`,
  );
  return html`<h2 class="suggestions-title">${words.notFoundSuggestions}</h2>
    <ul class="suggestions">
      ${entries}
    </ul>`;
}

/** The answer to an address without a page: what may have been meant, and a search for it. */
export function renderNotFound(view: NotFoundView): string {
  const words = wordsFor(view.site.locale);
  const main = html`<div class="notice">
    <p class="notice-code" aria-hidden="true">404</p>
    <h1 class="notice-title">${words.notFoundTitle}</h1>
    <p class="notice-path"><code>${view.requestedPath.slice(0, 300)}</code></p>
    <p class="notice-text">${words.notFoundText}</p>
    ${renderSiteSearchForm(view.site, queryFromPath(view.requestedPath), words)}
    ${renderSuggestions(view.suggestions, words)}
    <p class="notice-actions">
      <a class="quiet-link" href="${view.site.homeHref}">${icon("arrow-back")}${words.goHome}</a>
    </p>
  </div>`;
  return renderShell(view, {
    title: `${words.notFoundTitle} · ${view.site.title}`,
    robots: "noindex",
    main,
    frame: "plain",
  });
}
