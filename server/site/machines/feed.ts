/** The updates of a page as a feed: RSS 2.0, with addresses that work anywhere. */
import { escapeHtml } from "../../../engine/markdown/html/element.ts";
import type { RenderedUpdate } from "../../../engine/markdown/html/context.ts";
import type { Page } from "../../../engine/page.ts";
import { type SiteAnswer, textAnswer } from "../../pages/answer.ts";
import { updatesOf } from "../page/body.ts";
import { absoluteHref, type Frame, lookOf } from "../page/frame.ts";
import { feedHref, pageHref, type VariantReading } from "../reading/reading.ts";
import { escapeXml } from "./texts.ts";

/** Updates that a feed holds at most: the latest ones. */
const MOST_ITEMS = 100;

/** The feed of a page; undefined for pages without updates. */
export async function feedOf(
  frame: Frame,
  reading: VariantReading,
  page: Page,
  path: string,
): Promise<SiteAnswer | undefined> {
  const { locale } = lookOf(frame, reading);
  const { updates, isMakeshift } = await updatesOf(reading, page, locale);
  if (updates.length === 0) return undefined;
  const link = absoluteHref(frame, pageHref(reading, page.id, path));
  const self = absoluteHref(frame, feedHref(reading, page.id, path));
  const { site } = frame.published;
  const title = page.title === site.title ? site.title : `${page.title} · ${site.title}`;
  const items = updates
    .toSorted((a, b) => ((a.date ?? "") < (b.date ?? "") ? 1 : (a.date ?? "") > (b.date ?? "") ? -1 : 0))
    .slice(0, MOST_ITEMS)
    .map((update) => itemOf(frame, page, link, update));
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(link)}</link>
<description>${escapeXml(page.description ?? title)}</description>
<language>${escapeXml(locale)}</language>
<lastBuildDate>${new Date(page.updatedAt).toUTCString()}</lastBuildDate>
<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel>
</rss>
`;
  return { ...textAnswer(text, "application/rss+xml"), ...(isMakeshift && { isMakeshift }) };
}

function itemOf(frame: Frame, page: Page, address: string, update: RenderedUpdate): string {
  const { id, date, tags, title, html } = update;
  const link = `${address}#${encodeURIComponent(id)}`;
  const named = title ?? (date === undefined ? page.title : `${page.title}: ${date}`);
  const lines = [
    "<item>",
    `<title>${escapeXml(named)}</title>`,
    `<link>${escapeXml(link)}</link>`,
    `<guid isPermaLink="true">${escapeXml(link)}</guid>`,
    ...(date === undefined ? [] : [`<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>`]),
    ...tags.map((tag) => `<category>${escapeXml(tag)}</category>`),
    `<description>${escapeXml(portable(frame, address, html))}</description>`,
    "</item>",
  ];
  return lines.join("\n");
}

/**
 * HTML of a page as it can stand anywhere: without what only our styles and our script make sense of, and with whole
 * addresses. What it is given is sanitised already and written by one printer: attributes stand in double quotes, an
 * apostrophe in them is a reference, and neither other quotes nor angle brackets stand in them.
 */
function portable(frame: Frame, address: string, html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*>.*?<\/a>/gs, "")
    .replace(/<button[^>]*>.*?<\/button>/gs, "")
    .replace(/<[a-z][^>]*>/g, (tag) =>
      tag
        .replace(/ (?:class|id|tabindex|role|data-[\w-]+|aria-[\w-]+)(?:="[^"]*")?/g, "")
        .replace(/ (href|src)="([^"]*)"/g, (_whole, name: string, value: string) => {
          const plain = value.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
          const whole = plain.startsWith("#") ? address + plain : absolute(frame, plain);
          return ` ${name}="${escapeHtml(whole)}"`;
        }),
    );
}

function absolute(frame: Frame, href: string): string {
  return URL.canParse(href, frame.address) ? absoluteHref(frame, href) : href;
}
