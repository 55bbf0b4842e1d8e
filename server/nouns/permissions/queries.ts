import { type Policy, resolve } from "../../access/policy.ts";
import type { Role } from "../../access/roles.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { cutTo } from "../../http/list.ts";
import type { Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { countsOfTeams, teamRights } from "../teams/queries.ts";
import type { Subject } from "./subject.ts";

const SHOWN = ["users.id", "users.display_name", "users.email", "users.photo_url"] as const;

/** The people who were given a role directly on something, by when they first were. */
export function listUserGrants(read: Read, { content, row }: Subject, paging: Paging) {
  const grants = read
    .selectFrom("grants")
    .innerJoin("users", "users.id", "grants.grantee_id")
    .where("grants.organization_id", "=", row.organization_id)
    .where("grants.content_id", "=", content.id)
    .where("grants.grantee_kind", "=", "user");
  return pageBy(
    grants.select([...SHOWN, "grants.role", "grants.created_at"]),
    ["grants.created_at", "grants.grantee_id as id"],
    paging,
  );
}

/** The teams that were given a role directly on something, by when they first were. */
export async function listTeamGrants(deps: Deps, { content, row, member }: Subject, paging: Paging) {
  const grants = deps.db.read
    .selectFrom("grants")
    .innerJoin("teams", (join) =>
      join
        .onRef("teams.organization_id", "=", "grants.organization_id")
        .onRef("teams.id", "=", "grants.grantee_id"),
    )
    .leftJoin("team_members as own", (join) =>
      join
        .onRef("own.organization_id", "=", "teams.organization_id")
        .onRef("own.team_id", "=", "teams.id")
        .on("own.user_id", "=", member.userId),
    )
    .where("grants.organization_id", "=", row.organization_id)
    .where("grants.content_id", "=", content.id)
    .where("grants.grantee_kind", "=", "team");
  const shown = grants
    .selectAll("teams")
    .select(["grants.role as granted", "grants.created_at as granted_at", "own.role as own_role"]);
  const page = await pageBy(shown, ["grants.created_at as granted_at", "grants.grantee_id as id"], paging);
  const counts = await countsOfTeams(deps, row.organization_id, member, page.rows);
  const rows = page.rows.map((team) => ({
    team,
    counts: counts.get(team.id) ?? { members: 0, spaces: 0 },
    rights: teamRights(member, team.own_role ?? undefined),
  }));
  return { ...page, rows };
}

const membersOf = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("members")
    .select(["user_id", "role"])
    .where("organization_id", "=", p("organization"))
    .where("disabled", "=", 0)
    .orderBy("user_id"),
);
const membersOfTeams = prepared((read, p: Params<{ organization: string; teams: readonly string[] }>) =>
  read
    .selectFrom("team_members")
    .select(["team_id", "user_id"])
    .where("organization_id", "=", p("organization"))
    .where("team_id", "in", p.list("teams")),
);
const usersById = prepared((read, p: Params<{ ids: readonly string[] }>) =>
  read.selectFrom("users").select(SHOWN).where(p.among("id", "ids")),
);

/**
 * Everybody who has a role on something, wherever it comes from, by id. Costs what the organization has members: who
 * has which role is known only by asking for each.
 */
export async function listEveryone(
  deps: Deps,
  { row }: Subject,
  role: Role | undefined,
  { limit, after }: Paging,
) {
  const { read } = deps.db;
  const policy = await deps.members.policy(row);
  const teams = await teamsByMember(read, row.organization_id, policy);
  const all = (await membersOf.all(read, { organization: row.organization_id })).flatMap((member) => {
    const standing = resolve(policy, {
      userId: member.user_id,
      role: member.role as Role | null,
      teams: teams.get(member.user_id) ?? [],
    });
    if (standing === null || standing === undefined) return [];
    return role === undefined || standing === role ? [{ id: member.user_id, role: standing }] : [];
  });
  const last = String(after?.[0] ?? "");
  const behind = all.filter(({ id }) => id > last);
  const page = cutTo(limit, behind, all.length, ({ id }) => [id]);
  const users = await usersById.all(read, { ids: page.rows.map(({ id }) => id) });
  const known = new Map(users.map((user) => [user.id, user]));
  const rows = page.rows.flatMap(({ id, role: standing }) => {
    const user = known.get(id);
    return user === undefined ? [] : [{ ...user, role: standing }];
  });
  return { ...page, rows };
}

async function teamsByMember(
  read: Read,
  organization: string,
  policy: Policy,
): Promise<Map<string, string[]>> {
  const teams = [...new Set(policy.flatMap((level) => Object.keys(level.teams ?? {})))];
  const found = new Map<string, string[]>();
  if (teams.length === 0) return found;
  for (const { team_id, user_id } of await membersOfTeams.all(read, { organization, teams })) {
    found.set(user_id, [...(found.get(user_id) ?? []), team_id]);
  }
  return found;
}
