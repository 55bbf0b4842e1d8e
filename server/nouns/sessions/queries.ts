import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row, SignInMethod } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Identity } from "../../access/identity.ts";
import { callerOf } from "../../access/singleSignOn.ts";
import { secretOfCookies } from "./cookie.ts";
import { hashSecret, isOf, SESSION_IDLE, type SessionOwner, touchSession } from "./commands.ts";

/** A session that is open. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly method: SignInMethod;
  readonly createdAt: number;
  readonly seenAt: number;
}

const USED_EVERY_MS = 60_000;

const byHash = prepared((read, p: Params<{ hash: string; now: number; used: number }>) =>
  read
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .where("sessions.hash", "=", p("hash"))
    .where("sessions.expires_at", ">", p("now"))
    .where("sessions.seen_at", ">", p("used"))
    .where("users.disabled_at", "is", null),
);

/**
 * The session of a cookie's secret; undefined when it is unknown, ended, expired, or its user is disabled. It is looked
 * up each time: a session that is ended has ended everywhere. That it was used is noted to the minute.
 */
export async function sessionOf(
  deps: Pick<Deps, "db" | "clock" | "log">,
  secret: string | undefined,
): Promise<Session | undefined> {
  // Ours have 43 characters; what is longer is nobody's.
  if (secret === undefined || secret.length > 100) return undefined;
  const now = deps.clock.now();
  const row = await byHash.first(deps.db.read, { hash: hashSecret(secret), now, used: now - SESSION_IDLE });
  if (row === undefined) return undefined;
  const session = sessionFrom(row);
  if (row.seen_at < now - USED_EVERY_MS) {
    await deps.db
      .transact((tx) => touchSession(tx, session, now))
      .catch((error: unknown) => deps.log.warn({ err: error }, "a session's last use was not noted"));
  }
  return session;
}

/**
 * Who calls the API by a browser's cookies; undefined for nobody who is signed in.
 * @param stranger is called before the database is asked; what it throws refuses the caller unread
 */
export async function identifySession(
  deps: Pick<Deps, "db" | "clock" | "log" | "addresses">,
  cookies: string,
  stranger?: () => void,
): Promise<Identity | undefined> {
  const secret = secretOfCookies(deps.addresses, cookies);
  if (secret === undefined) return undefined;
  stranger?.();
  const session = await sessionOf(deps, secret);
  if (session === undefined) return undefined;
  const caller = await callerOf(
    deps.db.read,
    { sessionId: session.id, userId: session.userId },
    deps.clock.now(),
  );
  return { ...caller, sessionId: session.id, signedInAt: session.createdAt, scopes: undefined };
}

function sessionFrom(row: Row<"sessions">): Session {
  return {
    id: row.id,
    userId: row.user_id,
    method: row.method as SignInMethod,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  };
}

/** How many of a user's sessions are listed. */
const MOST_LISTED = 100;

/** A user's open sessions as far as the caller looks after them, the one used last first. */
export function listSessions(read: Read, owner: SessionOwner, now: number): Promise<Row<"sessions">[]> {
  return read
    .selectFrom("sessions")
    .selectAll()
    .where(isOf(owner))
    .where("hash", "is not", null)
    .where("expires_at", ">", now)
    .where("seen_at", ">", now - SESSION_IDLE)
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .limit(MOST_LISTED)
    .execute();
}
