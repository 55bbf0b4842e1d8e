/** A space of a site gets a folder of the branch that its site is kept in step with. */
import type { Static } from "typebox";
import type { Call } from "../../../http/operation.ts";
import { created } from "../../../http/operation.ts";
import { conflict, forbidden, invalidField } from "../../../http/errors.ts";
import { folderOf } from "../../../importers/siteConfig/folders.ts";
import { ownSpace } from "../../sites/structure/ownSpace.ts";
import { readParts } from "../../sites/structure/parts.ts";
import { patchInstallation, refuseBound } from "../commands.ts";
import { directionOf } from "../connect.ts";
import type { CreateInstallation, GitInstallation } from "../installationSchema.ts";
import { presentInstallation, tracedInstallation } from "../present.ts";
import { installationOfSite } from "../queries.ts";
import { endSetupOf } from "../setups.ts";
import { refuseToReplace } from "../target.ts";
import { addFolder } from "./applySite.ts";
import { notOfSite, seeSite } from "./connectSite.ts";

type Body = Static<typeof CreateInstallation>;
type PartCall = Pick<Call<undefined, object>, "deps" | "identity"> & {
  readonly change: Call<undefined, object, { 201: typeof GitInstallation }>["change"];
  readonly body: Omit<Body, "target"> & {
    readonly target: { readonly spaceId: string; readonly siteId: string };
  };
};

/** What a folder of a site has as its site has it. */
const OF_SITE = [
  "providerConfiguration",
  "childInstallationProjectDirectories",
  "incoming",
  "outgoing",
  "commitMessageTemplate",
] as const;

/** @throws 400, 403, 404, 409 */
export async function connectPart({ deps, identity, body, change }: PartCall) {
  const { spaceId, siteId } = body.target;
  const { site, rights } = await seeSite({ deps, identity }, { siteId });
  if (!rights.admin) throw forbidden("Your role doesn't let you change the settings of this site.");
  const { organization_id } = site;
  const space = await ownSpace(deps, identity, organization_id, spaceId, "/target/spaceId");
  const direction = directionOf(body) ?? "merge";
  const isConfirmed = body.confirm === true;
  if (direction === "git" && !isConfirmed)
    await refuseToReplace(deps, [{ organization_id, id: space.id }], "The space");
  return change(async (running) => {
    const { tx } = running;
    const above = await installationOfSite(tx, site);
    if (above === undefined)
      throw conflict(
        "missing-site-git-sync-config",
        "The site is not synced with a repository yet. Connect the site first, or leave out `siteId`.",
      );
    const field = OF_SITE.find((name) => body[name] !== undefined);
    if (field !== undefined)
      throw invalidField(`/${field}`, "is the site's: change it there, or leave it out.");
    if (body.provider !== above.provider)
      throw invalidField("/provider", `must be "${above.provider}", as the site's is.`);
    const place = (await readParts(tx, site)).siteSpaces.find(({ space_id }) => space_id === space.id);
    if (place === undefined) throw notOfSite("/target/spaceId");
    const directory = folderOf(body.projectDirectory ?? place.path, above.project_directory);
    if (directory === undefined)
      throw invalidField("/projectDirectory", "must be a folder of the repository, like `./docs`.");
    await refuseBound(tx, organization_id, { space_id: space.id });
    await endSetupOf(tx, organization_id, { space_id: space.id });
    const now = await patchInstallation(running, above, { owner: identity.userId });
    // What was confirmed for the site says nothing of this space.
    const row = await addFolder(
      running,
      { ...now, confirmed: isConfirmed ? 1 : 0 },
      { space: space.id, directory, direction },
    );
    const after = { directory, direction };
    await running.trace({ action: "git.connect", ...tracedInstallation(row), after });
    return created(presentInstallation(row, deps.addresses, site.id), row.version);
  });
}
