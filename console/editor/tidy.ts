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
