import { lockOrganization } from "../../access/intern.ts";
import type { Deps } from "../../deps.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { addToTeam, createTeam, deleteTeam, renameTeam } from "./commands.ts";
import { membersOf } from "./people.ts";
import { presentTeam } from "./present.ts";
import {
  countsOfTeams,
  listTeams,
  loadTeam,
  rightsOnTeams,
  type TeamCounts,
  teamRights,
  type TeamThing,
} from "./queries.ts";
import { teamMemberOperations } from "./memberRoutes.ts";
import { CreateTeam, ListTeamsQuery, OrganizationParams, Team, TeamParams, UpdateTeam } from "./schema.ts";

const noun = "The team";

const target = ({ organization, team }: Pick<TeamThing, "organization" | "team">) => ({
  organization,
  target: { type: "team", id: team.id, label: team.title },
});

async function answer(deps: Deps, thing: TeamThing) {
  const counts = await countsOfTeams(deps, thing.organization, thing.caller, [thing.team]);
  const { team } = thing;
  return ok(presentTeam(team, counts.get(team.id) as TeamCounts, thing.rights), team.version);
}

export const teamOperations = chapter("Teams", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/teams",
    operationId: "listTeamsInOrganizationById",
    call: "teams.list",
    summary: "List the teams of an organization",
    description: "The oldest first. Guests can't list teams.",
    scopes: ["organization:read"],
    access: holding("The organization", loadOrganization, "listTeams"),
    shapes: { params: OrganizationParams, query: ListTeamsQuery },
    answers: { 200: listOf(Team) },
    handler: async ({ deps, thing: { organization, member }, query, paging }) => {
      const page = await listTeams(deps.db.read, organization.id, query, paging);
      const counts = await countsOfTeams(deps, organization.id, member, page.rows);
      const rightsOn = await rightsOnTeams(deps.db.read, organization.id, member, page.rows);
      return pageOf(page, (row) => presentTeam(row, counts.get(row.id) as TeamCounts, rightsOn(row.id)));
    },
  }),
  op({
    method: "PUT",
    url: "/orgs/:organizationId/teams",
    operationId: "createOrganizationTeam",
    call: "teams.create",
    summary: "Create a team",
    scopes: ["organization:write"],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, body: CreateTeam },
    answers: { 201: Team },
    tagged: true,
    handler: ({ deps, thing: { organization, member }, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await lockOrganization(tx, organization.id);
        const people = await membersOf(tx, organization.id, body.members);
        const row = await createTeam(tx, {
          id: newId(),
          organization: organization.id,
          title: body.title,
          now,
        });
        await addToTeam(tx, { team: row.id, organization: organization.id, now }, people);
        await trace({
          action: "team.create",
          ...target({ organization: organization.id, team: row }),
          after: { title: row.title, members: [...people.keys()] },
        });
        const counts = { members: people.size, spaces: 0 };
        return {
          status: 201,
          body: presentTeam(row, counts, teamRights(member, undefined)),
          version: row.version,
          headers: { location: `${deps.addresses.app}/v1/orgs/${organization.id}/teams/${row.id}` },
        };
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/teams/:teamId",
    operationId: "getTeamInOrganizationById",
    call: "teams.get",
    summary: "Get a team",
    scopes: ["organization:read"],
    access: holding(noun, loadTeam, "view"),
    shapes: { params: TeamParams },
    answers: { 200: Team },
    tagged: true,
    handler: ({ deps, thing }) => answer(deps, thing),
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/teams/:teamId",
    operationId: "updateTeamInOrganizationById",
    call: "teams.update",
    summary: "Rename a team",
    scopes: ["organization:write"],
    access: holding(noun, loadTeam, "admin"),
    shapes: { params: TeamParams, body: UpdateTeam },
    answers: { 200: Team },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, trace }) => {
        const row = await renameTeam(tx, thing.team, body.title);
        await trace({
          action: "team.update",
          ...target({ ...thing, team: row }),
          before: { title: thing.team.title },
          after: body,
        });
        return answer(deps, { ...thing, team: row });
      }),
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/teams/:teamId",
    operationId: "removeTeamFromOrganizationById",
    call: "teams.delete",
    summary: "Delete a team",
    description: "Its members lose the roles that they had through the team, at once.",
    scopes: ["organization:write"],
    access: holding(noun, loadTeam, "admin"),
    shapes: { params: TeamParams },
    answers: { 204: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, trace }) => {
        await deleteTeam(tx, thing.team, now);
        await trace({ action: "team.delete", ...target(thing) });
        return empty(204);
      }),
  }),
  ...teamMemberOperations,
]);
