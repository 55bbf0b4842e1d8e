/** Where a path leads on which a reader finds nothing: to where a page went, or where the site's redirects say. */
import { resolvePath } from "../../content/formerSlugs.ts";
import type { Read } from "../../db/database.ts";
import { foldSlug } from "../../../engine/slug.ts";
import { capturedBy, pathKey } from "../../../engine/redirectSource.ts";
import { readTrail } from "../../../engine/tree.ts";
import { withCaptured } from "../../nouns/sites/redirects/destination.ts";
import type { RedirectDestination } from "../../nouns/sites/redirects/present.ts";
import { matchRedirect } from "../../nouns/sites/redirects/queries.ts";
import { formerPlaces } from "../../nouns/sites/structure/formerPaths.ts";
import { redirectAnswer, type SiteAnswer } from "../../pages/answer.ts";
import type { Frame } from "../page/frame.ts";
import { chooseVariant } from "../reading/arrange.ts";
import { isOpen, pageHref, pathOf, type VariantReading } from "../reading/reading.ts";

/** A site as its reader walks it. */
type WalkedFrame = Pick<Frame, "published" | "arrangement" | "basePath" | "readings" | "isLive">;

/**
 * The redirect from a path; undefined where there is none for this reader. Addresses that a section or variant had come
 * before the redirects of the site; those that pages had are looked up with the page.
 * @param segments decoded, below the site's prefix
 */
export async function redirectFrom(
  read: Read,
  site: WalkedFrame,
  segments: readonly string[],
): Promise<SiteAnswer | undefined> {
  if (segments.length === 0 || segments[0]?.startsWith("~")) return undefined;
  return (
    (await fromFormerPath(read, site, segments)) ??
    (await fromRedirect(read, site, segments)) ??
    fromNamesOfDefaults(read, site, segments)
  );
}

/**
 * From an address with the name of a default, as another reader has it to whom something else is shown without that
 * name, or as it was.
 */
async function fromNamesOfDefaults(
  read: Read,
  { arrangement, readings }: WalkedFrame,
  segments: readonly string[],
): Promise<SiteAnswer | undefined> {
  const plain = chooseVariant(arrangement, segments);
  const chosen = chooseVariant(arrangement, segments, { namesDefaults: true });
  if (chosen === undefined || chosen.rest.length === plain?.rest.length) return undefined;
  const reading = readings.find(({ variant }) => variant.id === chosen.variant.id);
  const href = reading && (await hrefAt(read, reading, chosen.rest));
  return href === undefined ? undefined : redirectAnswer(href, 307);
}

async function fromFormerPath(
  read: Read,
  { published, readings }: WalkedFrame,
  segments: readonly string[],
): Promise<SiteAnswer | undefined> {
  for (const { siteSpace, rest } of await formerPlaces(read, published.site, segments)) {
    const reading = readings.find(({ variant }) => variant.id === siteSpace);
    const href = reading && (await hrefAt(read, reading, rest));
    if (href !== undefined) return redirectAnswer(href, 307);
  }
  return undefined;
}

/** The address of what has a path in a variant now, for its reader. */
async function hrefAt(
  read: Read,
  reading: VariantReading,
  rest: readonly string[],
): Promise<string | undefined> {
  if (rest.length === 0) return reading.landing && reading.base;
  // The Markdown of a page went where the page went.
  const last = rest.at(-1) ?? "";
  const ending = /\.md$/i.test(last) ? ".md" : "";
  const path = [...rest.slice(0, -1), last.slice(0, last.length - ending.length)].join("/");
  const { deps, root, variant } = reading;
  const found = await resolvePath(read, deps.content.of(reading.organization), variant.space, root, path);
  const href = found && (await hrefOfPage(reading, found.page.id));
  return href === undefined || ending === "" || href === reading.base ? href : href + ending;
}

async function hrefOfPage(reading: VariantReading, id: string): Promise<string | undefined> {
  const trail = await readTrail(reading.nodes, reading.root, id);
  if (trail === undefined || !isOpen(reading, trail)) return undefined;
  return trail.at(-1)?.type === "link" ? undefined : pageHref(reading, id, pathOf(trail));
}

async function fromRedirect(
  read: Read,
  site: WalkedFrame,
  segments: readonly string[],
): Promise<SiteAnswer | undefined> {
  const key = pathKey(segments);
  const row = await matchRedirect(read, site.published.site, key);
  if (row === undefined) return undefined;
  const href = await hrefOf(site, JSON.parse(row.destination) as RedirectDestination);
  if (href === undefined) return undefined;
  const asWritten = segments.map((segment) => `/${segment}`).join("");
  // Folding a text may change its length: then its folded form is all that can be cut.
  const isSameLength = asWritten.length === key.length && foldSlug(asWritten) === key;
  const captured = capturedBy(row.source_key, isSameLength ? asWritten : key);
  const mayBeRemembered = row.permanent === 1 && site.isLive && site.published.site.visibility === "public";
  return redirectAnswer(
    withCaptured(href, row.capture_wildcard === 1 ? captured : ""),
    mayBeRemembered ? 308 : 307,
  );
}

/** Where a destination is for this reader; undefined for what is gone, or not for them. */
async function hrefOf(
  { arrangement, basePath, readings }: WalkedFrame,
  destination: RedirectDestination,
): Promise<string | undefined> {
  switch (destination.kind) {
    case "external":
      return destination.url;
    case "site-section": {
      const found = arrangement.sections.find(({ section }) => section?.id === destination.siteSectionId);
      return found && basePath + found.below;
    }
    case "site-space":
      return readings.find(({ variant }) => variant.id === destination.siteSpaceId)?.base;
    case "site-page": {
      const reading = readings.find(({ variant }) => variant.id === destination.siteSpaceId);
      return reading && hrefOfPage(reading, destination.pageId);
    }
    default:
      return destination satisfies never;
  }
}
