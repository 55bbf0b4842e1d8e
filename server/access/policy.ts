import { contentHash } from "../../engine/hash.ts";
import { higher, type Role, type Standing } from "./roles.ts";

/** What one level (a space, then each collection above it) says about access to a space. */
export interface PolicyLevel {
  readonly users?: Readonly<Record<string, Role>>;
  readonly teams?: Readonly<Record<string, Role>>;
  /** Absent: inherit. null: nobody but the creator, who has `create`. */
  readonly default?: Role | null;
  /** Set where `default` is null. */
  readonly creator?: string;
}

/** The levels that say anything, from the space upwards. Interned: spaces with the same policy share one row. */
export type Policy = readonly PolicyLevel[];

/** A member as access sees them. */
export interface Member {
  readonly userId: string;
  /** null: a guest. */
  readonly role: Role | null;
  readonly teams: readonly string[];
}

/** What a space or a collection says for itself, as it is stored. */
export interface OwnPolicy {
  /** "inherit", a role, or null: nobody but the owner. */
  readonly defaultLevel: Role | "inherit" | null;
  /** Who keeps access when the default level is null. */
  readonly owner: string | null;
  readonly users: Readonly<Record<string, Role>>;
  readonly teams: Readonly<Record<string, Role>>;
}

/** The policy of something that says `own` under what lies above it. Levels behind a default can't be reached. */
export function policyUnder(own: OwnPolicy, above: Policy): Policy {
  const level = levelOf(own);
  if (level.default !== undefined) return [level];
  return Object.keys(level).length > 0 ? [level, ...above] : above;
}

/** What something says for itself, as a level; empty where it says nothing. */
export function levelOf(own: OwnPolicy): PolicyLevel {
  return {
    ...(Object.keys(own.users).length > 0 ? { users: sorted(own.users) } : {}),
    ...(Object.keys(own.teams).length > 0 ? { teams: sorted(own.teams) } : {}),
    ...(own.defaultLevel === "inherit" ? {} : defaultOf(own)),
  };
}

function defaultOf({ defaultLevel, owner }: OwnPolicy): Pick<PolicyLevel, "default" | "creator"> {
  if (defaultLevel !== null && defaultLevel !== "inherit") return { default: defaultLevel };
  return owner === null ? { default: null } : { default: null, creator: owner };
}

/** The same grants give the same policy, in whatever order they were made. */
function sorted(grants: Readonly<Record<string, Role>>): Record<string, Role> {
  return Object.fromEntries(Object.entries(grants).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The id under which a policy is kept: the hash of the organization and what it says. */
export function policyId(organization: string, policy: Policy): string {
  return contentHash(JSON.stringify([organization, policy])).slice(0, 20);
}

/**
 * The role a member has under a policy. By precedence, not by the highest: the nearest level that says something about
 * the member decides; at the root it is their role in the organization. Administrators are above all policies.
 */
export function resolve(policy: Policy, member: Member): Standing {
  if (member.role === "admin") return "admin";
  for (const level of policy) {
    const decided = decide(level, member);
    if (decided !== "inherit") return decided;
  }
  return member.role ?? undefined;
}

/** What one level says about a member; "inherit" where it says nothing. */
export function decide(level: PolicyLevel, member: Member): Standing | "inherit" {
  const direct = level.users?.[member.userId];
  if (direct !== undefined) return direct;
  const granted = member.teams.flatMap((team) => level.teams?.[team] ?? []);
  if (granted.length > 0) return granted.reduce(higher);
  if (level.default === undefined) return "inherit";
  if (level.default === null) return level.creator === member.userId ? "create" : undefined;
  return member.role === null ? undefined : level.default;
}
