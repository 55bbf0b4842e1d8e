/**
 * Tokens of scripts while they run, for one installation or for an integration as a whole. They are signed instead of
 * kept, so that to run a script writes nothing; what they stand for is asked at each call.
 */
import type { Clock } from "../ports/clock.ts";
import type { Secrets } from "../ports/secrets.ts";

export interface RunGrant {
  readonly integration: string;
  /** Whose script runs; absent where it runs for nobody's installation. */
  readonly installation?: { readonly organization: string; readonly id: string };
  /** How many scripts stand behind what is done with it; see `outbox.depth`. */
  readonly depth: number;
}

type Signing = { readonly secrets: Pick<Secrets, "sign" | "verify">; readonly clock: Pick<Clock, "now"> };

const PREFIX = "lct-run.";
const PURPOSE = "run token";
const LONGEST = 600;
/** Milliseconds. */
const LIFETIME = 600_000;

/** A token that lives for ten minutes. */
export function mintRunToken({ secrets, clock }: Signing, grant: RunGrant): string {
  const payload = Buffer.from(JSON.stringify({ ...grant, until: clock.now() + LIFETIME })).toString(
    "base64url",
  );
  return `${PREFIX}${payload}.${secrets.sign(PURPOSE, payload)}`;
}

/** Whether a text has the form of such a token, which no other has. */
export function mayBeRunToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** What a token of ours stands for, until when; undefined for any other text. */
export function readRunToken(
  { secrets }: Pick<Signing, "secrets">,
  token: string,
): (RunGrant & { readonly until: number }) | undefined {
  const [payload = "", signature = "", ...more] = token.slice(PREFIX.length).split(".");
  if (!mayBeRunToken(token) || token.length > LONGEST || more.length > 0) return undefined;
  if (!secrets.verify(PURPOSE, payload, signature)) return undefined;
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as RunGrant & { readonly until: number };
}
