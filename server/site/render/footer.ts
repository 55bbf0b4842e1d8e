import { html, safeHref, type Raw } from "./html.ts";
import { emoji } from "./icon.ts";
import type { FooterGroupView, SiteView } from "./view.ts";

function renderGroup(group: FooterGroupView): Raw {
  const links = group.links.map(
    (link) =>
      html`<li>
        <a class="quiet-link" href="${safeHref(link.href)}">${emoji(link.emoji)}${link.title}</a>
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
export function renderFooter(site: SiteView): Raw | null {
  const { text, groups } = site.footer ?? { groups: [] };
  if (!text && groups.length === 0) return null;
  return html`<footer class="foot">
    <div class="foot-inner">
      ${groups.length > 0 ? html`<div class="foot-groups">${groups.map(renderGroup)}</div>` : null}
      ${text ? html`<p class="foot-text">${text}</p>` : null}
    </div>
  </footer>`;
}
