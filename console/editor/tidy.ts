/** What programs put on the clipboard, made into the elements that it means. */
import { DOMParser, type ParseOptions, type Slice } from "prosemirror-model";
import { schema } from "./schema.ts";

/** Reads what is pasted, tidied. */
class TidyParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || dom instanceof DocumentFragment) tidy(dom);
    return super.parseSlice(dom, options);
  }
}

export const tidyParser = new TidyParser(schema, DOMParser.fromSchema(schema).rules);

function tidy(dom: ParentNode): void {
  for (const box of dom.querySelectorAll("div[data-style]")) asCode(box);
  for (const block of dom.querySelectorAll("pre")) tidyCode(block);
  asLists(dom);
  let most = MOST_SPREAD;
  for (const table of dom.querySelectorAll("table")) {
    for (const row of table.rows) narrow(row);
    most = spread(table, most);
  }
  for (const cell of dom.querySelectorAll("td, th")) asLine(cell);
  for (const item of dom.querySelectorAll("li")) tidyTask(item);
}

/** Lines of a program's editor, each in a box, are code. */
function asCode(box: Element): void {
  const style = box.getAttribute("data-style") ?? "";
  if (!/white-space:\s*pre/.test(style) || !/font-family:[^;]*mono/i.test(style)) return;
  const lines = [...box.children].map((line) => line.textContent);
  const code = document.createElement("pre");
  code.textContent = lines.length === 0 ? box.textContent : lines.join("\n");
  box.replaceWith(code);
}

/** The language is said around the code by some, and the last line end is none of the code's. */
function tidyCode(block: Element): void {
  const around = block.closest("[class*=highlight-source-]")?.className ?? "";
  const language = /highlight-source-([\w+#-]+)/.exec(around)?.[1];
  if (language !== undefined) block.classList.add(`language-${language}`);
  const last = lastText(block);
  if (last?.data.endsWith("\n")) last.data = last.data.slice(0, -1);
}

function lastText(node: globalThis.Node): Text | undefined {
  const { lastChild } = node;
  if (lastChild === null) return undefined;
  return lastChild instanceof Text ? lastChild : lastText(lastChild);
}

/** A list that is being put together, and how deep its items are. */
interface ListBegun {
  readonly list: Element;
  readonly level: number;
}

/** Items of lists that a word processor writes as paragraphs, each with its level and its sign. */
function asLists(dom: ParentNode): void {
  let begun: ListBegun[] = [];
  for (const paragraph of dom.querySelectorAll("p")) {
    const style = paragraph.getAttribute("data-style") ?? "";
    const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(style)?.[1] ?? Number.NaN);
    if (Number.isNaN(level)) continue;
    const sign = paragraph.querySelector('[data-style*="mso-list:ignore" i]');
    const signed = sign?.textContent ?? "";
    const name = /^\s*[\da-z]+[.)]/i.test(signed) ? "ol" : "ul";
    sign?.remove();
    // What stands between two of them ends a list.
    if (paragraph.previousElementSibling !== begun[0]?.list) begun = [];
    begun = begun.filter((one) => one.level < level || (one.level === level && one.list.localName === name));
    let list = begun.at(-1);
    if (list?.level !== level) {
      const above = list?.list.lastElementChild;
      list = { list: document.createElement(name), level };
      // A list may go on behind a paragraph, and "2.3." is the third of its own.
      const first = name === "ol" ? /(\d+)[.)]?\s*$/.exec(signed)?.[1] : undefined;
      if (first !== undefined) list.list.setAttribute("start", first);
      if (above) above.append(list.list);
      else paragraph.before(list.list);
      begun.push(list);
    }
    list.list.appendChild(document.createElement("li")).append(paragraph);
  }
}

/** Cells that are put into what was pasted, and as many as one is wide: nobody's table has more. */
const MOST_SPREAD = 20_000;
const MOST_WIDE = 200;

/** Puts the words of cells beyond those into the last one. */
function narrow(row: HTMLTableRowElement): void {
  const cells = [...row.cells];
  const last = cells[MOST_WIDE - 1];
  for (const cell of cells.slice(MOST_WIDE)) {
    last?.append(" ", ...cell.childNodes);
    cell.remove();
  }
}

/** Gives a table a cell for each place that one takes which is wider or higher: rows of ours have no others. @returns how many may still be put */
function spread(table: HTMLTableElement, most: number): number {
  /** For each column, how many rows below a cell of it takes still. */
  const taken: number[] = [];
  let left = most;
  for (const row of table.rows) {
    let column = 0;
    const fill = (before: Element | null): void => {
      while ((taken[column] ?? 0) > 0 && left > 0) {
        row.insertBefore(document.createElement("td"), before);
        taken[column] = (taken[column] ?? 0) - 1;
        column += 1;
        left -= 1;
      }
    };
    for (const cell of row.querySelectorAll<HTMLTableCellElement>(":scope > td, :scope > th")) {
      fill(cell);
      const wide = Math.min(cell.colSpan, MOST_WIDE, left + 1);
      for (let more = 0; more < wide; more++) {
        // Nobody's table is as wide: what it is in the way of there isn't looked at in each row.
        if (column < MOST_WIDE) taken[column] = Math.max(cell.rowSpan, 1) - 1;
        column += 1;
        if (more > 0) cell.after(document.createElement("td"));
      }
      left -= wide - 1;
    }
    fill(null);
    // A row that ends before them is none that they are in the way of.
    for (; column < taken.length; column++) taken[column] = Math.max((taken[column] ?? 0) - 1, 0);
  }
  return left;
}

/** A cell of ours is one line: blocks in it are parts of that. */
function asLine(cell: Element): void {
  for (const block of [...cell.querySelectorAll("p, div")].toReversed()) {
    const isLast = block.nextElementSibling === null;
    block.replaceWith(...block.childNodes, ...(isLast ? [] : [document.createElement("br")]));
  }
}

/** Boxes of tasks that are written as text. */
function tidyTask(item: Element): void {
  const [first] = item.querySelectorAll("p");
  const text = (first ?? item).firstChild;
  const box = text instanceof Text ? /^\s*\[([ xX])\]\s/.exec(text.data) : null;
  if (box === null || !(text instanceof Text)) return;
  item.setAttribute("data-checked", String(box[1] !== " "));
  text.data = text.data.slice(box[0].length);
}
