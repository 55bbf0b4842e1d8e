/**
 * What of an organization somebody reaches by the way they signed in. This is the one place that decides it; API tokens
 * don't come by here: they work however their user signs in.
 */
import { type Params, prepared, type Read } from "../db/database.ts";
import type { Role } from "./roles.ts";

/** How a session was opened. */
export interface Entrance {
  readonly sessionId: string;
  readonly userId: string;
}

/** What counts about a member's organization. */
export interface Entered {
  readonly id: string;
  /** Whether its members have to sign in by its single sign-on. */
  readonly sso: boolean;
  /** null: a guest. */
  readonly role: Role | null;
}

/**
 * Whether a session reaches an organization that its user belongs to.
 *
 * A session of single sign-on reaches the organization whose identity provider it comes from and no other: nobody's
 * provider speaks for the members of somebody else. Any other session reaches those that don't enforce single sign-on,
 * and those that one administrates, so that a broken provider locks nobody out.
 *
 * @param through the organization whose provider opened the session; undefined for passwords and links
 */
export function reaches(through: string | undefined, { id, sso, role }: Entered): boolean {
  if (through !== undefined) return through === id;
  return !sso || role === "admin";
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

/** An organization by the name that people know. */
export interface Named {
  readonly id: string;
  readonly title: string;
}

/** What a session reaches of what its user belongs to. */
export interface Reach {
  /** The organization whose single sign-on opened the session. */
  readonly through: string | undefined;
  /** Those that it doesn't reach, by title. */
  readonly beyond: readonly Named[];
}

/** Reads what a session reaches. @param read the transaction of a change that depends on it, or the database */
export async function reachOf(read: Read, { sessionId, userId }: Entrance): Promise<Reach> {
  const through = (await openedBy.first(read, { session: sessionId }))?.organization_id;
  const all = await memberships.all(read, { user: userId });
  const beyond = all.filter(
    ({ id, sso, role }) => !reaches(through, { id, sso: sso === 1, role: role as Role | null }),
  );
  return { through, beyond: beyond.map(({ id, title }) => ({ id, title })) };
}
