/** The HTML that our own renderer makes, as a tree again. */
import { tokenizeHtml } from "../markdown/html/tokenize.ts";

/** An element with what it holds; strings are text. */
export interface PrintElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (PrintElement | string)[];
}
export type HtmlNode = PrintElement | string;

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "wbr"]);
/** Icons are drawings of the screen. */
const LEFT_OUT = new Set(["svg", "button"]);

/** Reads finished HTML. What is not closed ends with what it stands in. */
export function readHtml(html: string): PrintElement {
  const root: PrintElement = { name: "", attributes: new Map(), children: [] };
  const open = [root];
  for (const token of tokenizeHtml(html, LEFT_OUT)) {
    const parent = open.at(-1) as PrintElement;
    if (token.type === "text") parent.children.push(token.text);
    else if (token.type === "open") {
      const element = { name: token.name, attributes: token.attributes, children: [] };
      parent.children.push(element);
      if (!VOID.has(token.name)) open.push(element);
    } else {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at > 0) open.length = at;
    }
  }
  return root;
}

/** Whether an element carries a class. */
export function hasClass(node: HtmlNode, name: string): boolean {
  if (typeof node === "string") return false;
  return ` ${node.attributes.get("class") ?? ""} `.includes(` ${name} `);
}

/** The elements among the children. */
export function elementsOf(element: PrintElement): PrintElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** The first element inside, at any depth, that a test finds. */
export function findInside(
  element: PrintElement,
  test: (element: PrintElement) => boolean,
): PrintElement | undefined {
  for (const child of elementsOf(element)) {
    const found = test(child) ? child : findInside(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every element inside, in the order of the page. */
export function* everyInside(element: PrintElement): Generator<PrintElement> {
  for (const child of elementsOf(element)) {
    yield child;
    yield* everyInside(child);
  }
}

/** What it says. */
export function textInside(node: HtmlNode): string {
  if (typeof node === "string") return node;
  return node.name === "annotation" ? "" : node.children.map(textInside).join("");
}
