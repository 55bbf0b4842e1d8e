import { sha256 } from "#hash";

/** How many hexadecimal characters of a SHA-256 name a piece of content: 160 bits. */
export const HASH_LENGTH = 40;

/**
 * The name of a piece of content: lower-case hexadecimal SHA-256 of its bytes (text as UTF-8), cut to
 * {@link HASH_LENGTH} characters.
 */
export function contentHash(content: string | Uint8Array): string {
  return sha256(content).slice(0, HASH_LENGTH);
}
