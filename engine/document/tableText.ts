/** Tables as they are written: with pipes where those can hold them, else with HTML. */
import type { Inline } from "../markdown/document.ts";
import { attribute, given, htmlOf } from "./htmlInlines.ts";
import { printLine } from "./print.ts";

/** A column to be written. */
export interface WrittenColumn {
  readonly kind: string | undefined;
  readonly title: readonly Inline[];
  readonly align: "left" | "center" | "right" | undefined;
  readonly hidden: boolean;
  readonly width: number | undefined;
  readonly max: number | undefined;
  /** The attribute of cards that says what the column is for. */
  readonly role: string | undefined;
}

export type TableRow = readonly (readonly Inline[])[];

/** Whether pipes can say all of a column. */
export const isPlainColumn = ({ hidden, width, kind }: WrittenColumn): boolean =>
  !hidden && width === undefined && kind === undefined;

/** A table of pipes, for columns that are plain. */
export function pipesOf(columns: readonly WrittenColumn[], rows: readonly TableRow[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rules = { left: ":---", center: ":---:", right: "---:" };
  return [
    line(columns.map(({ title }) => piped(title))),
    line(columns.map(({ align }) => (align === undefined ? "---" : rules[align]))),
    ...rows.map((row) => line(row.map(piped))),
  ].join("\n");
}

const piped = (inlines: readonly Inline[]): string => printLine(inlines).replaceAll("|", "\\|");

/**
 * A table of HTML in one line.
 * @param attributes of the table, each with a space before it
 */
export function tableOf(
  attributes: string,
  columns: readonly WrittenColumn[],
  rows: readonly TableRow[],
): string {
  const head = columns.map((column) => `<th${headOf(column)}>${htmlOf(column.title)}</th>`).join("");
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${htmlOf(cell)}</td>`).join("")}</tr>`)
    .join("");
  return `<table${attributes}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function headOf({ width, align, hidden, kind, max, role }: WrittenColumn): string {
  const flags = (hidden ? " data-hidden" : "") + (role === undefined ? "" : ` ${role}`);
  const sized = given("width", width?.toString()) + given("align", align);
  const type = kind === undefined ? "" : ` data-type="${attribute(kind)}"`;
  return sized + flags + type + given("data-max", max?.toString());
}
