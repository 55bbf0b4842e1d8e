import type { Deps } from "../../deps.ts";
import type { Page } from "../../engine/page.ts";
import { landingPage } from "../../engine/tree.ts";
import type { NavigationScope } from "../navigation.ts";
import type { Variant } from "./publishedSite.ts";

/** One request's view of a variant: its pages, and the addresses they have on this site. */
export interface Reading extends NavigationScope {
  readonly deps: Deps;
  readonly variant: Variant;
  /** The variant's path prefix, with both slashes. */
  readonly base: string;
  /** The page at the prefix itself; undefined in an empty space. */
  readonly landing: Page | undefined;
}

/** @param basePath the site's prefix, with both slashes */
export async function openReading(deps: Deps, basePath: string, variant: Variant): Promise<Reading> {
  const root = await deps.content.root(variant.root);
  const landing = await landingPage(deps.content.nodes, root);
  const base = variant.isDefault ? basePath : `${basePath}${variant.path}/`;
  return {
    deps,
    variant,
    base,
    landing,
    nodes: deps.content.nodes,
    root,
    hrefOf: (page, path) =>
      page.type === "link" ? linkHref(page) : pageHref({ base, landing }, page.id, path),
    isShown: () => true,
  };
}

/** Where a page is on its site. The landing page is the variant's own address. */
export function pageHref(
  { base, landing }: Pick<Reading, "base" | "landing">,
  id: string,
  path: string,
): string {
  return landing?.id === id ? base : base + encodePath(path);
}

/** A path of slugs as it stands in an address. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function linkHref(page: Page): string | undefined {
  const url = page.href ?? page.target?.["url"];
  return typeof url === "string" ? url : undefined;
}

/** The slugs of a page and those above it, joined. */
export function pathOf(trail: readonly Page[]): string {
  return trail.map(({ slug }) => slug).join("/");
}
