import type { SiteView } from "../render/view.ts";
import { contentLinks, headerLinks, hrefOf } from "./contentLinks.ts";
import { announcementId, iconOf, type Look, pictureOf } from "../reading/look.ts";
import type { VariantReading } from "../reading/reading.ts";

type SiteDress = Omit<SiteView, "title" | "homeHref" | "basePath" | "visibility" | "sections" | "variants">;

/**
 * What a look shows on every page: pictures, links, the announcement, the footer.
 * @param readings the variants that the reader may walk, the one being read first
 * @param isForAgents whether there are Markdown and agents that may read it
 */
export async function dress(
  look: Look,
  readings: readonly VariantReading[],
  holds: (condition: string) => boolean,
  isForAgents: boolean,
): Promise<SiteDress> {
  const { settings, traits, locale, badge } = look;
  const { header, themes, externalLinks, pageActions } = settings;
  const icon = iconOf(look);
  const logo = pictureOf(look, header.logo);
  const announcement = await announcementOf(look, readings);
  return {
    locale,
    badge,
    links: await headerLinks(readings, look, holds),
    footer: await footerOf(look, readings),
    ...(icon === undefined ? {} : { icon }),
    ...(logo === undefined ? {} : { logo }),
    ...(traits.length === 0 ? {} : { traits }),
    ...(announcement === undefined ? {} : { announcement }),
    ...(themes.default === "dark" || !themes.toggeable ? { theme: themes.default } : {}),
    ...(themes.toggeable ? {} : { isThemeFixed: true as const }),
    ...(externalLinks.target === "blank" ? { opensTabs: true as const } : {}),
    ...(isForAgents ? {} : { isForAgents: false as const }),
    ...(pageActions.markdown && isForAgents ? {} : { withMarkdown: false as const }),
    ...(pageActions.externalAI && isForAgents ? { withAssistants: true as const } : {}),
  };
}

async function announcementOf(
  { settings }: Look,
  readings: readonly VariantReading[],
): Promise<SiteView["announcement"]> {
  const { announcement } = settings;
  if (announcement === undefined || !announcement.enabled) return undefined;
  const { message, style, link } = announcement;
  const href = link && (await hrefOf(readings, link.to));
  return {
    id: announcementId(message),
    message,
    style,
    ...(link === undefined || href === undefined ? {} : { link: { title: link.title, href } }),
  };
}

async function footerOf(
  look: Look,
  readings: readonly VariantReading[],
): Promise<NonNullable<SiteView["footer"]>> {
  const { footer, privacyPolicy, trademark } = look.settings;
  const logo = pictureOf(look, footer.logo);
  const groups = [];
  for (const { title, links } of footer.groups) {
    const shown = await contentLinks(readings, links);
    if (shown.length > 0) groups.push({ title, links: shown });
  }
  return {
    groups,
    ...(footer.copyright === undefined ? {} : { text: footer.copyright }),
    ...(logo === undefined ? {} : { logo }),
    ...(privacyPolicy.url === undefined ? {} : { privacyHref: privacyPolicy.url }),
    ...(trademark.enabled ? { withTrademark: true as const } : {}),
  };
}
