/** Rows as lines of JSON, the same whichever database they come from: arrays of values, bytes in base64. */
import { createReadStream } from "node:fs";
import type { ColumnShape } from "../../db/shape.ts";
import { BackupDamaged } from "./manifest.ts";

/** One row as a line, without its end. */
export function rowLine(row: readonly unknown[]): string {
  return JSON.stringify(row.map((value) => (value instanceof Uint8Array ? base64(value) : value)));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/**
 * The rows of a file of lines.
 * @throws BackupDamaged for a line that is no row of these columns
 */
export async function* readRows(
  path: string,
  columns: readonly ColumnShape[],
): AsyncGenerator<readonly unknown[]> {
  let number = 0;
  // A line ends with \n alone: other separators may stand in the text, where JSON leaves them as they are.
  for await (const line of linesOf(path)) {
    number++;
    const row = parse(line);
    if (row === undefined || row.length !== columns.length) {
      throw new BackupDamaged(`${path}, line ${number}: this is no row of ${columns.length} values.`);
    }
    yield row.map((value, index) =>
      columns[index]?.kind === "bytes" && typeof value === "string" ? Buffer.from(value, "base64") : value,
    );
  }
}

function parse(line: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8");
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) throw new BackupDamaged(`${path} ends in the middle of a line.`);
}
