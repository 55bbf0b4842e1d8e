import { type Member, type Policy, resolve } from "../../access/policy.ts";
import { atLeast } from "../../access/roles.ts";

/** A policy and how many spaces, or sites, carry it. */
export interface PolicyInUse {
  readonly policy: Policy;
  readonly count: number;
}

/**
 * How many spaces, or sites, each member can read. Members with one role and the same teams differ only where a policy names
 * them, so that is all that is weighed for each; the rest is weighed once for all of them.
 */
export function countVisible(policies: readonly PolicyInUse[], members: readonly Member[]): number[] {
  const naming = new Map<string, PolicyInUse[]>();
  for (const inUse of policies) {
    for (const user of namedIn(inUse.policy)) naming.set(user, [...(naming.get(user) ?? []), inUse]);
  }
  const alike = new Map<string, number>();
  return members.map((member) => {
    const anybody = { ...member, userId: "" };
    const key = [member.role, ...member.teams].join(" ");
    const common = alike.get(key) ?? sum(policies, anybody);
    alike.set(key, common);
    const own = naming.get(member.userId) ?? [];
    return common - sum(own, anybody) + sum(own, member);
  });
}

function sum(policies: readonly PolicyInUse[], member: Member): number {
  let total = 0;
  for (const inUse of policies) {
    if (atLeast(resolve(inUse.policy, member), "read")) total += inUse.count;
  }
  return total;
}

function namedIn(policy: Policy): Set<string> {
  return new Set(
    policy.flatMap(({ users, creator }) => [
      ...Object.keys(users ?? {}),
      ...(creator === undefined ? [] : [creator]),
    ]),
  );
}
