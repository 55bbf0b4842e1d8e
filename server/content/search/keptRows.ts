import { openKept } from "../../memory/kept.ts";
import type { ShareName } from "../../memory/shares.ts";

/**
 * Rows of the index that were read, by the number of their page. Under a number lies one text of one page and never
 * another (see `pageNumber`), so that what is kept here is never out of date, whoever changes the index: who types a
 * query asks for nearly the same pages with every letter.
 */
interface KeptRows<Row> {
  /**
   * The rows under the numbers that the index still has, in the order of the numbers.
   * @param readAbsent reads those that are not kept, given as "1,2,3"; in any order
   */
  of(numbers: readonly number[], readAbsent: (list: string) => Promise<readonly Row[]>): Promise<Row[]>;
}

/**
 * @param name of their share of memory; rows used least recently make way
 * @param most bytes of all of them, where it is not their share
 */
export function openKeptRows<Row extends { readonly number: number; readonly bytes: number }>(
  name: ShareName,
  most?: number,
): KeptRows<Row> {
  const kept = openKept<Row, number>(name, {
    bytesOf: ({ bytes }) => bytes,
    ...(most === undefined ? {} : { most }),
  });
  return {
    async of(numbers, readAbsent) {
      const rows = numbers.map((number) => kept.get(number));
      const absent = numbers.filter((_, index) => rows[index] === undefined);
      if (absent.length === 0) return rows as Row[];
      const read = new Map<number, Row>();
      for (const row of await readAbsent(absent.join(","))) {
        kept.set(row.number, row);
        read.set(row.number, row);
      }
      return numbers.flatMap((number, index) => rows[index] ?? read.get(number) ?? []);
    },
  };
}
