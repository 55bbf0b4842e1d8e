/**
 * HTML that the engine made, as a tree. The engine alone decides what may be in it (`engine/markdown/html`); it is read by
 * our own tokenizer and built element by element, so that no text ever comes to a parser of the browser.
 */
import { tokenizeHtml } from "../../engine/markdown/html/tokenize.ts";

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

/** Whether an attribute of such an element is one of ours, too. */
export const isTaken = (attribute: string): boolean => !/^on|^style$/.test(attribute);

/** Names of drawings, which differ by their capitals; the tokenizer has none. */
export const SVG_NAMES = new Map(
  (
    "clipPath linearGradient radialGradient viewBox preserveAspectRatio gradientTransform gradientUnits " +
    "clipPathUnits markerUnits markerWidth markerHeight refX refY spreadMethod textLength lengthAdjust"
  )
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);
