/** A part of an address without its percent signs; as it is written where they don't stand for text. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
