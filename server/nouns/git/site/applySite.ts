/** A site becomes what was settled: its parts, their order, and which folders its spaces are kept in. */
import { organizationRights, siteRights, spaceRights } from "../../../access/table.ts";
import { roleUnder } from "../../../access/scope.ts";
import type { Membership } from "../../../access/members.ts";
import { deleteInstallation } from "../../../content/git/leave.ts";
import type { Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { ordersBetween } from "../../../../engine/order.ts";
import { sameJson } from "../../../../engine/json.ts";
import type { RunningChange } from "../../../http/change.ts";
import type { SiteConfig, SiteNode } from "../../../importers/siteConfig/siteConfig.ts";
import { patchSite } from "../../sites/commands.ts";
import { PART_TABLES } from "../../sites/structure/parts.ts";
import { rearrange } from "../../sites/structure/rearrange.ts";
import { deleteRedirectsTo } from "../../sites/structure/redirectsTo.ts";
import { createSpace, patchSpace } from "../../spaces/commands.ts";
import { createInstallation, refuseOverlap, updateInstallation } from "../commands.ts";
import { gitSyncOf } from "../present.ts";
import { SYNC_NOW, haltOnConflict, SyncHalted, SyncOutrun } from "../sync/ended.ts";
import type { Installation } from "../sync/syncRun.ts";
import { partRow } from "./partRow.ts";
import { readSiteModel, type SiteModel } from "./siteModel.ts";

interface SiteSettlement {
  readonly installation: Installation;
  /** The site as it was when that was settled. */
  readonly known: SiteModel;
  readonly wanted: SiteConfig;
  /** What counts at first for spaces that were there before. */
  readonly direction: "git" | "lectern" | "merge";
  /** With whose rights. */
  readonly member: Membership;
}

interface Applying extends SiteSettlement {
  readonly deps: Deps;
  readonly running: RunningChange;
  /** Ids by keys, those that are made now among them. */
  readonly ids: Map<string, string>;
  /** The spaces of site-spaces, by keys. */
  readonly spaces: Map<string, string>;
  readonly made: Set<string>;
}

const columns = (site: Pick<SiteModel["site"], "organization_id" | "id">) => ({
  organization_id: site.organization_id,
  site_id: site.id,
});

/** @throws SyncOutrun when the site has changed meanwhile, SyncHalted where rights are missing */
export async function applySite(deps: Deps, running: RunningChange, settled: SiteSettlement): Promise<void> {
  const { tx } = running;
  const { installation, known, wanted, member } = settled;
  const { site, config, ids } = known;
  const rights = siteRights(member.role, member);
  await rearrange(deps, running, { site, member, rights, version: undefined }, async () => {
    const now = await readSiteModel(tx, installation, known.matched);
    if (!sameJson(JSON.parse(JSON.stringify(now?.config ?? {})), JSON.parse(JSON.stringify(config))))
      throw new SyncOutrun("The site has changed while its branch was read.");
    const applying: Applying = {
      ...settled,
      deps,
      running,
      ids: new Map(ids),
      spaces: new Map(),
      made: new Set(),
    };
    await makeSpaces(applying);
    await makeRoom(applying);
    await putParts(applying);
    await dropParts(applying);
    await order(applying);
    await choose(applying);
    await keepKeys(applying);
    await keepFolders(applying);
  });
  if (wanted.title !== undefined && wanted.title !== site.title)
    await patchSite(tx, site, { title: wanted.title }, running.now);
  await running.trace({
    action: "git.structure",
    organization: site.organization_id,
    site: site.id,
    target: { type: "site", id: site.id, label: site.title },
    before: { parts: config.nodes.map(({ key }) => key) },
    after: { parts: wanted.nodes.map(({ key }) => key) },
  });
}

const spacesOf = ({ nodes }: SiteConfig): SiteNode[] => nodes.filter(({ type }) => type === "space");

/** New keys are new spaces; titles and languages are the spaces' own. */
async function makeSpaces({
  deps,
  running,
  known,
  wanted,
  ids,
  spaces,
  made,
  member,
}: Applying): Promise<void> {
  const { tx, now, newId } = running;
  const { organization_id: organization } = known.site;
  for (const { key, title, language } of spacesOf(wanted)) {
    const place = known.parts.siteSpaces.find(({ id }) => id === ids.get(key));
    const space = place && known.spaces.get(place.space_id);
    if (space !== undefined) {
      spaces.set(key, space.id);
      if (space.title === title && (space.language ?? undefined) === language) continue;
      const { edit } = spaceRights(await roleUnder(deps.members, space, member));
      if (!edit) continue;
      const after = { title, language: language ?? null };
      await patchSpace(running, space, after);
      await running.trace({
        action: "space.update",
        organization,
        target: { type: "space", id: space.id, label: title },
        after,
      });
      continue;
    }
    if (!organizationRights(member.role).createContent)
      throw new SyncHalted(
        "owner",
        `The branch has new spaces, but the owner of this sync has no permission to create spaces. Somebody with permission has to ${SYNC_NOW}.`,
      );
    const id = newId();
    const of = { organization, createdBy: member.userId, now, title, language };
    await createSpace(tx, { id, revision: newId(), ...of });
    spaces.set(key, id);
    made.add(key);
  }
}

/** Paths may be exchanged: whoever leaves one does so first. */
async function makeRoom({ running: { tx }, known, wanted, ids }: Applying): Promise<void> {
  const trashed = pathsInTrash({ known, wanted, ids });
  const paths = new Map(wanted.nodes.map(({ key, path }) => [ids.get(key), path]));
  for (const [table, rows] of [
    ["site_sections", known.parts.sections],
    ["site_spaces", known.parts.siteSpaces],
  ] as const)
    for (const { organization_id, id, path } of rows) {
      const rests = trashed.get(id);
      if (path === (rests ?? paths.get(id))) continue;
      await tx
        .updateTable(table)
        .set({ path: rests ?? `~${id}` })
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute();
    }
}

/** Where spaces in the trash will be once somebody restores them: where they were, or beside what takes that place. */
function pathsInTrash({
  known,
  wanted,
  ids,
}: Pick<Applying, "known" | "wanted" | "ids">): Map<string, string> {
  const { siteSpaces } = known.parts;
  const paths = new Map<string, string>();
  for (const { id, space_id, section_id, path } of siteSpaces) {
    if (known.spaces.has(space_id)) continue;
    const isBeside = ({ parent }: SiteNode): boolean =>
      (parent === undefined ? null : ids.get(parent)) === section_id;
    const wished = new Set(
      spacesOf(wanted)
        .filter(isBeside)
        .map((node) => node.path),
    );
    const there = siteSpaces.filter((row) => row.section_id === section_id).map((row) => row.path);
    const taken = new Set([...wished, ...there]);
    let free = path;
    for (let number = 2; wished.has(path) && taken.has(free); number += 1) free = `${path}-${number}`;
    paths.set(id, free);
  }
  return paths;
}

async function putParts(applying: Applying): Promise<void> {
  const { running, known, wanted, ids, spaces } = applying;
  const { newId } = running;
  const before = new Map(known.config.nodes.map((node) => [node.key, node]));
  for (const node of wanted.nodes) {
    const id = ids.get(node.key) ?? newId();
    const isThere = ids.has(node.key);
    ids.set(node.key, id);
    const was = before.get(node.key);
    if (
      isThere &&
      was !== undefined &&
      sameJson(JSON.parse(JSON.stringify(was)), JSON.parse(JSON.stringify(node)))
    )
      continue;
    const parent = node.parent === undefined ? null : (ids.get(node.parent) ?? null);
    await putPart(applying, node, { id, isThere, parent, space: spaces.get(node.key) ?? "" });
  }
}

interface Part {
  readonly id: string;
  readonly isThere: boolean;
  readonly parent: string | null;
  readonly space: string;
}

async function putPart(
  { running: { tx, now }, known: { site } }: Applying,
  node: SiteNode,
  { id, isThere, parent, space }: Part,
): Promise<void> {
  const { type } = node;
  const row = partRow(node, parent);
  // The tables look alike as far as it matters; one name stands for all of them in the types.
  const table = PART_TABLES[`site-${type}`] as "site_section_groups";
  if (!isThere) {
    const made = { ...columns(site), id, position: "", created_at: now, ...row };
    const values = type === "space" ? { ...made, space_id: space } : made;
    await tx
      .insertInto(table)
      .values(values as never)
      .execute();
    return;
  }
  await tx
    .updateTable(table)
    .set(row)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", id)
    .execute();
}

/** What is not on the site any more; its spaces stay in the organization. */
async function dropParts({ running: { tx }, known, ids, wanted }: Applying): Promise<void> {
  const kept = new Set(wanted.nodes.map(({ key }) => ids.get(key)));
  const { groups, sections, siteSpaces } = known.parts;
  const gone = (rows: readonly { readonly id: string }[]): string[] =>
    rows.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  // A space in the trash keeps its place for as long as that is there.
  const shown = siteSpaces.filter(
    ({ space_id, section_id }) =>
      known.spaces.has(space_id) || (section_id !== null && !kept.has(section_id)),
  );
  // Links of a site without sections rest: nobody has taken them away.
  const links = wanted.nodes.some(({ type }) => type === "section") ? known.parts.links : [];
  // So do its groups, as long as there is nothing in them.
  const told = new Set(known.ids.values());
  const [siteSpaceId, siteSectionId] = [gone(shown), gone(sections)];
  for (const [table, some] of [
    ["site_spaces", siteSpaceId],
    ["site_sections", siteSectionId],
    ["site_external_links", gone(links)],
    ["site_section_groups", gone(groups.filter(({ id }) => told.has(id)))],
  ] as const)
    if (some.length > 0)
      await tx
        .deleteFrom(table as "site_sections")
        .where("organization_id", "=", known.site.organization_id)
        .where("id", "in", some)
        .execute();
  await deleteRedirectsTo(tx, columns(known.site), { siteSpaceId, siteSectionId });
}

/** Spreads what stands beside each other anew where the order is another one. */
async function order({ running: { tx }, known, wanted, ids }: Applying): Promise<void> {
  for (const parent of new Set(wanted.nodes.map((node) => node.parent))) {
    const beside = wanted.nodes.filter((node) => node.parent === parent);
    const before = known.config.nodes.filter((node) => node.parent === parent).map(({ key }) => key);
    const now = beside.map(({ key }) => key);
    if (sameJson(before, now)) continue;
    const positions = ordersBetween(undefined, undefined, beside.length);
    for (const [index, { key, type }] of beside.entries())
      await tx
        .updateTable(PART_TABLES[`site-${type}`] as "site_sections")
        .set({ position: positions[index] as string })
        .where("organization_id", "=", known.site.organization_id)
        .where("id", "=", ids.get(key) ?? "")
        .execute();
  }
}

/** Which part needs no path; what nobody has chosen, the site settles. */
async function choose({ running: { tx }, known: { site }, wanted, ids }: Applying): Promise<void> {
  for (const { key, type, parent, isDefault } of wanted.nodes) {
    if (!isDefault) continue;
    const id = ids.get(key) ?? null;
    const section = parent === undefined ? undefined : ids.get(parent);
    const field = type === "section" ? "default_site_section_id" : "default_site_space_id";
    const isOfSection = type === "space" && section !== undefined;
    await tx
      .updateTable((isOfSection ? "site_sections" : "sites") as "sites")
      .set({ [field]: id } as never)
      .where("organization_id", "=", site.organization_id)
      .where("id", "=", isOfSection ? section : site.id)
      .execute();
  }
}

async function keepKeys({ running: { tx }, installation, wanted, ids }: Applying): Promise<void> {
  const { organization_id, id: installation_id } = installation;
  await tx
    .deleteFrom("git_site_nodes")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation_id)
    .execute();
  const rows = wanted.nodes.map(({ key }) => ({
    organization_id,
    installation_id,
    key,
    node_id: ids.get(key) ?? "",
  }));
  if (rows.length > 0) await tx.insertInto("git_site_nodes").values(rows).execute();
}

/** Each space with a folder has an installation of its own. */
async function keepFolders(applying: Applying): Promise<void> {
  const { running, installation, known, wanted, spaces, made, direction } = applying;
  const { tx } = running;
  const folders = new Map(known.folders.map((folder) => [folder.space_id, folder]));
  const wishes = new Map<string, Pick<SiteNode, "key" | "title"> & { readonly directory: string }>();
  // A space may stand on the site twice: its folder is said at one of both.
  for (const { key, title, directory } of spacesOf(wanted)) {
    const space = spaces.get(key) ?? "";
    if (typeof directory === "string" && !wishes.has(space)) wishes.set(space, { key, title, directory });
  }
  // Whoever leaves a folder makes room for another one.
  const moved: [row: Installation, title: string][] = [];
  for (const [space, folder] of folders) {
    const wish = wishes.get(space ?? "");
    if (wish?.directory === folder.project_directory) continue;
    await requireSpace(applying, space);
    if (wish === undefined) await deleteInstallation(running, folder);
    else moved.push([await moveFolder(tx, folder, wish.directory), wish.title]);
  }
  // Two may change places, so where they come to is looked at once all have moved.
  for (const [row, title] of moved) await refuseOverlap(tx, { ...row, sees }).catch(haltOnConflict(title));
  for (const [space, { key, title, directory }] of wishes) {
    if (folders.has(space)) continue;
    await requireSpace(applying, space);
    const of = { space, directory, direction: made.has(key) ? ("git" as const) : direction };
    await addFolder(running, installation, of).catch(haltOnConflict(title));
  }
}

/** What is kept in a repository is seen by who reads that. @throws SyncHalted where the owner may not say so of a space */
async function requireSpace({ deps, known, member }: Applying, id: string | null): Promise<void> {
  // One that is made now is the owner's, and what is in the trash nobody reads.
  const space = known.spaces.get(id ?? "");
  if (space === undefined || spaceRights(await roleUnder(deps.members, space, member)).admin) return;
  throw new SyncHalted(
    "owner",
    `docs.yaml changes the folder of a space that whoever keeps this site in step doesn't administrate. Somebody who does has to ${SYNC_NOW}.`,
  );
}

/** Who keeps a site in step may not see all that is kept on its branch. */
const sees = (): Promise<boolean> => Promise.resolve(false);

/** Nothing of what was agreed on is where it was: the whole folder is read again, and pages keep their ids. */
async function moveFolder(tx: Write, folder: Installation, directory: string): Promise<Installation> {
  const row = await updateInstallation(tx, folder)
    .set({ project_directory: directory, moved: 1, base_revision: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("spaces")
    .set({ git_sync: JSON.stringify(gitSyncOf(row)) })
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.space_id)
    .execute();
  return row;
}

/** Has a space of a site kept in a folder of the site's branch. @throws 409 for one that is kept in step by itself */
export function addFolder(
  running: RunningChange,
  site: Installation,
  of: { readonly space: string; readonly directory: string; readonly direction: SiteSettlement["direction"] },
): Promise<Installation> {
  return createInstallation(running, {
    organization_id: site.organization_id,
    id: running.newId(),
    of: { space_id: of.space, parent_id: site.id },
    connection_id: site.connection_id,
    provider: site.provider,
    remote_url: site.remote_url,
    branch: site.branch,
    project_directory: of.directory,
    template: site.commit_message_template,
    outgoing: site.outgoing,
    reviewed: site.reviewed === 1,
    direction: of.direction,
    isConfirmed: site.confirmed === 1,
    owner: site.owner_id ?? "",
    sees,
  });
}
