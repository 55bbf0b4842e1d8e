import { createHash, randomBytes } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import type { Write } from "../../db/database.ts";
import type { Schema, SignInMethod } from "../../db/schema.ts";
import { forbidden } from "../../http/errors.ts";
import { networkOf } from "../../http/rateLimit.ts";

export type { SignInMethod } from "../../db/schema.ts";

const DAY = 24 * 3600 * 1000;
/** How long a session lasts however much it is used. */
export const SESSION_LIFETIME = 30 * DAY;
/** How long it lasts unused. */
export const SESSION_IDLE = 14 * DAY;
/** Browsers call themselves by longer names than anybody reads. */
const LONGEST_AGENT = 400;

interface NewSession {
  readonly id: string;
  /** The user's id. */
  readonly user: string;
  readonly method: SignInMethod;
  /** The network address it is opened from. */
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  readonly now: number;
  /** The secret of the session that the browser had before: it ends, so that nobody goes on in it. */
  readonly instead?: string | undefined;
}

/** What is stored in place of a secret: SHA-256, lower-case hex. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret, "utf8").digest("hex");
}

/** A secret of 256 bits that goes into a cookie or an address: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Holds somebody's account until the end of the transaction, and gives the hash of their password as it is now; undefined
 * when nobody may sign in to it. A proof that was looked at before is looked at again under this hold, as are their
 * factors: who changes either ends what is signed in, and must not miss what is about to be.
 */
export async function holdAccount(
  tx: Write,
  user: string,
): Promise<{ readonly password_hash: string | null } | undefined> {
  return tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user)
    .where("disabled_at", "is", null)
    .forShare()
    .executeTakeFirst();
}

/**
 * Opens a session for a user who has proved who they are, notes that they were seen, and gives the secret for the
 * cookie; it is kept nowhere. The secret is always a new one, whatever the browser came with.
 * @throws 403 when the user is disabled
 */
export async function openSession(tx: Write, session: NewSession): Promise<string> {
  const { user, now, address, userAgent, instead } = session;
  if ((await holdAccount(tx, user)) === undefined)
    throw forbidden("This account is disabled. Ask an administrator.");
  if (instead !== undefined) await endSession(tx, instead);
  const secret = newSecret();
  await tx
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: user,
      hash: hashSecret(secret),
      method: session.method,
      address: address ?? null,
      network: address === undefined ? null : networkOf(address),
      user_agent: userAgent?.slice(0, LONGEST_AGENT) ?? null,
      created_at: now,
      seen_at: now,
      expires_at: now + SESSION_LIFETIME,
    })
    .execute();
  await markSeenEverywhere(tx, user, now);
  return secret;
}

/** Notes that a session was used at `now`: it stays open, and its user was seen. */
export async function touchSession(
  tx: Write,
  { id, userId }: { readonly id: string; readonly userId: string },
  now: number,
): Promise<void> {
  await tx.updateTable("sessions").set({ seen_at: now }).where("id", "=", id).execute();
  await markSeenEverywhere(tx, userId, now);
}

/** Signing in says nothing about an organization, so a user was seen in all of theirs. */
async function markSeenEverywhere(tx: Write, user: string, now: number): Promise<void> {
  await tx
    .updateTable("members")
    .set({ last_seen_at: now })
    .where("user_id", "=", user)
    .where("disabled", "=", 0)
    .where((eb) => eb.or([eb("last_seen_at", "is", null), eb("last_seen_at", "<", now)]))
    .execute();
}

/** Ends the session of a secret; false when there is none. */
export async function endSession(tx: Write, secret: string): Promise<boolean> {
  const ended = await ending(tx).where("hash", "=", hashSecret(secret)).executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Whose sessions. */
export interface SessionOwner {
  readonly user: string;
  /** Only those that were opened by this organization's single sign-on. */
  readonly through?: string | undefined;
}

/** The condition of a query that a session is one of these. */
export function isOf({ user, through }: SessionOwner) {
  return (eb: ExpressionBuilder<Schema, "sessions">) => {
    const opened = eb.selectFrom("saml_sessions").select("session_id");
    return eb.and([
      eb("sessions.user_id", "=", user),
      ...(through === undefined
        ? []
        : [eb("sessions.id", "in", opened.where("organization_id", "=", through))]),
    ]);
  };
}

/** Ends one session by its id; false when it is none of these. */
export async function endSessionById(tx: Write, owner: SessionOwner, id: string): Promise<boolean> {
  const ended = await ending(tx).where(isOf(owner)).where("id", "=", id).executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Ends all these sessions, but for the one with the id `except`, and gives how many. */
export async function endSessionsOf(tx: Write, owner: SessionOwner, except?: string): Promise<number> {
  let all = ending(tx).where(isOf(owner));
  if (except !== undefined) all = all.where("id", "!=", except);
  return Number((await all.executeTakeFirst()).numUpdatedRows);
}

/** The row stays until the session would have expired: the user's networks are known by it. */
function ending(tx: Write) {
  return tx.updateTable("sessions").set({ hash: null }).where("hash", "is not", null);
}
