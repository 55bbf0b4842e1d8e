/** What a page says of itself beside its text: title, description, its own address, its neighbours. */
import type { Element, Root } from "hast";
import { attribute, elementsIn, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

/** An entry of a page's navigation, as it is nested there. */
export interface NavEntry {
  /** As written. */
  readonly href: string;
  readonly title: string;
  /** 0 at the top. */
  readonly depth: number;
}

export interface PageFacts {
  /** Of the document: its first part, when the name of the site follows. */
  readonly title: string;
  readonly description: string | undefined;
  readonly base: string | undefined;
  readonly canonical: string | undefined;
  readonly next: string | undefined;
  readonly up: string | undefined;
  readonly isUnlisted: boolean;
  readonly hasSecretLinks: boolean;
  /** Every destination of a link, as written, each once. */
  readonly links: readonly string[];
  readonly nav: readonly NavEntry[];
}

const MOST_LINKS = 5_000;
const LONGEST_LINK = 2_048;
const MOST_NAV = 10_000;

export function pageFacts(root: Root): PageFacts {
  const all = elementsIn(root);
  const meta = new Map<string, string>();
  const relations = new Map<string, string>();
  for (const one of all) {
    if (isNamed(one, "meta")) {
      const name = (attribute(one, "name") ?? attribute(one, "property") ?? "").toLowerCase();
      if (!meta.has(name)) meta.set(name, attribute(one, "content")?.trim() ?? "");
    }
    if (!isNamed(one, "link", "a")) continue;
    const href = attribute(one, "href");
    for (const relation of (attribute(one, "rel") ?? "").toLowerCase().split(/\s+/))
      if (href !== undefined && relation !== "" && !relations.has(relation)) relations.set(relation, href);
    // DocBook names the page above by a key alone.
    if (href !== undefined && attribute(one, "accessKey") === "u" && !relations.has("up"))
      relations.set("up", href);
    if (href !== undefined && hasClass(one, "pagination-nav__link--next") && !relations.has("next"))
      relations.set("next", href);
  }
  const robots = (meta.get("robots") ?? "").toLowerCase();
  const description = meta.get("description") || meta.get("og:description");
  const base = all.find((one) => isNamed(one, "base") && attribute(one, "href") !== undefined);
  return {
    title: documentTitle(all, meta),
    description:
      description === undefined || description === "" ? undefined : description.replace(/\s+/g, " "),
    base: base === undefined ? undefined : attribute(base, "href"),
    canonical: relations.get("canonical"),
    next: relations.get("next"),
    up: relations.get("up"),
    isUnlisted: /\b(noindex|none)\b/.test(robots),
    hasSecretLinks: /\b(nofollow|none)\b/.test(robots),
    links: linksOf(all),
    nav: navigationOf(root),
  };
}

function documentTitle(all: readonly Element[], meta: ReadonlyMap<string, string>): string {
  const written = all.find((one) => isNamed(one, "title"));
  const title = written === undefined ? "" : textOf({ ...written, tagName: "p" });
  return (meta.get("og:title") || title).split(/\s+[|·–—»]\s+|\s+-\s+/)[0]?.trim() ?? "";
}

function linksOf(all: readonly Element[]): string[] {
  const links = new Set<string>();
  for (const one of all) {
    const href = isNamed(one, "a", "area") ? attribute(one, "href") : undefined;
    if (href === undefined || href.length > LONGEST_LINK || links.size >= MOST_LINKS) continue;
    if (!(attribute(one, "rel") ?? "").toLowerCase().split(/\s+/).includes("nofollow"))
      links.add(href.trim());
  }
  return [...links].filter((href) => href !== "" && !href.startsWith("#"));
}

const isNavigation = (one: Element): boolean =>
  isNamed(one, "nav", "aside") ||
  attribute(one, "role") === "navigation" ||
  hasClass(
    one,
    "sidebar",
    "sphinxsidebar",
    "toctree-wrapper",
    "wy-menu",
    "md-sidebar",
    "bd-sidebar",
    "wiki-pages",
    "pagesection",
  );

/** The navigation with the most links to other pages, in its order and nesting. */
function navigationOf(root: Root): NavEntry[] {
  let best: NavEntry[] = [];
  for (const place of elementsIn(root, isNavigation).filter(isNavigation)) {
    const entries = entriesOf(place);
    if (entries.length > best.length) best = entries;
  }
  return best;
}

function entriesOf(place: Element): NavEntry[] {
  const entries: NavEntry[] = [];
  const left: { node: Element; depth: number }[] = [{ node: place, depth: -1 }];
  for (let next = left.pop(); next !== undefined && entries.length < MOST_NAV; next = left.pop()) {
    const { node, depth } = next;
    const href = isNamed(node, "a") ? attribute(node, "href") : undefined;
    if (href !== undefined && !href.startsWith("#") && href.length <= LONGEST_LINK) {
      const title = textOf(node);
      if (title !== "") entries.push({ href, title, depth: Math.max(0, depth) });
      continue;
    }
    const inside = isNamed(node, "ul", "ol") ? depth + 1 : depth;
    for (const child of node.children.toReversed())
      if (child.type === "element") left.push({ node: child, depth: inside });
  }
  return entries;
}

/** The heading that names the page. */
export function firstHeading(root: Root | Element): Element | undefined {
  return firstIn(root, (one) => isNamed(one, "h1"));
}
