/** Puts the pages of an import in the order of their source, moving as few as that takes. */

/** Where a page goes: at a position, at the end (`undefined`), or nowhere because it stands right already. */
export type PagePosition = { readonly at: number | undefined } | "stays";

/**
 * Plans the places of planned siblings among those that a parent has. Pages that the source does not know keep their
 * place; what is new behind the last page that stays goes to the end.
 * @param existing the ids of the parent's pages now, in order
 * @param planned the ids in the order of the source; those not in `existing` are new
 * @returns a place for each planned page; they hold when they are taken one after the other
 */
export function placeSiblings(existing: readonly string[], planned: readonly string[]): PagePosition[] {
  const position = new Map(existing.map((id, index) => [id, index]));
  const staying = longestRise(planned.flatMap((id) => position.get(id) ?? []));
  const stays = new Set([...staying].map((index) => existing[index] as string));
  const lastAnchor = planned.findLastIndex((id) => stays.has(id));
  const order = [...existing];
  let next = 0;
  return planned.map((id, index) => {
    if (stays.has(id)) {
      next = order.indexOf(id, next) + 1;
      return "stays";
    }
    const isNew = !position.has(id);
    if (!isNew) {
      const old = order.indexOf(id);
      order.splice(old, 1);
      if (old < next) next -= 1;
    }
    const at = index > lastAnchor ? order.length : next;
    order.splice(at, 0, id);
    next = at + 1;
    return { at: isNew && at === order.length - 1 ? undefined : at };
  });
}

/** The values of the longest rising part of distinct numbers. */
function longestRise(numbers: readonly number[]): Set<number> {
  // ends[n] is the index of the lowest number that ends a rise of length n + 1.
  const ends: number[] = [];
  const before = new Int32Array(numbers.length);
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number)
    rise.add(numbers[index] as number);
  return rise;
}
