import type { OwnPolicy } from "./policy.ts";
import { higher, type Role } from "./roles.ts";

/**
 * What a child that inherits has to say for itself once the collection above it is gone, so that every member keeps
 * exactly the role they had. Grants of both join; where a nearer team grant decided against one further away, the
 * people concerned get their role by name.
 * @param teamsOf the teams of every member of a team that the child or the collection grants a role to
 */
export function takeOver(
  child: OwnPolicy,
  collection: OwnPolicy,
  teamsOf: ReadonlyMap<string, readonly string[]>,
): OwnPolicy {
  if (child.defaultLevel !== "inherit") return child;
  const named: Record<string, Role> = {};
  for (const [user, teams] of teamsOf) {
    const near = best(child.teams, teams);
    if (near === undefined || child.users[user] !== undefined) continue;
    const far = best(collection.teams, teams);
    if (far !== undefined || collection.users[user] !== undefined) named[user] = near;
  }
  return {
    defaultLevel: collection.defaultLevel,
    owner: collection.defaultLevel === "inherit" ? child.owner : collection.owner,
    users: { ...collection.users, ...named, ...child.users },
    teams: { ...collection.teams, ...child.teams },
  };
}

function best(granted: Readonly<Record<string, Role>>, teams: readonly string[]): Role | undefined {
  const roles = teams.flatMap((team) => granted[team] ?? []);
  return roles.length === 0 ? undefined : roles.reduce(higher);
}
