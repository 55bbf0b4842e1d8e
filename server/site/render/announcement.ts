import { html, newTab, type Raw } from "../../../design/html.ts";
import { icon } from "../../../design/icon.ts";
import { renderMessage } from "./message.ts";
import type { SiteView } from "./view.ts";
import type { Words } from "../../../design/words.ts";

/** A line of the site's owner over every page. Readers may dismiss it, unless it warns of danger. */
export function renderAnnouncement(site: SiteView, words: Words): Raw | null {
  const { announcement } = site;
  if (announcement === undefined) return null;
  const { message, style, link } = announcement;
  const more =
    link === undefined
      ? null
      : // A wide space, not a margin: it stays behind where the link begins a line of its own.
        html` <a class="announcement-link" href="${link.href}" ${newTab(site, link.href)}>${link.title}</a>`;
  const dismiss =
    style === "danger"
      ? null
      : html`<button type="button" class="icon-button script-only" data-dismiss aria-label="${words.close}">
          ${icon("close")}
        </button>`;
  return html`<aside class="announcement announcement-${style}" aria-label="${words.announcement}">
    <p dir="auto">${renderMessage(message, site)}${more}</p>
    ${dismiss}
  </aside>`;
}
