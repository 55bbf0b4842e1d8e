/** Checks that a request came from a webhook of Lectern (Standard Webhooks, https://www.standardwebhooks.com). */
import type { WebhookEvent } from "./generated/schemas.ts";
import { LecternError } from "./faults.ts";

/** A request that no webhook of this secret sent, or one that is too old. */
export class NotSigned extends LecternError {
  override readonly name = "NotSigned";
}

const OLDEST_S = 300;

export interface WebhookRequest {
  /** As it came, not parsed and written again. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's secret, `whsec_…`. */
  readonly secret: string;
  /** Milliseconds since 1970; the clock's unless given. */
  readonly now?: number;
}

/** Shorter keys than these bytes are nobody's: an empty one, of a setting that was forgotten, would be everybody's. */
const SHORTEST_KEY = 16;

/**
 * The event that a signed request tells.
 * @throws NotSigned when the signature, its time or the body is not what it was
 * @throws TypeError when the secret is none of a webhook
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  now = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const header = (name: string) =>
    headers instanceof Headers ? (headers.get(name) ?? "") : String(headers[name] ?? "");
  const [id, at, signatures] = [
    header("webhook-id"),
    header("webhook-timestamp"),
    header("webhook-signature"),
  ];
  const bytes = secret?.startsWith("whsec_") ? bytesOf(secret.slice(6)) : new Uint8Array();
  if (bytes.length < SHORTEST_KEY) {
    throw new TypeError(
      "`secret` has to be the webhook's, as it was shown when it was made: whsec_ and base64.",
    );
  }
  if (!(Math.abs(now / 1000 - Number(at)) <= OLDEST_S)) {
    throw new NotSigned(0, "The request is too old, too new or says no time: it may be a copy.");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(`${id}.${at}.${text}`);
  for (const signature of signatures.split(" ")) {
    if (!signature.startsWith("v1,")) continue;
    if (await crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed)) {
      return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new NotSigned(0, "The signature is not of this webhook's secret.");
}

/** Base64; what is none gives no bytes. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
