import type { Member } from "../../access/policy.ts";
import { organizationRights } from "../../access/table.ts";
import { contains } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { oldestFirst, pageBy } from "../../http/pageBy.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import type { TeamKey } from "./commands.ts";
import { findMember } from "../members/queries.ts";
import { policiesSeenBy } from "../members/reach.ts";

/** What is counted for a team. */
export interface TeamCounts {
  readonly members: number;
  readonly spaces: number;
}

/** What the caller may do with a team. */
export interface TeamRights {
  readonly view: boolean;
  /** Rename and delete it. */
  readonly admin: boolean;
  /** Add and remove members: administrators and owners of the team. */
  readonly manageMembers: boolean;
}

export interface TeamThing extends VersionedThing {
  readonly organization: string;
  readonly caller: Member;
  readonly team: Row<"teams">;
  readonly rights: TeamRights;
}

/** @param role the caller's role in the team, if they are in it */
export function teamRights(caller: Member, role: string | undefined): TeamRights {
  const { listTeams, admin } = organizationRights(caller.role);
  const owns = role === "owner";
  return { view: listTeams || owns, admin, manageMembers: admin || owns };
}

const byId = prepared((read, p: Params<{ organization: string; id: string; user: string }>) =>
  read
    .selectFrom("teams")
    .leftJoin("team_members", (join) =>
      join
        .onRef("team_members.organization_id", "=", "teams.organization_id")
        .onRef("team_members.team_id", "=", "teams.id")
        .on("team_members.user_id", "=", p("user") as never),
    )
    .selectAll("teams")
    .select("team_members.role as own_role")
    .where("teams.id", "=", p("id"))
    .where("teams.organization_id", "=", p("organization")),
);

/** The team that the path names. */
export async function loadTeam({ deps, identity, params }: LoadCall): Promise<TeamThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const caller = await deps.members.find(organization, identity);
  if (caller === undefined) return undefined;
  const id = params["teamId"] ?? "";
  const row = await byId.first(deps.db.read, { organization, id, user: caller.userId });
  if (row === undefined) return undefined;
  const { own_role, ...team } = row;
  const rights = teamRights(caller, own_role ?? undefined);
  return { organization, caller, team, rights, version: versioned("teams", team) };
}

const sizes = prepared((read, p: Params<{ organization: string; teams: readonly string[] }>) =>
  read
    .selectFrom("team_members")
    .select((eb) => ["team_id", eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", p("organization"))
    .where("team_id", "in", p.list("teams"))
    .groupBy("team_id"),
);

const rolesIn = prepared(
  (read, p: Params<{ organization: string; teams: readonly string[]; user: string }>) =>
    read
      .selectFrom("team_members")
      .select(["team_id", "role"])
      .where("organization_id", "=", p("organization"))
      .where("team_id", "in", p.list("teams"))
      .where("user_id", "=", p("user")),
);

/** What the caller may do with each of some teams of an organization, by team. */
export async function rightsOnTeams(
  read: Read,
  organization: string,
  caller: Member,
  teams: readonly Pick<Row<"teams">, "id">[],
): Promise<(team: string) => TeamRights> {
  const ids = teams.map(({ id }) => id);
  const rows = await rolesIn.all(read, { organization, teams: ids, user: caller.userId });
  const roles = new Map(rows.map(({ team_id, role }) => [team_id, role]));
  return (team) => teamRights(caller, roles.get(team));
}

/** What is counted for teams: their members, and the spaces they have a role on that the caller sees. */
export async function countsOfTeams(
  deps: Deps,
  organization: string,
  caller: Member,
  teams: readonly Pick<Row<"teams">, "id">[],
): Promise<Map<string, TeamCounts>> {
  const ids = teams.map(({ id }) => id);
  const members = new Map(
    (await sizes.all(deps.db.read, { organization, teams: ids })).map(({ team_id, count }) => [
      team_id,
      count,
    ]),
  );
  const spaces = new Map<string, number>();
  for (const { policy, count } of await policiesSeenBy(deps, organization, caller)) {
    const granted = new Set(policy.flatMap((level) => Object.keys(level.teams ?? {})));
    for (const id of granted) spaces.set(id, (spaces.get(id) ?? 0) + count);
  }
  return new Map(ids.map((id) => [id, { members: members.get(id) ?? 0, spaces: spaces.get(id) ?? 0 }]));
}

interface TeamFilters {
  readonly owner?: string | undefined;
  readonly title?: string | undefined;
}

/** The teams of an organization, oldest first. An administrator may manage every team's members. */
export async function listTeams(
  read: Read,
  organization: string,
  { owner, title }: TeamFilters,
  paging: Paging,
) {
  let query = read.selectFrom("teams").where("organization_id", "=", organization);
  if (title !== undefined) query = query.where((eb) => contains(eb.ref("title_folded"), title) as never);
  const managesAll = owner !== undefined && (await isAdmin(read, organization, owner));
  if (owner !== undefined && !managesAll) {
    query = query.where("id", "in", (eb) =>
      eb
        .selectFrom("team_members")
        .select("team_id")
        .where("organization_id", "=", organization)
        .where("user_id", "=", owner)
        .where("role", "=", "owner"),
    );
  }
  return oldestFirst(query, paging);
}

async function isAdmin(read: Read, organization: string, user: string): Promise<boolean> {
  const member = await findMember(read, organization, user);
  return member?.role === "admin" && member.disabled === 0;
}

/** The members of a team, in the order they were added. */
export function listTeamMembers(read: Read, team: TeamKey, paging: Paging) {
  const inTeam = read
    .selectFrom("team_members")
    .where("team_members.organization_id", "=", team.organization_id)
    .where("team_members.team_id", "=", team.id);
  return pageBy(
    inTeam
      .innerJoin("members", (join) =>
        join
          .onRef("members.organization_id", "=", "team_members.organization_id")
          .onRef("members.user_id", "=", "team_members.user_id"),
      )
      .innerJoin("users", "users.id", "team_members.user_id")
      .selectAll("members")
      .select(["users.display_name", "users.email", "users.photo_url"])
      .select(["team_members.role as team_role", "team_members.added_at"]),
    ["team_members.added_at", "team_members.user_id"],
    paging,
    { counted: inTeam },
  );
}

/** The teams of a member, oldest first, with their role in each and the caller's. */
export function listTeamsOf(
  read: Read,
  organization: string,
  { user, caller, title }: { user: string; caller: string; title: string | undefined },
  paging: Paging,
) {
  let query = read
    .selectFrom("team_members as theirs")
    .innerJoin("teams", (join) =>
      join
        .onRef("teams.organization_id", "=", "theirs.organization_id")
        .onRef("teams.id", "=", "theirs.team_id"),
    )
    .where("theirs.organization_id", "=", organization)
    .where("theirs.user_id", "=", user);
  if (title !== undefined) {
    query = query.where((eb) => contains(eb.ref("teams.title_folded"), title) as never);
  }
  return pageBy(
    query
      .leftJoin("team_members as own", (join) =>
        join
          .onRef("own.organization_id", "=", "teams.organization_id")
          .onRef("own.team_id", "=", "teams.id")
          .on("own.user_id", "=", caller),
      )
      .selectAll("teams")
      .select(["theirs.role as member_role", "own.role as own_role"]),
    ["teams.created_at", "teams.id"],
    paging,
    { counted: query },
  );
}
