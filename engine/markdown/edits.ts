/** Changing a text in places while everything else stays byte for byte. */
import type { Range } from "./document.ts";

export interface Edit extends Range {
  readonly text: string;
}

/**
 * Replaces ranges of a text. Edits may come in any order; where two overlap, the one that starts first wins.
 * @throws when a range is not within the text
 */
export function replaceRanges(source: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < 0 || end < start || end > source.length)
      throw new RangeError(`No range ${start}–${end} in a text of ${source.length} characters.`);
    if (start < at) continue;
    parts.push(source.slice(at, start), text);
    at = end;
  }
  parts.push(source.slice(at));
  return parts.join("");
}
