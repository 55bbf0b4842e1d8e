/**
 * The places in a list whose numbers rise from each to the next, as many as there can be: what stayed where it was
 * while the rest was moved. @param numbers undefined at places that count for nothing
 */
export function inOrder(numbers: readonly (number | undefined)[]): ReadonlySet<number> {
  // For each length, the place where the run of it ends that ends lowest.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [place, number] of numbers.entries()) {
    if (number === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle]!] as number) < number) low = middle + 1;
      else high = middle;
    }
    before.set(place, ends[low - 1]);
    ends[low] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) kept.add(place);
  return kept;
}
