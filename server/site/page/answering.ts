/** A site as one reader may walk it, and the ways to what a path names in it. */
import type { Page } from "../../../engine/page.ts";
import { readChildren, readTrail } from "../../../engine/tree.ts";
import { resolvePath } from "../../content/formerSlugs.ts";
import { type Arrangement, arrange, chooseVariant, type PlacedVariant } from "../reading/arrange.ts";
import { type AskedReader, openConditions } from "../reading/conditions.ts";
import { isOpen, openReading, type VariantReading, type SiteDeps } from "../reading/reading.ts";
import type { Frame } from "./frame.ts";

/** A request for something of a site that is open to its reader. */
export interface SiteRequest {
  /** The decoded segments after the site's prefix. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Whether the reader would rather have Markdown than a page. */
  readonly wantsMarkdown: boolean;
  /** Who reads, and where it is taken down what the answer asks of them. */
  readonly reader: AskedReader;
  /** Whether the path was sent with a slash at its end. */
  readonly endsWithSlash: boolean;
  /** Where it comes from: for what is kept for nobody. */
  readonly ip: string;
}

/** What a site is to its templates, before it is known what its reader may see. */
export type SiteFrame = Omit<Frame, "arrangement" | "readings" | "holds">;

/** What all answers of one request share. */
export interface PageAnswering {
  readonly deps: SiteDeps;
  readonly frame: Frame;
  readonly main: VariantReading;
  readonly readings: readonly VariantReading[];
  readonly request: SiteRequest;
}

/** The variants that a reader may walk; undefined where there is nothing for them. */
export async function openAnswering(
  deps: SiteDeps,
  site: SiteFrame,
  request: SiteRequest,
): Promise<{ readonly frame: Frame; readonly answering: PageAnswering | undefined }> {
  const { holdAll } = openConditions(deps.parseExpression, {}, request.reader, "site");
  const arrangement = arrange(site.published, (condition) => holdAll([condition]));
  const readings: VariantReading[] = [];
  const frame = { ...site, arrangement, readings, holds: (condition: string) => holdAll([condition]) };
  const { organization_id: organization, hostname, proxy } = site.published.site;
  const hasOwnHost = (hostname ?? proxy) !== null;
  const among: VariantReading[] = [];
  const place = { organization, basePath: frame.basePath, hasOwnHost, readings: among };
  for (const variant of variantsIn(arrangement)) {
    readings.push(await openReading(deps, place, variant, request.reader));
  }
  among.push(...readings);
  const { around } = site.published;
  if (around !== undefined) {
    const basePath = frame.basePath.slice(0, -around.below.length);
    for (const variant of variantsIn(arrange(around.published, frame.holds)))
      among.push(await openReading(deps, { ...place, basePath }, variant, request.reader));
  }
  const main = readings.find(({ variant }) => variant.below === "");
  return { frame, answering: main && { deps, frame, main, readings, request } };
}

function variantsIn({ sections }: Arrangement): readonly PlacedVariant[] {
  return sections.flatMap(({ variants }) => variants);
}

/** The variant that a path begins with, and what follows. */
export function choose(
  { readings, main, frame }: PageAnswering,
  path: readonly string[],
): [VariantReading, readonly string[]] {
  const chosen = chooseVariant(frame.arrangement, path);
  const reading = readings.find(({ variant }) => variant.id === chosen?.variant.id);
  return reading === undefined || chosen === undefined ? [main, path] : [reading, chosen.rest];
}

/** What a path of a site leads to. */
export interface PageAtPath {
  readonly reading: VariantReading;
  /** The path in the variant. */
  readonly inner: readonly string[];
  readonly trail: readonly Page[];
  readonly isFormer: boolean;
}

/**
 * The page at a path. Before a section or a variant had the name that the path begins with, it may have been one of the
 * default's: that is found where there is no other now.
 */
export async function findAt(
  answering: PageAnswering,
  path: readonly string[],
): Promise<PageAtPath | undefined> {
  const at = async (reading: VariantReading, inner: readonly string[]) => {
    const found = await findPage(reading, inner);
    return found && { reading, inner, ...found };
  };
  return (await at(...choose(answering, path))) ?? at(answering.main, path);
}

/** Where a page is that this reader may open. */
export async function readingOf(
  readings: readonly VariantReading[],
  page: string,
): Promise<VariantReading | undefined> {
  for (const reading of readings) {
    const trail = await readTrail(reading.nodes, reading.root, page);
    if (trail !== undefined && isOpen(reading, trail)) return reading;
  }
  return undefined;
}

/** The page at a path below a variant, with those above it, as far as the reader may open it. */
async function findPage(
  reading: VariantReading,
  inner: readonly string[],
): Promise<{ readonly trail: readonly Page[]; readonly isFormer: boolean } | undefined> {
  const { deps, variant, root } = reading;
  const found =
    inner.length === 0
      ? undefined
      : await resolvePath(deps.db.read, reading, variant.space, root, inner.join("/"));
  const page = inner.length === 0 ? reading.landing : await firstDocument(reading, found?.page);
  const trail = page && (await readTrail(reading.nodes, root, page.id));
  if (trail === undefined || !isOpen(reading, trail)) return undefined;
  return { trail, isFormer: found?.redirected === true };
}

/** A group has no page of its own: its first one stands for it. */
async function firstDocument(reading: VariantReading, page: Page | undefined): Promise<Page | undefined> {
  if (page?.type === "link") return undefined;
  if (page?.type !== "group") return page;
  const children = await readChildren(reading.nodes, reading.root, page.id, 0, 16);
  return children.find((child) => child.type === "document" && reading.isShown(child));
}
