import { Type } from "typebox";
import type { Grantee } from "../../access/grants.ts";
import type { Role } from "../../access/roles.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, op, type LooseOperation, type Operation } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { presentTeam } from "../teams/present.ts";
import { presentUser, seenBy } from "../users/present.ts";
import { changeRole, invite, takeBack } from "./commands.ts";
import { listEveryone, listTeamGrants, listUserGrants } from "./queries.ts";
import {
  AggregateQuery,
  Invite,
  ListQuery,
  TeamPermission,
  UpdatePermission,
  UserPermission,
} from "./schema.ts";
import type { SubjectKind } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** What the audit log says about a change of permissions. */
const about = ({ content, row }: Subject) => ({
  organization: row.organization_id,
  target: { type: content.kind, id: row.id, label: row.title },
});

function inviting(kind: SubjectKind): LooseOperation {
  return op({
    method: "POST",
    url: kind.url,
    operationId: `inviteTo${kind.name}`,
    call: `${kind.resource}.permissions.invite`,
    summary: "Set the roles of people and teams",
    description:
      "A direct role takes precedence over all inherited roles. It replaces their previous role here.",
    scopes: [`${kind.scope}:permissions:write`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: { params: kind.params, body: Invite },
    answers: { 204: null },
    ifMatch: "nothing",
    handler: ({ thing, body, change }) =>
      change(async ({ tx, now, trace }) => {
        await invite(tx, thing, body, now);
        await trace({ action: `${thing.content.kind}.permission.grant`, ...about(thing), after: body });
        return empty(204);
      }),
  });
}

/** The member or team that the path names. */
function granteeIn(kind: Grantee["kind"], params: unknown): Grantee {
  const named = params as Readonly<Record<string, string>>;
  return { kind, id: named[`${kind}Id`] ?? "" };
}

function changing(kind: SubjectKind, who: Grantee["kind"]): LooseOperation {
  return op({
    method: "PATCH",
    url: `${kind.url}/${who}s/:${who}Id`,
    operationId: `update${who === "user" ? "User" : "Team"}PermissionIn${kind.name}`,
    call: `${kind.resource}.permissions.update${who === "user" ? "User" : "Team"}`,
    summary: `Change the role of a ${who}`,
    scopes: [`${kind.scope}:permissions:write`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: {
      params: Type.Object({ ...kind.params.properties, [`${who}Id`]: Id }),
      body: UpdatePermission,
    },
    answers: { 204: null },
    ifMatch: "nothing",
    handler: ({ thing, params, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const grantee = granteeIn(who, params);
        await changeRole(tx, thing, grantee, body.role as Role, now);
        const after = { [who]: grantee.id, role: body.role };
        await trace({ action: `${thing.content.kind}.permission.update`, ...about(thing), after });
        return empty(204);
      }),
  });
}

function removing(kind: SubjectKind, who: Grantee["kind"]): LooseOperation {
  return op({
    method: "DELETE",
    url: `${kind.url}/${who}s/:${who}Id`,
    operationId: `remove${who === "user" ? "User" : "Team"}From${kind.name}`,
    call: `${kind.resource}.permissions.remove${who === "user" ? "User" : "Team"}`,
    summary: `Remove the role of a ${who}`,
    description: "What they have from above, or from the organization, stays.",
    scopes: [`${kind.scope}:permissions:write`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: { params: Type.Object({ ...kind.params.properties, [`${who}Id`]: Id }) },
    answers: { 205: null },
    ifMatch: "nothing",
    handler: ({ thing, params, change }) =>
      change(async ({ tx, now, trace }) => {
        const grantee = granteeIn(who, params);
        await takeBack(tx, thing, grantee, now);
        const before = { [who]: grantee.id };
        await trace({ action: `${thing.content.kind}.permission.revoke`, ...about(thing), before });
        return empty(205);
      }),
  });
}

function listingUsers(kind: SubjectKind): LooseOperation {
  return op({
    method: "GET",
    url: `${kind.url}/users`,
    operationId: `listUserPermissionsIn${kind.name}`,
    call: `${kind.resource}.permissions.listUsers`,
    summary: "List the people with a direct role",
    scopes: [`${kind.scope}:permissions:read`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: { params: kind.params, query: ListQuery },
    answers: { 200: listOf(UserPermission) },
    handler: async ({ deps, thing, paging }) => {
      const page = await listUserGrants(deps.db.read, thing, paging);
      return pageOf(page, (row) => ({
        permission: row.role,
        user: presentUser(seenBy(thing.member, row), deps.addresses),
      }));
    },
  });
}

function listingTeams(kind: SubjectKind): LooseOperation {
  return op({
    method: "GET",
    url: `${kind.url}/teams`,
    operationId: `listTeamPermissionsIn${kind.name}`,
    call: `${kind.resource}.permissions.listTeams`,
    summary: "List the teams with a direct role",
    scopes: [`${kind.scope}:permissions:read`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: { params: kind.params, query: ListQuery },
    answers: { 200: listOf(TeamPermission) },
    handler: async ({ deps, thing, paging }) => {
      const page = await listTeamGrants(deps, thing, paging);
      return pageOf(page, ({ team, counts, rights }) => ({
        permission: team.granted,
        team: presentTeam(team, counts, rights),
      }));
    },
  });
}

function aggregating(kind: SubjectKind): LooseOperation {
  return op({
    method: "GET",
    url: `${kind.url}/aggregate`,
    operationId: `listPermissionsAggregateIn${kind.name}`,
    call: `${kind.resource}.permissions.list`,
    summary: "List the people with access",
    description: "With their resulting role here, and its source.",
    scopes: [`${kind.scope}:permissions:read`],
    access: holding(kind.noun, kind.load, "admin"),
    shapes: { params: kind.params, query: AggregateQuery },
    answers: { 200: listOf(kind.everyone) },
    handler: async ({ deps, thing, query, paging }) => {
      const page = await listEveryone(deps, thing, query.role as Role | undefined, paging);
      return pageOf(page, (row) => kind.present(row, thing, deps.addresses));
    },
  });
}

/** The operations on the permissions of one kind of things. */
export function permissionsOf(kind: SubjectKind): readonly Operation[] {
  return chapter(kind.tag, [
    inviting(kind),
    listingUsers(kind),
    changing(kind, "user"),
    removing(kind, "user"),
    listingTeams(kind),
    changing(kind, "team"),
    removing(kind, "team"),
    aggregating(kind),
  ]);
}
