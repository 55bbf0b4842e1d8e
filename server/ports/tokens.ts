import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RandomBytes } from "./ids.ts";
import { randomBase62, toBase62 } from "./ids.ts";

// A fixed prefix lets secret scanners find a leaked token; the checksum keeps them from crying wolf, and keeps
// mistyped tokens away from the database.
export const TOKEN_PREFIX = "lct_";
const FORM = /^lct_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new API token: `lct_`, 30 random base62 characters (178 bits), 6 base62 characters of their CRC-32. */
export function newToken(random: RandomBytes = randomBytes): string {
  const body = randomBase62(30, random);
  return `${TOKEN_PREFIX}${body}${checksum(body)}`;
}

/**
 * False only for a text of our form whose checksum is wrong: it can't exist, so nobody needs to look it up.
 * A text of another form (an operator may choose the first token freely) is true: only the database knows.
 */
export function tokenChecksumOk(text: string): boolean {
  const parts = FORM.exec(text);
  return parts === null || checksum(parts[1] ?? "") === parts[2];
}

const INSIDE = /lct_[0-9A-Za-z]{36}/g;

/** What stands in a text and has the form and the checksum of a token, each once. */
export function tokensIn(text: string): string[] {
  // Most texts have none, which is found out much faster without an expression.
  if (!text.includes(TOKEN_PREFIX)) return [];
  return [...new Set(text.match(INSIDE) ?? [])].filter(tokenChecksumOk);
}

/** What is stored in place of a token: SHA-256 as 64 hex digits. Looking it up by this needs no constant-time compare. */
export function hashToken(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function checksum(body: string): string {
  return toBase62(crc32(body), 6);
}
