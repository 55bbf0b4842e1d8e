/** From finished HTML of pages to what is printed of them. */
import { decoded } from "../decoded.ts";
import { printFlow } from "./blocks.ts";
import { directed } from "./directed.ts";
import { type PrintElement, elementsOf, everyInside, hasClass, readHtml } from "./element.ts";
import { plainLine } from "./plain.ts";
import type { Paper, PrintedPage } from "./printed.ts";
import { labelOn, type PrintedImage } from "./sheet.ts";

/** A page with its finished HTML. */
export interface PrintablePage {
  readonly title: string;
  readonly description?: string;
  readonly depth: number;
  readonly isGroup: boolean;
  /** How links of the HTML name this page. */
  readonly href: string;
  readonly html: string;
}

interface Printing {
  readonly paper: Paper;
  readonly farOf: (href: string) => string | undefined;
  readonly imageOf: (src: string) => PrintedImage | undefined;
  /** The whole address behind an address of the HTML; undefined when it leads nowhere from paper. */
  readonly addressOf: (href: string) => string | undefined;
}

/** Characters of code in a line of a sheet. */
const CODE_WIDTH: Readonly<Record<Paper, number>> = { a4: 86, "us-letter": 88 };

/** Pages as they are printed, and every label that stands somewhere in them. */
interface PrintedPages {
  readonly pages: readonly PrintedPage[];
  readonly labels: Readonly<Record<string, true>>;
}

/** Prints pages: links among them lead from sheet to sheet. */
export function printPages(pages: readonly PrintablePage[], printing: Printing): PrintedPages {
  const trees = pages.map(({ html }) => readHtml(html));
  const byAddress = new Map<string, string>();
  trees.forEach((tree, index) => {
    const label = labelOfPage(index);
    const href = pages[index]?.href ?? "";
    byAddress.set(href, label);
    for (const id of placesOf(tree)) byAddress.set(`${href}#${id}`, labelOn(label, id));
  });
  const labelOf = (href: string): string | undefined =>
    byAddress.get(href) ?? byAddress.get(decoded(href)) ?? byAddress.get(href.split("#", 1)[0] ?? "");
  const labels: Record<string, true> = {};
  const printed = pages.map((page, index) => {
    const sheet = {
      ...printing,
      labelOf,
      label: labelOfPage(index),
      ...newSheet(trees[index] as PrintElement),
    };
    labels[sheet.label] = true;
    const body = printFlow(sheet, sheet.tree.children, { width: CODE_WIDTH[printing.paper], depth: 0 });
    for (const id of sheet.placed) labels[labelOn(sheet.label, id)] = true;
    return { ...headOf(page), label: sheet.label, body };
  });
  return { pages: printed, labels };
}

function newSheet(tree: PrintElement) {
  return { tree, notes: notesOf(tree), noted: new Set<string>(), placed: new Set<string>() };
}

function headOf({ title, description, depth, isGroup }: PrintablePage): Omit<PrintedPage, "label" | "body"> {
  return {
    title: plainLine(title),
    ...directed(title),
    ...(description === undefined ? {} : { description: plainLine(description) }),
    depth,
    isGroup,
    breaks: depth === 0,
  };
}

const labelOfPage = (index: number): string => `p${index}`;

/** Ids that get labels: of headings and of updates, where they are printed as blocks. */
function placesOf(tree: PrintElement): string[] {
  const found: string[] = [];
  for (const element of everyInside(tree)) {
    const id = element.attributes.get("id");
    if (id !== undefined && (/^h[1-6]$/.test(element.name) || element.name === "article")) found.push(id);
  }
  return found;
}

function notesOf(tree: PrintElement): Map<string, PrintElement> {
  const section = elementsOf(tree).find((child) => hasClass(child, "footnotes"));
  const items = section === undefined ? [] : [...everyInside(section)].filter(({ name }) => name === "li");
  return new Map(
    items.flatMap((item) => (item.attributes.get("id") ? [[item.attributes.get("id") ?? "", item]] : [])),
  );
}
