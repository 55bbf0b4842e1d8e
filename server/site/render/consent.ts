import { attribute, html, newTab, type Raw } from "../../../design/html.ts";
import { fill, type Words } from "../../../design/words.ts";
import type { SiteView } from "./view.ts";

/**
 * Asks readers whether integrations may keep something in their browsers; the script shows it to whom it was not
 * answered, and loads nothing of theirs before.
 */
export function renderConsent(site: SiteView, words: Words): Raw | null {
  if (site.consent === undefined) return null;
  const { integrations, scripts } = site.consent;
  const names = new Intl.ListFormat(site.locale).format(integrations.map(({ title }) => title));
  const asking = integrations.map(({ id }) => id).join(" ");
  const privacyHref = site.footer?.privacyHref;
  return html`<aside
    class="cookies"
    id="~cookies"
    hidden
    aria-label="${words.cookies}"
    ${attribute("data-for", asking)}${attribute("data-scripts", scripts.join(" "))}
  >
    <p dir="auto">${fill(words.cookiesText, { names })}</p>
    <div class="cookies-answers">
      <button type="button" class="button button-secondary" data-cookies="accept">
        ${words.cookiesAccept}
      </button>
      <button type="button" class="button button-secondary" data-cookies="decline">
        ${words.cookiesDecline}
      </button>
      ${
        privacyHref === undefined
          ? null
          : html`<a class="quiet-link" href="${privacyHref}" ${newTab(site, privacyHref)}
              >${words.privacyPolicy}</a
            >`
      }
    </div>
  </aside>`;
}
