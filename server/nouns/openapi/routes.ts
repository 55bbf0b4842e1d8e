import { READING_SPECS } from "../../access/scopes.ts";
import { openAPISpecRights } from "../../access/table.ts";
import { notFound } from "../../http/errors.ts";
import { listOf, NO_ROWS, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { addSpec, createSpec, deleteSpec, setSource, setVisibility } from "./commands.ts";
import { presentSpec, type SpecRow } from "./present.ts";
import { findSpec, listSpecs, loadSpec } from "./queries.ts";
import * as schema from "./schema.ts";
import { computedOperations } from "./computedRoutes.ts";
import { versionOperations } from "./versionRoutes.ts";

const noun = "The OpenAPI specification";
const all = "/orgs/:organizationId/openapi";
const one = `${all}/:specSlug`;
/** A text of the longest kind, escaped. */
const BODY_LIMIT = 8 * 1024 * 1024;

const target = ({ organization_id: organization, id, slug }: SpecRow) => ({
  organization,
  target: { type: "openapi-spec", id, label: slug },
});

/** What the audit log keeps of a source: an address, but no text. */
const sourceTrace = (source: { url: string } | { text: string }) =>
  "url" in source ? { url: source.url } : { characters: source.text.length };

export const openAPIOperations = chapter("OpenAPI", [
  op({
    method: "GET",
    url: all,
    operationId: "listOpenAPISpecs",
    call: "openAPISpecs.list",
    summary: "List the OpenAPI specifications of an organization",
    description: "The oldest first. Guests see none.",
    scopes: READING_SPECS,
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: schema.OrganizationParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.OpenAPISpec) },
    handler: async ({ deps, thing: { organization, member }, paging }) => {
      const rights = openAPISpecRights(member.role);
      const page = rights.view ? await listSpecs(deps.db.read, organization.id, paging) : NO_ROWS;
      return pageOf(page, (row) => presentSpec(row, rights, deps));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createOpenAPISpec",
    call: "openAPISpecs.create",
    summary: "Add an OpenAPI specification",
    description:
      "Takes an address or the text. Accepts Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2, as JSON or YAML, up to 32 MB of JSON or 10 MB of YAML in at most 50 files; other files are fetched only from the origin of the first. The source is read after the answer; `processingState` shows the progress. A slug that is taken answers 409.",
    scopes: ["openapi:write"],
    access: holding("The organization", loadOrganization, "createOpenAPISpec"),
    shapes: { params: schema.OrganizationParams, body: schema.CreateSpec },
    answers: { 201: schema.OpenAPISpec },
    bodyLimit: BODY_LIMIT,
    tagged: true,
    handler: ({ deps, thing, body: { slug, source }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const organization = thing.organization.id;
        const row = await createSpec(tx, { organization, slug, source }, { now, newId });
        await trace({ action: "openapi-spec.create", ...target(row), after: sourceTrace(source) });
        return created(presentSpec(row, openAPISpecRights(thing.member.role), deps), row.version);
      }),
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getOpenAPISpecBySlug",
    call: "openAPISpecs.get",
    summary: "Get an OpenAPI specification",
    scopes: READING_SPECS,
    access: holding(noun, loadSpec, "view"),
    shapes: { params: schema.SpecParams },
    answers: { 200: schema.OpenAPISpec },
    tagged: true,
    handler: ({ deps, thing: { spec, rights } }) => ok(presentSpec(spec, rights, deps), spec.version),
  }),
  op({
    method: "PUT",
    url: one,
    operationId: "createOrUpdateOpenAPISpecBySlug",
    call: "openAPISpecs.put",
    summary: "Add an OpenAPI specification, or set its source",
    description:
      "Lectern reads the source again, even if the address is the same. The last version stays until there is a new one.",
    scopes: ["openapi:write"],
    access: holding("The organization", loadOrganization, "createOpenAPISpec"),
    shapes: { params: schema.NewSpecParams, body: schema.PutSpec },
    answers: { 200: schema.OpenAPISpec },
    bodyLimit: BODY_LIMIT,
    tagged: true,
    handler: ({ deps, thing, params, body: { source }, expectedVersion, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const organization = thing.organization.id;
        const known = await findSpec(tx, organization, params.specSlug);
        const at = { now, newId };
        const added = known
          ? undefined
          : await addSpec(tx, { organization, slug: params.specSlug, source }, at);
        // Without either, somebody else has added it meanwhile.
        const there = known ?? added ?? (await findSpec(tx, organization, params.specSlug));
        if (there === undefined) throw notFound(noun);
        const row = added ?? (await setSource(tx, there, source, expectedVersion, at));
        const action = added ? "openapi-spec.create" : "openapi-spec.update";
        await trace({ action, ...target(row), after: sourceTrace(source) });
        return ok(presentSpec(row, openAPISpecRights(thing.member.role), deps), row.version);
      }),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateOpenAPISpecBySlug",
    call: "openAPISpecs.update",
    summary: "Set the visibility of an OpenAPI specification",
    description: "`public` opens `urls.published` to everybody, `private` closes it.",
    scopes: ["openapi:write"],
    access: holding(noun, loadSpec, "edit"),
    shapes: { params: schema.SpecParams, body: schema.PatchSpec },
    answers: { 200: schema.OpenAPISpec },
    tagged: true,
    handler: ({ deps, thing: { spec, rights }, body: { visibility }, expectedVersion, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await setVisibility(tx, spec, visibility, expectedVersion, now);
        const before = { visibility: spec.visibility };
        await trace({ action: "openapi-spec.update", ...target(row), before, after: { visibility } });
        return ok(presentSpec(row, rights, deps), row.version);
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteOpenAPISpecBySlug",
    call: "openAPISpecs.delete",
    summary: "Delete an OpenAPI specification",
    description: "With all its versions.",
    scopes: ["openapi:write"],
    access: holding(noun, loadSpec, "edit"),
    shapes: { params: schema.SpecParams },
    answers: { 205: null },
    handler: ({ thing: { spec }, change }) =>
      change(async ({ tx, trace }) => {
        await deleteSpec(tx, spec);
        await trace({ action: "openapi-spec.delete", ...target(spec) });
        return empty(205);
      }),
  }),
  ...versionOperations,
  ...computedOperations,
]);
