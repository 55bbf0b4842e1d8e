import { renderDocument } from "./document.ts";
import { html, safeHref, type Raw } from "../../../design/html.ts";
import { icon, type IconName } from "./icon.ts";
import { renderShell } from "./shell.ts";
import type { EmptySiteView, NoticeView } from "./view.ts";
import { fill, wordsFor, type Words } from "../../../design/words.ts";

interface NoticeWords {
  readonly picture: IconName;
  readonly title: keyof Words;
  readonly text: keyof Words;
}

const NOTICES: Readonly<Record<NoticeView["kind"], NoticeWords>> = {
  unpublished: { picture: "unpublished", title: "unpublishedTitle", text: "unpublishedText" },
  "unknown-site": { picture: "lost", title: "unknownSiteTitle", text: "unknownSiteText" },
  "no-page": { picture: "lost", title: "notFoundTitle", text: "notFoundText" },
  "share-link": { picture: "lock", title: "shareLinkTitle", text: "shareLinkText" },
  "sign-in": { picture: "lock", title: "signInTitle", text: "signInText" },
  "no-login": { picture: "lock", title: "signInTitle", text: "noLoginText" },
  token: { picture: "lock", title: "tokenTitle", text: "tokenText" },
  fault: { picture: "fault", title: "faultTitle", text: "faultText" },
};

function renderAction(view: NoticeView): Raw | null {
  if (!view.action) return null;
  return html`<p class="notice-actions">
    <a class="button" href="${safeHref(view.action.href)}">${view.action.title}</a>
  </p>`;
}

/** A page that stands alone, showing nothing of the site but, where allowed, its title. */
export function renderNotice(view: NoticeView): string {
  const words = wordsFor(view.locale);
  const notice = NOTICES[view.kind];
  const title = words[notice.title];
  const body = html`<main class="alone" id="~content">
    <div class="notice notice-alone">
      <span class="notice-picture">${icon(notice.picture)}</span>
      ${view.siteTitle ? html`<p class="notice-site">${view.siteTitle}</p>` : null}
      <h1 class="notice-title">${title}</h1>
      <p class="notice-text">${words[notice.text]}</p>
      ${view.reason ? html`<p class="notice-reason">${view.reason}</p>` : null} ${renderAction(view)}
      ${view.requestId ? html`<p class="notice-request">${fill(words.requestId, { id: view.requestId })}</p>` : null}
    </div>
  </main>`;
  return renderDocument({
    locale: view.locale,
    title: view.siteTitle ? `${title} · ${view.siteTitle}` : title,
    assets: view.assets,
    siteTitle: view.siteTitle ?? "Lectern",
    robots: "noindex",
    body,
  });
}

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
