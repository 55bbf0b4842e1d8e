import { html } from "../../../design/html.ts";
import { icon } from "../../../design/icon.ts";
import { wordsFor } from "../../../design/words.ts";
import { renderShell } from "./shell.ts";
import type { EmptySiteView } from "./view.ts";

/** A published site without pages: says so to visitors, and what to do to its author. */
export function renderEmptySite(view: EmptySiteView): string {
  const words = wordsFor(view.site.locale);
  const main = html`<div class="notice notice-alone">
    <span class="notice-picture">${icon("empty")}</span>
    <h1 class="notice-title">${words.emptyTitle}</h1>
    <p class="notice-text">${words.emptyText}</p>
    <p class="notice-text">${words.emptyAuthor}</p>
  </div>`;
  return renderShell(view, { title: view.site.title, robots: "noindex", main, frame: "plain" });
}
