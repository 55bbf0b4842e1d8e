/** What members can see, as far as the one who asks can see it too. */
import { type Member, resolve } from "../../access/policy.ts";
import type { Role, Standing } from "../../access/roles.ts";
import { aclsWithin } from "../../access/scope.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { countVisible, type PolicyInUse } from "./countVisible.ts";
import type { MemberCounts, MemberRow } from "./present.ts";

const teamsOf = prepared((read, p: Params<{ organization: string; users: readonly string[] }>) =>
  read
    .selectFrom("team_members")
    .select(["user_id", "team_id"])
    .where("organization_id", "=", p("organization"))
    .where("user_id", "in", p.list("users")),
);

/** Members as policies know them: with their teams. */
export async function withTeams(
  read: Read,
  organization: string,
  rows: readonly Pick<MemberRow, "user_id" | "role">[],
): Promise<Member[]> {
  const teams = new Map<string, string[]>(rows.map(({ user_id }) => [user_id, []]));
  for (const row of await teamsOf.all(read, { organization, users: [...teams.keys()] })) {
    teams.get(row.user_id)?.push(row.team_id);
  }
  return rows.map(({ user_id, role }) => ({
    userId: user_id,
    role: role as Role | null,
    teams: (teams.get(user_id) ?? []).toSorted(),
  }));
}

const sitesByAcl = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("sites")
    .select((eb) => ["acl", eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", p("organization"))
    .where("deleted_at", "is", null)
    .groupBy("acl"),
);
const spacesByAcl = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("spaces")
    .select((eb) => ["acl", eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", p("organization"))
    .where("deleted_at", "is", null)
    .groupBy("acl"),
);

const BY_ACL = { spaces: spacesByAcl, sites: sitesByAcl };

/** The policies of the spaces or of the sites that the caller sees, with how many carry each. */
export async function policiesSeenBy(
  deps: Deps,
  organization: string,
  caller: Member,
  kind: keyof typeof BY_ACL = "spaces",
): Promise<PolicyInUse[]> {
  const seen = new Set(await aclsWithin(deps.members, organization, caller));
  const found: PolicyInUse[] = [];
  for (const { acl, count } of await BY_ACL[kind].all(deps.db.read, { organization })) {
    if (!seen.has(acl)) continue;
    found.push({ policy: await deps.members.policy({ organization_id: organization, acl }), count });
  }
  return found;
}

/** What is counted for members: the spaces and sites of each that the caller sees too, and their teams. In the rows' order. */
export async function countsOf(
  deps: Deps,
  organization: string,
  caller: Member,
  rows: readonly MemberRow[],
): Promise<MemberCounts[]> {
  const members = await withTeams(deps.db.read, organization, rows);
  const spaces = countVisible(await policiesSeenBy(deps, organization, caller), members);
  const sites = countVisible(await policiesSeenBy(deps, organization, caller, "sites"), members);
  return members.map(({ teams }, index) => ({
    spaces: rows[index]?.disabled === 1 ? 0 : (spaces[index] as number),
    sites: rows[index]?.disabled === 1 ? 0 : (sites[index] as number),
    teams: teams.length,
  }));
}

/** The role of a member under each policy that both they and the caller can read. */
export async function sharedPolicies(
  deps: Deps,
  organization: string,
  caller: Member,
  member: Member,
): Promise<Map<string, Standing>> {
  const roles = new Map<string, Standing>();
  const theirs = new Set(await aclsWithin(deps.members, organization, member));
  for (const acl of await aclsWithin(deps.members, organization, caller)) {
    if (theirs.has(acl))
      roles.set(acl, resolve(await deps.members.policy({ organization_id: organization, acl }), member));
  }
  return roles;
}
