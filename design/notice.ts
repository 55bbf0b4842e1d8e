import type { LinkView } from "./bar.ts";
import { type AssetHrefs, renderDocument } from "./document.ts";
import { html, type Raw } from "./html.ts";
import { icon, type IconName } from "./icon.ts";
import { fill, wordsFor, type Words } from "./words.ts";

/**
 * A page that stands alone because nothing else may be shown: not published, not signed in, a share link that no longer
 * works, or a fault.
 */
export interface NoticeView {
  readonly kind:
    | "unpublished"
    | "unknown-site"
    | "no-page"
    | "share-link"
    | "sign-in"
    | "no-login"
    | "token"
    | "fault";
  readonly assets: AssetHrefs;
  readonly locale: string;
  /** The site's title where saying it gives nothing away. */
  readonly siteTitle?: string;
  /** Why, in one sentence, e.g. the reason a token was refused. */
  readonly reason?: string;
  readonly action?: LinkView;
  /** What an operator finds in the log. */
  readonly requestId?: string;
}

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
    <a class="button" href="${view.action.href}">${view.action.title}</a>
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
