/** The secret that an installation shares with its host: with it the host proves what it tells. */
import type { Row } from "../../../db/schema.ts";
import type { Addresses } from "../../../deps.ts";
import type { Secrets } from "../../../ports/secrets.ts";
import { newWebhookSecret } from "../../webhooks/secret.ts";
import { addressToken } from "./proof.ts";

/** Where hosts tell of what happens. */
export const WEBHOOK_PATH = "/v1/git/webhooks";

const sealedAt = (id: string): string => `git_installations|hook_secret|${id}`;

/** A new secret, in the one form that all hosts take. */
export { newWebhookSecret };

export function sealHookSecret(secrets: Secrets, id: string, secret: string): string {
  return secrets.seal(secret, sealedAt(id));
}

type HookHolder = Pick<Row<"git_installations">, "id" | "hook_secret">;

/** Undefined for an installation that hears nothing. */
export function openHookSecret(
  secrets: Secrets,
  { id, hook_secret: sealed }: HookHolder,
): string | undefined {
  return sealed === null ? undefined : Buffer.from(secrets.open(sealed, sealedAt(id))).toString();
}

/**
 * The address that a host tells. With the secret it is the one for a host that can't sign: whoever knows it is
 * believed, so it is shown as the secret is, once.
 */
export function webhookAddress(
  { app }: Addresses,
  { id, provider }: Pick<Row<"git_installations">, "id" | "provider">,
  secret?: string,
): string {
  const address = `${app}${WEBHOOK_PATH}/${id}`;
  return provider === "git" && secret !== undefined ? `${address}/${addressToken(secret)}` : address;
}
