/** Brings what generators make of blocks into one shape, before it is printed. */
import type { Element, ElementContent, Parents } from "hast";
import { codeBlock, isCodeBlock } from "./code.ts";
import { markFootnotes } from "./footnotes.ts";
import { formulaOf } from "./formulas.ts";
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
import { hintOf, hintStyle } from "./hints.ts";
import { stripPage } from "./mainContent.ts";
import { inLines, laidOut } from "./tables.ts";
import { tabsOf } from "./tabs.ts";

/** Changes the tree in place. */
export function shapeContent(main: Parents): void {
  // First what is hidden until somebody clicks.
  replaceElements(main, (one) => listOf(tabsOf(one)));
  replaceElements(main, (one) => listOf(formulaOf(one)));
  stripPage(main);
  replaceElements(main, (one) => (isCodeBlock(one) ? [codeBlock(one)] : undefined));
  replaceElements(main, asHint);
  replaceElements(main, laidOut);
  replaceElements(main, asList);
  replaceElements(main, (one) => (isNamed(one, "td", "th") ? [inLines(one)] : undefined));
  replaceElements(main, asTask);
  markFootnotes(main);
}

const listOf = (one: Element | undefined): readonly Element[] | undefined =>
  one === undefined ? undefined : [one];

function asHint(one: Element): readonly Element[] | undefined {
  const style = hintStyle(one);
  return style === undefined ? undefined : [hintOf(one, style)];
}

/** Definitions: the term in bold type, what it means below. Those of an API are signatures: code. */
function asList(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "dl")) return undefined;
  if (childElements(one).every(isLinkAlone)) return [element("ul", {}, childElements(one).map(asItem))];
  return one.children.flatMap((child): ElementContent[] => {
    if (child.type !== "element") return [];
    if (isNamed(child, "div"))
      return child.children.flatMap((inner) => (inner.type === "element" ? termOr(inner) : []));
    return termOr(child);
  });
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

function termOr(child: Element): ElementContent[] {
  if (!isNamed(child, "dt")) return [element("div", {}, child.children)];
  const isSignature = hasClass(child, "sig", "sig-object", "descname");
  if (isSignature)
    return [
      element("p", {}, [
        element("strong", {}, [element("code", {}, [{ type: "text", value: textOf(child) }])]),
      ]),
    ];
  return [element("p", {}, [element("strong", {}, child.children)])];
}

/** The box of a task comes first in its item, not in a label. */
function asTask(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "label") || firstIn(one, (inner) => isNamed(inner, "input")) === undefined)
    return undefined;
  return one.children.filter(
    (child) => child.type !== "element" || isNamed(child, "input") || textOf(child) !== "",
  );
}

/** Where a heading can be linked to: its own id, that of its section, or that of an anchor in it. */
export function noteAnchors(main: Parents): void {
  const left: { node: Parents; id: string | undefined }[] = [{ node: main, id: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    let { id } = next;
    for (const child of childElements(next.node)) {
      if (/^h[1-6]$/.test(child.tagName)) {
        const own = attribute(child, "id") ?? anchorIn(child) ?? id;
        if (own !== undefined) child.properties["id"] = own;
        id = undefined;
        continue;
      }
      const inside = isNamed(child, "section", "div") ? attribute(child, "id") : undefined;
      left.push({ node: child, id: inside });
    }
  }
}

function anchorIn(heading: Element): string | undefined {
  const anchor = firstIn(
    heading,
    (one) => isNamed(one, "a", "span") && (attribute(one, "id") ?? attribute(one, "name")) !== undefined,
  );
  return anchor === undefined ? undefined : (attribute(anchor, "id") ?? attribute(anchor, "name"));
}
