/** Lists of terms and what they mean. */
import type { Element, ElementContent, Parents } from "hast";
import { anchor, calledBy, namesOf } from "./anchors.ts";
import {
  attribute,
  childElements,
  element,
  firstIn,
  hasClass,
  isNamed,
  replaceElements,
  textOf,
} from "./hast.ts";

/** Of which rank the terms of a list are as headings. */
const RANK = "dataRank";
/** What holds nothing but blocks that stand on the page itself. */
const FLOW = ["div", "section", "article", "main", "body", "dl", "dd"];

/**
 * Says of each list that stands on the page itself which headings its terms can be: those below the heading before
 * it, and those of a list within another below that one's. What stands in items, cells and boxes has none.
 */
export function rankDefinitions(main: Parents): void {
  let heading = 1;
  const left: { node: Element; above: number | undefined }[] = [];
  const push = (parent: Parents, above: number | undefined): void => {
    for (const node of childElements(parent).toReversed()) left.push({ node, above });
  };
  push(main, undefined);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, above } = next;
    const rank = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (rank !== undefined) heading = Number(rank);
    if (!isNamed(node, ...FLOW)) continue;
    const own = isNamed(node, "dl") ? Math.min(6, (above ?? heading) + 1) : above;
    if (isNamed(node, "dl")) node.properties[RANK] = String(own);
    push(node, own);
  }
}

/**
 * Definitions: a term that links may name is a heading, so that it is found as such; others stand in bold type. What
 * they mean follows, and lists within are items. The terms of an API are signatures: code.
 */
export function definitionsOf(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "dl")) return undefined;
  if (childElements(one).every(isLinkAlone)) return [element("ul", {}, childElements(one).map(asItem))];
  const rank = attribute(one, RANK);
  return entriesOf(one).flatMap(({ terms, meanings }) => {
    const isApi = terms.some(isSignature);
    return [
      ...titlesOf(terms, isApi, rank),
      ...meanings.map((meant) => meaning(meant, isApi || terms.some(isPlace))),
    ];
  });
}

interface Entry {
  readonly terms: readonly Element[];
  readonly meanings: readonly Element[];
}

/** Terms that stand together mean the same. Generators put what belongs together into a `div`. */
function entriesOf(list: Element): Entry[] {
  const parts = childElements(list).flatMap((child) =>
    isNamed(child, "div") ? childElements(child) : [child],
  );
  const entries: { terms: Element[]; meanings: Element[] }[] = [];
  for (const part of parts) {
    const last = entries.at(-1);
    const isTerm = isNamed(part, "dt");
    if (last === undefined || (isTerm && last.meanings.length > 0))
      entries.push(isTerm ? { terms: [part], meanings: [] } : { terms: [], meanings: [part] });
    else (isTerm ? last.terms : last.meanings).push(part);
  }
  return entries;
}

const isPlace = (term: Element): boolean => namesOf(term).length > 0;

function titlesOf(terms: readonly Element[], isApi: boolean, rank: string | undefined): Element[] {
  if (terms.length === 0) return [];
  if (rank !== undefined && terms.some(isPlace)) {
    // Each signature is an entry of its own; terms that mean the same are one heading.
    if (isApi) return terms.map((term) => calledBy(namesOf(term), `h${rank}`, [signature(term)]));
    return [
      calledBy(
        terms.flatMap(namesOf),
        `h${rank}`,
        separated(terms, (term) => term.children),
      ),
    ];
  }
  if (isApi)
    return terms.map((term) =>
      element("p", {}, [...namesOf(term).map(anchor), element("strong", {}, [signature(term)])]),
    );
  return [termLine(terms)];
}

function termLine(terms: readonly Element[]): Element {
  const places = terms.flatMap(namesOf).map(anchor);
  return element("p", {}, [...places, ...separated(terms, (term) => [element("strong", {}, term.children)])]);
}

function separated(
  terms: readonly Element[],
  write: (term: Element) => readonly ElementContent[],
): ElementContent[] {
  return terms.flatMap((term, index) => [
    ...(index === 0 ? [] : [{ type: "text" as const, value: ", " }]),
    ...write(term),
  ]);
}

/** Without its further levels, the list in a meaning would read as a continuation of the one around it. */
function meaning(one: Element, isEntry: boolean): Element {
  const body = element("div", {}, one.children);
  if (!isEntry)
    replaceElements(body, (inner) =>
      isNamed(inner, "dl") && !childElements(inner).every(isLinkAlone) && !holdsPlaces(inner)
        ? [element("ul", {}, entriesOf(inner).map(entryItem))]
        : undefined,
    );
  return body;
}

function entryItem({ terms, meanings }: Entry): Element {
  return element("li", {}, [termLine(terms), ...meanings.map((one) => element("div", {}, one.children))]);
}

const isSignature = (term: Element): boolean => hasClass(term, "sig", "sig-object", "descname");

function holdsPlaces(list: Element): boolean {
  return entriesOf(list).some(({ terms }) => terms.some((term) => isSignature(term) || isPlace(term)));
}

function signature(term: Element): Element {
  return element("code", {}, [{ type: "text", value: textOf(term) }]);
}

/** A table of contents: terms that are links, and lists of them. */
function isLinkAlone(child: Element): boolean {
  const inside = childElements(child);
  const [only] = inside;
  if (only === undefined || inside.length > 1) return false;
  if (isNamed(child, "dd")) return isNamed(only, "dl") && childElements(only).every(isLinkAlone);
  return (
    (isNamed(only, "a") || firstIn(only, (one) => isNamed(one, "a")) !== undefined) &&
    textOf(only) === textOf(child)
  );
}

function asItem(child: Element): Element {
  return element("li", {}, child.children);
}
