/** What every screen is laid out in: a bar, a column of pages, the content, an outline, lines at the foot. */
import { type DocumentParts, renderDocument } from "./document.ts";
import { attribute, html, type Raw } from "./html.ts";
import { wordsFor } from "./words.ts";

export interface ScreenParts extends Omit<DocumentParts, "body"> {
  readonly bar: Raw;
  /** A line under the bar. */
  readonly announcement?: Raw | null;
  /** The pages beside the content, see `renderColumn`. */
  readonly column?: Raw | undefined;
  /** The content, inside `main`. */
  readonly main: Raw;
  readonly outline?: Raw | undefined;
  readonly footer?: Raw | null;
  /** What lies over the screen until it is answered. */
  readonly notice?: Raw | null;
  /** Named on the frame so that styles can tell layouts apart; `alone` is a page that wants no outline beside it. */
  readonly frame?: "wide" | "plain" | "alone" | undefined;
  /** Whether the bar has tabs below it. */
  readonly withTabs?: boolean;
}

/** A whole document with one screen in it. */
export function renderScreen(screen: ScreenParts): string {
  const { column } = screen;
  const body = html`<a class="skip" href="#~content">${wordsFor(screen.locale).skipToContent}</a>
    ${screen.bar} ${screen.announcement}
    <div
      class="frame"
      ${attribute("data-frame", screen.frame)}${attribute("data-navigation", column !== undefined)}${attribute("data-sections", screen.withTabs)}${attribute("data-outline", screen.outline !== undefined)}
    >
      ${column}
      <main class="main" id="~content" tabindex="-1">${screen.main}</main>
      ${screen.outline}
    </div>
    ${screen.footer} ${screen.notice}`;
  return renderDocument({ ...screen, body });
}
