import type { LinkView } from "../../../design/bar.ts";
import { type Page, titleAsLink } from "../../../engine/page.ts";
import { editPlaceOf } from "../../content/git/files.ts";
import { cardPath } from "../reading/addresses.ts";
import { languageTag } from "../reading/languages.ts";
import { pathOfFile } from "../reading/look.ts";
import { feedHref, markdownHref, pageHref, pathOf, type VariantReading } from "../reading/reading.ts";
import { renderPage } from "../render/page.ts";
import type { PageLayoutView, PageView, SubpageView, VariantView } from "../render/view.ts";
import { type Alternate, alternatesOf } from "./alternates.ts";
import type { Body } from "../bodies/renderBody.ts";
import { bodyOf } from "./body.ts";
import { coverOf } from "./cover.ts";
import { absoluteHref, type Frame, isIndexed, lookOf } from "./frame.ts";
import { type AddressedPage, readNeighbours } from "./neighbours.ts";
import { shellFor } from "./shell.ts";
import { tagsShown } from "./tags.ts";
import { subpagesOf } from "./subpages.ts";

/** A page as it is sent, and what it has to do with elsewhere. */
interface RenderedPage {
  readonly html: string;
  /** Origins of its frames. */
  readonly frames: readonly string[];
  /** Origins that its forms ask. */
  readonly asked: readonly string[];
  /** Of it something was given up for a moment. */
  readonly isMakeshift?: true;
}

/**
 * Renders one page of a variant.
 * @param render makes the document of it
 */
export async function renderSitePage(
  frame: Frame,
  reading: VariantReading,
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
  const subpages = await subpagesBelow(reading, trail, body);
  const alternates = await alternatesOf(frame, reading, page);
  const edit = look.settings.git.showEditLink ? await editPlaceIn(reading, page) : undefined;
  const { language } = reading.variant;
  const tags = tagsShown(reading.tags, page);
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
      ...(tags.length > 0 ? { tags } : {}),
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
      ...(edit === undefined ? {} : { edit }),
      markdownHref: markdownHref(reading, path),
      layout: pagination.enabled ? layout : { ...layout, pagination: false },
    },
    breadcrumbs: breadcrumbsOf(reading, trail),
    ...(previous === undefined ? {} : { previous: linkTo(reading, previous) }),
    ...(next === undefined ? {} : { next: linkTo(reading, next) }),
    ...(preview === undefined ? {} : { previewImage: absoluteHref(frame, preview) }),
    canonicalUrl: absoluteHref(frame, href),
    robots: isIndexed(frame, trail) ? "index" : "noindex",
  };
  const { frames, asked = [], isMakeshift } = body;
  return { html: render(view), frames, asked, ...(isMakeshift && { isMakeshift }) };
}

/** What a page lists: all below one without a text, and below a part of a reference the operations. */
async function subpagesBelow(
  reading: VariantReading,
  trail: readonly Page[],
  { html }: Body,
): Promise<SubpageView[]> {
  const isEmpty = html.trim() === "";
  if (!isEmpty && trail.at(-1)?.computed === undefined) return [];
  const below = await subpagesOf(reading, trail);
  return isEmpty ? below : below.filter(({ operation }) => operation !== undefined);
}

/** Where the page's file is edited, where its space is kept in step with a repository. */
const editPlaceIn = ({ deps, organization, variant }: VariantReading, { id }: Page) =>
  editPlaceOf(deps.db.read, { organization_id: organization, id: variant.space }, id);

/** A card with the page's own words, for sites that whoever has the address may read. */
function drawnPreview(
  frame: Frame,
  reading: VariantReading,
  { title, description }: Page,
): string | undefined {
  const { site, look } = frame.published;
  if (!frame.isLive || (site.visibility !== "public" && site.visibility !== "unlisted")) return undefined;
  const { primaryColor, font } = lookOf(frame, reading).settings.styling;
  const named = look.settings.title ?? site.title;
  return cardPath(reading.deps, {
    organization: reading.organization,
    title,
    description,
    site: named,
    colour: primaryColor.light,
    font: typeof font === "string" ? font : undefined,
  });
}

/** Variants in other languages, each at the page that is read where it has that page. */
function inPlace(variants: readonly VariantView[], alternates: readonly Alternate[]): VariantView[] {
  return variants.map((variant) => ({
    ...variant,
    href: alternates.find(({ base }) => base === variant.href)?.href ?? variant.href,
  }));
}

/** The way to a page: the pages above it. Groups are no pages. */
function breadcrumbsOf(reading: VariantReading, trail: readonly Page[]): LinkView[] {
  return trail
    .map((page, depth) => ({ page, path: pathOf(trail.slice(0, depth + 1)) }))
    .slice(0, -1)
    .filter(({ page }) => page.type === "document")
    .map((placed) => linkTo(reading, placed));
}

function linkTo(reading: VariantReading, { page, path }: AddressedPage): LinkView {
  const href = pageHref(reading, page.id, path);
  return { title: titleAsLink(page), href, ...(page.emoji === undefined ? {} : { emoji: page.emoji }) };
}

function layoutOf(page: Page): PageLayoutView {
  const { width, title, description, tableOfContents, outline, pagination, metadata, tags } = (page.layout ??
    {}) as Record<string, boolean | string>;
  const flags = { title, description, navigation: tableOfContents, outline, pagination, metadata, tags };
  const given = Object.entries(flags).filter(([, value]) => typeof value === "boolean");
  return {
    ...(width === "wide" ? { width: "wide" as const } : {}),
    ...(Object.fromEntries(given) as PageLayoutView),
  };
}
