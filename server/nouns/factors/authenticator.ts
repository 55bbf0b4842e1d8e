/** Apps that show a code by the time (TOTP, RFC 6238): six digits, another every 30 seconds. */
import type { Read, Write } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { SealBroken, type Secrets } from "../../ports/secrets.ts";

const STEP_MS = 30_000;
/** Clocks of telephones differ: the codes before and after count as well. */
const STEPS_OFF = 1;

const sealedAt = (user: string): string => `authenticators|secret|${user}`;

/** What an app is given: base32, 160 bits. */
export async function newAuthenticatorSecret(): Promise<string> {
  const { Secret } = await import("otpauth");
  return new Secret({ size: 20 }).base32;
}

/** The address that an app reads from a picture. */
export async function authenticatorURI(
  secret: string,
  { app, email }: { readonly app: string; readonly email: string },
): Promise<string> {
  const { TOTP } = await import("otpauth");
  return new TOTP({ issuer: `Lectern ${new URL(app).host}`, label: email, secret }).toString();
}

/** The interval that a code is of, close to now; undefined for a wrong one. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await import("otpauth");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const off = totp.validate({ token: code, timestamp: now, window: STEPS_OFF });
  return off === null ? undefined : Math.floor(now / STEP_MS) + off;
}

/** Keeps somebody's app, whose code of `step` was shown to be right. */
export async function keepAuthenticator(
  tx: Write,
  secrets: Secrets,
  app: { readonly user: string; readonly secret: string; readonly step: number; readonly now: number },
): Promise<void> {
  const { user, secret, step, now } = app;
  const row = {
    secret: secrets.seal(secret, sealedAt(user)),
    used_step: step,
    created_at: now,
    used_at: now,
  };
  await tx
    .insertInto("authenticators")
    .values({ user_id: user, ...row })
    .onConflict((on) => on.column("user_id").doUpdateSet(row))
    .execute();
}

/**
 * Whether a code is the one that somebody's app shows now; each is taken once, by one of many at once. Where the secret
 * that the app's is sealed under is lost, no code is right, and the log says why.
 */
export async function useAuthenticator(
  tx: Write,
  deps: Pick<Deps, "secrets" | "log">,
  { user, code, now }: { readonly user: string; readonly code: string; readonly now: number },
): Promise<boolean> {
  const row = await findAuthenticator(tx, user);
  if (row === undefined) return false;
  const secret = openSecret(deps, user, row.secret);
  if (secret === undefined) return false;
  const step = await stepOfCode(secret, code, now);
  if (step === undefined) return false;
  const used = await tx
    .updateTable("authenticators")
    .set({ used_step: step, used_at: now })
    .where("user_id", "=", user)
    .where("used_step", "<", step)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

function openSecret(
  { secrets, log }: Pick<Deps, "secrets" | "log">,
  user: string,
  sealed: string,
): string | undefined {
  try {
    return Buffer.from(secrets.open(sealed, sealedAt(user))).toString();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ err: error, user }, "an authenticator app can't be read; `user reset-factor` takes it away");
    return undefined;
  }
}

export function findAuthenticator(read: Read, user: string) {
  return read.selectFrom("authenticators").selectAll().where("user_id", "=", user).executeTakeFirst();
}
