import { lockOrganization } from "../../access/intern.ts";
import { organizationRights } from "../../access/table.ts";
import { notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, op } from "../../http/operation.ts";
import { type MemberCounts, presentMember } from "../members/present.ts";
import { findMember, loadMember } from "../members/queries.ts";
import { countsOf } from "../members/reach.ts";
import { MemberParams } from "../members/schema.ts";
import { addToTeam, removeFromTeam, type TeamRole } from "./commands.ts";
import { readTeamChange } from "./people.ts";
import { presentTeam } from "./present.ts";
import {
  countsOfTeams,
  listTeamMembers,
  listTeamsOf,
  loadTeam,
  type TeamCounts,
  teamRights,
  type TeamThing,
} from "./queries.ts";
import {
  ListTeamMembersQuery,
  ListTeamsOfMemberQuery,
  MemberTeamItem,
  SetTeamMember,
  TeamMemberItem,
  TeamMemberParams,
  TeamParams,
  UpdateTeamMembers,
} from "./schema.ts";

const noun = "The team";

/** What an audit entry says about a team whose members change. */
const traceOf = ({ organization, team }: TeamThing, after: Readonly<Record<string, unknown>>) => ({
  action: "team.members.update" as const,
  organization,
  target: { type: "team", id: team.id, label: team.title },
  after,
});

export const teamMemberOperations = chapter("Teams", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/teams/:teamId/members",
    operationId: "listTeamMembersInOrganizationById",
    call: "teams.members.list",
    summary: "List the members of a team",
    description: "In the order they were added.",
    scopes: ["organization:members:read"],
    access: holding(noun, loadTeam, "view"),
    shapes: { params: TeamParams, query: ListTeamMembersQuery },
    answers: { 200: listOf(TeamMemberItem) },
    handler: async ({ deps, thing: { organization, caller, team }, paging }) => {
      const page = await listTeamMembers(deps.db.read, team, paging);
      const counted = await countsOf(deps, organization, caller, page.rows);
      const { listMembers } = organizationRights(caller.role);
      return pageOf(page, (row, index) => ({
        organization: presentMember(row, counted[index] as MemberCounts, deps.addresses),
        team: { role: row.team_role },
        permissions: { view: listMembers || row.user_id === caller.userId },
      }));
    },
  }),
  op({
    method: "PUT",
    url: "/orgs/:organizationId/teams/:teamId/members",
    operationId: "updateMembersInOrganizationTeam",
    call: "teams.members.update",
    summary: "Add and remove members of a team",
    description:
      "People are named by id or e-mail address. Who is both added and removed is removed. Takes an administrator of the organization or an owner of the team.",
    scopes: ["organization:members:write"],
    access: holding(noun, loadTeam, "manageMembers"),
    shapes: { params: TeamParams, body: UpdateTeamMembers },
    answers: { 204: null },
    handler: ({ thing, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const { organization, team } = thing;
        await lockOrganization(tx, organization);
        const { add, remove } = await readTeamChange(tx, organization, body);
        await addToTeam(tx, { team: team.id, organization, now }, add);
        await removeFromTeam(tx, team, remove);
        await trace(traceOf(thing, { add: [...add.keys()], remove }));
        return empty(204);
      }),
  }),
  op({
    method: "PUT",
    url: "/orgs/:organizationId/teams/:teamId/members/:userId",
    operationId: "addMemberToOrganizationTeamById",
    call: "teams.members.add",
    summary: "Add a member to a team, or change their role in it",
    description: "Without a role they become a member, or keep the role they have.",
    scopes: ["organization:members:write"],
    access: holding(noun, loadTeam, "manageMembers"),
    shapes: { params: TeamMemberParams, body: SetTeamMember },
    answers: { 204: null },
    handler: ({ thing, params, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const { organization, team } = thing;
        await lockOrganization(tx, organization);
        if (!(await findMember(tx, organization, params.userId))) throw notFound("The member");
        const role = body?.role as TeamRole | undefined;
        await addToTeam(tx, { team: team.id, organization, now }, new Map([[params.userId, role]]));
        await trace(traceOf(thing, { add: [params.userId], ...body }));
        return empty(204);
      }),
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/teams/:teamId/members/:userId",
    operationId: "deleteMemberFromOrganizationTeamById",
    call: "teams.members.remove",
    summary: "Remove a member from a team",
    scopes: ["organization:members:write"],
    access: holding(noun, loadTeam, "manageMembers"),
    shapes: { params: TeamMemberParams },
    answers: { 204: null },
    handler: ({ thing, params, change }) =>
      change(async ({ tx, trace }) => {
        if ((await removeFromTeam(tx, thing.team, [params.userId])) === 0) {
          throw notFound("The member of this team");
        }
        await trace(traceOf(thing, { remove: [params.userId] }));
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/members/:userId/teams",
    operationId: "listTeamsForOrganizationMember",
    call: "members.listTeams",
    summary: "List the teams of a member",
    scopes: ["organization:members:read"],
    access: holding("The member", loadMember, "view"),
    shapes: { params: MemberParams, query: ListTeamsOfMemberQuery },
    answers: { 200: listOf(MemberTeamItem) },
    handler: async ({ deps, thing: { organization, caller, row }, query, paging }) => {
      const who = { user: row.user_id, caller: caller.userId, title: query.title };
      const page = await listTeamsOf(deps.db.read, organization, who, paging);
      const counts = await countsOfTeams(deps, organization, caller, page.rows);
      return pageOf(page, (team) => ({
        team: presentTeam(
          team,
          counts.get(team.id) as TeamCounts,
          teamRights(caller, team.own_role ?? undefined),
        ),
        member: { role: team.member_role },
      }));
    },
  }),
]);
