/** Where a content source is asked, and whether pages still name it. */
import { contentHash } from "../../../engine/hash.ts";
import type { ContentSource } from "../../../engine/contentSource.ts";
import { canonicalJson, type JsonObject } from "../../../engine/json.ts";
import { roleUnder } from "../../access/scope.ts";
import { installedOnSpace, isWithin } from "../../access/installations.ts";
import { READING_SPECS } from "../../access/scopes.ts";
import { openAPISpecRights, spaceRights } from "../../access/table.ts";
import { LONGEST_SOURCE, MOST_DEPENDENCIES, namedSources } from "../../content/computed/namedSources.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { findInstallation } from "../installations/queries.ts";
import { detailsOf } from "../integrations/present.ts";
import { integrationOfId } from "../integrations/queries.ts";
import { integrationsOnSpace } from "../sites/site/integrations.ts";
import type { SourcePlace } from "./ask.ts";

export type SourceRow = Row<"content_sources">;

/** A source, as far as something is looked up for it. */
type SourceOfSpace = Pick<
  SourceRow,
  "organization_id" | "space_id" | "integration" | "source" | "vouched_by"
>;

export interface ReadySource {
  readonly place: SourcePlace;
  /** Another text where the integration or how it is set up is another. */
  readonly state: string;
}

/** Who is asked for a source; or why nobody is, in a sentence. */
export async function placeOfSource(
  deps: Deps,
  row: SourceOfSpace,
  source: ContentSource,
): Promise<ReadySource | string> {
  const { read } = deps.db;
  const space = { organization_id: row.organization_id, id: row.space_id };
  const active = (await integrationsOnSpace(read, space)).find(({ name }) => name === row.integration);
  const integration = active && (await integrationOfId(read, active.integration));
  const key = active && { organization_id: row.organization_id, id: active.installation };
  const installation = key && (await findInstallation(read, key, []));
  if (active === undefined || integration === undefined || key === undefined || installation === undefined)
    return notActive(read, row);
  if (!declares(integration, source.source))
    return `The integration has no content source "${source.source}". Publish a version that declares it, or insert the page anew.`;
  const owner = installation.owner_id;
  if (!(await seeing(deps, row.organization_id, owner).space(row.space_id)))
    return "The person who set the integration up does not see this space. Give them a role on it, or have somebody who sees it change the installation: they answer for it then.";
  if (row.source.length > LONGEST_SOURCE || Object.keys(source.dependencies).length > MOST_DEPENDENCIES)
    return `The page's source is too long: at most ${LONGEST_SOURCE} characters as JSON, and ${MOST_DEPENDENCIES} dependencies.`;
  const told = toldOf(deps, row, { id: key.id, owner, scopes: active.scopes });
  const problem = await unvouched(source, told.vouched);
  if (problem !== undefined) return problem;
  const resolve = (of: ContentSource["dependencies"]) => resolved(deps, row.organization_id, of, told);
  return { place: { integration, installation: key, space: row.space_id, resolve }, state: active.state };
}

/** Why an integration does nothing on a space. */
async function notActive(
  read: Read,
  { organization_id: organization, space_id: space, integration: name }: SourceOfSpace,
): Promise<string> {
  const isInstalled = (await installedOnSpace.first(read, { organization, space, name })) !== undefined;
  return isInstalled
    ? "The integration is not active on this space. Resume it if it is paused, complete its configuration if that lacks something, or have somebody who may install integrations change the installation if whoever set it up may not any more."
    : "The integration is not installed on this space. Install it there.";
}

/** Whether an integration has a source of this id. */
export const declares = (integration: Row<"integrations">, source: string): boolean =>
  detailsOf(integration).contentSources.some(({ id }) => id === source);

/** What is told of an organization's spaces and specifications. */
interface Seeing {
  readonly space: (id: string) => Promise<boolean>;
  readonly specs: () => Promise<boolean>;
}

/** What somebody sees in an organization; nobody sees nothing. */
function seeing(
  { members, spaces }: Pick<Deps, "members" | "spaces">,
  organization: string,
  user: string | null,
): Seeing {
  const memberOf = async () => (user === null ? undefined : members.ofUser(organization, user));
  return {
    space: async (id) => {
      const member = await memberOf();
      const space = await spaces.find(id);
      if (member === undefined || space?.organization_id !== organization || space.deleted_at !== null)
        return false;
      return spaceRights(await roleUnder(members, space, member)).view;
    },
    specs: async () => {
      const member = await memberOf();
      return member !== undefined && openAPISpecRights(member.role).view;
    },
  };
}

const READING_SPACES = new Set(["space:read", "space:content:read", "space:content:write"]);

/**
 * What the script of a source is told of: what its installation reaches, what whoever answers for that sees, and what
 * whoever inserted the page sees. Of pages that nobody vouches for, as from Git, that is their own space alone.
 */
function toldOf(
  deps: Deps,
  row: SourceOfSpace,
  { id, owner, scopes }: { readonly id: string; readonly owner: string; readonly scopes: readonly string[] },
): Seeing & { readonly vouched: Seeing } {
  const organization = row.organization_id;
  const [owners, vouched] = [owner, row.vouched_by].map((user) => seeing(deps, organization, user));
  if (owners === undefined || vouched === undefined) throw new Error("Nobody sees.");
  const isOwn = (space: string): boolean => space === row.space_id;
  return {
    vouched: { ...vouched, space: async (space) => isOwn(space) || vouched.space(space) },
    space: async (space) =>
      scopes.some((scope) => READING_SPACES.has(scope)) &&
      (isOwn(space) || (await vouched.space(space))) &&
      (await owners.space(space)) &&
      isWithin(deps.db.read, { id, organization, depth: 0 }, { spaceId: space }),
    specs: async () =>
      READING_SPECS.some((scope) => scopes.includes(scope)) &&
      (await vouched.specs()) &&
      (await owners.specs()),
  };
}

/** What of a source's dependencies whoever put its page there doesn't see, in a sentence. */
async function unvouched({ dependencies }: Pick<ContentSource, "dependencies">, { space, specs }: Seeing) {
  for (const [name, { ref }] of Object.entries(dependencies)) {
    const of = ref["space"];
    const isSeen = ref["kind"] === "openapi" ? await specs() : typeof of !== "string" || (await space(of));
    if (!isSeen)
      return `The page depends on "${name}", which nobody who sees it has inserted the page for. Have somebody who sees it insert the page anew by the API.`;
  }
  return undefined;
}

/** What dependencies are now: of what whoever answers for the installation doesn't see, nothing is told. */
async function resolved(
  deps: Deps,
  organization: string,
  dependencies: ContentSource["dependencies"],
  told: Seeing,
): Promise<JsonObject> {
  const values: Record<string, JsonObject> = {};
  for (const [name, { ref }] of Object.entries(dependencies))
    values[name] = { ref, value: await valueOf(deps, organization, ref, told) };
  return values;
}

async function valueOf(
  deps: Deps,
  organization: string,
  { kind, space, spec }: JsonObject,
  told: Seeing,
): Promise<JsonObject | null> {
  if (kind === "space" && typeof space === "string") {
    const head = (await told.space(space)) ? (await deps.spaces.find(space))?.head : undefined;
    return head === undefined ? null : { object: "space", id: space, revision: head };
  }
  if (kind !== "openapi" || typeof spec !== "string" || !(await told.specs())) return null;
  const found = await deps.db.read
    .selectFrom("openapi_specs")
    .select(["id", "slug", "last_version_id"])
    .where("organization_id", "=", organization)
    .where("slug", "=", spec)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { id, slug, last_version_id: last } = found;
  return { object: "openapi-spec", id, slug, ...(last === null ? {} : { lastVersion: last }) };
}

/** What a source is made from: another hash where anything of it is another. */
export async function basisOf({ place, state }: ReadySource, source: ContentSource): Promise<string> {
  return contentHash(canonicalJson([state, await place.resolve(source.dependencies)]));
}

/** Whether a page names the source, in the space or in a change request that is under way. */
export async function isNamedInSpace(deps: Deps, row: SourceRow): Promise<boolean> {
  const space = { organization_id: row.organization_id, id: row.space_id };
  const content = deps.content.of(row.organization_id);
  return (await namedSources(deps.db.read, content, space, row.key)).has(row.key);
}
