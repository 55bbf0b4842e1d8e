/** `#hash` where Node runs; a browser gets `hash.browser.ts`. */
import { createHash } from "node:crypto";

/** Lower-case hexadecimal SHA-256 of bytes, or of a text as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
