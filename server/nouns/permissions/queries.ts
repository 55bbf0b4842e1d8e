import type { Member } from "../../access/policy.ts";
import { levelsOf, reasonFor, type RoleReason, type SaidLevel } from "../../access/reasons.ts";
import type { Role } from "../../access/roles.ts";
import { organizationRights } from "../../access/table.ts";
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

/** A role, and what it comes from, as far as the caller may know. */
export interface EffectiveRole {
  readonly role: Role;
  readonly reason: RoleReason;
  /** What says it; undefined where the organization does, and for what the caller may not see. */
  readonly by: SaidLevel["by"] | undefined;
  readonly team: { readonly id: string; readonly title: string } | undefined;
}

/**
 * Everybody who has a role on something, wherever it comes from, by id. Costs what the organization has members: who
 * has which role is known only by asking for each.
 */
export async function listEveryone(
  deps: Deps,
  { row, content, member: caller }: Subject,
  role: Role | undefined,
  { limit, after }: Paging,
) {
  const { read } = deps.db;
  const organization = row.organization_id;
  const levels = await levelsOf(read, organization, content);
  const teams = await teamsByMember(read, organization, levels);
  const all = (await membersOf.all(read, { organization })).flatMap((member) => {
    const reason = reasonFor(levels, {
      userId: member.user_id,
      role: member.role as Role | null,
      teams: teams.get(member.user_id) ?? [],
    });
    const { standing } = reason;
    if (standing === null || standing === undefined) return [];
    return role === undefined || standing === role ? [{ id: member.user_id, role: standing, reason }] : [];
  });
  const last = String(after?.[0] ?? "");
  const behind = all.filter(({ id }) => id > last);
  const page = cutTo(limit, behind, all.length, ({ id }) => [id]);
  const users = await usersById.all(read, { ids: page.rows.map(({ id }) => id) });
  const known = new Map(users.map((user) => [user.id, user]));
  const titles = await titlesOfTeams(read, organization, levels, caller);
  const rows = page.rows.flatMap(({ id, role: standing, reason }) => {
    const user = known.get(id);
    if (user === undefined) return [];
    const title = reason.team === undefined ? undefined : titles.get(reason.team);
    const team = title === undefined ? undefined : { id: reason.team as string, title };
    return [{ ...user, role: standing, reason, by: seenBy(caller, levels, reason), team }];
  });
  return { ...page, rows };
}

/** What says it, if the caller may see that: the levels from there on are its own policy. */
function seenBy(
  caller: Member,
  levels: readonly SaidLevel[],
  { place }: RoleReason,
): SaidLevel["by"] | undefined {
  if (place === undefined) return undefined;
  const standing = reasonFor(levels.slice(place), caller).standing;
  return standing === null || standing === undefined ? undefined : levels[place]?.by;
}

const teamTitles = prepared((read, p: Params<{ organization: string; teams: readonly string[] }>) =>
  read
    .selectFrom("teams")
    .select(["id", "title"])
    .where("organization_id", "=", p("organization"))
    .where("id", "in", p.list("teams")),
);

/** What the teams are called that levels name, as far as the caller may know: those they are in, and all for who may list teams. */
async function titlesOfTeams(
  read: Read,
  organization: string,
  levels: readonly SaidLevel[],
  caller: Member,
): Promise<Map<string, string>> {
  const mayList = organizationRights(caller.role).listTeams;
  const teams = teamsNamed(levels).filter((id) => mayList || caller.teams.includes(id));
  if (teams.length === 0) return new Map();
  return new Map((await teamTitles.all(read, { organization, teams })).map(({ id, title }) => [id, title]));
}

const teamsNamed = (levels: readonly SaidLevel[]): string[] => [
  ...new Set(levels.flatMap(({ level }) => Object.keys(level.teams ?? {}))),
];

async function teamsByMember(
  read: Read,
  organization: string,
  levels: readonly SaidLevel[],
): Promise<Map<string, string[]>> {
  const teams = teamsNamed(levels);
  const found = new Map<string, string[]>();
  if (teams.length === 0) return found;
  for (const { team_id, user_id } of await membersOfTeams.all(read, { organization, teams })) {
    found.set(user_id, [...(found.get(user_id) ?? []), team_id]);
  }
  return found;
}
