import { LRUCache } from "lru-cache";

/**
 * Rows of the index that were read, by the number of their page. Under a number lies one text of one page and never
 * another (see `pageNumber`), so that what is kept here is never out of date, whoever changes the index: who types a
 * query asks for nearly the same pages with every letter.
 */
export interface KeptRows<Row> {
  /**
   * The rows under the numbers that the index still has, in the order of the numbers.
   * @param readAbsent reads those that are not kept, given as "1,2,3"; in any order
   */
  of(numbers: readonly number[], readAbsent: (list: string) => Promise<readonly Row[]>): Promise<Row[]>;
}

/** @param maxSize bytes that all of them may take; those used least recently make way */
export function openKeptRows<Row extends { readonly number: number; readonly bytes: number }>(
  maxSize: number,
): KeptRows<Row> {
  const kept = new LRUCache<number, Row>({ maxSize });
  return {
    async of(numbers, readAbsent) {
      const found = new Map<number, Row>();
      const absent: number[] = [];
      for (const number of numbers) {
        const row = kept.get(number);
        if (row === undefined) absent.push(number);
        else found.set(number, row);
      }
      const read = absent.length === 0 ? [] : await readAbsent(absent.join(","));
      for (const row of read) {
        kept.set(row.number, row, { size: row.bytes });
        found.set(row.number, row);
      }
      return numbers.flatMap((number) => found.get(number) ?? []);
    },
  };
}
