import { organizationRights } from "../../access/table.ts";
import { deleteInstallation } from "../../content/git/leave.ts";
import { invalid, invalidField, notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { anyUser, chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadSite } from "../sites/site/queries.ts";
import { pageOfParts } from "../sites/structure/page.ts";
import { loadSpace, seeSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import * as commands from "./commands.ts";
import { createConnection, requireConnection } from "./connectionCommands.ts";
import { connectionOperations } from "./connectionRoutes.ts";
import { drivenOperations } from "./drivenRoutes.ts";
import { newWebhookSecret, sealHookSecret } from "./hosts/secret.ts";
import { webhookOperations } from "./hosts/webhookRoutes.ts";
import { queueHookRemoval } from "./hosts/work.ts";
import { knownStatus } from "./known.ts";
import { readDirectory, refuseBranch, repositoryAddress, sealToken, usernameFor } from "./place.ts";
import {
  attentionOf,
  presentInfo,
  presentInstallation,
  presentRun,
  presentStatus,
  tracedInstallation,
} from "./present.ts";
import {
  installationOf,
  installationOfSite,
  lastRunOf,
  listRuns,
  loadInstallation,
  loadRun,
  partsFor,
  runFor,
} from "./queries.ts";
import { reviewOperations } from "./reviews/reviewRoutes.ts";
import * as schema from "./schema.ts";
import { placeSpaces, readFolders } from "./site/connectSite.ts";
import { queuePreview } from "./sync/previewJob.ts";
import { hasHeld, ownerBy, refuseOfSpaces, refuseToReplace, targetOf } from "./target.ts";

const noun = "The Git installation";
const one = "/git/installations/:gitInstallationId";

const installationOperations = chapter("Git", [
  op({
    method: "POST",
    url: "/git/installations",
    operationId: "createGitSyncInstallation",
    call: "git.create",
    summary: "Keep a space or a site in step with a branch",
    description:
      "From then on what changes on one side comes to the other. `direction` says what counts at first. With `git`, a " +
      'space that has pages answers 409 until `"confirm": true` says that they may be replaced. Credentials are those ' +
      "of a connection, or a token, of which a connection is made; a public repository that is only read needs none.",
    scopes: [],
    access: anyUser,
    shapes: { body: schema.CreateInstallation },
    answers: { 201: schema.GitInstallation },
    tagged: true,
    handler: async ({ deps, identity, body, change }) => {
      const { provider, providerConfiguration: at } = body;
      const { direction = "merge", outgoing = "push" } = body;
      const { thing, of, organization, member } = await targetOf({ deps, identity }, body);
      const url = repositoryAddress(deps, at.url);
      refuseBranch(at.branch);
      const directory = readDirectory(body.projectDirectory ?? "");
      if (at.connection !== undefined && at.accessToken !== undefined)
        throw invalid("Name a connection or send a token, not both.");
      const site = "site_id" in of;
      if (site && outgoing === "pull-request")
        throw invalidField("/outgoing", 'must be "push" or "off" for a site.');
      const place = { organization, project: directory };
      const asked = body.childInstallationProjectDirectories;
      if (!site && asked !== undefined)
        throw invalidField("/childInstallationProjectDirectories", "is for sites alone.");
      const folders = await readFolders({ deps, identity }, place, asked);
      if (direction === "lectern" && outgoing !== "push")
        throw invalidField(
          "/outgoing",
          'has to be "push" where the content goes to the branch first. With "merge" what only Lectern has goes out as a pull request.',
        );
      if (direction === "git" && body.confirm !== true)
        await refuseToReplace(deps, thing, site ? "The site" : "The space");
      return change(async (running) => {
        const { tx, newId, trace } = running;
        const by = { userId: identity.userId, isAdministrator: organizationRights(member.role).admin };
        const field = "/providerConfiguration/connection";
        if (at.connection !== undefined)
          await requireConnection(tx, { organization, id: at.connection, url, field }, by);
        let connection = at.connection ?? null;
        if (at.accessToken !== undefined) {
          connection = newId();
          await createConnection(running, {
            organization_id: organization,
            id: connection,
            provider,
            origin: new URL(url).origin,
            username: usernameFor(provider, at.username),
            secret: sealToken(deps.secrets, connection, at.accessToken),
            createdBy: identity.userId,
          });
        }
        const id = newId();
        const row = await commands.createInstallation(running, {
          organization_id: organization,
          id,
          of,
          connection_id: connection,
          provider,
          remote_url: url,
          branch: at.branch,
          project_directory: directory,
          template: body.commitMessageTemplate ?? null,
          outgoing,
          reviewed: body.incoming === "change-request",
          direction,
          isConfirmed: body.confirm === true,
          hookSecret: sealHookSecret(deps.secrets, id, newWebhookSecret()),
          owner: identity.userId,
          sees: async (other) => (await seeSpace({ deps, identity }, other)) !== undefined,
        });
        if (folders !== undefined) await placeSpaces(running, row, folders, direction);
        const after = { url, branch: at.branch, directory, direction, outgoing };
        await trace({ action: "git.connect", ...tracedInstallation(row), after });
        return created(presentInstallation(row, deps.addresses), row.version);
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getGitSyncInstallation",
    call: "git.get",
    summary: "Get a Git installation",
    description: "What a space is kept in step with, and how that stands.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.GitInstallation },
    tagged: true,
    handler: ({ deps, thing: { installation } }) =>
      ok(presentInstallation(installation, deps.addresses), installation.version),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateGitSyncInstallation",
    call: "git.update",
    summary: "Change a Git installation",
    description:
      "Whoever changes it becomes its owner, with whose rights it works. Another repository, branch or folder is another installation: disconnect, and connect anew.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams, body: schema.UpdateInstallation },
    answers: { 200: schema.GitInstallation },
    tagged: true,
    handler: ({ deps, thing: { installation }, body, identity, change }) =>
      change(async (running) => {
        commands.refusePart(installation);
        const { organization_id: organization, remote_url: url, project_directory: project } = installation;
        if (installation.site_id === null && body.childInstallationProjectDirectories !== undefined)
          throw invalidField("/childInstallationProjectDirectories", "is for sites alone.");
        if (installation.site_id !== null) refuseOfSpaces(body);
        const asked = body.childInstallationProjectDirectories;
        const folders = await readFolders({ deps, identity }, { organization, project }, asked);
        if (folders !== undefined) await placeSpaces(running, installation, folders, "merge");
        if (typeof body.connection === "string") {
          const member = await deps.members.find(organization, identity);
          const isAdministrator = organizationRights(member?.role ?? null).admin;
          const asked = { organization, id: body.connection, url, field: "/connection" };
          const by = { userId: identity.userId, isAdministrator };
          await requireConnection(running.tx, asked, by);
        }
        const row = await commands.patchInstallation(running, installation, {
          reviewed: body.incoming === undefined ? undefined : body.incoming === "change-request",
          outgoing: body.outgoing,
          template: body.commitMessageTemplate,
          previews: body.previewPullRequests,
          reviews: body.reviewPullRequests,
          forks: body.previewExternalBranches,
          paused: body.paused,
          connection: body.connection,
          owner: identity.userId,
        });
        await running.trace({ action: "git.update", ...tracedInstallation(row), after: body });
        return ok(presentInstallation(row, deps.addresses), row.version);
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteGitSyncInstallation",
    call: "git.delete",
    summary: "Disconnect a space from its branch",
    description: "The content stays on both sides. What was held back stays in its change request.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams },
    answers: { 205: null },
    handler: ({ thing: { installation }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        commands.refusePart(installation);
        if (!(await deleteInstallation(tx, installation))) throw notFound(noun);
        await queueHookRemoval(tx, installation, { now, newId });
        await trace({ action: "git.disconnect", ...tracedInstallation(installation) });
        return empty(205);
      }),
  }),
  op({
    method: "GET",
    url: `${one}/status`,
    operationId: "getGitSyncStatus",
    call: "git.getStatus",
    summary: "Get how far a space and its branch are apart",
    description: "As it is known, without asking the host: a sync asks.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.GitStatus },
    handler: async ({ deps, thing: { installation } }) =>
      ok(presentStatus(await knownStatus(deps, installation))),
  }),
  op({
    method: "POST",
    url: `${one}/sync`,
    operationId: "syncGitInstallation",
    call: "git.sync",
    summary: "Bring a space and its branch in step",
    description:
      "Soon, by a job: the answer doesn't wait for the host. The runs say what came of it. A paused installation answers 409.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.GitInstallation },
    handler: ({ deps, thing: { installation }, identity, change }) =>
      change(async (running) => {
        const owner = await ownerBy({ deps, identity }, installation);
        const row = await commands.askForSync(running, installation, owner);
        await running.trace({ action: "git.sync", ...tracedInstallation(row) });
        const body = presentInstallation(row, deps.addresses);
        return { status: 200, body, headers: { location: body.urls.location } };
      }),
  }),
  op({
    method: "POST",
    url: `${one}/resolve`,
    operationId: "resolveGitSync",
    call: "git.resolve",
    summary: "Decide what a sync waits for",
    description:
      "One of the choices of its `attention`, or `git` or `lectern` for all that is held. The sync goes on by it; when nothing waits for the decision, the answer is 409.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams, body: schema.ResolveBody },
    answers: { 200: schema.GitInstallation },
    handler: ({ deps, thing: { installation }, body: { choice }, identity, change }) =>
      change(async (running) => {
        const owner = await ownerBy({ deps, identity }, installation);
        const row = await commands.decideSync(running, installation, { choice, owner }, async (now) => {
          const attention = attentionOf(now);
          if (attention !== undefined) return attention.choices.includes(choice);
          const isOfHeld = choice === "git" || choice === "lectern";
          return isOfHeld && hasHeld(running.tx, now);
        });
        await running.trace({ action: "git.resolve", ...tracedInstallation(row), after: { choice } });
        const answer = presentInstallation(row, deps.addresses);
        return { status: 200, body: answer, headers: { location: answer.urls.location } };
      }),
  }),
  op({
    method: "POST",
    url: `${one}/preview`,
    operationId: "previewGitSync",
    call: "git.preview",
    summary: "Show what a sync would do",
    description:
      "Soon, by a job: the answer is its run, whose `report` has, once it has ended, the pages that would change here, the files that would change on the branch, and what `git diff` says of these. Nothing is written, and a paused installation can be looked at too.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.GitRun },
    handler: ({ thing: { installation }, identity, change }) =>
      change(async (running) => {
        const run = await queuePreview(running, installation, identity.userId);
        await running.trace({ action: "git.preview", ...tracedInstallation(installation) });
        return ok(presentRun(run));
      }),
  }),
  op({
    method: "GET",
    url: `${one}/runs`,
    operationId: "listGitSyncRuns",
    call: "git.listRuns",
    summary: "List the runs of a Git installation",
    description: "The newest first; the last 200 are kept.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: schema.InstallationParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.GitRun) },
    handler: async ({ deps, thing: { installation, member }, paging }) => {
      const page = await listRuns(deps.db.read, installation, paging);
      const rows = await Promise.all(page.rows.map((run) => runFor(deps, run, member)));
      return pageOf({ ...page, rows }, presentRun);
    },
  }),
  op({
    method: "GET",
    url: `${one}/runs/:gitRunId`,
    operationId: "getGitSyncRun",
    call: "git.getRun",
    summary: "Get a run of a Git installation",
    description: "With its report.",
    scopes: [],
    access: holding("The Git run", loadRun, "admin"),
    shapes: { params: schema.RunParams },
    answers: { 200: schema.GitRun },
    handler: ({ thing: { run } }) => ok(presentRun(run)),
  }),
  op({
    method: "POST",
    url: `${one}/runs/:gitRunId/cancel`,
    operationId: "cancelGitSyncRun",
    call: "git.cancelRun",
    summary: "Cancel a run of a Git installation",
    description: "It ends before it writes again. A run that has ended is a 409.",
    scopes: [],
    access: holding("The Git run", loadRun, "admin"),
    shapes: { params: schema.RunParams },
    answers: { 200: schema.GitRun },
    ifMatch: "nothing",
    handler: ({ thing: { installation, run }, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await commands.cancelRun(tx, run, now);
        await trace({ action: "git.cancel", ...tracedInstallation(installation) });
        return ok(presentRun(row));
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
    shapes: { params: schema.SiteParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.GitInstallation) },
    handler: async ({ deps, thing: { site, member }, paging }) => {
      const own = await installationOfSite(deps.db.read, site);
      const all = own === undefined ? [] : [own, ...(await partsFor(deps, own, member))];
      return pageOfParts(all, paging, (row) => presentInstallation(row, deps.addresses));
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/git/info",
    operationId: "getSpaceGitInfo",
    call: "spaces.getGitInfo",
    summary: "Get what a space is kept in step with",
    description:
      "404 for a space that is in no repository. Where the repository is, those see who may edit the space.",
    scopes: ["space:read", "space:git:sync"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams },
    answers: { 200: schema.GitInfo },
    handler: async ({ deps, thing: { space, rights } }) => {
      const installation = await installationOf(deps.db.read, space);
      if (installation === undefined) throw notFound("The Git repository of the space");
      return ok(presentInfo(installation, await lastRunOf(deps.db.read, installation), rights));
    },
  }),
]);

export const gitOperations = [
  ...connectionOperations,
  ...installationOperations,
  ...webhookOperations,
  ...reviewOperations,
  ...drivenOperations,
];
