/** Whether a message comes from who knows a secret. Compared in the same time, however much of it is right. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Whether two texts are the same. */
export function isSame(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

/** Whether a header is the hexadecimal HMAC-SHA-256 of a body, behind a prefix. */
export function isSigned(
  header: string | readonly string[] | undefined,
  prefix: string,
  body: Uint8Array,
  secret: string,
): boolean {
  const given = typeof header === "string" && header.startsWith(prefix) ? header.slice(prefix.length) : "";
  return isSame(given.toLowerCase(), createHmac("sha256", secret).update(body).digest("hex"));
}

/** What tells a message from others where the host signs its body alone: an id in a header can be changed by who sends it again. */
export function signedDelivery({ body }: { readonly body: Uint8Array }): string {
  return `sha256:${createHash("sha256").update(body).digest("hex")}`;
}

/** The part of an address that stands for a secret, where a host can't sign: it tells nothing of the secret itself. */
export function addressToken(secret: string): string {
  return createHash("sha256").update(`address of ${secret}`).digest("base64url");
}
