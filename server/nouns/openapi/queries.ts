import type { Identity } from "../../access/identity.ts";
import { openAPISpecRights, type OpenAPISpecRights, readerSpecRights } from "../../access/table.ts";
import { isNamedOnSite } from "../../content/computed/namedOnSite.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { RowPage } from "../../http/list.ts";
import { oldestFirst, pageBy } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, VersionedThing, Paging } from "../../http/operation.ts";
import type { SpecRow, VersionRow } from "./present.ts";

interface SpecThing extends VersionedThing {
  readonly spec: SpecRow;
  readonly rights: OpenAPISpecRights;
}

const bySlug = prepared((read, p: Params<{ organization: string; slug: string }>) =>
  read
    .selectFrom("openapi_specs")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("slug", "=", p("slug")),
);
const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("openapi_specs")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** A description of an organization, by its slug. */
export function findSpec(read: Read, organization: string, slug: string): Promise<SpecRow | undefined> {
  return bySlug.first(read, { organization, slug });
}

const bySlugs = prepared((read, p: Params<{ organization: string; slugs: readonly string[] }>) =>
  read
    .selectFrom("openapi_specs")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("slug", "in", p.list("slugs")),
);

/** Those of some descriptions of an organization that there are. */
export async function findSpecs(
  read: Read,
  organization: string,
  slugs: readonly string[],
): Promise<SpecRow[]> {
  return slugs.length === 0 ? [] : bySlugs.all(read, { organization, slugs });
}

export function findSpecById(read: Read, organization: string, id: string): Promise<SpecRow | undefined> {
  return byId.first(read, { organization, id });
}

/** What the reader of a site may do with a description of its organization; undefined for members. */
export async function rightsOfReader(
  deps: Deps,
  { reader }: Pick<Identity, "reader">,
  organization: string,
  slug: string,
): Promise<OpenAPISpecRights | undefined> {
  if (reader === undefined) return undefined;
  const isTheirs =
    reader.organization === organization && (await isNamedOnSite(deps, reader, `openapi:${slug}`));
  return isTheirs ? readerSpecRights : openAPISpecRights(null);
}

/** The description that the path names, with the caller's rights. */
export async function loadSpec({ deps, identity, params }: LoadCall): Promise<SpecThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const reading = await rightsOfReader(deps, identity, organization, params["specSlug"] ?? "");
  if (reading !== undefined) {
    const shown = reading.view && (await findSpec(deps.db.read, organization, params["specSlug"] ?? ""));
    return shown ? { spec: shown, rights: reading, version: undefined } : undefined;
  }
  const member = await deps.members.find(organization, identity);
  if (member === undefined) return undefined;
  const spec = await findSpec(deps.db.read, organization, params["specSlug"] ?? "");
  return spec && { spec, rights: openAPISpecRights(member.role), version: spec.version };
}

const VERSION_COLUMNS = [
  "organization_id",
  "id",
  "spec_id",
  "hash",
  "url",
  "format",
  "openapi",
  "outline",
  "filesystem",
  "raw",
  "created_at",
] as const;

const versionById = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("openapi_versions")
    .select(VERSION_COLUMNS)
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** A version, of whichever description of the organization. */
export function findVersion(read: Read, organization: string, id: string): Promise<VersionRow | undefined> {
  return versionById.first(read, { organization, id });
}

export interface VersionThing extends LoadedThing {
  readonly spec: SpecRow;
  readonly found: VersionRow;
  readonly rights: OpenAPISpecRights;
}

/** The version that the path names, or the latest one where it names none. */
export async function loadVersion(call: LoadCall): Promise<VersionThing | undefined> {
  const thing = await loadSpec(call);
  const id = call.params["versionId"] ?? thing?.spec.last_version_id ?? undefined;
  if (thing === undefined || id === undefined) return undefined;
  const found = await findVersion(call.deps.db.read, thing.spec.organization_id, id);
  if (found === undefined || found.spec_id !== thing.spec.id) return undefined;
  return { spec: thing.spec, found, rights: thing.rights };
}

/** The descriptions of an organization, oldest first. */
export async function listSpecs(read: Read, organization: string, paging: Paging): Promise<RowPage<SpecRow>> {
  const query = read.selectFrom("openapi_specs").where("organization_id", "=", organization);
  return oldestFirst(query, paging);
}

/** The versions of a description, oldest first. */
export function listVersions(
  read: Read,
  spec: Pick<SpecRow, "organization_id" | "id">,
  paging: Paging,
): Promise<RowPage<VersionRow>> {
  const query = read
    .selectFrom("openapi_versions")
    .where("organization_id", "=", spec.organization_id)
    .where("spec_id", "=", spec.id);
  return pageBy(query.select(VERSION_COLUMNS), ["created_at", "id"], paging);
}
