/** Tables: what is none is taken apart, and what cells hold is brought into lines. */
import type { Element, ElementContent } from "hast";
import { attribute, childElements, element, elementsIn, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

const BLOCKS = new Set(["p", "div", "ul", "ol", "li", "pre", "blockquote", "dl", "dt", "dd", "section", "h1", "h2", "h3", "h4", "h5", "h6", "lectern-code", "lectern-hint", "table", "thead", "tbody", "tfoot", "tr", "figure", "details"]); // prettier-ignore

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
  return elementsIn(table, isCell).filter(isCell);
}

const isCell = (one: Element): boolean => isNamed(one, "td", "th");

/** AsciiDoc lays lists out as tables: what numbers in code mean, and terms beside their meanings. */
export function listedTable(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "div") || !hasClass(one, "colist", "hdlist")) return undefined;
  const table = firstIn(one, (inner) => isNamed(inner, "table"));
  if (table === undefined) return undefined;
  const rows = elementsIn(table, (inner) => isNamed(inner, "tr")).filter((inner) => isNamed(inner, "tr"));
  const pairs = rows.map((row) => childElements(row));
  if (!pairs.every((pair) => pair.length === 2)) return undefined;
  if (hasClass(one, "colist"))
    return [element("ol", {}, pairs.map(([, text]) => element("li", {}, text?.children ?? [])))]; // prettier-ignore
  const parts = pairs.flatMap(([term, text]) => [
    element("dt", {}, term?.children ?? []),
    element("dd", {}, text?.children ?? []),
  ]);
  return [element("dl", {}, parts)];
}

/**
 * Markdown has one row of headings, and its columns alone are aligned: a heading of another row is bold, and what CSS
 * says of a cell is said by its attribute.
 */
export function plainRow(row: Element): readonly Element[] | undefined {
  if (!isNamed(row, "tr")) return undefined;
  const cells = childElements(row).filter(isCell);
  const isHeading = cells.every((cell) => isNamed(cell, "th") || textOf(cell) === "");
  const plain = (cell: Element): Element => {
    const align =
      /text-align:\s*(left|center|right)/i.exec(attribute(cell, "style") ?? "")?.[1] ?? namedAlign(cell);
    const properties =
      align === undefined ? cell.properties : { ...cell.properties, align: align.toLowerCase() };
    if (isHeading || !isNamed(cell, "th")) return { ...cell, properties };
    const isText = cell.children.every((child) => child.type !== "element" || !isBlock(child));
    return {
      ...cell,
      tagName: "td",
      properties,
      children: isText ? [element("strong", {}, cell.children)] : cell.children,
    };
  };
  return [
    {
      ...row,
      children: row.children.map((child) =>
        child.type === "element" && isCell(child) ? plain(child) : child,
      ),
    },
  ];
}

/** By the class of a cell, as in AsciiDoc, or of its paragraph, as of a document of Word. */
function namedAlign(cell: Element): string | undefined {
  const own = ["center", "right"].find((side) => hasClass(cell, `halign-${side}`));
  const [first] = childElements(cell);
  if (own !== undefined) return own;
  return first === undefined
    ? undefined
    : ["center", "right"].find((side) => hasClass(first, `lectern-${side}`));
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
    } else if (isNamed(node, "tr")) {
      // A table in a cell: a line for each of its rows.
      lines
        .at(-1)
        ?.push({ type: "text", value: childElements(node).map(textOf).filter(Boolean).join(" · ") });
    } else {
      if (isNamed(node, "li"))
        lines.at(-1)?.push({ type: "text", value: mark === "1" ? `${number}. ` : "• " });
      if (depth < DEEPEST) collect(node.children, lines, isNamed(node, "ol") ? "1" : "", depth + 1);
      else lines.at(-1)?.push({ type: "text", value: textOf(node) });
    }
    lines.push([]);
  }
}

/** Whether an element stands in lines of its own, or what is in it does. */
export const isBlock = (node: Element): boolean =>
  BLOCKS.has(node.tagName) || childElements(node).some((child) => BLOCKS.has(child.tagName));

function codeLines(node: Element): string[] {
  const text = attribute(node, "text") ?? textOf(node);
  return text.split("\n").filter((line) => line.trim() !== "");
}
