/** Changing how something is kept in step, and where: what was begun without a repository is connected by that. */
import type { Static } from "typebox";
import { organizationRights } from "../../access/table.ts";
import { deleteSetup } from "../../content/git/leave.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalidField } from "../../http/errors.ts";
import { type Call, ok } from "../../http/operation.ts";
import type { RunningChange } from "../../http/change.ts";
import { seeSpace } from "../spaces/queries.ts";
import * as commands from "./commands.ts";
import { connectionFor, isElsewhere, NOWHERE, readConfiguration, type WantedPlace } from "./configuration.ts";
import { connect, directionOf, readBeginning, refuseSettings, refuseSilence } from "./connect.ts";
import { requireConnection } from "./connectionCommands.ts";
import type { GitInstallation, UpdateInstallation } from "./installationSchema.ts";
import { favourSide } from "./decide.ts";
import { leftBehind, moveInstallation, refuseToLeave, refuseToLeaveMore } from "./move.ts";
import {
  attentionOf,
  presentInstallation,
  presentSetup,
  tracedInstallation,
  tracedSetup,
} from "./present.ts";
import type { BegunThing } from "./queries.ts";
import { patchSetup } from "./setups.ts";
import { placeSpaces, readFolders } from "./site/connectSite.ts";
import { refuseOfSpaces, refuseToReplace, spacesOf, targetOf } from "./target.ts";

type Body = Static<typeof UpdateInstallation>;
type Installation = Row<"git_installations">;
type UpdateCall = Pick<Call<BegunThing, object>, "deps" | "identity" | "thing"> & {
  readonly change: Call<BegunThing, object, { 200: typeof GitInstallation }>["change"];
  readonly body: Body;
};

/** @throws 400, 403, 404, 409 */
export function updateBegun(call: UpdateCall) {
  const { setup, installation } = call.thing.begun;
  return setup === undefined ? updateInstallation(call, installation) : updateSetup(call, setup);
}

async function updateSetup({ deps, identity, body, change }: UpdateCall, setup: Row<"git_setups">) {
  const caller = { deps, identity };
  const { organization_id: organization, id, space_id, site_id } = setup;
  const target = await targetOf(caller, {
    target:
      site_id === null
        ? { type: "space", spaceId: space_id ?? "" }
        : { type: "site", siteId: site_id, organizationId: organization },
  });
  const { provider = setup.provider, connection, providerConfiguration: at, ...others } = body;
  const before = provider === setup.provider && connection !== null ? setup.connection_id : null;
  const known = { ...NOWHERE, connection: before };
  const configuration = { ...at, ...(typeof connection === "string" ? { connection } : {}) };
  const asked = { ...others, provider, providerConfiguration: configuration };
  const beginning = await readBeginning(caller, target, asked, known);
  const { wanted, by } = beginning;
  const { place } = wanted;
  if (place === undefined) refuseSettings(body);
  return change(async (running) => {
    if (place !== undefined) {
      await deleteSetup(running.tx, setup);
      const made = await connect(running, caller, { ...beginning, place, id, version: setup.version + 1 });
      const row = await patch(running, made, body, { owner: identity.userId });
      return ok(presentInstallation(row, deps.addresses), row.version);
    }
    const connection_id = await connectionFor(running, deps, { organization, provider, wanted, by });
    const row = await patchSetup(running, setup, { provider, connection_id });
    await running.trace({ action: "git.update", ...tracedSetup(row), after: { provider } });
    return ok(presentSetup(row, deps.addresses), row.version);
  });
}

/** Whether something is said of where it is kept in step with, or what that is reached with. */
const isOfPlace = ({ provider, providerConfiguration, projectDirectory }: Body): boolean =>
  [provider, providerConfiguration, projectDirectory].some((field) => field !== undefined);

async function updateInstallation(call: UpdateCall, installation: Installation) {
  const { deps, identity, thing, body, change } = call;
  const { organization_id: organization, provider } = installation;
  commands.refusePart(installation);
  const asked = body.childInstallationProjectDirectories;
  if (installation.site_id === null && asked !== undefined)
    throw invalidField("/childInstallationProjectDirectories", "is for sites alone.");
  if (installation.site_id !== null) refuseOfSpaces(body);
  const by = { userId: identity.userId, isAdministrator: organizationRights(thing.member.role).admin };
  const direction = directionOf(body);
  refuseSilence(direction, body.outgoing ?? installation.outgoing);
  const wanted = isOfPlace(body) ? await readWanted(call, installation, by) : undefined;
  const place = wanted?.place && isElsewhere(wanted.place, placeOf(installation)) ? wanted.place : undefined;
  if (place === undefined) refuseUndecided(installation, direction);
  const isTold = place !== undefined && body.confirm !== true;
  const told = isTold ? await leftBehind(deps.db.read, installation) : undefined;
  if (isTold) await tellBefore(call, installation, direction);
  const project = place?.directory ?? installation.project_directory;
  const folders = await readFolders({ deps, identity }, { organization, project }, asked);
  return change(async (running) => {
    if (told !== undefined) await refuseToLeaveMore(running.tx, installation, told);
    const given =
      wanted &&
      (await connectionFor(running, deps, { organization, provider: body.provider ?? provider, wanted, by }));
    const connection = given === installation.connection_id ? undefined : given;
    const now =
      place === undefined
        ? await favour(running, installation, direction, body.confirm === true)
        : await move(running, call, installation, { place, connection_id: given ?? null, direction });
    if (folders !== undefined) await placeSpaces(running, now, folders, direction ?? "merge");
    if (typeof body.connection === "string")
      await requireConnection(
        running.tx,
        { organization, id: body.connection, url: now.remote_url, field: "/connection" },
        by,
      );
    const row = await patch(running, now, body, { owner: identity.userId, connection });
    const { providerConfiguration: _, ...after } = body;
    await running.trace({ action: "git.update", ...tracedInstallation(row), after: { ...after, ...place } });
    return ok(presentInstallation(row, deps.addresses), row.version);
  });
}

const placeOf = ({ remote_url, repository_id, branch, project_directory, connection_id }: Installation) => ({
  url: remote_url,
  repository: repository_id,
  branch,
  directory: project_directory,
  connection: connection_id,
});

async function readWanted(
  { deps, body }: UpdateCall,
  installation: Installation,
  by: Parameters<typeof readConfiguration>[1]["by"],
) {
  const { organization_id: organization } = installation;
  const { provider = installation.provider, providerConfiguration: at, projectDirectory: directory } = body;
  const known = placeOf(installation);
  const wanted = await readConfiguration(deps, { organization, provider, at, directory, known, by });
  if (provider !== installation.provider && wanted.place?.url === installation.remote_url)
    throw invalidField(
      "/provider",
      "is another one than the repository's: send where the repository is there.",
    );
  return wanted;
}

/** @throws 409 naming what is left behind, and what is replaced */
async function tellBefore(
  { deps }: UpdateCall,
  installation: Installation,
  direction: "git" | "lectern" | "merge" | undefined,
): Promise<void> {
  await refuseToLeave(deps, installation);
  if (direction !== "git") return;
  const what = installation.site_id === null ? "The space" : "The site";
  await refuseToReplace(deps, await spacesOf(deps, installation), what);
}

/** What waits for a person is decided by one of its choices. @throws 409 */
function refuseUndecided(installation: Installation, direction: string | undefined): void {
  const attention = attentionOf(installation);
  if (direction === undefined || attention === undefined) return;
  if ((attention.choices as readonly string[]).includes(direction)) return;
  throw conflict("git-attention", `The sync waits for something else. ${attention.message}`);
}

/** Has the next sync decide for a side, in the same place. */
async function favour(
  { tx }: RunningChange,
  installation: Installation,
  direction: "git" | "lectern" | "merge" | undefined,
  isConfirmed: boolean,
): Promise<Installation> {
  if (direction === undefined) return installation;
  return favourSide(tx, installation, { choice: direction, isConfirmed });
}

function move(
  running: RunningChange,
  { deps, identity, body }: UpdateCall,
  installation: Installation,
  to: {
    readonly place: WantedPlace;
    readonly connection_id: string | null;
    readonly direction: "git" | "lectern" | "merge" | undefined;
  },
): Promise<Installation> {
  return moveInstallation(running, installation, {
    ...to,
    direction: to.direction ?? "merge",
    provider: body.provider ?? installation.provider,
    isConfirmed: body.confirm === true,
    owner: identity.userId,
    sees: async (other) => (await seeSpace({ deps, identity }, other)) !== undefined,
  });
}

/** All that doesn't say where it is kept. */
function patch(
  running: RunningChange,
  row: Installation,
  body: Body,
  { owner, connection }: { readonly owner: string; readonly connection?: string | null | undefined },
): Promise<Installation> {
  return commands.patchInstallation(running, row, {
    reviewed: body.incoming === undefined ? undefined : body.incoming === "change-request",
    outgoing: body.outgoing,
    template: body.commitMessageTemplate,
    agents: body.agentInstructions,
    previews: body.previewPullRequests,
    reviews: body.reviewPullRequests,
    forks: body.previewExternalBranches,
    paused: body.paused,
    connection: body.connection === undefined ? connection : body.connection,
    owner,
  });
}
