import { randomBytes } from "node:crypto";

/** Gives `size` bytes that nobody can guess. */
export type RandomBytes = (size: number) => Uint8Array;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte: bytes from here on are thrown away, or the first letters would come more often. */
const FAIR = 248;

/** `length` characters of 0-9, A-Z, a-z, each equally likely. */
export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < FAIR) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** `value`, a whole number of 0 or more, in base 62, filled with leading zeros to at least `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text.padStart(length, "0");
}

/** A new id: 20 base62 characters (119 bits), opaque to everyone. */
export function newId(): string {
  return randomBase62(20);
}
