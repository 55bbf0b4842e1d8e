/** HTML of the engine as elements of the editor's page. */
import { isTaken, type MarkupNode, SVG_NAMES } from "../../ui/markup.ts";

const SPACES: Readonly<Record<string, string>> = {
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};
const HTML = "http://www.w3.org/1999/xhtml";

export function elementsOf(tree: readonly MarkupNode[], space = HTML): Node[] {
  return tree.map((node) => {
    if (typeof node === "string") return document.createTextNode(node);
    const own = SPACES[node.name] ?? space;
    const element = document.createElementNS(own, SVG_NAMES.get(node.name) ?? node.name);
    for (const [name, value] of node.attributes)
      if (isTaken(name) && name !== "xmlns") element.setAttribute(SVG_NAMES.get(name) ?? name, value);
    element.append(...elementsOf(node.children, own));
    return element;
  });
}
