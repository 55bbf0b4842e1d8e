import type { Static } from "typebox";
import { decoded } from "../../../engine/decoded.ts";
import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { chapter, type Call, empty, holding, op } from "../../http/operation.ts";
import { loadSpace, seeSpace, type SpaceThing } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { driveAlone, driveSync } from "./driven.ts";
import { readAddress, readDirectory, refuseBranch, refuseRef, sealToken, usernameFor } from "./place.ts";
import * as schema from "./schema.ts";

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
      "Once, and soon: the runs say what came of it. The first time the branch replaces the content; later what changed on it is merged. Credentials in the address are used for this run alone. With `standalone` the space stays as it is: what the ref would change becomes a revision beside it, and the event `space_gitsync_completed` names that. A space that is kept in step with another place, or whose syncs are paused, answers 409.",
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
      "Once, and soon, as a commit on top of the branch, which is never overwritten. Otherwise as the import.",
    scopes: ["space:git:sync"],
    access: holding("The space", loadSpace, "triggerGitSync"),
    shapes: { params: SpaceParams, body: schema.ExportRepository },
    answers: { 204: null },
    handler: (call) => drive(call, "export"),
  }),
]);
