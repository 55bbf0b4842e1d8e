/** One revision as one caller sees its links: what every answer about links is made from. */
import type { Content } from "../../content/store.ts";
import type { Identity } from "../../access/identity.ts";
import { organizationRights } from "../../access/table.ts";
import type { Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { byCodeUnit } from "../../../engine/json.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import { siteUrl } from "../../../engine/siteAddress.ts";
import { presentOrganization } from "../orgs/present.ts";
import { pagesOfSpace, type RevisionThing } from "../revisions/queries.ts";
import { presentSpace } from "../spaces/present.ts";
import { publishedIn, seeSpace, type SpaceThing } from "../spaces/queries.ts";
import { hostnamesOf, organizationOf } from "./around.ts";

/** A space that links lead into or come from, as JSON: what every location in it begins with. */
export interface LinkGround {
  readonly thing: Pick<SpaceThing, "space" | "member" | "rights">;
  /** The path in the console below which its pages are. */
  readonly pagesAt: string;
  /** `"organization":{…},"space":{…}` */
  readonly json: string;
}

export interface PresentedLink {
  readonly deps: Deps;
  /** That of the organization of the revision. */
  readonly content: Content;
  readonly identity: Identity;
  readonly root: RevisionRoot;
  readonly ground: LinkGround;
  /** The addresses at which this installation answers for the organization, without a trailing slash. */
  readonly origins: readonly string[];
  /** What, besides the content, decides an answer. */
  readonly key: string;
}

/** Opens a revision that the caller may read. */
export async function openView(deps: Deps, identity: Identity, thing: RevisionThing): Promise<PresentedLink> {
  const content = deps.content.of(thing.space.organization_id);
  const [root, ground, origins] = await Promise.all([
    content.root(thing.revision.root),
    openGround(deps, identity, thing, thing.pagesAt),
    originsOf(deps, thing.space.organization_id),
  ]);
  return {
    deps,
    content,
    identity,
    root,
    ground,
    origins,
    key: contentHash(JSON.stringify([ground.json, ground.pagesAt, origins])),
  };
}

/** Another space, if the caller may see it: one that is not there and one that is hidden are the same. */
export async function openOther(
  { deps, identity, ground }: PresentedLink,
  id: string,
): Promise<LinkGround | undefined> {
  if (id === ground.thing.space.id) return ground;
  const thing = await seeSpace({ deps, identity }, id);
  return thing && openGround(deps, identity, thing, pagesOfSpace(id));
}

async function openGround(
  deps: Deps,
  identity: Identity,
  { space, member, rights }: Pick<SpaceThing, "space" | "member" | "rights">,
  pagesAt: string,
): Promise<LinkGround> {
  const [organization, membership, published] = await Promise.all([
    organizationOf(deps.db, space.organization_id),
    deps.members.find(space.organization_id, identity),
    publishedIn(deps, space),
  ]);
  if (organization === undefined) throw new Error(`space ${space.id} is in no organization`);
  const own = organizationRights(member.role, membership?.ownsTeam ?? false);
  const told = {
    organization: presentOrganization(organization, own, deps.addresses),
    space: presentSpace({ ...space, published }, rights, deps.addresses),
  };
  return { thing: { space, member, rights }, pagesAt, json: JSON.stringify(told).slice(1, -1) };
}

async function originsOf({ db, addresses }: Deps, id: string): Promise<string[]> {
  const { app, sites, sitesDomain } = addresses;
  const [organization, own] = await Promise.all([
    sitesDomain === undefined ? undefined : organizationOf(db, id),
    hostnamesOf(db, id),
  ]);
  const shown = [app];
  if (sitesDomain === undefined) shown.push(sites);
  else if (organization !== undefined)
    shown.push(new URL(siteUrl(addresses, { organization: organization.hostname, basename: "" })).origin);
  return [...new Set([...shown, ...own.map((hostname) => `https://${hostname}`)])].toSorted(byCodeUnit);
}
