/** Passkeys (WebAuthn): what a browser is asked to sign, and whether it has. */
import type { AuthenticatorTransport, VerifiedRegistrationResponse } from "@simplewebauthn/server";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { newSecret } from "../sessions/commands.ts";

type Passkey = Row<"passkeys">;
type Place = Pick<Addresses, "app">;

/** How many somebody may have. */
export const MOST_PASSKEYS = 20;

/** What browsers ask people for, in milliseconds. */
const PATIENCE = 5 * 60_000;

/** Browsers know passkeys of names only, and over connections that nobody listens to. */
export function takesPasskeys({ app }: Place): boolean {
  const { protocol, hostname } = new URL(app);
  // An address: URLs have those of version 6 in brackets, and those of version 4 in digits alone.
  if (/^\[|^[\d.]+$/.test(hostname)) return false;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}

/** A challenge for a passkey: base64url. */
export const newChallenge = newSecret;

const descriptorsOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential, transports }) => ({
    id: credential,
    transports: JSON.parse(transports) as AuthenticatorTransport[],
  }));

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

interface NewKey {
  readonly user: Pick<Row<"users">, "id" | "email" | "display_name">;
  readonly challenge: string;
  /** Those that they have: a device makes one. */
  readonly others: readonly Passkey[];
}

/** What a browser is given to make a passkey, as JSON. */
export async function creationOptions({ app }: Place, { user, challenge, others }: NewKey): Promise<object> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: "Lectern",
    rpID: new URL(app).hostname,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.display_name,
    challenge: bytesOf(challenge),
    timeout: PATIENCE,
    excludeCredentials: descriptorsOf(others),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

/** What a browser is given to sign with a passkey, as JSON. */
export async function requestOptions(
  { app }: Place,
  { challenge, passkeys }: { readonly challenge: string; readonly passkeys: readonly Passkey[] },
): Promise<object> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: new URL(app).hostname,
    challenge: bytesOf(challenge),
    timeout: PATIENCE,
    allowCredentials: descriptorsOf(passkeys),
    userVerification: "preferred",
  });
}

type NewCredential = Pick<Passkey, "credential" | "public_key" | "counter" | "transports">;

/** The passkey that a browser has made; undefined when its answer is not one to this challenge and this place. */
export async function verifyCreation(
  { app }: Place,
  { answer, challenge }: { readonly answer: string; readonly challenge: string },
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await whenRight<VerifiedRegistrationResponse>(() =>
    verifyRegistrationResponse({
      response: JSON.parse(answer),
      expectedChallenge: challenge,
      expectedOrigin: new URL(app).origin,
      expectedRPID: new URL(app).hostname,
      requireUserVerification: false,
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    credential: id,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: JSON.stringify(transports.filter((each) => typeof each === "string").slice(0, 8)),
  };
}

/** Which passkey has signed, and how often it was used before and with this time. */
export interface SignedRequest {
  readonly id: string;
  readonly before: number;
  readonly counter: number;
}

/** The passkey that has signed a challenge; undefined when none of these has. */
export async function verifyRequest(
  { app }: Place,
  signed: { readonly answer: string; readonly challenge: string; readonly passkeys: readonly Passkey[] },
): Promise<SignedRequest | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  return whenRight(async () => {
    const response = JSON.parse(signed.answer);
    const passkey = signed.passkeys.find(({ credential }) => credential === response?.id);
    if (passkey === undefined) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: signed.challenge,
      expectedOrigin: new URL(app).origin,
      expectedRPID: new URL(app).hostname,
      requireUserVerification: false,
      credential: {
        id: passkey.credential,
        publicKey: bytesOf(passkey.public_key),
        counter: passkey.counter,
        transports: JSON.parse(passkey.transports) as AuthenticatorTransport[],
      },
    });
    if (!verified) return undefined;
    return { id: passkey.id, before: passkey.counter, counter: authenticationInfo.newCounter };
  });
}

/** The library throws at whatever is wrong with what a browser says; for us all of it is a wrong answer. */
async function whenRight<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

export function passkeysOf(read: Read, user: string): Promise<Passkey[]> {
  return read
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", user)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Notes that a passkey was used; false when another use of the same count came first, as a copied key would. */
export async function notePasskeyUse(
  tx: Write,
  used: SignedRequest & { readonly now: number },
): Promise<boolean> {
  const noted = await tx
    .updateTable("passkeys")
    .set({ counter: used.counter, used_at: used.now })
    .where("id", "=", used.id)
    .where("counter", "=", used.before)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}
