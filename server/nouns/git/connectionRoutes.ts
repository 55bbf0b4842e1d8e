import type { Row } from "../../db/schema.ts";
import { invalidField } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createConnection, deleteConnection, patchConnection } from "./connectionCommands.ts";
import { forgetApp } from "./hosts/apps.ts";
import { queueCheck } from "./hosts/work.ts";
import { readAddress, sealToken, usernameFor } from "./place.ts";
import { presentConnection } from "./present.ts";
import { listConnections, loadConnection, repositoryBy } from "./queries.ts";
import * as schema from "./connectionSchema.ts";
import { ListQuery, OrganizationParams } from "./schema.ts";

const noun = "The Git connection";
const all = "/orgs/:organizationId/git/connections";
const one = `${all}/:gitConnectionId`;

const target = ({ organization_id, id, origin }: Row<"git_connections">) => ({
  organization: organization_id,
  target: { type: "git-connection", id, label: new URL(origin).host },
});

export const connectionOperations = chapter("Git", [
  op({
    method: "GET",
    url: all,
    operationId: "listGitConnections",
    call: "git.connections.list",
    summary: "List the Git connections of an organization",
    description:
      "The oldest first. People who can create content see all, others only their own. No answer contains tokens.",
    scopes: [],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: OrganizationParams, query: ListQuery },
    answers: { 200: listOf(schema.GitConnection) },
    handler: async ({ deps, identity, thing: { organization, rights }, paging }) => {
      const of = rights.createContent ? undefined : identity.userId;
      const page = await listConnections(deps.db.read, organization.id, paging, of);
      return pageOf(page, (row) => presentConnection(row, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createGitConnection",
    call: "git.connections.create",
    summary: "Create a Git connection",
    description:
      "A token for a host, which its maker and administrators may use for spaces. It is kept encrypted and never shown again.",
    scopes: [],
    access: holding("The organization", loadOrganization, "createContent"),
    shapes: { params: OrganizationParams, body: schema.CreateConnection },
    answers: { 201: schema.GitConnection },
    tagged: true,
    handler: ({ deps, thing: { organization }, body, identity, change }) => {
      const { origin } = readAddress(deps, body.url, "/url");
      return change(async (running) => {
        const id = running.newId();
        const row = await createConnection(running, {
          organization_id: organization.id,
          id,
          provider: body.provider,
          origin,
          username: usernameFor(body.provider, body.username),
          secret: sealToken(deps.secrets, id, body.accessToken),
          createdBy: identity.userId,
        });
        await running.trace({ action: "git.connection.create", ...target(row), after: { origin } });
        return created(presentConnection(row, deps.addresses), row.version);
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getGitConnection",
    call: "git.connections.get",
    summary: "Get a Git connection",
    description: "Whether its host takes the token.",
    scopes: [],
    access: holding(noun, loadConnection, "view"),
    shapes: { params: schema.ConnectionParams },
    answers: { 200: schema.GitConnection },
    tagged: true,
    handler: ({ deps, thing: { connection } }) =>
      ok(presentConnection(connection, deps.addresses), connection.version),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateGitConnection",
    call: "git.connections.update",
    summary: "Replace the token of a Git connection",
    description: "Syncs that waited for it go on. For its maker and administrators.",
    scopes: [],
    access: holding(noun, loadConnection, "edit"),
    shapes: { params: schema.ConnectionParams, body: schema.UpdateConnection },
    answers: { 200: schema.GitConnection },
    tagged: true,
    handler: ({ deps, thing: { connection }, body, change }) =>
      change(async (running) => {
        const { username, accessToken } = body;
        const secret =
          accessToken === undefined ? undefined : sealToken(deps.secrets, connection.id, accessToken);
        const row = await patchConnection(running, connection, { username, secret });
        await running.trace({
          action: "git.connection.update",
          ...target(row),
          after: { username, hasNewToken: secret !== undefined },
        });
        return ok(presentConnection(row, deps.addresses), row.version);
      }),
  }),
  op({
    method: "POST",
    url: `${one}/check`,
    operationId: "checkGitConnection",
    call: "git.connections.check",
    summary: "Check a Git connection",
    description:
      "Soon, by a job: whether its host takes the token, and pushes with it. Nothing is written there. The connection has a later `checkedAt` when that is known. For its maker and administrators.",
    scopes: [],
    access: holding(noun, loadConnection, "edit"),
    shapes: { params: schema.ConnectionParams, body: schema.CheckConnection },
    answers: { 200: schema.GitConnection },
    handler: async ({ deps, thing: { connection }, body, change }) => {
      const asked = body.url === undefined ? undefined : readAddress(deps, body.url, "/url");
      if (asked !== undefined && asked.origin !== connection.origin)
        throw invalidField(
          "/url",
          `is on another host than the connection, which is for ${connection.origin}.`,
        );
      const url = asked?.href.replace(/\/+$/, "") ?? (await repositoryBy(deps.db.read, connection));
      if (url === undefined)
        throw invalidField("/url", "must name a repository, because no space uses this connection yet.");
      return change(async (running) => {
        await queueCheck(running.tx, connection, url, running);
        await running.trace({ action: "git.connection.check", ...target(connection) });
        return ok(presentConnection(connection, deps.addresses));
      });
    },
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteGitConnection",
    call: "git.connections.delete",
    summary: "Delete a Git connection",
    description: "409 while a space is synced with it. For its creator and administrators.",
    scopes: [],
    access: holding(noun, loadConnection, "edit"),
    shapes: { params: schema.ConnectionParams },
    answers: { 204: null },
    handler: ({ thing: { connection }, change }) =>
      change(async ({ tx, trace }) => {
        await deleteConnection(tx, connection);
        await forgetApp(tx, connection);
        await trace({ action: "git.connection.delete", ...target(connection) });
        return empty(204);
      }),
  }),
]);
