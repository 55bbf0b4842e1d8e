import { renderDocument } from "./document.ts";
import { attribute, html, type Raw } from "../../../design/html.ts";
import { renderAnnouncement } from "./announcement.ts";
import { renderFooter } from "./footer.ts";
import { renderHeader } from "./header.ts";
import { renderNavigation } from "./navigation.ts";
import type { ShellView } from "./view.ts";
import { wordsFor, type Words } from "../../../design/words.ts";

export interface ShellParts {
  readonly title: string;
  readonly robots: "index" | "noindex";
  readonly head?: Raw;
  /** The content, inside `main`. */
  readonly main: Raw;
  readonly outline?: Raw | undefined;
  /** Named on the frame so that styles can tell layouts apart; `alone` is a page that wants no outline beside it. */
  readonly frame?: "wide" | "plain" | "alone";
  readonly withNavigation?: boolean;
}

/** A screen of a site: header, navigation, content, outline. */
export function renderShell(view: ShellView, parts: ShellParts): string {
  const { site } = view;
  const words: Words = wordsFor(site.locale);
  const withNavigation = parts.withNavigation !== false && view.navigation.length > 0;
  const body = html`<a class="skip" href="#~content">${words.skipToContent}</a>
    ${renderHeader(site, words, withNavigation)} ${renderAnnouncement(site, words)}
    <div
      class="frame"
      ${attribute("data-frame", parts.frame)}${attribute("data-navigation", withNavigation)}${attribute("data-sections", (site.sections?.length ?? 0) > 0)}
    >
      ${withNavigation ? renderNavigation(view.navigation, site, words) : null}
      <main class="main" id="~content" tabindex="-1">${parts.main}</main>
      ${parts.outline}
    </div>
    ${renderFooter(site, words)}`;
  return renderDocument({
    locale: site.locale,
    title: parts.title,
    assets: view.assets,
    icon: site.icon,
    siteTitle: site.title,
    site,
    ...(site.withSearch === false ? {} : { basePath: site.basePath }),
    robots: parts.robots,
    ...(parts.head ? { head: parts.head } : {}),
    body,
  });
}
