import type { Page } from "../../../engine/page.ts";
import { readNavigation } from "../navigation.ts";
import { type PlacedPage, readNeighbours } from "../neighbours.ts";
import type {
  AssetHrefs,
  LinkView,
  PageLayout,
  PageView,
  ShellView,
  SiteView,
  VariantView,
} from "../render/view.ts";
import { renderPage } from "../render/page.ts";
import { directionOf } from "../../../design/words.ts";
import { type Arrangement, placeNames, tabsOf } from "./arrange.ts";
import { type Alternate, alternatesOf, languageTag } from "./alternates.ts";
import { isForAgents } from "./agents.ts";
import { bodyOf } from "./body.ts";
import { cardPath } from "./cards.ts";
import { coverOf } from "./cover.ts";
import type { PublishedSite } from "./publishedSite.ts";
import type { Assets } from "./assets.ts";
import { dress } from "./dress.ts";
import { type Look, pathOfFile } from "./look.ts";
import { subpagesOf } from "./subpages.ts";
import { encodePath, feedHref, pageHref, pathOf, type Reading } from "./reading.ts";

/** What one site is to its templates, whichever page is read. */
export interface Frame {
  readonly published: PublishedSite;
  /** What the reader may see of it, in its places. */
  readonly arrangement: Arrangement;
  readonly basePath: string;
  readonly assets: Pick<Assets, "hrefs">;
  /** Every variant that the reader may walk. */
  readonly readings: readonly Reading[];
  /** Whether a condition holds for the reader. */
  readonly holds: (condition: string) => boolean;
  /** Headers that pages have beside those of every answer. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** Whether it is the site that everybody reads, not a preview. */
  readonly isLive: boolean;
  /** The absolute address of the site's prefix, with a slash at its end. */
  readonly address: string;
}

/** A page as it is sent, and what it has to do with elsewhere. */
export interface RenderedPage {
  readonly html: string;
  /** Origins of its frames. */
  readonly frames: readonly string[];
  /** Origins that its forms ask. */
  readonly asked: readonly string[];
}

/** Everything around a page's content. */
export async function shellFor(frame: Frame, reading: Reading, trail: readonly Page[]): Promise<ShellView> {
  return { ...(await bareShell(frame, reading)), navigation: await readNavigation(reading, trail) };
}

/** The same without a navigation; the site's own look where no variant is read. */
export async function bareShell(frame: Frame, reading: Reading | undefined): Promise<ShellView> {
  const look = lookOf(frame, reading);
  return { site: await siteView(frame, reading), assets: assetsOf(frame, look, reading), navigation: [] };
}

/** How what is read looks. */
export function lookOf({ published }: Pick<Frame, "published">, reading: Reading | undefined): Look {
  return reading?.variant.look ?? published.look;
}

function assetsOf({ assets, basePath }: Frame, look: Look, reading: Reading | undefined): AssetHrefs {
  const { fontsCss, preload } = look;
  return {
    ...assets.hrefs(look.sheet),
    ...(preload === undefined ? {} : { preload }),
    ...(fontsCss === undefined ? {} : { fonts: `${basePath}~/fonts/${reading?.variant.id ?? "site"}.css` }),
  };
}

async function siteView(frame: Frame, reading: Reading | undefined): Promise<SiteView> {
  const { site } = frame.published;
  const look = lookOf(frame, reading);
  const current = reading?.variant.id;
  const here = frame.arrangement.sections.find(({ variants }) => variants.some(({ id }) => id === current));
  const tabs = tabsOf(frame.arrangement, frame.basePath, current);
  const before = reading === undefined ? [] : [reading];
  const readings = [...before, ...frame.readings.filter((each) => each !== reading)];
  return {
    // A title of the variant's own is its name among the others, not the site's.
    title: frame.published.look.settings.title ?? site.title,
    homeHref: frame.basePath,
    basePath: frame.basePath,
    visibility: site.visibility as SiteView["visibility"],
    ...(tabs.length > 0 ? { sections: tabs } : {}),
    ...scopeOf(frame, reading),
    ...directionIn(reading),
    variants: (here?.variants ?? []).map(({ id, title, below }) => ({
      title,
      href: frame.basePath + below,
      current: id === current,
    })),
    ...(await dress(look, readings, frame.holds, isForAgents(frame))),
  };
}

function directionIn(reading: Reading | undefined): Pick<SiteView, "direction"> {
  const language = reading?.variant.language ?? null;
  return language === null ? {} : { direction: directionOf(language) };
}

function scopeOf({ arrangement }: Frame, reading: Reading | undefined): Pick<SiteView, "scope"> {
  const names = reading && placeNames(arrangement, reading.variant.id);
  if (reading === undefined || names === undefined || names.length === 0) return {};
  return { scope: { id: reading.variant.id, title: names.join(" › ") } };
}

/**
 * Renders one page of a variant.
 * @param render makes the document of it
 */
export async function renderSitePage(
  frame: Frame,
  reading: Reading,
  trail: readonly Page[],
  render: (view: PageView) => string = renderPage,
): Promise<RenderedPage> {
  const page = trail.at(-1) as Page;
  const path = pathOf(trail);
  const href = pageHref(reading, page.id, path);
  const shell = await shellFor(frame, reading, trail);
  const look = lookOf(frame, reading);
  const body = await bodyOf(reading, page, look.locale);
  const { previous, next } = await readNeighbours(reading, trail);
  const layout = layoutOf(page);
  const cover = await coverOf(reading, page);
  const { socialPreview, pagination } = look.settings;
  const chosen = cover?.light ?? (socialPreview.url && pathOfFile(look, socialPreview.url));
  const preview = chosen ?? drawnPreview(frame, reading, page);
  const subpages = body.html.trim() === "" ? await subpagesOf(reading, trail) : [];
  const alternates = await alternatesOf(frame, reading, page);
  const { language } = reading.variant;
  const view: PageView = {
    ...shell,
    site: { ...shell.site, variants: inPlace(shell.site.variants ?? [], alternates) },
    alternates,
    page: {
      ...(language === null ? {} : { language: languageTag(language) }),
      title: page.title,
      ...(page.description === undefined ? {} : { description: page.description }),
      ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
      ...(page.icon === undefined ? {} : { icon: page.icon }),
      ...(cover === undefined ? {} : { cover }),
      html: body.html,
      headings: body.headings,
      ...(subpages.length > 0 ? { subpages } : {}),
      ...(body.isSource ? { isSource: true } : {}),
      ...(look.settings.feedback.enabled && frame.isLive
        ? { feedback: { action: `${frame.basePath}~/feedback`, page: page.id } }
        : {}),
      ...(body.hasUpdates ? { feedHref: feedHref(reading, page.id, path) } : {}),
      ...(body.isReference ? { isReference: true } : {}),
      updatedAt: page.updatedAt,
      ...(look.settings.pdf.enabled && !body.isSource
        ? { pdfHref: `${frame.basePath}~/pdf?page=${page.id}&only=true` }
        : {}),
      markdownHref: `${reading.base}${encodePath(path)}.md`,
      layout: pagination.enabled ? layout : { ...layout, pagination: false },
    },
    breadcrumbs: breadcrumbsOf(reading, trail),
    ...(previous === undefined ? {} : { previous: linkTo(reading, previous) }),
    ...(next === undefined ? {} : { next: linkTo(reading, next) }),
    ...(preview === undefined ? {} : { previewImage: absoluteHref(frame, preview) }),
    canonicalUrl: absoluteHref(frame, href),
    robots: isIndexed(frame, trail) ? "index" : "noindex",
  };
  return { html: render(view), frames: body.frames, asked: body.asked ?? [] };
}

/** A card with the page's own words, for sites that whoever has the address may read. */
function drawnPreview(frame: Frame, reading: Reading, { title, description }: Page): string | undefined {
  const { site, look } = frame.published;
  if (!frame.isLive || (site.visibility !== "public" && site.visibility !== "unlisted")) return undefined;
  const colour = lookOf(frame, reading).settings.styling.primaryColor.light;
  const named = look.settings.title ?? site.title;
  return cardPath(reading.deps, { title, description, site: named, colour });
}

/** Variants in other languages, each at the page that is read where it has that page. */
function inPlace(variants: readonly VariantView[], alternates: readonly Alternate[]): VariantView[] {
  return variants.map((variant) => ({
    ...variant,
    href: alternates.find(({ base }) => base === variant.href)?.href ?? variant.href,
  }));
}

/** A link as readers know it elsewhere: at the site's own address, whatever prefix it was read below. */
export function absoluteHref(
  { basePath, address }: Pick<Frame, "basePath" | "address">,
  href: string,
): string {
  const isInside = href.startsWith(basePath);
  return isInside ? address + href.slice(basePath.length) : new URL(href, address).href;
}

/** The way to a page: the pages above it. Groups are no pages. */
function breadcrumbsOf(reading: Reading, trail: readonly Page[]): LinkView[] {
  return trail
    .map((page, depth) => ({ page, path: pathOf(trail.slice(0, depth + 1)) }))
    .slice(0, -1)
    .filter(({ page }) => page.type === "document")
    .map((placed) => linkTo(reading, placed));
}

function linkTo(reading: Reading, { page, path }: PlacedPage): LinkView {
  const href = pageHref(reading, page.id, path);
  return { title: page.title, href, ...(page.emoji === undefined ? {} : { emoji: page.emoji }) };
}

/** Whether search engines may keep a page. Pages below one that robots shall leave out are left out too. */
export function isIndexed({ published }: Frame, trail: readonly Page[]): boolean {
  if (published.site.visibility !== "public") return false;
  return !trail.some(({ noIndex, noRobotsIndex }) => noIndex === true || noRobotsIndex === true);
}

function layoutOf(page: Page): PageLayout {
  const { width, title, description, tableOfContents, outline, pagination, metadata } = (page.layout ??
    {}) as Record<string, boolean | string>;
  const flags = { title, description, navigation: tableOfContents, outline, pagination, metadata };
  const given = Object.entries(flags).filter(([, value]) => typeof value === "boolean");
  return {
    ...(width === "wide" ? { width: "wide" as const } : {}),
    ...(Object.fromEntries(given) as PageLayout),
  };
}
