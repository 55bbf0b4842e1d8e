import { isWithin } from "../../access/installations.ts";
import type { Member } from "../../access/policy.ts";
import { loadAt } from "../../access/addresses.ts";
import { readSpace, type ShowingSite, sitesShowing } from "../../access/spaces.ts";
import { roleUnder } from "../../access/scope.ts";
import type { Caller } from "../../access/singleSignOn.ts";
import type { Identity } from "../../access/identity.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import { readerSpaceRights, type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { Beside } from "../../memory/beside.ts";
import { pathBelowSite, siteUrl } from "../../../engine/siteAddress.ts";
import type { LoadCall, VersionedThing } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import { TRASH_MS } from "../collections/queries.ts";
import { hashToken } from "../../ports/tokens.ts";
import type { SpacePublication, SpaceRowWithSite } from "./present.ts";

/** A space with what the caller may do in it. */
export interface SpaceThing extends VersionedThing {
  readonly space: Row<"spaces">;
  readonly member: Member;
  readonly rights: SpaceRights;
  /** Set for who reads a site that shows it: of its content they see what that site shows them. */
  readonly reader?: SiteReader | undefined;
}

/** The space of a bare id, also one in the trash. Who knows its organization asks `readSpace`. */
export function findSpace(read: Read, id: string): Promise<Row<"spaces"> | undefined> {
  return loadAt(read, id, (key) => readSpace(read, key));
}

async function withRights(
  deps: Deps,
  caller: Caller & Pick<Identity, "reader">,
  space: Row<"spaces">,
): Promise<SpaceThing | undefined> {
  const { reader } = caller;
  if (reader !== undefined) return shownTo(reader, space);
  const member = await deps.members.find(space.organization_id, caller);
  if (member === undefined) return undefined;
  const rights = spaceRights(await roleUnder(deps.members, space, member));
  return { space, member, rights, version: versioned("spaces", space) };
}

const withoutEditing = new Beside<Row<"spaces">, Row<"spaces">>();
const readers = new Beside<Member, SiteReader>();

/** A space of a site, without what is its editors' alone: the same object for the same row. */
export function shownTo(reader: SiteReader, row: Row<"spaces">): SpaceThing | undefined {
  if (row.organization_id !== reader.organization || !reader.spaces.has(row.id)) return undefined;
  const space = withoutEditing.make(row, leaveOutEditing);
  const member = readers.make(reader, ({ key }) => ({ userId: key, role: null, teams: [] }));
  return { space, member, rights: readerSpaceRights, reader, version: undefined };
}

function leaveOutEditing(row: Row<"spaces">): Row<"spaces"> {
  const nothing = { comments: 0, change_requests: 0, change_requests_open: 0, change_requests_draft: 0 };
  return { ...row, ...nothing, parent_id: null, git_sync: null, merge_rules: null };
}

/** The space that the path names, with the caller's rights; a deleted one is not found. */
export async function loadSpace({ deps, identity, params }: LoadCall): Promise<SpaceThing | undefined> {
  const space = await deps.spaces.find(params["spaceId"] ?? "");
  if (space === undefined || space.deleted_at !== null) return undefined;
  return withRights(deps, identity, space);
}

/** The same for changing its settings, which compares the version itself. */
export async function loadSettings(call: LoadCall): Promise<SpaceThing | undefined> {
  const thing = await loadSpace(call);
  return thing && { ...thing, version: thing.space.version };
}

/**
 * A space that the path does not name, where the caller may see it: what is not there, what is hidden and what lies
 * outside of the caller's installation are the same.
 */
export async function seeSpace(
  { deps, identity }: Pick<LoadCall, "deps" | "identity">,
  spaceId: string,
): Promise<SpaceThing | undefined> {
  const { installation } = identity;
  if (installation !== undefined && !(await isWithin(deps.db.read, installation, { spaceId })))
    return undefined;
  const thing = await loadSpace({ deps, identity, params: { spaceId } });
  return thing?.rights.view === true ? thing : undefined;
}

/** The same, those in the trash included for those who may restore them. */
export async function loadSpaceOrTrash({
  deps,
  identity,
  params,
}: LoadCall): Promise<SpaceThing | undefined> {
  const space = await deps.spaces.find(params["spaceId"] ?? "");
  if (space === undefined) return undefined;
  // The time decides, whether or not the job that removes it has run.
  if (space.deleted_at !== null && space.deleted_at <= deps.clock.now() - TRASH_MS) return undefined;
  const thing = await withRights(deps, identity, space);
  return space.deleted_at === null || thing?.rights.admin ? thing : undefined;
}

const OPENNESS = ["public", "unlisted", "share-link", "visitor-auth"];

/** Where spaces of an organization are published: for each the most open site, the oldest among equals. */
export async function publishedSites(
  read: Read,
  addresses: Addresses,
  organization: string,
  spaces: readonly string[],
): Promise<Map<string, SpacePublication>> {
  return mostOpen(addresses, await sitesShowing.all(read, { organization, spaces }));
}

const siteOpened = prepared((read, p: Params<{ organization: string; hash: string }>) =>
  read
    .selectFrom("share_links")
    .select("site_id")
    .where("organization_id", "=", p("organization"))
    .where("hash", "=", p("hash"))
    .where("active", "=", 1),
);

/**
 * Where one space is published, as it was within the last second.
 * @param shareKey of a share link: where its site is the one, the address is below it
 * @param reader of a site: there, and of others nothing is said
 */
export async function publishedIn(
  { db, spaces, addresses }: Deps,
  space: SpaceKey,
  shareKey?: string,
  reader?: SiteReader,
): Promise<SpacePublication | undefined> {
  const all = await spaces.sites(space);
  const sites = reader === undefined ? all : all.filter(({ id }) => reader.siteSpaces.has(id));
  if (sites.length === 0) return undefined;
  const { organization_id: organization, id } = space;
  const opened =
    shareKey !== undefined && shareKey === reader?.shareKey
      ? // Or they were no reader of it.
        reader.site
      : shareKey && (await siteOpened.first(db.read, { organization, hash: hashToken(shareKey) }))?.site_id;
  const isOpened = (site: ShowingSite): boolean =>
    site.site_id === opened && site.visibility === "share-link";
  const found = mostOpen(
    addresses,
    sites.toSorted((a, b) => Number(isOpened(b)) - Number(isOpened(a))),
  );
  const published = found.get(id);
  const site = sites.find((one) => isOpened(one));
  if (site === undefined || published?.visibility !== "share-link") return published;
  return { ...published, url: `${siteUrl(addresses, site)}${shareKey}/${pathBelowSite(site)}` };
}

/** Each space's most open site. @param sites the oldest of a space first */
export function mostOpen(addresses: Addresses, sites: readonly ShowingSite[]): Map<string, SpacePublication> {
  const found = new Map<string, SpacePublication>();
  for (const row of sites) {
    const other = found.get(row.space_id);
    if (other && OPENNESS.indexOf(other.visibility) <= OPENNESS.indexOf(row.visibility)) continue;
    found.set(row.space_id, {
      visibility: row.visibility,
      url: siteUrl(addresses, row) + pathBelowSite(row),
      ...visitorAuthOf(row),
    });
  }
  return found;
}

/** Who signs a site's visitors in. Of an integration nobody says which, so that nothing is said of it. */
function visitorAuthOf({ visibility, backend }: ShowingSite): Pick<SpacePublication, "visitorAuth"> {
  const isCustom = visibility === "visitor-auth" && (backend ?? "custom") === "custom";
  return isCustom ? { visitorAuth: { backend: "custom" } } : {};
}

/** Rows of one organization with where they are published, for the presenter. */
export async function withPublished(
  read: Read,
  addresses: Addresses,
  rows: readonly Row<"spaces">[],
): Promise<SpaceRowWithSite[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const published = await publishedSites(read, addresses, first.organization_id, ids);
  return rows.map((row) => ({ ...row, published: published.get(row.id) }));
}
