/** `#hash` where a browser runs: what it has of its own answers only later, and hashes are asked for at once. */
import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Lower-case hexadecimal SHA-256 of bytes, or of a text as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return bytesToHex(hash(typeof content === "string" ? new TextEncoder().encode(content) : content));
}
