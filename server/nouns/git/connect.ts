/** How a space or a site begins to be kept in step with a branch. */
import type { Static } from "typebox";
import { organizationRights } from "../../access/table.ts";
import type { Identity } from "../../access/identity.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange } from "../../http/change.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import { seeSpace } from "../spaces/queries.ts";
import { createInstallation } from "./commands.ts";
import {
  connectionFor,
  NOWHERE,
  readConfiguration,
  type WantedConfiguration,
  type WantedPlace,
} from "./configuration.ts";
import type { ConnectionUser } from "./connectionCommands.ts";
import { newWebhookSecret, sealHookSecret } from "./hosts/secret.ts";
import type { CreateInstallation } from "./installationSchema.ts";
import { tracedInstallation } from "./present.ts";
import { endSetupOf } from "./setups.ts";
import { placeSpaces, readFolders, type WantedFolder } from "./site/connectSite.ts";
import { refuseToReplace, type targetOf } from "./target.ts";

type Caller = { readonly deps: Deps; readonly identity: Identity };
type Target = Awaited<ReturnType<typeof targetOf>>;
type Body = Omit<Static<typeof CreateInstallation>, "target" | "childInstallationProjectDirectories"> & {
  readonly childInstallationProjectDirectories?: readonly WantedFolder[];
};
type Direction = "git" | "lectern" | "merge";

/** What is to begin, looked through. */
interface Beginning extends Pick<Row<"git_installations">, "provider" | "outgoing"> {
  readonly target: Target;
  readonly wanted: WantedConfiguration;
  readonly by: ConnectionUser;
  readonly direction: Direction;
  readonly reviewed: boolean;
  readonly template: string | null;
  readonly isConfirmed: boolean;
  readonly folders: readonly WantedFolder[] | undefined;
}

/** Which side counts; undefined where nothing is said. @throws 400 where two things are */
export function directionOf({
  direction,
  priority,
}: Pick<Body, "direction" | "priority">): Direction | undefined {
  if (priority === undefined) return direction;
  if (direction !== undefined) throw invalid("Send direction or priority, not both.");
  return priority === "gitbook" ? "lectern" : "git";
}

/** @throws 400 where what Lectern has is to be on the branch first, and may not go there */
export function refuseSilence(
  direction: Direction | undefined,
  outgoing: Row<"git_installations">["outgoing"],
): void {
  if (direction === "lectern" && outgoing !== "push" && outgoing !== "push-or-pull-request")
    throw invalidField(
      "/outgoing",
      'has to be "push" where the content goes to the branch first. With "merge" what only Lectern has goes out as a pull request.',
    );
}

/** @throws 400 for what means nothing as long as nobody has chosen the repository */
export function refuseSettings(body: object): void {
  const early = new Set(["provider", "target", "providerConfiguration", "connection"]);
  const field = Object.keys(body).find((name) => !early.has(name));
  if (field !== undefined)
    throw invalidField(
      `/${field}`,
      "needs a repository: send providerConfiguration with its url and branch too.",
    );
}

/** Reads what somebody wants to begin, and asks the host where that says no address. @throws 400, 403, 409 */
export async function readBeginning(
  { deps, identity }: Caller,
  target: Target,
  body: Body,
  known = NOWHERE,
): Promise<Beginning> {
  const { provider, outgoing = "push" } = body;
  const { organization, of, member } = target;
  const by = { userId: identity.userId, isAdministrator: organizationRights(member.role).admin };
  const direction = directionOf(body) ?? "merge";
  const site = "site_id" in of;
  if (site && outgoing !== "push" && outgoing !== "off")
    throw invalidField("/outgoing", 'must be "push" or "off" for a site.');
  const asked = body.childInstallationProjectDirectories;
  if (!site && asked !== undefined)
    throw invalidField("/childInstallationProjectDirectories", "is for sites alone.");
  refuseSilence(direction, outgoing);
  const at = body.providerConfiguration;
  const wanted = await readConfiguration(deps, {
    organization,
    provider,
    at,
    directory: body.projectDirectory,
    known,
    by,
  });
  const { place } = wanted;
  const within = { organization, project: place?.directory ?? "" };
  const folders = place && (await readFolders({ deps, identity }, within, asked));
  if (place !== undefined && direction === "git" && body.confirm !== true)
    await refuseToReplace(deps, target.thing, site ? "The site" : "The space");
  return {
    target,
    provider,
    wanted,
    by,
    direction,
    outgoing,
    reviewed: body.incoming === "change-request",
    template: body.commitMessageTemplate ?? null,
    isConfirmed: body.confirm === true,
    folders,
  };
}

/** Begins it: what somebody has begun of the same before, without a repository, ends. @throws 409 */
export async function connect(
  running: RunningChange,
  { deps, identity }: Caller,
  beginning: Beginning & { readonly place: WantedPlace; readonly id: string; readonly version: number },
): Promise<Row<"git_installations">> {
  const { target, place, provider, wanted, by, direction, outgoing, id, folders } = beginning;
  const { organization, of } = target;
  await endSetupOf(running.tx, organization, of);
  const row = await createInstallation(running, {
    organization_id: organization,
    id,
    version: beginning.version,
    of,
    connection_id: await connectionFor(running, deps, { organization, provider, wanted, by }),
    provider,
    remote_url: place.url,
    repository_id: place.repository,
    branch: place.branch,
    project_directory: place.directory,
    template: beginning.template,
    outgoing,
    reviewed: beginning.reviewed,
    direction,
    isConfirmed: beginning.isConfirmed,
    hookSecret: sealHookSecret(deps.secrets, id, newWebhookSecret()),
    owner: identity.userId,
    sees: async (other) => (await seeSpace({ deps, identity }, other)) !== undefined,
  });
  if (folders !== undefined) await placeSpaces(running, row, folders, direction);
  const { url, branch, directory } = place;
  const after = { url, branch, directory, direction, outgoing };
  await running.trace({ action: "git.connect", ...tracedInstallation(row), after });
  return row;
}
