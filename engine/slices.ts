/** Values in lists of at most `size`, in their order: what is too many for one question, or for one turn. */
export function* slicesOf<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let slice: T[] = [];
  for (const value of values) {
    if (slice.push(value) < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
