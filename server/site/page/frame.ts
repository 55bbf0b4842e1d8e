import type { Page } from "../../../engine/page.ts";
import type { Assets } from "../../pages/assets.ts";
import type { SiteScript } from "../../nouns/sites/site/integrations.ts";
import type { Arrangement } from "../reading/arrange.ts";
import type { Look } from "../reading/look.ts";
import type { PublishedSite } from "../reading/publishedSite.ts";
import type { VariantReading } from "../reading/reading.ts";

/** What one site is to its templates, whichever page is read. */
export interface Frame {
  readonly published: PublishedSite;
  /** What the reader may see of it, in its places. */
  readonly arrangement: Arrangement;
  readonly basePath: string;
  readonly assets: Pick<Assets, "hrefs">;
  /** Every variant that the reader may walk. */
  readonly readings: readonly VariantReading[];
  /** Whether a condition holds for the reader. */
  readonly holds: (condition: string) => boolean;
  /** Headers that pages have beside those of every answer. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** Whether it is the site that everybody reads, not a preview. */
  readonly isLive: boolean;
  /** What integrations have pages load: on a host that no other organization's sites are on. */
  readonly scripts: readonly SiteScript[];
  /** The absolute address of the site's prefix, with a slash at its end. */
  readonly address: string;
}

/** How what is read looks. */
export function lookOf({ published }: Pick<Frame, "published">, reading: VariantReading | undefined): Look {
  return reading?.variant.look ?? published.look;
}

/** A link as readers know it elsewhere: at the site's own address, whatever prefix it was read below. */
export function absoluteHref(
  { basePath, address }: Pick<Frame, "basePath" | "address">,
  href: string,
): string {
  const isInside = href.startsWith(basePath);
  return isInside ? address + href.slice(basePath.length) : new URL(href, address).href;
}

/** Whether search engines may keep a page. Pages below one that robots shall leave out are left out too. */
export function isIndexed({ published }: Frame, trail: readonly Page[]): boolean {
  if (published.site.visibility !== "public") return false;
  return !trail.some(({ noIndex, noRobotsIndex }) => noIndex === true || noRobotsIndex === true);
}
