import { createHash } from "node:crypto";

/** How many hexadecimal characters of a SHA-256 name a piece of content: 160 bits. */
export const HASH_LENGTH = 40;

/**
 * The name of a piece of content: lower-case hexadecimal SHA-256 of its bytes (text as UTF-8), cut to
 * {@link HASH_LENGTH} characters.
 */
export function contentHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
}
