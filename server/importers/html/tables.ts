/** Tables: what is none is taken apart, and what cells hold is brought into lines. */
import type { Element, ElementContent } from "hast";
import { attribute, childElements, element, elementsIn, firstIn, isNamed, textOf } from "./hast.ts";

const BLOCKS = new Set(["p", "div", "ul", "ol", "li", "pre", "blockquote", "dl", "dt", "dd", "section", "h1", "h2", "h3", "h4", "h5", "h6", "lectern-code", "lectern-hint"]); // prettier-ignore

/** What stands in the place of a table that only lays things out: one cell, or tables within it. */
export function laidOut(table: Element): readonly ElementContent[] | undefined {
  if (!isNamed(table, "table")) return undefined;
  const cells = cellsOf(table);
  const isLayout =
    cells.length <= 1 ||
    attribute(table, "role") === "presentation" ||
    firstIn(table, (one) => isNamed(one, "table")) !== undefined;
  if (!isLayout || cells.some((cell) => isNamed(cell, "th") && cells.length > 1)) return undefined;
  return cells.map((cell) => element("div", {}, cell.children));
}

function cellsOf(table: Element): Element[] {
  const cells = elementsIn(table, (one) => isNamed(one, "td", "th")).filter((one) =>
    isNamed(one, "td", "th"),
  );
  return cells;
}

/** A cell whose paragraphs, items and lines of code stand one below the other, for a table of Markdown. */
export function inLines(cell: Element): Element {
  const lines: ElementContent[][] = [[]];
  collect(cell.children, lines, "");
  const full = lines.filter((line) => line.some((one) => one.type !== "text" || one.value.trim() !== ""));
  const children = full.flatMap((line, index) => (index === 0 ? line : [element("br", {}, []), ...line]));
  return { ...cell, children };
}

const DEEPEST = 50;

function collect(nodes: readonly ElementContent[], lines: ElementContent[][], mark: string, depth = 0): void {
  let number = 0;
  for (const node of nodes) {
    if (node.type === "comment") continue;
    if (node.type !== "element" || !isBlock(node)) {
      lines.at(-1)?.push(node);
      continue;
    }
    number++;
    lines.push([]);
    if (isNamed(node, "lectern-code", "pre")) {
      for (const line of codeLines(node)) lines.push([element("code", {}, [{ type: "text", value: line }])]);
    } else {
      if (isNamed(node, "li"))
        lines.at(-1)?.push({ type: "text", value: mark === "1" ? `${number}. ` : "• " });
      if (depth < DEEPEST) collect(node.children, lines, isNamed(node, "ol") ? "1" : "", depth + 1);
      else lines.at(-1)?.push({ type: "text", value: textOf(node) });
    }
    lines.push([]);
  }
}

const isBlock = (node: Element): boolean =>
  BLOCKS.has(node.tagName) || childElements(node).some((child) => BLOCKS.has(child.tagName));

function codeLines(node: Element): string[] {
  const text = attribute(node, "text") ?? textOf(node);
  return text.split("\n").filter((line) => line.trim() !== "");
}
