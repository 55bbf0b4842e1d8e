/**
 * HTML that the engine made, as elements. The engine alone decides what may be in it (`engine/markdown/html`); here it is
 * read by our own tokenizer and built element by element, so that no text ever comes to a parser of the browser.
 */
import { createElement, type ReactNode } from "react";
import { tokenizeHtml } from "../../../engine/markdown/html/tokenize.ts";
import { Picture } from "./Picture.tsx";
import { LeadsTo } from "./targets.tsx";

export interface MarkupElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly MarkupNode[];
}

export type MarkupNode = string | MarkupElement;

const EMPTY = new Set(["area", "br", "col", "hr", "img", "input", "source", "wbr"]);
/** What the engine writes for no part that is shown here, and no page of the console has. */
const REFUSED = /^(?:script|style|link|meta|base|iframe|frame|object|embed|form|template|foreignobject)$/;
const NONE: ReadonlySet<string> = new Set();

/** HTML of the engine as a tree. */
export function treeOf(html: string): readonly MarkupNode[] {
  const top: MarkupNode[] = [];
  const open: { readonly name: string; readonly children: MarkupNode[] }[] = [];
  for (const token of tokenizeHtml(html, NONE)) {
    const into = open.at(-1)?.children ?? top;
    if (token.type === "text") into.push(token.text);
    else if (token.type === "open") {
      const { name, attributes } = token;
      const children: MarkupNode[] = [];
      if (!REFUSED.test(name)) into.push({ name, attributes, children });
      if (!EMPTY.has(name)) open.push({ name, children });
    } else if (open.some(({ name }) => name === token.name)) {
      while (open.pop()?.name !== token.name);
    }
  }
  return top;
}

/** All elements of a tree that are asked for, in their order. */
export function elementsIn(
  nodes: readonly MarkupNode[],
  isAsked: (element: MarkupElement) => boolean,
): readonly MarkupElement[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : isAsked(node) ? [node] : elementsIn(node.children, isAsked),
  );
}

export function Markup({ of }: { readonly of: readonly MarkupNode[] }): ReactNode {
  return of.map((node, place) => (typeof node === "string" ? node : <Element key={place} of={node} />));
}

function Element({ of: { name, attributes, children } }: { readonly of: MarkupElement }): ReactNode {
  const inside = children.length === 0 ? undefined : <Markup of={children} />;
  if (name === "img") {
    const size = { width: attributes.get("width"), height: attributes.get("height") };
    return <Picture src={attributes.get("src") ?? ""} alt={attributes.get("alt") ?? ""} {...size} />;
  }
  const href = attributes.get("href");
  if (name === "a" && href !== undefined) return <LeadsTo url={href}>{inside}</LeadsTo>;
  return createElement(SVG_NAMES.get(name) ?? name, propsOf(attributes), inside);
}

function propsOf(attributes: ReadonlyMap<string, string>): Readonly<Record<string, string | boolean>> {
  const props: Record<string, string | boolean> = {};
  for (const [name, value] of attributes) {
    if (/^on|^style$/.test(name)) continue;
    const known = PROPS.get(name) ?? SVG_NAMES.get(name) ?? name;
    props[known] = FLAGS.has(name) ? true : value;
  }
  // Such a box is there to be looked at.
  if (props["checked"] === true) props["readOnly"] = true;
  return props;
}

const FLAGS = new Set(["open", "checked", "disabled", "reversed", "hidden"]);

/** Attributes that React calls otherwise. */
const PROPS = new Map([
  ["class", "className"],
  ["tabindex", "tabIndex"],
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
  ["datetime", "dateTime"],
  ["accept-charset", "acceptCharset"],
]);

/** Names of drawings, which differ by their capitals; the tokenizer has none. */
const SVG_NAMES = new Map(
  (
    "clipPath linearGradient radialGradient viewBox preserveAspectRatio gradientTransform gradientUnits " +
    "clipPathUnits markerUnits markerWidth markerHeight refX refY spreadMethod textLength lengthAdjust"
  )
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);
