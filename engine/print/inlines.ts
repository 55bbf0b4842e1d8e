/** What stands within a line. */
import { type PrintElement, hasClass, type HtmlNode, textInside } from "./element.ts";
import { printMath, sourceOfMath } from "./math.ts";
import { breakableAddress, plainLine } from "./plain.ts";
import type { PrintedNode, PrintedThing } from "./printed.ts";
import { type Drawing, labelOn, type Sheet, type PrintSpot } from "./sheet.ts";

/** Deeper marks are printed as their text. */
const DEEPEST = 10;
/** Longer addresses are cut in the note that shows them, in characters; the link itself is whole. */
const SHOWN_ADDRESS = 300;

const SPANS: Readonly<Record<string, string>> = {
  strong: "b",
  b: "b",
  em: "i",
  i: "i",
  s: "s",
  del: "s",
  u: "u",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
  mark: "mark",
};

/** Prints the nodes of a line. @param drawNote draws the blocks of a footnote */
export function printInlines(
  sheet: Sheet,
  nodes: readonly HtmlNode[],
  spot: PrintSpot,
  drawNote: Drawing,
  depth = 0,
): PrintedNode[] {
  return nodes.flatMap((node, index) => {
    if (typeof node === "string") return node === "" ? [] : [lineAfter(nodes[index - 1], node)];
    if (depth > DEEPEST) return [plainLine(textInside(node))];
    return printInline(sheet, node, spot, drawNote, depth);
  });
}

/** A new line begins with its first letter. */
function lineAfter(before: HtmlNode | undefined, text: string): string {
  const isNewLine = typeof before === "object" && before.name === "br";
  return plainLine(isNewLine ? text.trimStart() : text);
}

function printInline(
  sheet: Sheet,
  element: PrintElement,
  spot: PrintSpot,
  drawNote: Drawing,
  depth: number,
): readonly PrintedNode[] {
  const within = (): PrintedNode[] => printInlines(sheet, element.children, spot, drawNote, depth + 1);
  const { name } = element;
  if (hasClass(element, "footnote-ref")) return printNote(sheet, element, spot, drawNote);
  if (name === "a") return printLink(sheet, element, spot, within());
  if (name === "br") return [{ k: "br" }];
  if (name === "code") return [{ k: "code", t: plainLine(textInside(element)) }];
  if (name === "img") return printImage(sheet, element);
  if (name === "math") return printFormula(element, false);
  if (name === "input") return [];
  if (hasClass(element, "tag")) return [{ k: "tag", c: within() }, " "];
  const span = SPANS[name];
  return span === undefined ? within() : [{ k: span, c: within() }];
}

/** A formula, or its source in type of code. */
export function printFormula(math: PrintElement, isBlock: boolean): PrintedNode[] {
  const drawn = printMath(math, isBlock);
  if (drawn !== undefined) return [drawn];
  return [{ k: "code", t: plainLine(sourceOfMath(math)) }];
}

function printLink(
  sheet: Sheet,
  link: PrintElement,
  spot: PrintSpot,
  content: PrintedNode[],
): readonly PrintedNode[] {
  if (["anchor", "footnote-back", "op-try"].some((name) => hasClass(link, name))) return [];
  const href = link.attributes.get("href") ?? "";
  const label = href.startsWith("#") ? labelOn(sheet.label, href.slice(1)) : sheet.labelOf(href);
  if (label !== undefined) return [{ k: "to", to: label, c: content }];
  const far = sheet.farOf(href);
  if (far !== undefined) return [{ k: "link", to: far, c: content }];
  const address = sheet.addressOf(href);
  if (address === undefined || content.length === 0) return content;
  return [{ k: "link", to: address, c: content }, ...addressNote(sheet, address, textInside(link), spot)];
}

/** A link's address in a note, unless the text says it already. */
function addressNote(sheet: Sheet, address: string, text: string, spot: PrintSpot): PrintedThing[] {
  const bare = (one: string): string =>
    one
      .trim()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/, "")
      .replace(/\/$/, "");
  if (spot.inNote || sheet.noted.has(address) || bare(text) === bare(address)) return [];
  sheet.noted.add(address);
  const shown = address.length > SHOWN_ADDRESS ? `${address.slice(0, SHOWN_ADDRESS)}…` : address;
  return [{ k: "fn", c: [{ k: "link", to: address, c: [breakableAddress(shown)] }] }];
}

function printNote(sheet: Sheet, reference: PrintElement, spot: PrintSpot, drawNote: Drawing): PrintedNode[] {
  const link = reference.children.find((child) => typeof child !== "string" && child.name === "a");
  const id = typeof link === "object" ? (link.attributes.get("href") ?? "").slice(1) : "";
  const note = sheet.notes.get(id);
  if (note === undefined || spot.inNote) return [{ k: "sup", c: [plainLine(textInside(reference))] }];
  const drawn = drawNote(note.children, { ...spot, width: 80, depth: spot.depth + 2, inNote: true });
  return [{ k: "fn", c: runOn(drawn) }];
}

/** The first paragraph of a note stands beside its number. */
function runOn([first, ...rest]: PrintedNode[]): PrintedNode[] {
  if (typeof first !== "object" || first.k !== "p") return first === undefined ? [] : [first, ...rest];
  return [...(first.c ?? []), ...rest];
}

function printImage(sheet: Sheet, image: PrintElement): PrintedNode[] {
  if (hasClass(image, "dark-only")) return [];
  const found = sheet.imageOf(image.attributes.get("src") ?? "");
  const alt = plainLine(image.attributes.get("alt") ?? "");
  if (found === undefined) return alt === "" ? [] : [{ k: "i", c: [alt] }];
  return [{ k: "img", ...found, alt, line: hasClass(image, "inline-image-line") }];
}
