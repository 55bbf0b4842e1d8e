/** A text file that has been read. */
export interface DecodedText {
  readonly text: string;
  /** What stood before the text as its byte order mark; undefined for UTF-16, whose bytes no UTF-8 gives again. */
  readonly mark: "" | "\ufeff" | undefined;
}

/**
 * Decodes a text file: UTF-8, or UTF-16 when it begins with that byte order mark (which is removed).
 * Gives why it can't be used when it is not text, for bytes that are wrong are never guessed.
 */
export function decodeText(bytes: Uint8Array): DecodedText | { readonly refused: string } {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { refused: `it is not valid ${encoding.toUpperCase()} text` };
  }
  // U+0000 is valid Unicode, but no text has it and PostgreSQL can't store it.
  if (text.includes("\u0000")) return { refused: "it holds NUL characters" };
  if (encoding !== "utf-8") return { text, mark: undefined };
  return { text, mark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "\ufeff" : "" };
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}
