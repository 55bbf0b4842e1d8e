/** Places of a normalized text mapped back to the text it came from, in UTF-16 units. */
interface SourceOffsets {
  start(normalOffset: number): number;
  end(normalOffset: number): number;
}

/**
 * The pieces of a text that normalization treats each for itself: a character with the marks after it (the
 * halfwidth voiced sound marks of Japanese become marks), or a run of Korean conjoining letters.
 */
const independent =
  /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]\p{M}*(?:[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]\p{M}*)*|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\s\S]/gu;

/**
 * How places in `normal`, the NFKC form of `text`, map back to `text`. A place inside a character that
 * normalization made longer maps to the whole character. Should the pieces not add up to `normal` (a
 * composition across pieces), places map to themselves, kept within the text.
 */
export function sourceOffsets(text: string, normal: string): SourceOffsets {
  const starts = new Uint32Array(normal.length + 1);
  const ends = new Uint32Array(normal.length + 1);
  let written = 0;
  for (const piece of text.matchAll(independent)) {
    const length = piece[0].normalize("NFKC").length;
    for (let offset = 0; offset < length && written + offset < normal.length; offset += 1) {
      const isPlain = length === piece[0].length;
      starts[written + offset] = piece.index + (isPlain ? offset : 0);
      ends[written + offset + 1] = piece.index + (isPlain ? offset + 1 : piece[0].length);
    }
    written += length;
  }
  if (written !== normal.length) return clamped(text.length);
  starts[normal.length] = text.length;
  return { start: (offset) => starts[offset] ?? text.length, end: (offset) => ends[offset] ?? text.length };
}

function clamped(length: number): SourceOffsets {
  const place = (offset: number) => Math.min(offset, length);
  return { start: place, end: place };
}
