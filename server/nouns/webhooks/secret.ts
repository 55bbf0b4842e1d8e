import { createHmac, randomBytes } from "node:crypto";
import type { Row } from "../../db/schema.ts";
import type { Secrets } from "../../ports/secrets.ts";

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

/** The place that a target's secrets are sealed for. */
const sealedAt = (id: string): string => `event_targets|secret|${id}`;

/** A new secret, as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export function sealSecret(secrets: Secrets, id: string, secret: string): string {
  return secrets.seal(secret, sealedAt(id));
}

type Signing = Pick<Row<"event_targets">, "id" | "secret" | "former_secret" | "former_until">;

/** The secrets that sign at `now`: the present one, and for a day after it was replaced the one before. */
export function openWebhookSecrets(secrets: Secrets, row: Signing, now: number): string[] {
  const isStill = row.former_until !== null && now < row.former_until;
  return [row.secret, isStill ? row.former_secret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => Buffer.from(secrets.open(sealed, sealedAt(row.id))).toString());
}

/**
 * The headers that prove where a message comes from: those of Standard Webhooks, and one line for receivers that were
 * written for `t=…,v1=…`.
 * @param at milliseconds
 */
export function signatureHeaders(
  signing: readonly string[],
  message: { readonly id: string; readonly body: string },
  at: number,
): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const signed = signing.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${hmac(key, `${message.id}.${seconds}.${message.body}`).toString("base64")}`;
  });
  const plain = signing.map(
    (secret) => `v1=${hmac(Buffer.from(secret), `${seconds}.${message.body}`).toString("hex")}`,
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": seconds,
    "webhook-signature": signed.join(" "),
    "x-lectern-signature": [`t=${seconds}`, ...plain].join(","),
  };
}

/** The signature that renderers of the public platform check: of the body alone, so the same on every attempt. */
export function bodySignature(secret: string, body: string): string {
  return hmac(Buffer.from(secret), body).toString("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
