/** Binding sites to branches, and their spaces to folders of these. */
import type { Identity } from "../../../access/identity.ts";
import { deleteInstallation } from "../../../content/git/leave.ts";
import type { Deps } from "../../../deps.ts";
import { conflict, invalidField, notFound } from "../../../http/errors.ts";
import type { RunningChange } from "../../../http/change.ts";
import { folderOf } from "../../../importers/siteConfig/folders.ts";
import { loadSite, type SiteThing } from "../../sites/site/queries.ts";
import { readParts } from "../../sites/structure/parts.ts";
import { ownSpace } from "../../sites/structure/ownSpace.ts";
import { partsOf } from "../queries.ts";
import type { Installation } from "../sync/syncRun.ts";
import { addFolder } from "./applySite.ts";

type Caller = { readonly deps: Deps; readonly identity: Identity };

/** A site by its id alone, in one of the caller's organizations. @throws 404 */
export async function seeSite(
  { deps, identity }: Caller,
  { siteId, organizationId }: { readonly siteId: string; readonly organizationId?: string },
): Promise<SiteThing> {
  const rows = await deps.db.read
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", identity.userId)
    .execute();
  const all = rows.map((row) => row.organization_id);
  const tried = organizationId === undefined ? all : all.filter((one) => one === organizationId);
  for (const one of tried) {
    const thing = await loadSite({ deps, identity, params: { organizationId: one, siteId } });
    if (thing?.rights.view === true) return thing;
  }
  throw notFound("The site");
}

/** What a request names as a space of a site, and is none. */
export const notOfSite = (field: string) => invalidField(field, "is not a space of this site.");

const FIELD = "/childInstallationProjectDirectories";

export interface WantedFolder {
  readonly spaceId: string;
  readonly directory: string | null;
}

/** What a request says of folders, looked through. @throws 400 */
export async function readFolders(
  { deps, identity }: Caller,
  { organization, project }: { readonly organization: string; readonly project: string },
  folders: readonly WantedFolder[] | undefined,
): Promise<WantedFolder[] | undefined> {
  const read: WantedFolder[] = [];
  for (const [index, { spaceId, directory: said }] of (folders ?? []).entries()) {
    await ownSpace(deps, identity, organization, spaceId, `${FIELD}/${index}/spaceId`);
    const directory = said === null ? null : folderOf(said, project);
    if (directory === undefined)
      throw invalidField(`${FIELD}/${index}/directory`, "must be a folder of the repository, like `./docs`.");
    read.push({ spaceId, directory });
  }
  return folders && read;
}

/**
 * Puts spaces of a site into folders of its branch, or takes them out of the repository, where their files stay.
 * @throws 400 for what is no space of the site, 409 for a space that has a folder
 */
export async function placeSpaces(
  running: RunningChange,
  site: Installation,
  folders: readonly WantedFolder[],
  direction: "git" | "lectern" | "merge",
): Promise<void> {
  const { tx } = running;
  const { organization_id, site_id } = site;
  const parts = await readParts(tx, { organization_id, id: site_id ?? "" });
  const known = new Map((await partsOf(tx, site)).map((part) => [part.space_id, part]));
  for (const [index, { spaceId, directory }] of folders.entries()) {
    if (!parts.siteSpaces.some(({ space_id }) => space_id === spaceId))
      throw notOfSite(`${FIELD}/${index}/spaceId`);
    const part = known.get(spaceId);
    if (directory === null) {
      if (part !== undefined) await deleteInstallation(running, part);
      continue;
    }
    if (part?.project_directory === directory) continue;
    if (part !== undefined)
      throw conflict(
        "git-folder",
        "The space has a folder. Move that on the branch, and change `content.directory` in docs.yaml with the same commit.",
      );
    await addFolder(running, site, { space: spaceId, directory, direction });
  }
}
