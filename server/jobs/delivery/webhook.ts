/** Webhooks: a signed POST. */
import type { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import type { Hide } from "../../nouns/installations/hideSecrets.ts";
import { bodySignature, openWebhookSecrets, signatureHeaders } from "../../nouns/webhooks/secret.ts";
import { OutboundError } from "../../ports/fetch.ts";
import { printable } from "../../ports/scripts/door.ts";
import type { AttemptOutcome, Sender } from "./sender.ts";

/** Milliseconds for one attempt, all of it. */
const PATIENCE_MS = 10_000;
/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 1024;

export function webhookSender(deps: Pick<Deps, "fetch" | "secrets" | "clock">): Sender {
  return async (target, delivery) => {
    const now = deps.clock.now();
    const message = { id: delivery.event_id, body: delivery.body };
    const signing = openWebhookSecrets(deps.secrets, target, now);
    return post(deps, target.url ?? "", message.body, {
      "content-type": "application/json",
      "user-agent": "Lectern-Webhook",
      ...signatureHeaders(signing, message, now),
    });
  };
}

/**
 * Renderers elsewhere, which compare one hash of the body with their secret. For a day after a secret was replaced, who
 * refuses what the present one signed is sent the same under the one before.
 */
export function rendererSender(deps: Pick<Deps, "fetch" | "secrets" | "clock">): Sender {
  return async (target, { event_id, body }) => {
    const send = (secret: string) =>
      post(deps, target.url ?? "", body, {
        "content-type": "application/json",
        "user-agent": "Lectern-Webhook",
        "webhook-id": event_id,
        "x-gitbook-signature": bodySignature(secret, body),
      });
    const [secret = "", former] = openWebhookSecrets(deps.secrets, target, deps.clock.now());
    const outcome = await send(secret);
    return former !== undefined && isRefused(outcome) ? send(former) : outcome;
  };
}

/** Whether the receiver did not take what it was sent, rather than that it could not. */
const isRefused = ({ status = 0 }: AttemptOutcome): boolean => status >= 400 && status < 500;

/**
 * One attempt: within ten seconds, to an address that may be reached, without redirects.
 * @param hide takes out of the answer what only the receiver knows
 */
export async function post(
  { fetch }: Pick<Deps, "fetch">,
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  hide?: Hide,
): Promise<AttemptOutcome> {
  if (!fetch.permits(url)) return { error: "REFUSED_URL" };
  try {
    const { status, body: answer } = await fetch.stream(url, {
      method: "POST",
      headers,
      body,
      timeout: PATIENCE_MS,
      headersTimeout: PATIENCE_MS,
      maxRedirects: 0,
    });
    return { status, answer: await beginningRead(answer, hide) };
  } catch (error) {
    if (error instanceof OutboundError) return { error: error.code };
    throw error;
  }
}

/** What is kept of an answer. Nothing of it decides, so that it breaks off changes nothing. */
async function beginningRead(answer: Readable, hide: Hide | undefined): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(Buffer.from(part));
      length += part.length;
      if (length >= ANSWER_BYTES) break;
    }
  } catch {
    // It broke off.
  } finally {
    answer.destroy();
  }
  return beginningOf(Buffer.concat(parts), hide);
}

/** The beginning of an answer, as it is kept. */
export function beginningOf(answer: Buffer, hide: Hide = (text) => text): string {
  const text = printable(answer.subarray(0, ANSWER_BYTES).toString("utf8"));
  return hide(text, answer.length >= ANSWER_BYTES);
}
