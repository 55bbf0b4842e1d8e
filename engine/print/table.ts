/** Tables: their columns get shares of the sheet by what stands in them, since nothing scrolls on paper. */
import { directed } from "./directed.ts";
import { type PrintElement, elementsOf, everyInside, type HtmlNode, textInside } from "./element.ts";
import type { PrintedNode } from "./printed.ts";
import type { PrintSpot } from "./sheet.ts";

/** More are left out: no sheet is wide enough for them. */
const MOST_COLUMNS = 24;
/** Characters of a table that fit beside each other on the sheet, those that a column's margins take, and its fewest. */
const SHEET = 104;
const BESIDE = 3;
const NARROWEST = 3;
/** Longer words are broken. */
const WIDEST_WORD = 40;
/** Rows that are looked at for the shares. */
const SAMPLE = 200;

/** Prints a table, or nothing where it has no rows. */
export function printTable(
  region: PrintElement,
  _spot: PrintSpot,
  inlines: (nodes: readonly HtmlNode[]) => PrintedNode[],
): PrintedNode[] {
  const rows = [...everyInside(region)].filter(({ name }) => name === "tr").map(cellsOf);
  const columns = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map(({ length }) => length)));
  if (columns === 0) return [];
  const first = rows[0] as PrintElement[];
  const hasHead = first.some(({ name }) => name === "th");
  const drawn = rows.map((cells) =>
    Array.from({ length: columns }, (_, index) => {
      const cell = cells[index];
      const c = cell === undefined ? [] : inlines(cell.children);
      return { k: "cell", ...directed(c), c };
    }),
  );
  return [
    {
      k: "table",
      widths: sharesOf(rows, columns),
      align: Array.from({ length: columns }, (_, index) => alignOf(rows.at(-1)?.[index] ?? first[index])),
      head: hasHead ? drawn[0] : [],
      rows: hasHead ? drawn.slice(1) : drawn,
      small: columns > 6,
    },
  ];
}

function cellsOf(row: PrintElement): PrintElement[] {
  return elementsOf(row).filter(({ name }) => name === "td" || name === "th");
}

function alignOf(cell: PrintElement | undefined): string {
  return /\balign-(center|right)\b/.exec(cell?.attributes.get("class") ?? "")?.[1] ?? "left";
}

/**
 * First each column has its longest word, so that none is split; what is left goes to those whose texts take more lines.
 */
function sharesOf(rows: readonly (readonly PrintElement[])[], columns: number): number[] {
  const sample = rows.slice(0, SAMPLE);
  const all = Array.from({ length: columns }, (_, index) => {
    const texts = sample.map((row) => (row[index] === undefined ? "" : textInside(row[index])));
    const longest = Math.max(NARROWEST, ...texts.map(({ length }) => length));
    return { longest, least: Math.min(WIDEST_WORD, Math.max(NARROWEST, ...texts.map(longestWord))) };
  });
  const rest = SHEET - sumOf(all.map(({ least }) => least + BESIDE));
  const missing = all.map(({ longest, least }) => Math.sqrt(longest - least));
  const share = Math.max(0, rest) / Math.max(1, sumOf(missing));
  return all.map(
    ({ longest, least }, index) => BESIDE + Math.min(longest, least + share * (missing[index] ?? 0)),
  );
}

/** In characters. Addresses are broken where their parts end. */
function longestWord(text: string): number {
  const words = text.slice(0, 2000).split(/\s+/);
  const parts = words.flatMap((word) => (word.includes("://") ? word.split(/(?<=[/?&=.:_-])/) : [word]));
  return Math.max(0, ...parts.map(({ length }) => length));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
