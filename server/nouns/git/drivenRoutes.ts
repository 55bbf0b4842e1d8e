import type { Static } from "typebox";
import { decoded } from "../../../engine/decoded.ts";
import type { Deps } from "../../deps.ts";
import { deleteInstallation } from "../../content/git/leave.ts";
import { invalidField, notFound } from "../../http/errors.ts";
import { chapter, type Call, empty, holding, ok, op } from "../../http/operation.ts";
import { loadSpace, seeSpace, type SpaceThing } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { forgetOnce } from "./commands.ts";
import { driveAlone, driveSync } from "./driven.ts";
import { readAddress, readDirectory, refuseBranch, refuseRef, sealToken, usernameFor } from "./place.ts";
import * as schema from "./drivenSchema.ts";
import { presentBegun, presentInfo, tracedInstallation } from "./present.ts";
import { installationOf, lastRunOf, setupOf } from "./queries.ts";

type ImportBody = Omit<Static<typeof schema.ImportRepository>, "standalone"> & {
  readonly commitMessage?: string;
  readonly standalone?: boolean;
};
type DrivenCall = Pick<Call<SpaceThing, object>, "deps" | "identity" | "thing"> & {
  readonly change: Call<SpaceThing, object, { 204: null }>["change"];
  readonly body: ImportBody;
};

/** The address of a repository, and the credentials that it was sent with. @throws 400 */
function openAddress(deps: Deps, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [username, token] = [url?.username ?? "", url?.password ?? ""].map(decoded);
  if (url !== undefined) [url.username, url.password] = ["", ""];
  const plain = readAddress(deps, url?.href ?? text, "/url");
  const path = plain.pathname.replace(/\/+$/, "");
  if (path === "") throw invalidField("/url", "must name the repository, not the host alone.");
  return { url: plain.origin + path, username, token };
}

function drive(
  { deps, identity, thing: { space }, body, change }: DrivenCall,
  direction: "import" | "export",
) {
  const { url, username, token } = openAddress(deps, body.url);
  const branch = body.ref.startsWith("refs/") ? body.ref : `refs/heads/${body.ref}`;
  const isAlone = body.standalone === true;
  if (isAlone) refuseRef(branch);
  else refuseBranch(branch);
  const directory = readDirectory(body.repoProjectDirectory ?? "");
  const provider = body.gitInfo?.provider ?? "git";
  return change(async (running) => {
    const id = running.newId();
    const connection =
      token === undefined || token === ""
        ? undefined
        : {
            id,
            username: usernameFor(provider, username || undefined),
            secret: sealToken(deps.secrets, id, token),
          };
    const of = { space, provider, url, directory, connection, by: identity.userId };
    if (isAlone) await driveAlone(running, { ...of, ref: branch });
    else
      await driveSync(running, {
        ...of,
        branch,
        direction,
        message: body.commitMessage ?? null,
        isForced: body.force === true,
        sees: async (other) => (await seeSpace({ deps, identity }, other)) !== undefined,
      });
    await running.trace({
      action: isAlone ? "git.preview" : `git.${direction}`,
      organization: space.organization_id,
      target: { type: "space", id: space.id, label: space.title },
      after: { url, branch, directory },
    });
    return empty(204);
  });
}

/** What integrations call that hear of pushes and merges themselves. */
export const drivenOperations = chapter("Git", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/git/import",
    operationId: "importGitRepository",
    call: "spaces.importGitRepository",
    summary: "Import a branch into a space",
    description:
      "Starts one import soon; the list of runs shows its result. The first import replaces the content by the branch; later ones merge the changes of the branch. Credentials in the address are used only for this run. With `standalone` the space doesn't change: the content of the ref becomes a separate revision, and the event `space_gitsync_completed` has its id. If the space is synced with another place, or its syncs are paused, the answer is 409.",
    scopes: ["space:git:sync"],
    access: holding("The space", loadSpace, "triggerGitSync"),
    shapes: { params: SpaceParams, body: schema.ImportRepository },
    answers: { 204: null },
    handler: (call) => drive(call, "import"),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/git/export",
    operationId: "exportToGitRepository",
    call: "spaces.exportToGitRepository",
    summary: "Export a space to a branch",
    description:
      "Starts one export soon, as a commit on top of the branch, which is never overwritten. Everything else is as for the import.",
    scopes: ["space:git:sync"],
    access: holding("The space", loadSpace, "triggerGitSync"),
    shapes: { params: SpaceParams, body: schema.ExportRepository },
    answers: { 204: null },
    handler: (call) => drive(call, "export"),
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/git/info",
    operationId: "getSpaceGitInfo",
    call: "spaces.getGitInfo",
    summary: "Get the Git connection of a space",
    description:
      "404 for a space without a repository. Only people who can edit the space see the address of the repository.",
    scopes: ["space:read", "space:git:sync"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams },
    answers: { 200: schema.GitInfo },
    handler: async ({ deps, thing: { space, rights } }) => {
      const { read } = deps.db;
      const installation = await installationOf(read, space);
      if (installation !== undefined)
        return ok(presentInfo(installation, await lastRunOf(read, installation), rights, deps.addresses));
      const setup = await setupOf(read, space.organization_id, { space_id: space.id });
      if (setup === undefined) throw notFound("The Git repository of the space");
      return ok(presentBegun(setup));
    },
  }),
  op({
    method: "DELETE",
    url: "/spaces/:spaceId/git/legacy-installation",
    operationId: "deleteLegacyGitInstallation",
    call: "spaces.deleteLegacyGitInstallation",
    summary: "Forget the last import and export of a space",
    description:
      "What both sides agreed on last is forgotten, and the space can be connected by itself. The content stays. 204: nothing drives it; a space that is connected stays so.",
    scopes: [],
    access: holding("The space", loadSpace, "admin"),
    shapes: { params: SpaceParams },
    answers: { 204: null, 205: null },
    handler: async ({ thing: { space }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const driven = await installationOf(tx, space);
        if (driven?.driven !== 1) return empty(204);
        await forgetOnce(tx, driven);
        await deleteInstallation({ tx, now, newId }, driven);
        await trace({ action: "git.disconnect", ...tracedInstallation(driven) });
        return empty(205);
      }),
  }),
]);
