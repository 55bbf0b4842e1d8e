import type { Raw } from "../../../design/html.ts";
import { renderScreen, type ScreenParts } from "../../../design/screen.ts";
import { wordsFor } from "../../../design/words.ts";
import { renderAnnouncement } from "./announcement.ts";
import { renderConsent } from "./consent.ts";
import { renderFooter } from "./footer.ts";
import { renderHeader } from "./header.ts";
import { renderSide } from "./navigation.ts";
import type { ShellView } from "./view.ts";

interface ShellParts extends Pick<ScreenParts, "title" | "robots" | "main" | "outline" | "frame"> {
  readonly head?: Raw;
  readonly withNavigation?: boolean;
}

/** A screen of a site: header, navigation, content, outline. */
export function renderShell({ site, assets, navigation }: ShellView, parts: ShellParts): string {
  const { withNavigation = true, ...screen } = parts;
  const words = wordsFor(site.locale);
  const isNavigable = withNavigation && navigation.length > 0;
  return renderScreen({
    ...screen,
    locale: site.locale,
    assets,
    icon: site.icon,
    siteTitle: site.title,
    look: site,
    ...(site.withSearch === false ? {} : { basePath: site.basePath }),
    bar: renderHeader(site, words, isNavigable),
    announcement: renderAnnouncement(site, words),
    column: isNavigable ? renderSide(navigation, site, words) : undefined,
    footer: renderFooter(site, words),
    notice: renderConsent(site, words),
    withTabs: (site.sections?.length ?? 0) > 0,
  });
}
