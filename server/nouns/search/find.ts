/** Finding things of an organization by what they are called: what somebody types who wants to go there. */
import { aclsWithin } from "../../access/scope.ts";
import { openAPISpecRights } from "../../access/table.ts";
import { searchSpaces } from "../../content/search/searchSpaces.ts";
import { contains, folded } from "../../db/contains.ts";
import type { Deps } from "../../deps.ts";
import type { OrganizationThing } from "../orgs/queries.ts";
import { readableSpaces } from "./queries.ts";
import type { FoundThing, FoundType } from "./schema.ts";
import type { Static } from "typebox";

/** Someone who looks for something. */
interface Finding {
  readonly deps: Deps;
  readonly organization: string;
  readonly thing: OrganizationThing;
  readonly acls: readonly string[];
  readonly query: string;
  /** Titles of the spaces that they may read, by id. */
  readonly spaces: ReadonlyMap<string, string>;
}

/** Things of one type in an answer. */
const MOST_OF_EACH = 8;

type FoundShape = Static<typeof FoundThing>;

/** A thing that a title was compared with. */
interface TitledThing {
  readonly id: string;
  readonly title: string;
}

/** What is called so, of some types: eight of each at most, the best first. What only says so in its text is last. */
export async function findThings(
  deps: Deps,
  thing: OrganizationThing,
  { query, types }: { readonly query: string; readonly types: readonly FoundType[] },
): Promise<readonly FoundShape[]> {
  const organization = thing.organization.id;
  const acls = await aclsWithin(deps.members, organization, thing.member);
  const rows = await readableSpaces.all(deps.db.read, { organization, acls });
  const spaces = new Map(rows.map(({ id, title }) => [id, title]));
  const finding: Finding = { deps, organization, thing, acls, query, spaces };
  const found = await Promise.all(types.map((type) => FINDERS[type](finding)));
  const text = folded(query.trim());
  const ranked = found.flat().map((one) => ({ one, place: placeIn(folded(one.title), text) }));
  return ranked.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

const FINDERS: Readonly<Record<FoundType, (finding: Finding) => Promise<FoundShape[]>>> = {
  space: async (finding) =>
    best(
      finding,
      [...finding.spaces].map(([id, title]) => ({ id, title })),
      ({ id }) => `/s/${id}`,
      "space",
    ),
  collection: findCollections,
  page: findPages,
  "change-request": findChangeRequests,
  site: findSites,
  spec: findSpecs,
  member: findMembers,
  team: findTeams,
};

/** Those of some whose titles have the text, the best first. */
function best<Thing extends TitledThing>(
  { deps, query }: Finding,
  things: readonly Thing[],
  pathOf: (thing: Thing) => string,
  type: FoundType,
): FoundShape[] {
  const text = folded(query.trim());
  return things
    .map((thing) => ({ thing, place: placeIn(folded(thing.title), text) }))
    .filter(({ place }) => place < NOWHERE)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, MOST_OF_EACH)
    .map(({ thing }) => told(deps, thing, pathOf(thing), type));
}

const NOWHERE = 4;

/** The whole title, the beginning of one, of a word in it, or somewhere inside. */
function placeIn(title: string, text: string): number {
  if (title === text) return 0;
  if (title.startsWith(text)) return 1;
  if (title.includes(` ${text}`)) return 2;
  return title.includes(text) ? 3 : NOWHERE;
}

function told({ addresses }: Deps, { id, title }: TitledThing, path: string, type: FoundType): FoundShape {
  return { type, id, title, urls: { app: addresses.app + path } };
}

async function findCollections(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, acls } = finding;
  if (acls.length === 0) return [];
  const rows = await deps.db.read
    .selectFrom("collections")
    .select(["id", "title"])
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .where("acl", "in", acls)
    .execute();
  return best(finding, rows, ({ id }) => `/c/${id}`, "collection");
}

/** Pages by the index: their words are found as a search of content finds them, titles first. */
async function findPages({ deps, organization, query, spaces }: Finding): Promise<FoundShape[]> {
  const question = { organization, spaces: [...spaces.keys()], query, limit: MOST_OF_EACH };
  const { pages } = await searchSpaces(await deps.db.upToDate(), question);
  return pages.map(({ pageId, spaceId, title }) => ({
    ...told(deps, { id: pageId, title }, `/s/${spaceId}/${pageId}`, "page"),
    where: spaces.get(spaceId) ?? "",
  }));
}

/** Open ones and drafts, by their subjects and by their numbers. */
async function findChangeRequests(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, acls, query, spaces } = finding;
  if (acls.length === 0) return [];
  const number = /^#?(\d{1,9})$/.exec(query.trim())?.[1];
  const rows = await deps.db.read
    .selectFrom("change_requests")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "change_requests.organization_id")
        .onRef("spaces.id", "=", "change_requests.space_id"),
    )
    .select(["change_requests.number", "change_requests.subject", "change_requests.space_id as space"])
    .where("change_requests.organization_id", "=", organization)
    .where("change_requests.status", "in", ["draft", "open"])
    .where("spaces.deleted_at", "is", null)
    .where("spaces.acl", "in", acls)
    .$if(number !== undefined, (rest) => rest.where("change_requests.number", "=", Number(number)))
    .orderBy("change_requests.created_at", "desc")
    .orderBy("change_requests.id")
    .limit(MOST_COMPARED)
    .execute();
  const text = folded(query.trim());
  const matching = number === undefined ? rows.filter(({ subject }) => folded(subject).includes(text)) : rows;
  return matching.slice(0, MOST_OF_EACH).map(({ number: of, subject, space }) => ({
    ...told(deps, { id: String(of), title: subject }, `/s/${space}/~/changes/${of}`, "change-request"),
    where: spaces.get(space) ?? "",
  }));
}

/** The newest open change requests whose subjects are looked at. */
const MOST_COMPARED = 1000;

async function findSites(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, acls, query } = finding;
  if (acls.length === 0) return [];
  const rows = await deps.db.read
    .selectFrom("sites")
    .select(["id", "title"])
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .where("acl", "in", acls)
    .where((where) => contains(where.ref("title_folded"), query.trim()))
    .limit(MOST_OF_EACH * SPARE)
    .execute();
  return best(finding, rows, ({ id }) => `/o/${organization}/sites/${id}`, "site");
}

/** Rows that are read for each that is told, of which the best are chosen. */
const SPARE = 20;

async function findSpecs(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, thing } = finding;
  if (!openAPISpecRights(thing.member.role).view) return [];
  const rows = await deps.db.read
    .selectFrom("openapi_specs")
    .select("slug")
    .where("organization_id", "=", organization)
    .execute();
  const specs = rows.map(({ slug }) => ({ id: slug, title: slug }));
  return best(finding, specs, ({ id }) => `/o/${organization}/specs/${id}`, "spec");
}

async function findMembers(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, thing, query } = finding;
  if (!thing.rights.listMembers) return [];
  const rows = await deps.db.read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.display_name as title"])
    .where("members.organization_id", "=", organization)
    .where((where) => contains(where.ref("users.name_folded"), query.trim()))
    .limit(MOST_OF_EACH * SPARE)
    .execute();
  return best(finding, rows, () => `/o/${organization}/members`, "member");
}

async function findTeams(finding: Finding): Promise<FoundShape[]> {
  const { deps, organization, thing, query } = finding;
  if (!thing.rights.listTeams) return [];
  const rows = await deps.db.read
    .selectFrom("teams")
    .select(["id", "title"])
    .where("organization_id", "=", organization)
    .where((where) => contains(where.ref("title_folded"), query.trim()))
    .limit(MOST_OF_EACH * SPARE)
    .execute();
  return best(finding, rows, ({ id }) => `/o/${organization}/teams/${id}`, "team");
}
