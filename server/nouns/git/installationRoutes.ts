import { deleteInstallation, deleteSetup } from "../../content/git/leave.ts";
import type { Row } from "../../db/schema.ts";
import { notFound } from "../../http/errors.ts";
import { listOf } from "../../http/list.ts";
import { anyUser, chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadSite } from "../sites/site/queries.ts";
import { pageOfParts } from "../sites/structure/page.ts";
import * as commands from "./commands.ts";
import { connectionFor } from "./configuration.ts";
import { connect, readBeginning, refuseSettings } from "./connect.ts";
import * as schema from "./installationSchema.ts";
import { presentInstallation, presentSetup, tracedInstallation, tracedSetup } from "./present.ts";
import { installationOfSite, loadBegun, partsFor, setupOf } from "./queries.ts";
import { InstallationParams, ListQuery, SiteParams } from "./schema.ts";
import { createSetup } from "./setups.ts";
import { connectPart } from "./site/connectPart.ts";
import { targetOf } from "./target.ts";
import { updateBegun } from "./update.ts";

const noun = "The Git installation";
const one = "/git/installations/:gitInstallationId";

export const installationOperations = chapter("Git", [
  op({
    method: "POST",
    url: "/git/installations",
    operationId: "createGitSyncInstallation",
    call: "git.create",
    summary: "Connect a space or a site with a branch",
    description:
      "From then on, changes on each side go to the other. `direction` says what the first sync does. With `git`, a " +
      'space that has pages answers 409 until you allow with `"confirm": true` to replace them. The credentials are a ' +
      "connection, or a token, from which a connection is made; to only read a public repository, you need none. " +
      "Without a repository nothing is synced: you can list the repositories, and choose one by an update.",
    scopes: [],
    access: anyUser,
    shapes: { body: schema.CreateInstallation },
    answers: { 201: schema.GitInstallation },
    tagged: true,
    handler: async ({ deps, identity, body, change }) => {
      const caller = { deps, identity };
      const { target: at } = body;
      if (at.type === "space" && at.siteId !== undefined)
        return connectPart({
          deps,
          identity,
          body: { ...body, target: { ...at, siteId: at.siteId } },
          change,
        });
      const target = await targetOf(caller, body);
      const beginning = await readBeginning(caller, target, body);
      const { wanted } = beginning;
      const { place } = wanted;
      if (place === undefined) refuseSettings(body);
      return change(async (running) => {
        if (place !== undefined) {
          const row = await connect(running, caller, {
            ...beginning,
            place,
            id: running.newId(),
            version: 1,
          });
          return created(presentInstallation(row, deps.addresses), row.version);
        }
        const { organization, of } = target;
        const { provider } = body;
        const by = beginning.by;
        const connection_id = await connectionFor(running, deps, { organization, provider, wanted, by });
        const made = { organization_id: organization, provider, connection_id, of, by: identity.userId };
        const setup = await createSetup(running, made);
        await running.trace({ action: "git.connect", ...tracedSetup(setup), after: { provider } });
        return created(presentSetup(setup, deps.addresses), setup.version);
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getGitSyncInstallation",
    call: "git.get",
    summary: "Get a Git installation",
    description: "The repository with which a space is synced, and the state of the sync.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: schema.GitInstallation },
    tagged: true,
    handler: ({ deps, thing: { begun, above } }) =>
      begun.setup === undefined
        ? ok(presentInstallation(begun.installation, deps.addresses, above), begun.installation.version)
        : ok(presentSetup(begun.setup, deps.addresses), begun.setup.version),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateGitSyncInstallation",
    call: "git.update",
    summary: "Change a Git installation",
    description:
      "The person who changes it becomes its owner, and it works with their permissions. With another repository, " +
      'branch or folder the sync starts again: `direction` says what it does, and without `"confirm": true` a 409 lists what ' +
      "would be left behind or replaced. In the same place, `direction` makes a sync decide for that side.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams, body: schema.UpdateInstallation },
    answers: { 200: schema.GitInstallation },
    tagged: true,
    handler: ({ deps, identity, thing, body, change }) =>
      updateBegun({ deps, identity, thing, body, change }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteGitSyncInstallation",
    call: "git.delete",
    summary: "Disconnect a space from its branch",
    description: "The content stays on both sides. What was held back stays in its change request.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams },
    answers: { 205: null },
    handler: ({ thing: { begun }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const { setup, installation } = begun;
        if (setup !== undefined) {
          if (!(await deleteSetup(tx, setup))) throw notFound(noun);
          await trace({ action: "git.disconnect", ...tracedSetup(setup) });
          return empty(205);
        }
        commands.refusePart(installation);
        if (!(await deleteInstallation({ tx, now, newId }, installation))) throw notFound(noun);
        await trace({ action: "git.disconnect", ...tracedInstallation(installation) });
        return empty(205);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/spaces/git/installations",
    operationId: "listSiteGitInstallations",
    call: "sites.listGitInstallations",
    summary: "List the Git installations of a site",
    description: "The site's own first, then those of its spaces that you administrate.",
    scopes: [],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, query: ListQuery },
    answers: { 200: listOf(schema.GitInstallation) },
    handler: async ({ deps, thing: { site, member }, paging }) => {
      const { read } = deps.db;
      const own = await installationOfSite(read, site);
      const setup = await setupOf(read, site.organization_id, { site_id: site.id });
      const parts = own === undefined ? [] : [own, ...(await partsFor(deps, own, member))];
      const all: readonly (Row<"git_setups"> | Row<"git_installations">)[] = [
        ...(setup === undefined ? [] : [setup]),
        ...parts,
      ];
      return pageOfParts(all, paging, (row) =>
        "remote_url" in row
          ? presentInstallation(row, deps.addresses, site.id)
          : presentSetup(row, deps.addresses),
      );
    },
  }),
]);
