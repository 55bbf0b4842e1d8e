/** The blocks of a page: which one is printed as what. */
import { printCode, printPlainCode } from "./code.ts";
import { directed } from "./directed.ts";
import { type PrintElement, elementsOf, findInside, hasClass, type HtmlNode, textInside } from "./element.ts";
import { printFormula, printInlines } from "./inlines.ts";
import { printCards, printEmbed, printFigure, printReference } from "./media.ts";
import { plainLine } from "./plain.ts";
import type { PrintedNode } from "./printed.ts";
import { inside, labelOn, type Sheet, type PrintSpot } from "./sheet.ts";
import { printTable } from "./table.ts";

/** Blocks nested deeper are printed as their text: the typesetter lays out about seventy levels, of its own kind. */
const DEEPEST = 7;

const INLINE = new Set(
  "a abbr b br code del em i img input kbd label mark math s small span strong sub sup time u".split(" "),
);

/** Prints the children of a block: those of a line that stand by themselves become paragraphs. */
export function printFlow(sheet: Sheet, nodes: readonly HtmlNode[], spot: PrintSpot): PrintedNode[] {
  const printed: PrintedNode[] = [];
  let line: HtmlNode[] = [];
  const endLine = (): void => {
    if (line.some((node) => typeof node !== "string" || node.trim() !== ""))
      printed.push(...paragraphs(inlines(sheet, line, spot)));
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) line.push(node);
    else {
      endLine();
      printed.push(...printBlock(sheet, node, spot));
    }
  }
  endLine();
  return printed;
}

function isInline(node: HtmlNode): node is string | PrintElement {
  if (typeof node === "string") return true;
  return INLINE.has(node.name) && !hasClass(node, "ref");
}

function inlines(sheet: Sheet, nodes: readonly HtmlNode[], spot: PrintSpot): PrintedNode[] {
  return printInlines(sheet, nodes, spot, (children, at) => printFlow(sheet, children, at));
}

function printBlock(sheet: Sheet, node: HtmlNode, spot: PrintSpot): PrintedNode[] {
  if (typeof node === "string") return [];
  if (spot.depth > DEEPEST) {
    const text = plainLine(textInside(node)).trim();
    return text === "" ? [] : [{ k: "p", c: [text] }];
  }
  return BLOCKS[node.name]?.(sheet, node, spot) ?? printFlow(sheet, node.children, spot);
}

/** The typesetter looks at a paragraph as a whole, again and again: longer ones are printed in parts, in characters. */
const LONGEST_PARAGRAPH = 8_000;

function paragraphs(line: readonly PrintedNode[]): PrintedNode[] {
  const parts: PrintedNode[][] = [[]];
  let length = 0;
  for (const piece of line) {
    const texts = typeof piece === "string" ? chunksOf(piece) : [piece];
    for (const text of texts) {
      if (length > LONGEST_PARAGRAPH) {
        parts.push([]);
        length = 0;
      }
      parts.at(-1)?.push(text);
      length += typeof text === "string" ? text.length : 1;
    }
  }
  return parts.map((c) => ({ k: "p", ...directed(c), c }));
}

function chunksOf(text: string): string[] {
  if (text.length <= LONGEST_PARAGRAPH) return [text];
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    const space = text.indexOf(" ", at + LONGEST_PARAGRAPH);
    const end = space === -1 || space - at > 2 * LONGEST_PARAGRAPH ? at + 2 * LONGEST_PARAGRAPH : space;
    chunks.push(text.slice(at, end).toWellFormed());
    at = end;
  }
  return chunks;
}

type Print = (sheet: Sheet, element: PrintElement, spot: PrintSpot) => PrintedNode[];

const heading: Print = (sheet, element, spot) => {
  const level = Number(element.name.slice(1));
  const c = inlines(sheet, element.children, spot);
  return [{ k: "h", level, ...place(sheet, element), ...directed(c), c }];
};

/** The label of an element with an id; the first one with it has it. */
function place(sheet: Sheet, element: PrintElement): { readonly label?: string } {
  const id = element.attributes.get("id");
  if (id === undefined || sheet.placed.has(id)) return {};
  sheet.placed.add(id);
  return { label: labelOn(sheet.label, id) };
}

const list: Print = (sheet, element, spot) => {
  if (hasClass(element, "cards")) return [printCards(sheet, element, spot, printFlow, inlines)];
  const items = elementsOf(element).filter(({ name }) => name === "li");
  if (hasClass(element, "tags"))
    return [{ k: "p", c: items.flatMap((item) => inlines(sheet, [item], spot)) }];
  if (hasClass(element, "steps")) {
    return [
      {
        k: "steps",
        c: items.map((item) => ({ k: "step", c: printFlow(sheet, item.children, inside(spot, 6)) })),
      },
    ];
  }
  const first = Number(element.attributes.get("start") ?? 1);
  const isTight = !items.some((item) => elementsOf(item).some(({ name }) => name === "p"));
  const c = items.map((item) => printItem(sheet, item, inside(spot, 4)));
  return [
    {
      k: element.name === "ol" ? "ol" : "ul",
      ...directed(c),
      tight: isTight,
      start: Number.isSafeInteger(first) && first >= 0 ? first : 1,
      c,
    },
  ];
};

function printItem(sheet: Sheet, item: PrintElement, spot: PrintSpot): PrintedNode {
  const box = hasClass(item, "task") ? findInside(item, ({ name }) => name === "input") : undefined;
  const task = box === undefined ? {} : { task: box.attributes.has("checked") };
  return { k: "item", ...task, c: printFlow(sheet, item.children, spot) };
}

const HINTS = ["info", "success", "warning", "danger"];

const aside: Print = (sheet, element, spot) => {
  const style = HINTS.find((name) => hasClass(element, `hint-${name}`)) ?? "info";
  const label = findInside(element, (one) => hasClass(one, "hint-label"));
  const body = findInside(element, (one) => hasClass(one, "hint-body")) ?? element;
  const title = label === undefined ? "" : plainLine(textInside(label));
  return [{ k: "hint", style, title, c: printFlow(sheet, body.children, inside(spot, 5)) }];
};

const figure: Print = (sheet, element, spot) => {
  if (hasClass(element, "code")) return [printCode(element, spot.width)];
  if (hasClass(element, "diagram-source")) return printSource(element, spot);
  if (hasClass(element, "embed") || hasClass(element, "file"))
    return printEmbed(sheet, element, (nodes) => inlines(sheet, nodes, spot));
  return printFigure(sheet, element, (nodes) => inlines(sheet, nodes, spot));
};

/** What is not drawn, under a word that says so. */
function printSource(element: PrintElement, spot: PrintSpot): PrintedNode[] {
  const [said, source] = ["figcaption", "code"].map((tag) => findInside(element, ({ name }) => name === tag));
  const caption = { k: "caption", c: [said === undefined ? "" : plainLine(textInside(said))] };
  return [caption, printPlainCode(source === undefined ? "" : textInside(source), spot.width)];
}

const division: Print = (sheet, element, spot) => {
  if (hasClass(element, "table")) return printTable(element, spot, (nodes) => inlines(sheet, nodes, spot));
  if (hasClass(element, "tabs")) return [printTabs(sheet, element, spot)];
  if (hasClass(element, "columns")) return [printColumns(sheet, element, spot)];
  if (hasClass(element, "math-block")) return printMathBlock(element);
  return printFlow(sheet, element.children, spot);
};

/** One after another, each under its label. */
function printTabs(sheet: Sheet, element: PrintElement, spot: PrintSpot): PrintedNode {
  const panels = elementsOf(element).filter((child) => hasClass(child, "tab-panel"));
  return {
    k: "tabs",
    c: panels.map((panel) => {
      const title = findInside(panel, (one) => hasClass(one, "tab-panel-title"));
      const body = panel.children.filter((child) => child !== title);
      const label = title === undefined ? "" : plainLine(textInside(title));
      return { k: "tab", title: label, c: printFlow(sheet, body, inside(spot, 3)) };
    }),
  };
}

/** More than three beside each other would be too narrow for words. */
const MOST_COLUMNS = 3;

function printColumns(sheet: Sheet, element: PrintElement, spot: PrintSpot): PrintedNode {
  const columns = elementsOf(element).filter((child) => hasClass(child, "column"));
  const beside = Math.max(1, Math.min(MOST_COLUMNS, columns.length));
  const narrow = inside({ ...spot, width: Math.floor(spot.width / beside) }, 2);
  return {
    k: "columns",
    n: beside,
    c: columns.map((column) => ({ k: "column", c: printFlow(sheet, column.children, narrow) })),
  };
}

function printMathBlock(element: PrintElement): PrintedNode[] {
  const math = findInside(element, ({ name }) => name === "math");
  if (math !== undefined) return [{ k: "formula", c: printFormula(math, true) }];
  return [printPlainCode(textInside(element), 80)];
}

const details: Print = (sheet, element, spot) => {
  const summary = elementsOf(element).find(({ name }) => name === "summary");
  const body = element.children.filter((child) => child !== summary);
  const title = summary === undefined ? [] : inlines(sheet, summary.children, spot);
  return [{ k: "details", title, c: printFlow(sheet, body, inside(spot, 4)) }];
};

const section: Print = (sheet, element, spot) => {
  // Notes stand at the foot of the sheet that refers to them.
  if (hasClass(element, "footnotes")) return [];
  return printFlow(sheet, element.children, spot);
};

const article: Print = (sheet, element, spot) => {
  const head = findInside(element, (one) => hasClass(one, "update-head"));
  const body = findInside(element, (one) => hasClass(one, "update-body"));
  const date = head && findInside(head, ({ name }) => name === "time");
  const tags = head && findInside(head, (one) => hasClass(one, "tags"));
  return [
    {
      k: "update",
      ...place(sheet, element),
      date: date === undefined ? "" : plainLine(textInside(date)),
      tags: tags === undefined ? [] : elementsOf(tags).map((tag) => plainLine(textInside(tag))),
      c: printFlow(sheet, body?.children ?? [], spot),
    },
  ];
};

const BLOCKS: Readonly<Record<string, Print>> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  p: (sheet, element, spot) => paragraphs(inlines(sheet, element.children, spot)),
  ul: list,
  ol: list,
  blockquote: (sheet, element, spot) => [
    { k: "quote", c: printFlow(sheet, element.children, inside(spot, 3)) },
  ],
  pre: (_sheet, element, spot) => [printPlainCode(textInside(element), spot.width)],
  hr: () => [{ k: "hr" }],
  a: (sheet, element) => printReference(sheet, element),
  span: (sheet, element) => printReference(sheet, element),
  table: (sheet, element, spot) => printTable(element, spot, (nodes) => inlines(sheet, nodes, spot)),
  aside,
  figure,
  div: division,
  details,
  section,
  article,
};
