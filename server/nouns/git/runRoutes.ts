import { listOf, pageOf } from "../../http/list.ts";
import { loadMembership } from "../orgs/queries.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import * as commands from "./commands.ts";
import { decideSync } from "./decide.ts";
import { GitInstallation } from "./installationSchema.ts";
import { knownStatus } from "./known.ts";
import {
  attentionOf,
  presentInstallation,
  presentRun,
  presentStatus,
  tracedInstallation,
} from "./present.ts";
import { listRuns, loadInstallation, loadRun, runFor } from "./queries.ts";
import * as schema from "./runSchema.ts";
import { InstallationParams, ListQuery, OrganizationParams } from "./schema.ts";
import { queuePreview } from "./sync/previewJob.ts";
import { ownerBy } from "./target.ts";
import { listWaiting, presentWaiting } from "./waiting.ts";

const noun = "The Git installation";
const one = "/git/installations/:gitInstallationId";

/** How both sides stand, and what is done about it. */
export const runOperations = chapter("Git", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/git/waiting",
    operationId: "listGitWaiting",
    call: "git.listWaiting",
    summary: "List what Git Sync waits for or fails at",
    description:
      "Of the spaces and sites that you administrate: those whose sync waits for somebody, with what may be answered, those with things that both sides have changed, and those whose sync has failed six times in a row.",
    scopes: [],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params: OrganizationParams, query: ListQuery },
    answers: { 200: listOf(schema.GitWaiting) },
    handler: async ({ deps, thing: { organizationId, member }, paging }) =>
      pageOf(await listWaiting(deps, organizationId, member, paging), (row) =>
        presentWaiting(row, deps.addresses),
      ),
  }),
  op({
    method: "GET",
    url: `${one}/status`,
    operationId: "getGitSyncStatus",
    call: "git.getStatus",
    summary: "Get the differences between a space and its branch",
    description: "As it is known, without asking the host: a sync asks.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: schema.GitStatus },
    handler: async ({ deps, thing: { installation } }) =>
      ok(presentStatus(await knownStatus(deps, installation))),
  }),
  op({
    method: "POST",
    url: `${one}/sync`,
    operationId: "syncGitInstallation",
    call: "git.sync",
    summary: "Sync a space with its branch",
    description:
      "Starts a job: the answer doesn't wait for the host. The list of runs shows the result. For a paused installation the answer is 409.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: GitInstallation },
    handler: ({ deps, thing: { installation, above }, identity, change }) =>
      change(async (running) => {
        const owner = await ownerBy({ deps, identity }, installation);
        const row = await commands.askForSync(running, installation, owner);
        await running.trace({ action: "git.sync", ...tracedInstallation(row) });
        const body = presentInstallation(row, deps.addresses, above);
        return { status: 200, body, headers: { location: body.urls.location } };
      }),
  }),
  op({
    method: "POST",
    url: `${one}/resolve`,
    operationId: "resolveGitSync",
    call: "git.resolve",
    summary: "Decide a question of a sync",
    description:
      "One of the choices of its `attention`, or `git` or `lectern` for everything that is held. The sync then continues. If nothing waits for this decision, or the `question` that you send has changed, the answer is 409.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: InstallationParams, body: schema.ResolveBody },
    answers: { 200: GitInstallation },
    handler: ({ deps, thing: { installation, above }, body: { choice, question }, identity, change }) =>
      change(async (running) => {
        const owner = await ownerBy({ deps, identity }, installation);
        const row = await decideSync(running, installation, { choice, question, owner }, (now) => {
          const attention = attentionOf(now);
          if (attention !== undefined) return attention.choices.includes(choice);
          return choice === "git" || choice === "lectern";
        });
        await running.trace({ action: "git.resolve", ...tracedInstallation(row), after: { choice } });
        const answer = presentInstallation(row, deps.addresses, above);
        return { status: 200, body: answer, headers: { location: answer.urls.location } };
      }),
  }),
  op({
    method: "POST",
    url: `${one}/preview`,
    operationId: "previewGitSync",
    call: "git.preview",
    summary: "Preview a sync",
    description:
      "Soon, by a job: the answer is its run, whose `report` has, once it has ended, the pages that would change here, the files that would change on the branch, and what `git diff` says of these. Nothing is written, and a paused installation can be looked at too.",
    scopes: [],
    access: holding(noun, loadInstallation, "admin"),
    shapes: { params: InstallationParams },
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
    shapes: { params: InstallationParams, query: ListQuery },
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
]);
