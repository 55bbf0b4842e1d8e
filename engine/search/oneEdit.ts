/**
 * Whether one term becomes the other by at most one edit: a character more, less, replaced, or two neighbours
 * exchanged. Both are compared by code point.
 */
export function isWithinOneEdit(typed: string, term: string): boolean {
  return compare([...typed], [...term]);
}

/** Whether some beginning of `term` is within one edit of `typed`: the reader may not have finished the word. */
export function startsWithinOneEdit(typed: string, term: string): boolean {
  const a = [...typed];
  const b = [...term];
  return [a.length - 1, a.length, a.length + 1].some(
    (length) => length <= b.length && compare(a, b.slice(0, length)),
  );
}

/**
 * Beginnings and ends (the ends written backwards) of which every term within one edit of `typed` has one: the
 * edit is in one half of the word only, or exchanges the two characters in the middle.
 */
export function intactHalves(typed: string): { beginnings: string[]; backwardEnds: string[] } {
  const characters = [...typed];
  const middle = Math.floor(characters.length / 2);
  const beginning = characters.slice(0, middle);
  const exchanged = [
    ...characters.slice(0, middle - 1),
    characters[middle] ?? "",
    characters[middle - 1] ?? "",
  ];
  return {
    beginnings: [beginning.join(""), exchanged.join("")],
    backwardEnds: [characters.slice(middle).toReversed().join("")],
  };
}

/** A term written backwards, so that its ending can be looked up as a beginning. */
export function backwards(term: string): string {
  return [...term].toReversed().join("");
}

function compare(a: readonly string[], b: readonly string[]): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (aEnd - start <= 1 && bEnd - start <= 1) return true;
  const isPair = aEnd - start === 2 && bEnd - start === 2;
  return isPair && a[start] === b[start + 1] && a[start + 1] === b[start];
}
