/**
 * What somebody is about to add: a secret for an app and a challenge for a passkey. It goes to the browser and comes back
 * sealed, good for the session that it was proposed to and for half an hour, so that looking at the page keeps nothing.
 */
import { SealBroken, type Secrets } from "../../ports/secrets.ts";
import { newAuthenticatorSecret } from "./authenticator.ts";
import { newChallenge } from "./passkeys.ts";

const LIFETIME = 30 * 60_000;
const sealedAt = (session: string): string => `form|second factor|${session}`;

interface Proposal {
  /** Of an authenticator app. */
  readonly secret: string;
  /** For a passkey. */
  readonly challenge: string;
}

/** With what comes back. */
export interface SealedProposal extends Proposal {
  readonly sealed: string;
}

export async function propose(secrets: Secrets, session: string, now: number): Promise<SealedProposal> {
  const proposal = { secret: await newAuthenticatorSecret(), challenge: newChallenge() };
  const sealed = secrets.seal(JSON.stringify({ ...proposal, until: now + LIFETIME }), sealedAt(session));
  return { ...proposal, sealed };
}

/** undefined when its time is over, or it was proposed to another session. */
export function openProposal(
  secrets: Secrets,
  session: string,
  sealed: string,
  now: number,
): Proposal | undefined {
  try {
    const text = Buffer.from(secrets.open(sealed, sealedAt(session))).toString();
    const { until, ...proposal } = JSON.parse(text) as Proposal & { readonly until: number };
    return until > now ? proposal : undefined;
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
