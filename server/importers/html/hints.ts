/** The coloured boxes of known generators become hints. */
import type { Element, ElementContent } from "hast";
import { attribute, childElements, classesOf, element, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

type HintStyle = "info" | "success" | "warning" | "danger";

const STYLES: Readonly<Record<string, HintStyle>> = {
  note: "info", info: "info", information: "info", seealso: "info", abstract: "info", summary: "info", todo: "info",
  important: "info", question: "info", example: "info", quote: "info", secondary: "info", primary: "info",
  versionadded: "info", versionchanged: "info", callout: "info",
  tip: "success", success: "success", hint: "success", check: "success", done: "success",
  warning: "warning", caution: "warning", attention: "warning", deprecated: "warning",
  danger: "danger", error: "danger", failure: "danger", bug: "danger",
}; // prettier-ignore

/** Titles that say no more than the colour does. */
const NAMELESS = new Set([
  "", "note", "info", "information", "tip", "success", "hint", "warning", "caution", "attention", "danger", "error",
]); // prettier-ignore

/** What says that an element is such a box; its kind is another class of it or the end of this one. */
const BOXES =
  /^(?:admonition|admonitionblock|theme-admonition|custom-block|markdown-alert|alert|starlight-aside|callout|notices?|hint|confluence-information-macro(?!-body)|versionadded|versionchanged|deprecated)(?:-{1,2}([a-z]+))?$/;
/** Those of DocBook have no other class than their kind. */
const DOCBOOK = new Set(["note", "tip", "warning", "caution", "important"]);
const TITLES =
  /^(?:admonition-title|admonitionheading|custom-block-title|markdown-alert-title|starlight-aside__title|callout-title|alert-heading|hint-title|title)(?:_|$)/;
const ICONS = /^(?:aui-icon|icon|callout-icon|alert-icon)$/;

/** The style of a box, or undefined when it is none. */
export function hintStyle(one: Element): HintStyle | undefined {
  if (!isNamed(one, "div", "aside", "blockquote", "figure", "section", "p")) return undefined;
  const classes = classesOf(one);
  if (classes.includes("footnote")) return undefined;
  let isBox = attribute(one, "role") === "note" || attribute(one, "role") === "alert";
  let style: HintStyle | undefined;
  for (const name of classes) {
    const box = BOXES.exec(name);
    isBox ||= box !== null;
    const kind = box === null ? name : (box[1] ?? name);
    if (Object.hasOwn(STYLES, kind)) style = STYLES[kind] === "info" ? (style ?? "info") : STYLES[kind];
  }
  const first = classes[0] ?? "";
  if (!isBox && classes.length === 1 && DOCBOOK.has(first) && isNamed(one, "div", "blockquote"))
    return STYLES[first];
  return isBox ? (style ?? "info") : undefined;
}

/** A hint in the place of a box. A title that says no more than its colour is left out. */
export function hintOf(one: Element, style: HintStyle): Element {
  const body = asciidocBody(one) ?? one;
  const isTitle = (inner: Element): boolean => classesOf(inner).some((name) => TITLES.test(name));
  const title = firstIn(body, isTitle) ?? firstIn(one, isTitle);
  const words = title === undefined ? "" : textOf(title);
  const rest = without(body, (inner) => inner === title || classesOf(inner).some((name) => ICONS.test(name)));
  const isKind = NAMELESS.has(words.toLowerCase().replace(/[^a-z]/g, ""));
  const heading = isKind ? [] : [element("p", {}, [element("strong", {}, [{ type: "text", value: words }])])];
  return element("lectern-hint", { hint: style }, [...heading, ...rest]);
}

/** Asciidoctor lays its boxes out as tables. */
function asciidocBody(one: Element): Element | undefined {
  if (!hasClass(one, "admonitionblock")) return undefined;
  return firstIn(one, (inner) => isNamed(inner, "td") && hasClass(inner, "content"));
}

function without(parent: Element, isLeftOut: (inner: Element) => boolean): ElementContent[] {
  return parent.children.flatMap((child): ElementContent[] => {
    if (child.type !== "element") return [child];
    if (isLeftOut(child)) return [];
    // Titles stand in a heading of their own, at most some levels down.
    const holds = childElements(child).length > 0 && firstIn(child, isLeftOut) !== undefined;
    return [holds ? { ...child, children: without(child, isLeftOut) } : child];
  });
}
