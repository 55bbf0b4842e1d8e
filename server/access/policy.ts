import { contentHash } from "../engine/hash.ts";
import { higher, type Role, type Standing } from "./roles.ts";

/** What one level (a space, then each collection above it) says about access to a space. */
export interface Level {
  readonly users?: Readonly<Record<string, Role>>;
  readonly teams?: Readonly<Record<string, Role>>;
  /** Absent: inherit. null: nobody but the creator, who has `create`. */
  readonly default?: Role | null;
  /** Set where `default` is null. */
  readonly creator?: string;
}

/** The levels that say anything, from the space upwards. Interned: spaces with the same policy share one row. */
export type Policy = readonly Level[];

/** A member as access sees them. */
export interface Member {
  readonly userId: string;
  /** null: a guest. */
  readonly role: Role | null;
  readonly teams: readonly string[];
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

function decide(level: Level, member: Member): Standing | "inherit" {
  const direct = level.users?.[member.userId];
  if (direct !== undefined) return direct;
  const granted = member.teams.flatMap((team) => level.teams?.[team] ?? []);
  if (granted.length > 0) return granted.reduce(higher);
  if (level.default === undefined) return "inherit";
  if (level.default === null) return level.creator === member.userId ? "create" : undefined;
  return member.role === null ? undefined : level.default;
}
