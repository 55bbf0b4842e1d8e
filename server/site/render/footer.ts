import { html, newTab, type Raw } from "../../../design/html.ts";
import { emoji, themedPicture } from "../../../design/icon.ts";
import type { FooterGroupView, SiteView } from "./view.ts";
import { fill, type Words } from "../../../design/words.ts";

const PROGRAM = "Lectern";

function renderGroup(group: FooterGroupView, site: SiteView): Raw {
  const links = group.links.map(
    (link) =>
      html`<li>
        <a class="quiet-link" href="${link.href}" ${newTab(site, link.href)}
          >${emoji(link.emoji)}${link.title}</a
        >
      </li>`,
  );
  return html`<div class="foot-group">
    <p class="foot-title">${group.title}</p>
    <ul>
      ${links}
    </ul>
  </div>`;
}

/** The site's own lines under every page, where its owner wrote any. */
export function renderFooter(site: SiteView, words: Words): Raw | null {
  const { text, groups, logo, privacyHref, withTrademark } = site.footer ?? { groups: [] };
  const last = [
    text ? html`<p class="foot-text" dir="auto">${text}</p>` : null,
    privacyHref
      ? html`<a class="quiet-link" href="${privacyHref}" ${newTab(site, privacyHref)}
          >${words.privacyPolicy}</a
        >`
      : null,
    site.consent === undefined
      ? null
      : html`<button type="button" class="quiet-link script-only" data-cookies="ask">
          ${words.cookies}
        </button>`,
    withTrademark ? html`<p class="foot-text">${fill(words.madeWith, { name: PROGRAM })}</p>` : null,
  ].filter((each) => each !== null);
  if (last.length === 0 && groups.length === 0 && logo === undefined) return null;
  const picture = logo && themedPicture(logo, { ...logo, className: "foot-logo", alt: site.title });
  return html`<footer class="foot">
    <div class="foot-inner">
      ${
        groups.length > 0 || picture
          ? html`<div class="foot-groups">${picture}${groups.map((group) => renderGroup(group, site))}</div>`
          : null
      }
      ${last.length > 0 ? html`<div class="foot-last">${last}</div>` : null}
    </div>
  </footer>`;
}
