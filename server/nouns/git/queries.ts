import { organizationRights, siteRights, spaceRights } from "../../access/table.ts";
import type { Member } from "../../access/policy.ts";
import { roleUnder } from "../../access/scope.ts";
import { readSpace } from "../../access/spaces.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { LoadCall, LoadedThing, Paging, VersionedThing } from "../../http/operation.ts";
import { oldestFirst, pageBy } from "../../http/pageBy.ts";
import { versioned } from "../../http/versioned.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { findSite } from "../sites/site/queries.ts";

/** What names an installation. */
export type GitKey = Pick<Row<"git_installations">, "organization_id" | "id">;

export interface ConnectionThing extends VersionedThing<"edit"> {
  readonly connection: Row<"git_connections">;
}

export interface GitThing extends VersionedThing<"admin"> {
  readonly member: Member;
  readonly installation: Row<"git_installations">;
  /** The site that its space is a folder of. */
  readonly above: string | undefined;
}

/** An installation, or what will be one once a repository is chosen. */
export interface BegunThing extends VersionedThing<"admin"> {
  readonly member: Member;
  /** The site that its space is a folder of. */
  readonly above?: string | undefined;
  readonly begun:
    | { readonly installation: Row<"git_installations">; readonly setup?: undefined }
    | { readonly setup: Row<"git_setups">; readonly installation?: undefined };
}

interface RunThing extends LoadedThing<"admin"> {
  readonly installation: Row<"git_installations">;
  readonly run: Row<"git_runs">;
}

const connectionById = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("git_connections")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);
const installationById = prepared((read, p: Params<GitKey>) =>
  read
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("id")),
);
const setupById = prepared((read, p: Params<GitKey>) =>
  read
    .selectFrom("git_setups")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("id")),
);
const installationOfSpace = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space")),
);
const runById = prepared((read, p: Params<{ organization: string; installation: string; id: string }>) =>
  read
    .selectFrom("git_runs")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("installation_id", "=", p("installation"))
    .where("id", "=", p("id")),
);
const newestRun = prepared((read, p: Params<{ organization: string; installation: string }>) =>
  read
    .selectFrom("git_runs")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("installation_id", "=", p("installation"))
    .where("operation", "!=", "preview")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1),
);
const heldOf = prepared((read, p: Params<{ organization: string; installation: string }>) =>
  read
    .selectFrom("git_held")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("installation_id", "=", p("installation"))
    .orderBy("kind")
    .orderBy("source"),
);

const appById = prepared((read, p: Params<GitKey>) =>
  read
    .selectFrom("git_apps")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("id")),
);

/** A GitHub App of an organization. */
export function findApp(read: Read, key: GitKey): Promise<Row<"git_apps"> | undefined> {
  return appById.first(read, key);
}

/** The GitHub Apps of an organization on one GitHub, the oldest first. */
export function listApps(read: Read, organization: string, origin: string): Promise<Row<"git_apps">[]> {
  return read
    .selectFrom("git_apps")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("origin", "=", origin)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The installations of an organization that work by a GitHub App, in a repository of some name: `owner/name`. */
export async function installationsByApp(
  read: Read,
  { organization_id, id, origin }: Row<"git_apps">,
  name: string,
): Promise<Row<"git_installations">[]> {
  const rows = await read
    .selectFrom("git_installations")
    .innerJoin("git_connections", (on) =>
      on
        .onRef("git_connections.organization_id", "=", "git_installations.organization_id")
        .onRef("git_connections.id", "=", "git_installations.connection_id"),
    )
    .selectAll("git_installations")
    .where("git_installations.organization_id", "=", organization_id)
    .where("git_connections.app_id", "=", id)
    .execute();
  // GitHub knows no upper and lower case.
  const wanted = `${origin}/${name}`.toLowerCase();
  return rows.filter(({ remote_url: url }) => url.toLowerCase().replace(/\.git$/, "") === wanted);
}

export function findConnection(
  read: Read,
  organization: string,
  id: string,
): Promise<Row<"git_connections"> | undefined> {
  return connectionById.first(read, { organization, id });
}

export function findInstallation(read: Read, key: GitKey): Promise<Row<"git_installations"> | undefined> {
  return installationById.first(read, key);
}

/** What a space is kept in step with. */
export function installationOf(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
): Promise<Row<"git_installations"> | undefined> {
  return installationOfSpace.first(read, { organization, space });
}

const within = ({ organization_id: organization, id: installation }: GitKey) => ({
  organization,
  installation,
});

/** The last that was to sync. */
export function lastRunOf(read: Read, key: GitKey): Promise<Row<"git_runs"> | undefined> {
  return newestRun.first(read, within(key));
}

export function heldBy(read: Read, key: GitKey): Promise<Row<"git_held">[]> {
  return heldOf.all(read, within(key));
}

/** What is held in a space, or in those of a site. */
export async function heldIn(read: Read, installation: Row<"git_installations">): Promise<Row<"git_held">[]> {
  const of = installation.site_id === null ? [installation] : await partsOf(read, installation);
  return (await Promise.all(of.map((one) => heldBy(read, one)))).flat();
}

/** The connection that the path names: members who may make content see it, its maker and administrators change it. */
export async function loadConnection(call: LoadCall): Promise<ConnectionThing | undefined> {
  const found = await loadOrganization(call);
  if (found === undefined) return undefined;
  const { organization, member } = found;
  const id = call.params["gitConnectionId"] ?? "";
  const connection = await findConnection(call.deps.db.read, organization.id, id);
  if (connection === undefined) return undefined;
  const { createContent, admin } = organizationRights(member.role);
  // Guests who look after a space make connections too, with its installation.
  const isOwn = connection.created_by === call.identity.userId;
  const rights = { view: createContent || isOwn, edit: admin || isOwn };
  return { connection, rights, version: versioned("git_connections", connection) };
}

/** The installation that the path names, for those who may configure its space. */
export async function loadInstallation(call: LoadCall): Promise<GitThing | undefined> {
  const { deps, params } = call;
  const { read } = deps.db;
  const installation = await deps.addressBook.find(read, params["gitInstallationId"] ?? "", (key) =>
    findInstallation(read, key),
  );
  const who = installation && (await whoConfigures(call, installation));
  if (installation === undefined || who === undefined) return undefined;
  const { organization_id, parent_id } = installation;
  const site =
    parent_id === null ? undefined : await findInstallation(read, { organization_id, id: parent_id });
  const above = site?.site_id ?? undefined;
  return { installation, above, ...who, version: versioned("git_installations", installation) };
}

/** The same, be it that nobody has chosen its repository yet. */
export async function loadBegun(call: LoadCall): Promise<BegunThing | undefined> {
  const { installation, ...known } = (await loadInstallation(call)) ?? {};
  if (installation !== undefined)
    return { begun: { installation }, ...(known as Omit<GitThing, "installation">) };
  const { deps, params } = call;
  const { read } = deps.db;
  const setup = await deps.addressBook.find(read, params["gitInstallationId"] ?? "", (key) =>
    setupById.first(read, key),
  );
  const who = setup && (await whoConfigures(call, setup));
  return who && { begun: { setup }, ...who, version: versioned("git_setups", setup) };
}

type Target = Pick<Row<"git_installations">, "organization_id" | "space_id" | "site_id">;

/** Somebody's rights over what keeps a space or a site in step; undefined where they see nothing of it. */
async function whoConfigures({ deps, identity }: LoadCall, of: Target) {
  const { organization_id, site_id } = of;
  const { read } = deps.db;
  const member = await deps.members.find(organization_id, identity);
  if (member === undefined) return undefined;
  const space = await findSpaceOf(read, of);
  const site = site_id === null ? undefined : await findSite(read, organization_id, site_id);
  const target = space?.deleted_at === null ? space : site;
  if (target === undefined) return undefined;
  const role = await roleUnder(deps.members, target, member);
  const { admin } = site === undefined ? spaceRights(role) : siteRights(role, member);
  return { member, rights: { view: admin, admin } };
}

/** What somebody has begun to connect of a space or a site. */
export function setupOf(
  read: Read,
  organization: string,
  of: { readonly space_id: string } | { readonly site_id: string },
): Promise<Row<"git_setups"> | undefined> {
  const [column, id] =
    "space_id" in of ? (["space_id", of.space_id] as const) : (["site_id", of.site_id] as const);
  return read
    .selectFrom("git_setups")
    .selectAll()
    .where("organization_id", "=", organization)
    .where(column, "=", id)
    .executeTakeFirst();
}

/** The space of an installation, be it in the trash or not; undefined for one of a site. */
export async function findSpaceOf(
  read: Read,
  { organization_id, space_id: id }: Pick<Row<"git_installations">, "organization_id" | "space_id">,
): Promise<Row<"spaces"> | undefined> {
  return id === null ? undefined : readSpace(read, { organization_id, id });
}

/** The installations of the spaces of a site. */
export function partsOf(read: Read, { organization_id, id }: GitKey): Promise<Row<"git_installations">[]> {
  return read
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("parent_id", "=", id)
    .orderBy("project_directory")
    .orderBy("id")
    .execute();
}

type RightsDeps = Pick<Deps, "db" | "members">;

/** The same of those spaces that somebody administrates: of the others they learn nothing by the site. */
export async function partsFor(
  { db, members }: RightsDeps,
  site: GitKey,
  member: Member,
): Promise<Row<"git_installations">[]> {
  const parts = await partsOf(db.read, site);
  const ids = parts.flatMap(({ space_id }) => space_id ?? []);
  const open = await administrated({ db, members }, site.organization_id, ids, member);
  return parts.filter(({ space_id }) => open.has(space_id ?? ""));
}

async function administrated(
  { db, members }: RightsDeps,
  organization: string,
  ids: readonly string[],
  member: Member,
): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  if (ids.length === 0) return open;
  const rows = await db.read
    .selectFrom("spaces")
    .select(["organization_id", "id", "acl"])
    .where("organization_id", "=", organization)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  for (const row of rows) if (spaceRights(await roleUnder(members, row, member)).admin) open.add(row.id);
  return open;
}

/** What a site is kept in step with. */
export function installationOfSite(
  read: Read,
  { organization_id, id }: GitKey,
): Promise<Row<"git_installations"> | undefined> {
  return read
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .executeTakeFirst();
}

export async function loadRun(call: LoadCall): Promise<RunThing | undefined> {
  const thing = await loadInstallation(call);
  if (thing === undefined) return undefined;
  const { installation, rights } = thing;
  const run = await runById.first(call.deps.db.read, {
    ...within(installation),
    id: call.params["gitRunId"] ?? "",
  });
  return run && { installation, run: await runFor(call.deps, run, thing.member), rights };
}

/** A run as somebody may read it: what it shows of the spaces of a site is for those who administrate all of these. */
export async function runFor(
  { db, members }: RightsDeps,
  run: Row<"git_runs">,
  member: Member,
): Promise<Row<"git_runs">> {
  if (run.operation !== "preview" || run.report === null) return run;
  const { spaces = [] } = JSON.parse(run.report) as { readonly spaces?: readonly string[] };
  const open = await administrated({ db, members }, run.organization_id, spaces, member);
  return open.size === spaces.length ? run : { ...run, report: null };
}

/** The connections of an organization, oldest first. @param of those of one maker alone */
export function listConnections(read: Read, organization: string, paging: Paging, of: string | undefined) {
  const all = read
    .selectFrom("git_connections")
    .where("organization_id", "=", organization)
    .where("once", "=", 0);
  return oldestFirst(of === undefined ? all : all.where("created_by", "=", of), paging);
}

/** A repository that is reached by a connection; undefined while there is none. */
export async function repositoryBy(read: Read, { organization_id, id }: GitKey): Promise<string | undefined> {
  const row = await read
    .selectFrom("git_installations")
    .select("remote_url")
    .where("organization_id", "=", organization_id)
    .where("connection_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.remote_url;
}

/** The pull requests of an installation, those first of which was heard last. */
export function listReviews(read: Read, { organization_id, id }: GitKey, paging: Paging) {
  const query = read
    .selectFrom("git_reviews")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .selectAll();
  return pageBy(query, ["updated_at", "number"], paging, { direction: "desc" });
}

/** The runs of an installation, newest first. */
export function listRuns(read: Read, { organization_id, id }: GitKey, paging: Paging) {
  const query = read
    .selectFrom("git_runs")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .selectAll();
  return pageBy(query, ["created_at", "id"], paging, { direction: "desc" });
}
