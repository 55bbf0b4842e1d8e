/** Tables: their columns get shares of the sheet by what stands in them, since nothing scrolls on paper. */
import { directed } from "./directed.ts";
import { type PrintElement, elementsOf, everyInside, type HtmlNode, textInside } from "./element.ts";
import type { PrintedNode } from "./printed.ts";
import type { PrintSpot } from "./sheet.ts";

/** More are left out: no sheet is wide enough for them. */
const MOST_COLUMNS = 24;
/** What a column may be worth, in characters: neither squeezed by its neighbours nor alone. */
const NARROWEST = 5;
const WIDEST = 60;
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

/** Between the longest word, which should fit, and the longest text. */
function sharesOf(rows: readonly (readonly PrintElement[])[], columns: number): number[] {
  return Array.from({ length: columns }, (_, index) => {
    const texts = rows
      .slice(0, SAMPLE)
      .map((row) => (row[index] === undefined ? "" : textInside(row[index])));
    const longest = Math.max(0, ...texts.map(({ length }) => length));
    const word = Math.max(
      0,
      ...texts.map((text) =>
        Math.max(
          ...text
            .slice(0, 2000)
            .split(/\s/)
            .map((one) => one.length),
        ),
      ),
    );
    return Math.min(WIDEST, Math.max(NARROWEST, Math.min(word, 24), Math.sqrt(longest) * 3));
  });
}
