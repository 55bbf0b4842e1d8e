/** Every place of a page that a link may name stays one: headings and terms have their names, other text has anchors. */
import type { Element, ElementContent, Parents } from "hast";
import { attribute, childElements, element, firstIn, isNamed, replaceElements } from "./hast.ts";
import { isContent } from "./mainContent.ts";
import { isBlock } from "./tables.ts";

/** Names that generators number through, of what nobody links to from elsewhere. */
const NUMBERED =
  /^(?:user-content-)?_?(?:id|index|toc|toctree|fn|fnref|ftn|footnote|footnotedef|footnoteref|footnote-reference|cite_note|cite_ref|note|ref|co|line|cb|l)[-_:.\d]*\d$/i;
/** The page itself, as its frame names it. */
const WHOLE = new Set([
  "main",
  "main-content",
  "content",
  "contents",
  "top",
  "page",
  "body",
  "article",
  "preamble",
]);
/** Their ids are what scripts and labels know them by. */
const CONTROLS = ["input", "label", "button", "img", "svg", "iframe", "video"];
const LONGEST = 200;
/** Names of one page: one that numbers each of its lines is no index. */
const MOST = 5_000;
/** What leads to a heading or a term, separated by blanks: the first is its own. */
const NAMES = "dataNames";

interface Walk {
  /** Names of what has begun and has said nothing yet. */
  waiting: string[];
  left: number;
  /** Names that stand before an element. */
  readonly before: Map<Element, readonly string[]>;
}

/** Changes the tree in place, before anything else is made of it. */
export function noteAnchors(main: Parents): void {
  const walk: Walk = { waiting: [], left: MOST, before: new Map() };
  // `inText`: whether words stand beside it.
  const left: { readonly node: Element; readonly inText: boolean }[] = [];
  const push = (parent: Parents, inText: boolean): void => {
    for (const node of childElements(parent).toReversed()) left.push({ node, inText });
  };
  push(main, false);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, inText } = next;
    if (!isContent(node) || isNamed(node, ...CONTROLS)) continue;
    if (isTitled(node)) {
      nameIt(node, walk);
      continue;
    }
    takeNames(walk, node);
    // The places of its lines are not its own.
    if (isNamed(node, "pre")) continue;
    const isFlow = isBlock(node);
    const isText = holdsText(node);
    if (inText && !isFlow) {
      walk.before.set(node, walk.waiting);
      walk.waiting = [];
    } else if (isText) placeIn(node, walk.waiting.splice(0));
    push(node, isText || (inText && !isFlow));
  }
  replaceElements(main, (one) => {
    const names = walk.before.get(one) ?? [];
    return names.length === 0 ? undefined : [...names.map(anchor), one];
  });
}

const isTitled = (one: Element): boolean => /^h[1-6]$/.test(one.tagName) || isNamed(one, "dt");

function takeNames(walk: Walk, one: Element): void {
  const names = [attribute(one, "id"), isNamed(one, "a") ? attribute(one, "name") : undefined];
  for (const name of new Set(names)) {
    if (name === undefined || name === "" || name.length > LONGEST || walk.left === 0) continue;
    if (/[\s"<>]/.test(name) || NUMBERED.test(name) || WHOLE.has(name)) continue;
    walk.left -= 1;
    walk.waiting.push(name);
  }
}

/** Its own id, else that of an anchor in it, else that of its section; the others lead to it as well. */
function nameIt(one: Element, walk: Walk): void {
  const around = walk.waiting.toReversed();
  walk.waiting = [];
  const left = [one];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isNamed(next, ...CONTROLS)) continue;
    takeNames(walk, next);
    left.push(...childElements(next).toReversed());
  }
  const names = new Set([...walk.waiting, ...around]);
  walk.waiting = [];
  if (names.size > 0) one.properties[NAMES] = [...names].join(" ");
}

function placeIn(node: Element, names: readonly string[]): void {
  if (names.length > 0) node.children.unshift(...names.map(anchor));
}

/** Whether words stand in an element itself, not only in its blocks. */
function holdsText(one: Element): boolean {
  return one.children.some(
    (child) =>
      (child.type === "text" && child.value.trim() !== "") ||
      (child.type === "element" && !isBlock(child) && isNamed(child, ...WORDS) && child.children.length > 0),
  );
}

const WORDS = ["a", "b", "code", "em", "i", "kbd", "span", "strong", "tt"];

/** The names that lead to a heading or a term, its own first. */
export function namesOf(one: Element): string[] {
  return attribute(one, NAMES)?.split(" ") ?? [];
}

/** Lets names lead to the first words of what is left, since what they led to is taken away. */
export function passOn(names: readonly string[], main: Parents): void {
  const text = firstIn(main, (one) => isTitled(one) || (isNamed(one, "p") && holdsText(one)));
  if (text !== undefined && isNamed(text, "p")) placeIn(text, names);
}

/** A place within text. */
export function anchor(name: string): Element {
  return element("lectern-anchor", { place: name }, []);
}

/** The name of a place within text. */
export const placeOf = (one: Element): string[] => [attribute(one, "place") ?? ""];

/** An element to which names lead. */
export function calledBy(
  names: readonly string[],
  tagName: string,
  children: readonly ElementContent[],
): Element {
  return element(tagName, names.length === 0 ? {} : { [NAMES]: names.join(" ") }, children);
}
