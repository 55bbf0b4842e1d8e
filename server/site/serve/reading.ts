import type { Deps } from "../../deps.ts";
import type { RevisionRoot } from "../../engine/node.ts";
import type { Page } from "../../engine/page.ts";
import { landingPage, readChildren } from "../../engine/tree.ts";
import type { Variant } from "./publishedSite.ts";

/** One request's view of a variant: its pages, and the addresses they have on this site. */
export interface Reading {
  readonly deps: Deps;
  readonly variant: Variant;
  readonly root: RevisionRoot;
  /** The variant's path prefix, with both slashes. */
  readonly base: string;
  /** The page at the prefix itself; undefined in an empty space. */
  readonly landing: Page | undefined;
  /** The pages below one (null: at the top) in their order, each level read once. */
  readonly children: (parent: string | null) => Promise<readonly Page[]>;
}

/** @param basePath the site's prefix, with both slashes */
export async function openReading(deps: Deps, basePath: string, variant: Variant): Promise<Reading> {
  const root = await deps.content.root(variant.root);
  const levels = new Map<string | null, Promise<Page[]>>();
  return {
    deps,
    variant,
    root,
    base: variant.isDefault ? basePath : `${basePath}${variant.path}/`,
    landing: await landingPage(deps.content.nodes, root),
    children(parent) {
      const known = levels.get(parent) ?? readChildren(deps.content.nodes, root, parent);
      levels.set(parent, known);
      return known;
    },
  };
}

/** Where a page is on its site. The landing page is the variant's own address. */
export function pageHref({ base, landing }: Reading, id: string, path: string): string {
  if (landing?.id === id) return base;
  return base + path.split("/").map(encodeURIComponent).join("/");
}

/** Whether readers find the page in the navigation. */
export function isListed(page: Page): boolean {
  return page.hidden !== true;
}
