/** A character as it is written; it may be named by its code points, as in `1f1e9-1f1ea`. */
export function emojiText(character: string): string {
  if (!/^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6})*$/i.test(character)) return character;
  const points = character.split("-").map((point) => Number.parseInt(point, 16));
  if (points.some((point) => point > 0x10ffff)) return character;
  const named = String.fromCodePoint(...points);
  // Half a character can stand in no address, and the browser's tab has its picture in one.
  return named.isWellFormed() ? named : character;
}
