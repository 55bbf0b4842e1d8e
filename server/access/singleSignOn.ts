/**
 * What of an organization somebody reaches by the way they signed in. This is the one place that decides it: for the
 * sessions of people, and for API tokens, which reach what the session reaches that they were made in.
 */
import type { ExpressionBuilder } from "kysely";
import { type Params, prepared, type Read } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { Role } from "./roles.ts";

/** How a session was opened. */
export interface Entrance {
  readonly sessionId: string;
  readonly userId: string;
}

/** Somebody who asks for something, as far as it counts here. */
export interface Caller {
  readonly userId: string;
  /** The organization whose single sign-on they came through; undefined for passwords, links and the command line. */
  readonly through: string | undefined;
}

/** What counts about a member's organization. */
interface EnteredOrganization {
  readonly id: string;
  /** Whether its members have to sign in by its single sign-on. */
  readonly sso: boolean;
  /** null: a guest. */
  readonly role: Role | null;
}

/**
 * Whether a caller reaches an organization that they belong to.
 *
 * Who came by single sign-on reaches the organization whose identity provider it was and no other: nobody's provider
 * speaks for the members of somebody else. Who came otherwise reaches those that don't enforce single sign-on, and
 * those that they administrate, so that a broken provider locks nobody out.
 *
 * @param through the organization whose provider they came by; undefined for passwords and links
 */
export function reaches(through: string | undefined, { id, sso, role }: EnteredOrganization): boolean {
  if (through !== undefined) return through === id;
  return !sso || role === "admin";
}

/** The same as `reaches`, as a condition of a query that reads `members` with their `organizations`. */
export function withinReach({ through }: Pick<Caller, "through">) {
  return (eb: ExpressionBuilder<Schema, "members" | "organizations">) =>
    through === undefined
      ? eb.or([eb("organizations.sso", "=", 0), eb("members.role", "=", "admin")])
      : eb("members.organization_id", "=", through);
}

const openedBy = prepared((read, p: Params<{ session: string }>) =>
  read.selectFrom("saml_sessions").select("organization_id").where("session_id", "=", p("session")),
);

const memberships = prepared((read, p: Params<{ user: string }>) =>
  read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["organizations.id", "organizations.title", "organizations.sso", "members.role"])
    .where("members.user_id", "=", p("user"))
    .where("members.disabled", "=", 0)
    .orderBy("organizations.title")
    .orderBy("organizations.id"),
);

/**
 * Whether a caller speaks for the whole account: for the name and the picture that all see, and for sessions that were
 * opened otherwise. Who came by single sign-on does so only while the account belongs to that organization alone: where
 * somebody is a member of another one too, no provider acts as them there.
 * @param read the transaction of a change that depends on it, or the database
 */
export async function speaksForAccount(read: Read, { userId, through }: Caller): Promise<boolean> {
  if (through === undefined) return true;
  const elsewhere = await read
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", userId)
    .where("organization_id", "!=", through)
    .limit(1)
    .executeTakeFirst();
  return elsewhere === undefined;
}

/** An organization by the name that people know. */
export interface NamedOrganization {
  readonly id: string;
  readonly title: string;
}

/** What a session reaches of what its user belongs to. */
export interface Reach {
  /** The organization whose single sign-on opened the session. */
  readonly through: string | undefined;
  /** Whether it speaks for the whole account, as `speaksForAccount` says. */
  readonly whole: boolean;
  /** Those that it reaches, by title. */
  readonly within: readonly NamedOrganization[];
  /** Those that it doesn't reach, by title. */
  readonly beyond: readonly NamedOrganization[];
}

/** Who a session's user is as a caller. */
export async function callerOf(read: Read, { sessionId, userId }: Entrance): Promise<Caller> {
  return { userId, through: (await openedBy.first(read, { session: sessionId }))?.organization_id };
}

/** Reads what a session reaches. @param read the transaction of a change that depends on it, or the database */
export async function reachOf(read: Read, entrance: Entrance): Promise<Reach> {
  const { userId, through } = await callerOf(read, entrance);
  const within: NamedOrganization[] = [];
  const beyond: NamedOrganization[] = [];
  for (const { id, title, sso, role } of await memberships.all(read, { user: userId })) {
    const isReached = reaches(through, { id, sso: sso === 1, role: role as Role | null });
    (isReached ? within : beyond).push({ id, title });
  }
  return { through, whole: await speaksForAccount(read, { userId, through }), within, beyond };
}
