import { whyUseless } from "../../engine/expression/useless.ts";
import { DEFAULT_TITLE, LINK_TITLE_MAX, TITLE_MAX } from "../../engine/page.ts";
import { numberedSlug } from "../../engine/slug.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { type LinkFinder, hidingProblem, linkHref, linkText } from "./linkedText.ts";
import type { LinkLookup } from "./linkTargets.ts";
import type { OutlineNode, PlacedNode } from "./outline.ts";
import { openPace } from "../turns/pace.ts";
import { slugOf } from "./pageNames.ts";
import type { PageText } from "./pageTexts.ts";
import type { PlannedHref, PlannedPage } from "./planned.ts";
import type { ReportLines } from "./report.ts";

interface GrowingPage extends PlannedPage {
  readonly children: GrowingPage[];
}

interface Level {
  readonly address: string;
  readonly pages: GrowingPage[];
  readonly slugs: Map<string, number>;
}

/**
 * Makes the pages of a plan from the outline and the texts, one text for each node; pages without one are left out.
 * @param from the file that destinations of link pages are relative to
 */
export async function growTree(
  placed: readonly PlacedNode[],
  texts: readonly (PageText | undefined)[],
  lookup: LinkLookup,
  from: string,
  lines: ReportLines,
  find: LinkFinder,
): Promise<PlannedPage[]> {
  const top: Level = { address: "", pages: [], slugs: new Map() };
  const levels: (Level | undefined)[] = [];
  const keys = new Map<string, number>();
  const pace = openPace();
  for (const [index, { node, parent }] of placed.entries()) {
    const level = parent === undefined ? top : levels[parent];
    const text = texts[index];
    if (text === undefined || level === undefined) continue;
    await pace();
    const title = fitTitle(text.title ?? node.title, node.path ?? node.key, lines);
    const slug = freeSlug(node.slug ?? slugOf(title), level.slugs);
    const address = level.address === "" ? slug : `${level.address}/${slug}`;
    const broken = (url: string): void => lines.broken(node.path ?? from, url);
    const problem = (message: string): void => lines.problem(node.path ?? from, message);
    reportCondition(text.meta, problem);
    const page: GrowingPage = {
      key: freeKey(node.key, keys),
      type: node.type,
      title,
      ...linkTitleOf(node, title),
      slug,
      address,
      meta: text.meta,
      ...linkCover(text.meta, (url) => linkHref(lookup, node.path ?? from, url, broken)),
      ...(node.path === undefined ? {} : { file: { path: node.path, head: text.head } }),
      body: linkText(lookup, node.path ?? from, text.body, await find(text.body), { broken, problem }),
      ...(text.isKept === true ? { isKept: true } : {}),
      ...(node.href === undefined ? {} : { href: linkHref(lookup, from, node.href, broken) }),
      ...(node.reference === undefined ? {} : { reference: node.reference }),
      ...(node.computed === undefined ? {} : { computed: node.computed }),
      children: [],
    };
    level.pages.push(page);
    levels[index] = { address, pages: page.children, slugs: new Map() };
  }
  return top.pages;
}

/** Says of a condition that nothing makes true that it hides the page. */
export function reportCondition({ condition = "" }: PageMeta, problem: (message: string) => void): void {
  const why = whyUseless(condition);
  if (why !== undefined) problem(hidingProblem(condition, why));
}

function linkTitleOf({ linkTitle, label }: OutlineNode, title: string): Pick<PlannedPage, "linkTitle"> {
  const said = linkTitle ?? (label === "" || label === title ? undefined : label);
  return said === undefined ? {} : { linkTitle: cut(said, LINK_TITLE_MAX) };
}

/** What the addresses of a cover mean. */
export function linkCover(
  { cover }: PageMeta,
  link: (url: string) => PlannedHref,
): Pick<PlannedPage, "cover"> {
  if (cover === undefined) return {};
  const { url, urlDark } = cover;
  return { cover: { url: link(url), ...(urlDark === undefined ? {} : { urlDark: link(urlDark) }) } };
}

function fitTitle(title: string, path: string, lines: ReportLines): string {
  const characters = [...title];
  if (characters.length <= TITLE_MAX) return title === "" ? DEFAULT_TITLE : title;
  lines.problem(path, `its title is cut to ${TITLE_MAX} characters`);
  return cut(title, TITLE_MAX);
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : characters.slice(0, most).join("").trimEnd();
}

/** Gives a slug that is free, and takes it. `taken` holds the next number to try with each slug. */
function freeSlug(slug: string, taken: Map<string, number>): string {
  let free = slug;
  let number = taken.get(slug) ?? 1;
  for (; taken.has(free); number += 1) free = numberedSlug(slug, number);
  taken.set(slug, number);
  if (free !== slug) taken.set(free, 1);
  return free;
}

function freeKey(key: string, taken: Map<string, number>): string {
  let free = key;
  let number = taken.get(key) ?? 1;
  for (; taken.has(free); number += 1) free = `${key}~${number}`;
  taken.set(key, number);
  if (free !== key) taken.set(free, 1);
  return free;
}
