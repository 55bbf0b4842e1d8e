/**
 * Names in a repository are bytes. Ours are text: UTF-8 as it is, a byte that is none as `\xHH`, and a backslash
 * doubled, so that every name has one text, and the text its name.
 */
import { isUtf8 } from "node:buffer";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a name. It takes what the name is long, whatever is in it. */
export function nameText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return utf8.decode(bytes).replaceAll("\\", "\\\\");
  const text = Buffer.alloc(bytes.length * 4);
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = characterLength(bytes, at);
    if (length === 0) end += text.write(escapedByte(byte), end);
    else if (byte === 0x5c) end += text.write("\\\\", end);
    else for (let next = at; next < at + length; next++) text[end++] = bytes[next] ?? 0;
    at += Math.max(1, length);
  }
  return utf8.decode(text.subarray(0, end));
}

/** The bytes of a name that `nameText` wrote. */
export function nameBytes(text: string): Uint8Array {
  const parts = text.split(/(\\\\|\\x[0-9a-f]{2})/);
  return Buffer.concat(
    parts.map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part);
      return part === "\\\\" ? Buffer.from("\\") : Buffer.from(part.slice(2), "hex");
    }),
  );
}

/** Whether a name is UTF-8: only such a file can be a page or a picture of ours. */
export function isUtf8Name(text: string): boolean {
  return !text.replaceAll("\\\\", "").includes("\\x");
}

function escapedByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** The bytes of the character that begins at `at`; 0 when none does (RFC 3629, section 4). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  // These alone have more bounds than all others: nothing is written longer than it has to be, nor is a surrogate.
  const [low, high] = SECONDS.get(first) ?? [0x80, 0xbf];
  if (second < low || second > high) return 0;
  for (let next = at + 2; next < at + length; next++) if ((bytes[next] ?? 0) >> 6 !== 0b10) return 0;
  return length;
}

const SECONDS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
