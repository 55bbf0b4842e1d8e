/** Brings what generators make of blocks into one shape, before it is printed. */
import type { Element, ElementContent, Parents } from "hast";
import { calledBy, namesOf, placeOf } from "./anchors.ts";
import { captioned } from "./captions.ts";
import { codeBlock, isCodeBlock } from "./code.ts";
import { macroOf } from "./confluenceMacros.ts";
import { definitionsOf, rankDefinitions } from "./definitions.ts";
import { footnoteOf, markFootnotes } from "./footnotes.ts";
import { formulaOf, plainMath } from "./formulas.ts";
import {
  attribute,
  childElements,
  element,
  elementsIn,
  firstIn,
  hasClass,
  isNamed,
  replaceElements,
  textOf,
} from "./hast.ts";
import { hintOf, hintStyle } from "./hints.ts";
import { stripPage } from "./mainContent.ts";
import { joinNotionLists, notionBlock } from "./notionBlocks.ts";
import { inLines, isBlock, laidOut, listedTable, plainRow } from "./tables.ts";
import { tabsOf } from "./tabs.ts";

/** Changes the tree in place. */
export function shapeContent(main: Parents): void {
  // First what is hidden until somebody clicks.
  replaceElements(main, (one) => listOf(tabsOf(one)));
  replaceElements(main, (one) => macroOf(one) ?? notionBlock(one));
  joinNotionLists(main);
  replaceElements(main, (one) => listOf(formulaOf(one) ?? plainMath(one)));
  stripPage(main);
  replaceElements(main, (one) => (isCodeBlock(one) ? [codeBlock(one)] : undefined));
  replaceElements(main, (one) => footnoteOf(one) ?? asHint(one));
  replaceElements(main, (one) => listedTable(one) ?? captioned(one));
  replaceElements(main, laidOut);
  rankDefinitions(main);
  for (const one of elementsIn(main)) if (hasClass(one, "ulist", "olist", "colist")) tighten(one);
  replaceElements(main, openedEntry);
  replaceElements(main, (one) => plainRow(one) ?? definitionsOf(one) ?? plainHeading(one));
  replaceElements(main, (one) => (isNamed(one, "td", "th") ? [inLines(one)] : undefined));
  replaceElements(main, asTask);
  for (const parent of [main, ...elementsIn(main)]) {
    dropBreaks(parent);
    keepApart(parent);
  }
  markFootnotes(main);
}

const listOf = (one: ElementContent | undefined): readonly ElementContent[] | undefined =>
  one === undefined ? undefined : [one];

function asHint(one: Element): readonly Element[] | undefined {
  const style = hintStyle(one);
  return style === undefined ? undefined : [hintOf(one, style)];
}

/** AsciiDoc writes a paragraph into each item: where it is the only one, the list is as tight as it was written. */
function tighten(list: Element): void {
  const items = childElements(list).flatMap((inner) =>
    childElements(inner).filter((one) => isNamed(one, "li")),
  );
  const isTight = (item: Element): boolean =>
    childElements(item).every((inner, index) =>
      isNamed(inner, "p") ? index === 0 : hasClass(inner, "ulist", "olist"),
    );
  if (!items.every(isTight)) return;
  for (const item of items) {
    item.children = item.children.flatMap((inner) =>
      inner.type === "element" && isNamed(inner, "p") ? inner.children : [inner],
    );
  }
}

/** An entry of an API that is folded below its signature: what links can name is a heading, and open. */
function openedEntry(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "details")) return undefined;
  const summary = childElements(one).find((child) => isNamed(child, "summary"));
  const said = summary === undefined ? [] : elementsIn(summary);
  const heading = said.find(({ tagName }) => /^h[1-6]$/.test(tagName));
  const names = said.flatMap((inner) => (isNamed(inner, "lectern-anchor") ? placeOf(inner) : namesOf(inner)));
  if (heading === undefined || names.length === 0) return undefined;
  return [
    calledBy(names, heading.tagName, heading.children),
    ...one.children.filter((child) => child !== summary),
  ];
}

/** A heading that leads to itself, or says nothing, does neither here. */
function plainHeading(one: Element): readonly ElementContent[] | undefined {
  if (!/^h[1-6]$/.test(one.tagName)) return undefined;
  if (textOf(one) === "" && firstIn(one, (inner) => isNamed(inner, "img")) === undefined) return [];
  const isOwn = (child: ElementContent): child is Element =>
    child.type === "element" && isNamed(child, "a") && (attribute(child, "href") ?? "").startsWith("#");
  if (!one.children.some(isOwn)) return undefined;
  return [{ ...one, children: one.children.flatMap((child) => (isOwn(child) ? child.children : [child])) }];
}

/** Line breaks between blocks only make room, as do those at the ends of a paragraph. */
function dropBreaks(parent: Parents): void {
  const children = parent.children as ElementContent[];
  if (!children.some(isBreak)) return;
  const isEdge = (child: ElementContent | undefined): boolean =>
    child === undefined || (child.type === "element" && !isBreak(child) && isBlock(child));
  const isSpace = (child: ElementContent): boolean =>
    isBreak(child) || child.type === "comment" || (child.type === "text" && child.value.trim() === "");
  const kept: ElementContent[] = [];
  for (let at = 0; at < children.length;) {
    let end = at;
    while (end < children.length && isSpace(children[end] as ElementContent)) end++;
    const run = children.slice(at, end);
    if (!run.some(isBreak) || !(isEdge(kept.at(-1)) || isEdge(children[end]))) kept.push(...run);
    if (end < children.length) kept.push(children[end] as ElementContent);
    at = end + 1;
  }
  parent.children = kept;
}

/** Two pieces of code, or two bold ones, with nothing between them: their marks would be read as others. */
function keepApart(parent: Parents): void {
  const children = parent.children as ElementContent[];
  const isMarked = (child: ElementContent | undefined): boolean =>
    child?.type === "element" && hasMarks(child);
  if (!children.some((child, index) => isMarked(child) && isMarked(children[index + 1]))) return;
  parent.children = children.flatMap((child, index) =>
    isMarked(child) && isMarked(children[index - 1]) ? [element("wbr", {}, []), child] : [child],
  );
}

const MARKED = ["code", "tt", "samp", "var", "strong", "b", "em", "i"];

function hasMarks(one: Element): boolean {
  if (isNamed(one, ...MARKED)) return true;
  const [only] = one.children;
  return isNamed(one, "span") && one.children.length === 1 && only?.type === "element" && hasMarks(only);
}

const isBreak = (child: ElementContent): boolean => child.type === "element" && isNamed(child, "br");

/** The box of a task comes first in its item, not in a label. */
function asTask(one: Element): readonly ElementContent[] | undefined {
  if (isNamed(one, "li")) return boxed(one);
  if (!isNamed(one, "label") || firstIn(one, (inner) => isNamed(inner, "input")) === undefined)
    return undefined;
  return one.children.filter(
    (child) => child.type !== "element" || isNamed(child, "input") || textOf(child) !== "",
  );
}

/** Documents draw their boxes as characters. */
function boxed(item: Element): readonly ElementContent[] | undefined {
  const [first] = item.children;
  const holder = first?.type === "element" && isNamed(first, "p") ? first : item;
  const [text] = holder.children;
  const drawn = text?.type === "text" ? /^\s*([☐☑☒])\s*/u.exec(text.value) : null;
  if (text?.type !== "text" || drawn === null) return undefined;
  const box = element("input", { type: "checkbox", checked: drawn[1] !== "☐" }, []);
  const rest = { type: "text" as const, value: ` ${text.value.slice(drawn[0].length)}` };
  const inside = { ...holder, children: [box, rest, ...holder.children.slice(1)] };
  return [holder === item ? inside : { ...item, children: [inside, ...item.children.slice(1)] }];
}
