/** The table of a database of Notion, as Markdown. */
import type { Pause } from "../../engine/node.ts";
import { MOST_ROWS } from "./csv.ts";
import { describeBytes } from "./limits.ts";

/** A table that is wider can't be looked at. */
export const MOST_COLUMNS = 500;
/** The cells that Markdown adds itself to the short rows of a table; past them it takes the table for ended. */
const MOST_ADDED = 65_536;

export interface PrintedTable {
  readonly text: string;
  /** What was left out: "2000 rows" says that there were more. */
  readonly most: readonly string[];
}

/**
 * Prints records below a title, up to a number of bytes. A row has the cells of its record, and not as many as the
 * head: these can be a thousand times as long as what was read. `link` says where the first cell of a row leads.
 */
export async function printTable(
  title: string,
  rows: readonly string[][],
  link: (name: string) => string | undefined,
  bytes: number,
  pace: Pause,
): Promise<PrintedTable> {
  const [head = [], ...records] = rows.map((row) => row.slice(0, MOST_COLUMNS));
  const most = [
    ...(rows.length >= MOST_ROWS ? [`${MOST_ROWS} rows`] : []),
    ...(rows.some(({ length }) => length > MOST_COLUMNS) ? [`${MOST_COLUMNS} columns`] : []),
  ];
  const tooLong = { text: `# ${title}\n`, most: [...most, describeBytes(bytes)] };
  if (head.length === 0) return { text: tooLong.text, most };
  // What stands beyond the head's columns has words, too.
  const width = Math.max(head.length, ...records.map((row) => row.findLastIndex((cell) => cell !== "") + 1));
  const top = `# ${title}\n\n${line(padded(head.map(cellText), width))}${line(Array<string>(width).fill("---"))}`;
  const lines = [top];
  let room = bytes - Buffer.byteLength(top);
  if (room < 0) return tooLong;
  let added = 0;
  for (const record of records) {
    await pace();
    const [first = "", ...rest] = record.slice(0, width).map(cellText);
    const to = link(record[0] ?? "");
    const cells = [to === undefined ? first : `[${first}](<${to}>)`, ...rest];
    added += width - cells.length;
    const printed = line(added > MOST_ADDED ? padded(cells, width) : cells);
    room -= Buffer.byteLength(printed);
    if (room < 0) return { text: lines.join(""), most: [...most, describeBytes(bytes)] };
    lines.push(printed);
  }
  return { text: lines.join(""), most };
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

function padded(cells: readonly string[], width: number): readonly string[] {
  return [...cells, ...Array<string>(width - cells.length).fill("")];
}

export function cellText(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((part) => part.trim().replace(/[\\|<{[\]*_`$]/g, "\\$&"))
    .filter((part) => part !== "")
    .join("<br>");
}
