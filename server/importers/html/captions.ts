/** Pictures, tables and blocks whose captions generators write in elements of their own. */
import type { Element, ElementContent } from "hast";
import { childElements, element, elementsIn, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

/** The element that holds a picture with its caption, by the class that generators give it. */
const FIGURES = ["imageblock", "figure", "informalfigure", "wp-caption", "thumb"];
const CAPTIONS = ["title", "caption", "wp-caption-text", "thumbcaption"];
/** What AsciiDoc's blocks and DocBook's are called; their titles are lines of their own. */
const TITLED = [
  "exampleblock",
  "openblock",
  "quoteblock",
  "literalblock",
  "olist",
  "ulist",
  "dlist",
  "hdlist",
];

/** What stands in the place of a block with a caption; undefined for all else. */
export function captioned(one: Element): readonly ElementContent[] | undefined {
  if (isNamed(one, "table")) return captionedTable(one);
  if (!isNamed(one, "div")) return undefined;
  if (hasClass(one, ...FIGURES)) return figureOf(one);
  if (hasClass(one, "sidebarblock")) return [sidebar(one)];
  return hasClass(one, ...TITLED) ? titled(one) : undefined;
}

/** Markdown's tables have no captions: it is the line before them. */
function captionedTable(table: Element): readonly ElementContent[] | undefined {
  const caption = childElements(table).find((child) => isNamed(child, "caption"));
  if (caption === undefined) return undefined;
  const rest = { ...table, children: table.children.filter((child) => child !== caption) };
  return textOf(caption) === "" ? [rest] : [inBold(caption), rest];
}

function inBold(one: Element): Element {
  return element("p", {}, [element("strong", {}, [{ type: "text", value: textOf(one) }])]);
}

/** A figure, when there is one picture and nothing beside its caption. */
function figureOf(one: Element): readonly ElementContent[] | undefined {
  const images = elementsIn(one).filter((inner) => isNamed(inner, "img"));
  const [image] = images;
  const caption = firstIn(one, (inner) => hasClass(inner, ...CAPTIONS));
  if (image === undefined || images.length > 1 || caption === undefined) return undefined;
  if (textOf(one) !== textOf(caption)) return undefined;
  return [element("figure", {}, [image, element("figcaption", {}, caption.children)])];
}

function sidebar(one: Element): Element {
  const title = firstIn(one, (inner) => hasClass(inner, "title"));
  const heading = title === undefined ? [] : [inBold(title)];
  const content = childElements(one).find((inner) => hasClass(inner, "content")) ?? one;
  const rest = content.children.filter((child) => child !== title);
  return element("lectern-hint", { hint: "info" }, [...heading, ...rest]);
}

function titled(one: Element): readonly ElementContent[] | undefined {
  const title = childElements(one).find((inner) => isNamed(inner, "div") && hasClass(inner, "title"));
  if (title === undefined) return undefined;
  return [inBold(title), { ...one, children: one.children.filter((child) => child !== title) }];
}
