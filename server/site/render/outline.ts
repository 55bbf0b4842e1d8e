import { attribute, html, type Raw } from "../../../design/html.ts";
import type { HeadingView } from "./view.ts";
import type { Words } from "../../../design/words.ts";

/** The headings worth an entry: the page's own sections and theirs. */
export function outlineHeadings(headings: readonly HeadingView[]): readonly HeadingView[] {
  return headings.filter((heading) => heading.level === 2 || heading.level === 3);
}

function renderEntries(headings: readonly HeadingView[]): Raw {
  // A text may begin with smaller headings: what has none above it is not indented.
  const top = headings.some(({ level }) => level === 2) ? 2 : 3;
  const entries = headings.map(
    (heading) =>
      html`<li${attribute("class", heading.level > top ? "outline-deep" : undefined)}><a href="#${encodeURIComponent(heading.id)}">${heading.text}</a></li>`,
  );
  return html`<ul class="outline-list">
    ${entries}
  </ul>`;
}

/** The column beside the text on wide screens. */
export function renderOutline(headings: readonly HeadingView[], words: Words): Raw {
  return html`<aside class="outline">
    <nav aria-labelledby="~outline-title">
      <p class="outline-title" id="~outline-title">${words.onThisPage}</p>
      ${renderEntries(headings)}
    </nav>
  </aside>`;
}

/** The same list folded above the text on narrow screens. */
export function renderFoldedOutline(headings: readonly HeadingView[], words: Words): Raw {
  return html`<details class="outline-fold">
    <summary>${words.onThisPage}<span class="outline-here" aria-hidden="true"></span></summary>
    <nav aria-label="${words.onThisPage}">${renderEntries(headings)}</nav>
  </details>`;
}
