import { type ShownRevision, shownRevision } from "../../content/computed/shown.ts";
import type { Deps } from "../../deps.ts";
import type { ExpressionParser } from "../../../engine/expression/condition.ts";
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { sliceOfMap } from "../../../engine/mapRead.ts";
import type { NodeReader, RevisionRoot } from "../../../engine/node.ts";
import { type Kept, openKept } from "../../memory/kept.ts";
import type { Page, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { segmentsBelow } from "../../../engine/siteAddress.ts";
import { readChildren } from "../../../engine/tree.ts";
import { openPlaces } from "../../http/perOrganization.ts";
import type { Queue } from "../../turns/queue.ts";
import type { PlacedVariant } from "./arrange.ts";
import { type AskedReader, type Conditions, openConditions } from "./conditions.ts";
import type { Renderer } from "../bodies/renderer.ts";

/** What the published world needs beside what everything needs. */
export interface SiteDeps extends Deps {
  readonly renderer: Renderer;
  readonly parseExpression: ExpressionParser;
  /** Bodies that could not be rendered lately, and PDFs that had too much: nobody waits for them again at once. */
  readonly unrendered: Kept<true>;
  /** Where those wait who ask for what costs much. */
  readonly places: Queue;
}

export function siteDeps(deps: Deps, renderer: Renderer): SiteDeps {
  return {
    ...deps,
    renderer,
    parseExpression: rememberingParse(5000),
    unrendered: openKept("unrendered", { bytesOf: 8, endsAfter: 60_000 }),
    places: openPlaces({ patience: 30_000 }),
  };
}

/** A revision as one visitor sees it. */
export interface NavigationScope {
  readonly nodes: NodeReader;
  readonly root: RevisionRoot;
  /** What the space says of tags, by name. */
  readonly tags: ReadonlyMap<string, TagDefinition>;
  /** Where a page is; `path` is its slugs joined by "/". For links: where they lead, or nothing. */
  readonly hrefOf: (page: Page, path: string) => string | undefined;
  /** Whether the visitor may see the page: its condition holds. Hidden pages are left out without asking. */
  readonly isShown: (page: Page) => boolean;
}

/** One visitor's view of a variant: its pages, and the addresses they have on this site. */
export interface VariantReading extends NavigationScope {
  readonly deps: SiteDeps;
  readonly variant: PlacedVariant;
  /** The content of the variant as it is read: `nodes` and `root` are its own. */
  readonly shown: ShownRevision;
  /** Whose descriptions of APIs the content names. */
  readonly organization: string;
  /** Every variant that this visitor may walk on the site, this one first among those of its space. */
  readonly among: readonly VariantReading[];
  /** The site's prefix, with both slashes. */
  readonly siteBase: string;
  readonly hasOwnHost: boolean;
  readonly conditions: Conditions;
  /** The variant's path prefix, with both slashes. */
  readonly base: string;
  /** The page at the prefix itself; undefined where there is nothing to show. */
  readonly landing: Page | undefined;
}

/** The site that a reading is of. */
interface ReadSite {
  /** The id of its organization. */
  readonly organization: string;
  /** Its prefix, with both slashes. */
  readonly basePath: string;
  /** Whether it is read at a host of its owner. */
  readonly hasOwnHost: boolean;
  /** The variants that the visitor may walk; those that are opened later come into it. */
  readonly readings: readonly VariantReading[];
}

export async function openReading(
  deps: SiteDeps,
  { organization, basePath, hasOwnHost, readings }: ReadSite,
  variant: PlacedVariant,
  asked: AskedReader,
): Promise<VariantReading> {
  const shown = await shownRevision(deps, { organization_id: organization, id: variant.space }, variant.root);
  const { nodes, root } = shown;
  const variables = Object.fromEntries(await sliceOfMap<VariableValue>(nodes, root.variables));
  const tags = new Map(await sliceOfMap<TagDefinition>(nodes, root.tags));
  const conditions = openConditions(deps.parseExpression, variables, asked, variant.root);
  const landing = await firstOpen(nodes, root, null, conditions);
  const base = basePath + variant.below;
  return {
    deps,
    variant,
    shown,
    organization,
    among: readings,
    siteBase: basePath,
    hasOwnHost,
    conditions,
    base,
    landing,
    nodes,
    root,
    tags,
    hrefOf: (page, path) =>
      page.type === "link"
        ? linkHref(page)
        : pageHref({ base, landing, siteBase: basePath, variant }, page.id, path),
    isShown: (page) => page.type !== "computed" && conditions.holdsFor(page),
  };
}

/** The first document that the visitor may see, be it hidden, at the top or in a group. */
async function firstOpen(
  nodes: NodeReader,
  root: RevisionRoot,
  parent: string | null,
  conditions: Conditions,
): Promise<Page | undefined> {
  const step = 16;
  for (let start = 0; ; start += step) {
    const siblings = await readChildren(nodes, root, parent, start, start + step);
    for (const page of siblings) {
      if (!conditions.holdsFor(page)) continue;
      if (page.type === "document") return page;
      const inside = page.type === "group" ? await firstOpen(nodes, root, page.id, conditions) : undefined;
      if (inside !== undefined) return inside;
    }
    if (siblings.length < step) return undefined;
  }
}

/** Whether the visitor may see a page: its condition holds and those of all pages above it. */
export function isOpen({ conditions }: Pick<VariantReading, "conditions">, trail: readonly Page[]): boolean {
  // A computed page that could not be made is nothing to read.
  return trail.every((page) => page.type !== "computed" && conditions.holdsFor(page));
}

type ReadingPlace = Pick<VariantReading, "base" | "landing" | "siteBase" | "variant">;

/** Where a page is on its site. The landing page is the variant's own address. */
export function pageHref(reading: ReadingPlace, id: string, path: string): string {
  return reading.landing?.id === id ? reading.base : hrefOfPath(reading, path);
}

/** Where a path of slugs is: below the variant, or behind the name of a default that addresses leave out otherwise. */
function hrefOfPath({ siteBase, variant }: ReadingPlace, path: string): string {
  return siteBase + segmentsBelow(variant.steps, path.split("/")).map(encodeURIComponent).join("/");
}

/** Where the Markdown of a page is. */
export function markdownHref(reading: ReadingPlace, path: string): string {
  return `${hrefOfPath(reading, path)}.md`;
}

/** Where the feed of a page is, within its origin. */
export function feedHref(reading: ReadingPlace, id: string, path: string): string {
  return reading.landing?.id === id ? `${reading.base}rss.xml` : `${hrefOfPath(reading, path)}/rss.xml`;
}

/** What the addresses of a variant's pages depend on beside their paths, for keys under which they are kept. */
export function addressing({ base, variant }: Pick<VariantReading, "base" | "variant">): unknown {
  return [base, ...variant.steps.map(({ own, beside }) => [own, ...beside])];
}

function linkHref(page: Page): string | undefined {
  const url = page.href ?? page.target?.["url"];
  return typeof url === "string" ? url : undefined;
}

/** The slugs of a page and those above it, joined. */
export function pathOf(trail: readonly Page[]): string {
  return trail.map(({ slug }) => slug).join("/");
}
