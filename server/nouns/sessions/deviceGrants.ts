/**
 * Programs that ask somebody to let them act for them (RFC 8628): a program gets two codes, a long one that it asks
 * with and a short one that somebody types on our page. The short one opens nothing but that page.
 */
import { randomInt } from "node:crypto";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { networkOf } from "../../http/rateLimit.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { hashSecret, newSecret } from "./commands.ts";

const MINUTE = 60_000;
/** How long somebody has to approve, and the program to fetch its token: milliseconds. */
export const DEVICE_GRANT_LIFETIME = 10 * MINUTE;
/** Milliseconds between two questions of a program; each that comes too early adds as much again. */
export const DEVICE_GRANT_PACE = 5000;
/** Programs of one network that may wait at the same time. */
const MOST_WAITING = 20;

/** Consonants that nobody takes for one another, and that make no words. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;

type DeviceGrant = Row<"device_grants">;

interface DeviceRequest {
  readonly id: string;
  readonly program: string;
  readonly machine: string | undefined;
  /** undefined: everything that whoever approves may do. */
  readonly scopes: readonly string[] | undefined;
  readonly address: string;
  readonly now: number;
}

/** Keeps a program's request by the hashes of its codes, and gives these; undefined: too many of its network wait. */
export async function createDeviceGrant(
  tx: Write,
  secrets: Secrets,
  request: DeviceRequest,
): Promise<{ readonly deviceCode: string; readonly userCode: string } | undefined> {
  const { id, program, machine, scopes, address, now } = request;
  const network = networkOf(address);
  const { waiting } = await tx
    .selectFrom("device_grants")
    .select((eb) => eb.fn.countAll<number | string>().as("waiting"))
    .where("network", "=", network)
    .where("decision", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= MOST_WAITING) return undefined;
  const deviceCode = newSecret();
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    const userCode = `${code.slice(0, 4).join("")}-${code.slice(4).join("")}`;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("device_grants")
      .values({
        id,
        device_hash: hashSecret(deviceCode),
        user_code_mac: macOf(secrets, userCode),
        program,
        machine: machine ?? null,
        scopes: scopes === undefined ? null : JSON.stringify(scopes),
        address,
        network,
        created_at: now,
        expires_at: now + DEVICE_GRANT_LIFETIME,
        pace: DEVICE_GRANT_PACE,
        asked_at: null,
        decision: null,
        user_id: null,
        session_id: null,
        through: null,
      })
      .onConflict((on) => on.column("user_code_mac").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return { deviceCode, userCode };
  }
}

/** A code however somebody types it: in small letters, with other dashes or none. */
function macOf(secrets: Secrets, typed: string): string {
  return secrets.sign("device grant", typed.toUpperCase().replace(/[^A-Z]/g, ""));
}

/** The request of a code that somebody typed, while it waits for a decision. */
export function findDeviceGrant(
  read: Read | Write,
  secrets: Secrets,
  typed: string,
  now: number,
): Promise<DeviceGrant | undefined> {
  return read
    .selectFrom("device_grants")
    .selectAll()
    .where("user_code_mac", "=", macOf(secrets, typed))
    .where("decision", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

interface DeviceDecision {
  readonly decision: "approved" | "denied";
  /** Who decides, and in which session. */
  readonly user: string;
  readonly session: string;
  /** The organization whose single sign-on opened their session. */
  readonly through: string | undefined;
}

/** Decides on a request; false when somebody did before. */
export async function decideDeviceGrant(tx: Write, id: string, made: DeviceDecision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("device_grants")
    .set({
      decision: made.decision,
      user_id: made.user,
      session_id: made.session,
      through: made.through ?? null,
    })
    .where("id", "=", id)
    .where("decision", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What comes of a program's question: the words of RFC 8628 and RFC 6749, or what somebody approved. */
export type DeviceAnswer =
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "invalid_grant"
  | { readonly grant: DeviceGrant; readonly user: string };

/**
 * Answers a program that asks with its device code. What was approved is given once, and then forgotten; it is worth
 * nothing once the session in which it was approved has ended, such as by a new password.
 */
export async function askDeviceGrant(
  tx: Write,
  asked: { readonly deviceCode: string; readonly program: string; readonly now: number },
): Promise<DeviceAnswer> {
  const { deviceCode, program, now } = asked;
  const grant = await tx
    .selectFrom("device_grants")
    .selectAll()
    .where("device_hash", "=", hashSecret(deviceCode))
    .where("program", "=", program)
    .forUpdate()
    .executeTakeFirst();
  if (grant === undefined) return "invalid_grant";
  if (grant.expires_at <= now) return "expired_token";
  if (grant.decision === "denied") return "access_denied";
  if (grant.decision === null) return paced(tx, grant, now);
  await tx.deleteFrom("device_grants").where("id", "=", grant.id).execute();
  const user = await tx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("users.id")
    .where("sessions.id", "=", grant.session_id ?? "")
    .where("sessions.hash", "is not", null)
    .where("sessions.expires_at", ">", now)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  return user === undefined ? "access_denied" : { grant, user: user.id };
}

async function paced(tx: Write, { id, asked_at, pace }: DeviceGrant, now: number): Promise<DeviceAnswer> {
  const isEarly = asked_at !== null && now - asked_at < pace;
  await tx
    .updateTable("device_grants")
    .set({ asked_at: now, pace: isEarly ? pace + DEVICE_GRANT_PACE : pace })
    .where("id", "=", id)
    .execute();
  return isEarly ? "slow_down" : "authorization_pending";
}
