/** One page of HTML in, one of Markdown out. Runs in a thread: see workers/html.worker.ts. */
import type { Element, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { namesOf, noteAnchors, passOn } from "./anchors.ts";
import { decodeHtml } from "./decodeHtml.ts";
import { destinationFrom, type PagePlace, resolve, withoutFragment } from "./destinations.ts";
import { type EmbeddedFile, embeddedFiles } from "./embedded.ts";
import { restoreGoogleStyles } from "./googleStyles.ts";
import {
  elementsIn,
  firstIn,
  forgetPositions,
  isDeeperThan,
  isNamed,
  replaceElements,
  textOf,
} from "./hast.ts";
import { mainContent } from "./mainContent.ts";
import { firstHeading, type NavEntry, pageFacts, type PageFacts } from "./pageFacts.ts";
import { printMarkdown } from "./print.ts";
import { shapeContent } from "./shape.ts";

export interface HtmlPage {
  readonly bytes: Uint8Array;
  /** What the server said of it. */
  readonly charset?: string | undefined;
  /** Where it was found; a file of an archive has none. */
  readonly url?: string | undefined;
  /** Everything is content: a document that was converted, not a page of a website. */
  readonly isBare?: boolean | undefined;
}

export interface ReadPage {
  readonly title: string;
  readonly description?: string | undefined;
  /** Without the heading that is the title. */
  readonly markdown: string;
  /** Absolute addresses, where the page has one; as written otherwise. */
  readonly links: readonly string[];
  readonly images: readonly string[];
  readonly nav: readonly NavEntry[];
  readonly canonical?: string | undefined;
  readonly next?: string | undefined;
  readonly up?: string | undefined;
  readonly isUnlisted: boolean;
  /** Images that were written into the page; the Markdown names them by `name`. */
  readonly files: readonly EmbeddedFile[];
}

export type HtmlReading = ReadPage | { readonly refused: string };

const DEEPEST = 400;

/** Reads a page. Never throws because of what it says. */
export function readHtmlPage(page: HtmlPage): HtmlReading {
  try {
    const root = fromHtml(decodeHtml(page.bytes, page.charset));
    if (isDeeperThan(root, DEEPEST))
      return { refused: `its HTML is nested more than ${DEEPEST} levels deep` };
    forgetPositions(root);
    restoreGoogleStyles(root);
    return contentOf(root, page);
  } catch (error) {
    if (error instanceof RangeError) return { refused: "its HTML is nested too deeply" };
    return { refused: "its HTML can't be read" };
  }
}

function contentOf(root: Root, { url, isBare }: HtmlPage): ReadPage {
  const facts = pageFacts(root);
  const place = placeOf(url, facts);
  const main = isBare === true ? root : mainContent(root);
  // Before anything is taken away: a heading may stand outside, in the header of the page.
  const named = firstHeading(main.type === "element" ? main : root);
  const heading = named === undefined ? "" : textOf(withoutMark(named));
  noteAnchors(main);
  shapeContent(main);
  const files = embeddedFiles(main);
  const images = new Set<string>();
  const title = takeTitle(main, facts.title) ?? (heading || facts.title);
  lowerHeadings(main);
  const markdown = printMarkdown(main, (destination, kind) => {
    const target = destinationFrom(place, destination);
    if (kind === "image" && target !== undefined) images.add(target);
    return target;
  });
  const absolute = (written: string | undefined): string | undefined =>
    written === undefined ? undefined : destinationFrom(place, written);
  return {
    title,
    description: facts.description,
    markdown,
    links: facts.hasSecretLinks ? [] : facts.links.flatMap((link) => absolute(link) ?? []),
    images: [...images],
    nav: facts.nav.flatMap((entry) => {
      const href = absolute(entry.href);
      return href === undefined ? [] : [{ ...entry, href }];
    }),
    canonical: absolute(facts.canonical),
    next: absolute(facts.next),
    up: absolute(facts.up),
    isUnlisted: facts.isUnlisted,
    files,
  };
}

function placeOf(url: string | undefined, { base }: PageFacts): PagePlace | undefined {
  const own = url === undefined ? undefined : resolve(url, url);
  if (own === undefined) return undefined;
  const from = base === undefined ? own : (resolve(base, own.href) ?? own);
  return { url: withoutFragment(own), base: from.href };
}

/** Takes the first heading out when nothing but space stands before it, and it is of the highest rank or says the title. */
function takeTitle(
  main: { children: Root["children"] | Element["children"] },
  documentTitle: string,
): string | undefined {
  let parent = main as Element;
  for (let depth = 0; depth < 40; depth++) {
    const index = parent.children.findIndex(
      (child) => child.type === "element" || (child.type === "text" && child.value.trim() !== ""),
    );
    const first = parent.children[index];
    if (first?.type !== "element") return undefined;
    if (isNamed(first, "head") || isNothing(first)) {
      parent.children.splice(index, 1);
      continue;
    }
    const isTitle = isNamed(first, "h2") && sameWords(textOf(withoutMark(first)), documentTitle);
    if (isNamed(first, "h1") || isTitle) {
      const title = textOf(withoutMark(first));
      parent.children.splice(index, 1);
      passOn(namesOf(first), main as Element);
      return title === "" ? undefined : title;
    }
    if (isNamed(first, "html", "body", "div", "section", "article", "main", "header", "span")) parent = first;
    else return undefined;
  }
  return undefined;
}

/** Whether nothing is seen of an element: an anchor, or a place that a script fills. */
function isNothing(one: Element): boolean {
  if (!isNamed(one, "a", "p", "div", "span")) return false;
  const isSeen = (inner: Element): boolean => !isNamed(inner, "a", "p", "div", "span", "br");
  return textOf(one) === "" && firstIn(one, isSeen) === undefined;
}

/** A page has one title: where further headings are as high, all stand one lower. */
function lowerHeadings(main: Parents): void {
  const headings = elementsIn(main).filter((one) => /^h[1-5]$/.test(one.tagName));
  if (!headings.some((one) => isNamed(one, "h1"))) return;
  for (const one of headings) one.tagName = `h${Number(one.tagName[1]) + 1}`;
}

const sameWords = (a: string, b: string): boolean =>
  a.replaceAll("\u00a0", " ") === b.replaceAll("\u00a0", " ") && a !== "";

function withoutMark(heading: Element): Element {
  const copy = structuredClone(heading);
  replaceElements(copy, (one) =>
    isNamed(one, "a", "button", "svg") && /^[#¶§]?$/u.test(textOf(one)) ? [] : undefined,
  );
  return { ...copy, tagName: "p" };
}
