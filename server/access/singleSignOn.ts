/**
 * What of an organization somebody reaches by the way they signed in. This is the one place that decides it: for the
 * sessions of people, and for API tokens, which reach what the session reaches that they were made in.
 */
import type { ExpressionBuilder } from "kysely";
import { type Params, prepared, type Read } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { Role } from "./roles.ts";
import { type FactorRule, hasFactorFor, lacksFactor, withFactor } from "./secondFactor.ts";

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
  /**
   * Set for a session or an API token whose user has no second factor: when they ask, in milliseconds. Organizations that
   * ask for one by then are out of its reach.
   */
  readonly withoutFactor?: number | undefined;
}

/** What counts about a member's organization. */
interface EnteredOrganization extends FactorRule {
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
 * those that they administrate, so that a broken provider locks nobody out. And who is asked for a second factor and has
 * none reaches nothing of who asks (secondFactor.ts); everybody can set one up themselves.
 */
export function reaches(
  caller: Pick<Caller, "through" | "withoutFactor">,
  organization: EnteredOrganization,
): boolean {
  if (lacksFactor(caller, organization)) return false;
  const { id, sso, role } = organization;
  if (caller.through !== undefined) return caller.through === id;
  return !sso || role === "admin";
}

/** The same as `reaches`, as a condition of a query that reads `members` with their `organizations`. */
export function withinReach(caller: Pick<Caller, "through" | "withoutFactor">) {
  const { through } = caller;
  return (eb: ExpressionBuilder<Schema, "members" | "organizations">) =>
    eb.and([
      through === undefined
        ? eb.or([eb("organizations.sso", "=", 0), eb("members.role", "=", "admin")])
        : eb("members.organization_id", "=", through),
      hasFactorFor(caller)(eb as never),
    ]);
}

const openedBy = prepared((read, p: Params<{ session: string }>) =>
  read.selectFrom("saml_sessions").select("organization_id").where("session_id", "=", p("session")),
);

const memberships = prepared((read, p: Params<{ user: string }>) =>
  read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["organizations.id", "organizations.title", "organizations.sso", "members.role"])
    .select(["factor_from", "factor_by_sso"])
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

/** An organization that a session doesn't reach, and whether it is for want of a second factor. */
export interface OrganizationBeyond extends NamedOrganization {
  readonly asksFactor: boolean;
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
  readonly beyond: readonly OrganizationBeyond[];
}

/** Who a session's user is as a caller. @param now milliseconds */
export async function callerOf(read: Read, { sessionId, userId }: Entrance, now: number): Promise<Caller> {
  const through = (await openedBy.first(read, { session: sessionId }))?.organization_id;
  const holds = await withFactor(read, [userId]);
  return { userId, through, ...(holds.size === 0 && { withoutFactor: now }) };
}

/**
 * Reads what a session reaches.
 * @param read the transaction of a change that depends on it, or the database
 * @param now milliseconds
 */
export async function reachOf(read: Read, entrance: Entrance, now: number): Promise<Reach> {
  const caller = await callerOf(read, entrance, now);
  const within: NamedOrganization[] = [];
  const beyond: OrganizationBeyond[] = [];
  for (const row of await memberships.all(read, { user: caller.userId })) {
    const { id, title, factor_from, factor_by_sso } = row;
    const rule = { factor_from, factor_by_sso };
    const isReached = reaches(caller, { ...rule, id, sso: row.sso === 1, role: row.role as Role | null });
    if (isReached) within.push({ id, title });
    else beyond.push({ id, title, asksFactor: lacksFactor(caller, rule) });
  }
  const { through } = caller;
  return { through, whole: await speaksForAccount(read, caller), within, beyond };
}
