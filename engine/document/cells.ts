/** The values of cells in columns that have a kind. */
import type { Inline } from "../markdown/document.ts";
import { plainText } from "../markdown/plainText.ts";
import { attribute } from "./htmlInlines.ts";
import { isHostile } from "./hostile.ts";
import { refOfUrl, urlOfRef } from "./refs.ts";
import type { JsonRecord } from "./reader.ts";
import type { DocumentRef, TableCellValue } from "./shapes.ts";

export type TypedKind = "number" | "rating" | "checkbox" | "content-ref" | "files" | "select";

const KINDS: readonly TypedKind[] = ["number", "rating", "checkbox", "content-ref", "files", "select"];

/** The kind that a column is of; undefined for text and kinds without values of their own. */
export function kindOf(written: unknown): TypedKind | undefined {
  return KINDS.find((kind) => kind === written);
}

/** The value that a cell says; undefined when it says something else. An empty cell is null, no, or an empty list. */
export function valueOfCell(kind: TypedKind, inlines: readonly Inline[]): TableCellValue | undefined {
  switch (kind) {
    case "number":
    case "rating":
      return inlines.length === 0 ? null : numberOf(textOf(inlines));
    case "checkbox":
      return inlines.length === 0 ? false : checkOf(textOf(inlines));
    case "content-ref":
      return inlines.length === 0 ? null : referenceOf(inlines);
    case "files":
      return filesOf(inlines);
    default:
      return optionsIn(inlines)?.map(({ value }) => value);
  }
}

function textOf(inlines: readonly Inline[]): string | undefined {
  const [only] = inlines;
  return inlines.length === 1 && only?.type === "text" ? only.text : undefined;
}

const checkOf = (text: string | undefined): boolean | undefined =>
  text === "true" ? true : text === "false" ? false : undefined;

function numberOf(text: string | undefined): number | undefined {
  const isNumber = text !== undefined && text.length <= 20 && String(Number(text)) === text;
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function referenceOf(inlines: readonly Inline[]): DocumentRef | undefined {
  const [only] = inlines;
  const isLink = inlines.length === 1 && only?.type === "link" && !isHostile(only.url);
  return isLink ? refOfUrl(only.url) : undefined;
}

function filesOf(inlines: readonly Inline[]): string[] | undefined {
  const ids: string[] = [];
  for (const node of inlines) {
    const ref = node.type === "link" ? refOfUrl(node.url) : undefined;
    if (ref?.kind === "file") ids.push(ref.file);
    else if (node.type !== "text" || node.text.trim() !== "") return undefined;
  }
  return ids;
}

/** What a cell says of an option. */
export interface CellOption {
  readonly value: string;
  readonly label: string;
  /** As written. */
  readonly color?: string;
}

/** Options by their values. */
export type CellOptions = ReadonlyMap<string, CellOption>;

/** What documents call the colour of an option that has none. */
export const NO_COLOR = "default";
const OPTION = /^<span data-option="([^"<>&]{1,200})"(?: data-color="([^"<>&]{1,50})")?>$/;
const COLOR = /^[^"<>&\n]{1,50}$/;

/** The options of a cell: `<span data-option="value" data-color="red">Label</span>`, one after another. */
export function optionsIn(inlines: readonly Inline[]): CellOption[] | undefined {
  const options: CellOption[] = [];
  let open: { value: string; label: string; color?: string } | undefined;
  for (const node of inlines) {
    const [, value, color] = (node.type === "html" && OPTION.exec(node.raw)) || [];
    if (value !== undefined && open === undefined)
      open = { value, label: "", ...(color === undefined ? {} : { color }) };
    else if (node.type === "html") {
      if (open === undefined || node.raw !== "</span>") return undefined;
      options.push({ ...open, label: open.label === "" ? open.value : open.label });
      open = undefined;
    } else if (node.type !== "text") return undefined;
    else if (open !== undefined) open.label += plainText([node]);
    else if (!/^[\s,]*$/.test(plainText([node]))) return undefined;
  }
  return open === undefined ? options : undefined;
}

const text = (words: string): Inline[] => (words === "" ? [] : [{ type: "text", text: words }]);

/**
 * The plainest cell that says a value; empty for a value that is none of its kind.
 * @param options what is known of those that a value may name
 */
export function cellOfValue(kind: TypedKind, value: unknown, options?: CellOptions): Inline[] {
  switch (kind) {
    case "number":
    case "rating":
      return typeof value === "number" ? text(String(value)) : [];
    case "checkbox":
      return value === true ? text("true") : [];
    case "content-ref":
      return typeof value === "object" && value !== null ? linkTo(urlOfRef(value as JsonRecord)) : [];
    case "files":
      return listed(value, (file) => linkTo(urlOfRef({ kind: "file", file })));
    default:
      return listed(value, (one) => optionCell(options?.get(one) ?? { value: one, label: one }));
  }
}

function linkTo(url: string | undefined): Inline[] {
  if (url === undefined || url === "" || isHostile(url)) return [];
  return [{ type: "link", url, mention: false, children: text(url) }];
}

function optionCell({ value, label, color = "" }: CellOption): Inline[] {
  const colored = COLOR.test(color) && color !== NO_COLOR ? ` data-color="${color}"` : "";
  const raw = `<span data-option="${attribute(value)}"${colored}>`;
  const tag = (html: string): Inline => ({ type: "html", raw: html, destinations: [] });
  return [tag(raw), ...text(label === "" ? value : label), tag("</span>")];
}

function listed(value: unknown, cell: (one: string) => Inline[]): Inline[] {
  const values = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return values.flatMap((one, index) => [...(index === 0 ? [] : text(" ")), ...cell(one)]);
}

/** Whether inline nodes are equal but for where they are written. */
export function sameInlines(a: readonly Inline[], b: readonly Inline[]): boolean {
  return unplaced(a) === unplaced(b);
}

const unplaced = (nodes: readonly Inline[]): string =>
  JSON.stringify(nodes, (key, value: unknown) =>
    key === "destination" || key === "destinations" || key === "start" || key === "end" ? undefined : value,
  );
