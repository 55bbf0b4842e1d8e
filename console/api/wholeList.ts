/** Lists that are read whole, as far as anybody reads. */
import type { ListCall } from "../../sdk/src/index.ts";

/** More than anybody reads through. */
export const MOST_READ = 2_000;
/** Read at once. */
export const PART = 200;

/** All items of a list, as far as anybody reads. */
export async function allOf<Item>(list: ListCall<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length === MOST_READ) break;
  }
  return items;
}
