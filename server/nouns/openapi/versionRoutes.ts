import { READING_SPECS, SITE_READER } from "../../access/scopes.ts";
import { keptText } from "../../content/kept.ts";
import type { Deps } from "../../deps.ts";
import { keptJson } from "../../http/keptJson.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, keptBytes, ok, op, type Operation } from "../../http/operation.ts";
import { readLong } from "./pieces.ts";
import { presentVersion, publishedUrl, versionFileUrl } from "./present.ts";
import { listVersions, loadSpec, loadVersion, type VersionThing } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The version of the OpenAPI specification";
const all = "/orgs/:organizationId/openapi/:specSlug/versions";

type Call = { readonly deps: Deps; readonly thing: VersionThing };

function answerContent({ deps, thing: { spec, found } }: Call) {
  const url = versionFileUrl(deps, spec, found.id);
  const isPublic = spec.visibility === "public";
  const urls = { source: url, public: isPublic ? publishedUrl(deps.addresses, spec) : null };
  const key = `openapi.content ${found.id} ${spec.slug} ${spec.visibility} ${deps.secrets.id}`;
  const bytes = keptText(deps.content.of(spec.organization_id), "openapi.content", key, async () =>
    Buffer.concat([
      Buffer.from('{"filesystem":'),
      await readLong(deps.db.read, spec.organization_id, found.filesystem),
      Buffer.from(`,"url":${JSON.stringify(url)},"urls":${JSON.stringify(urls)}}`),
    ]),
  );
  return keptBytes({ schema: schema.VersionContent, key, bytes });
}

function answerRaw({ deps, thing: { spec, found } }: Call) {
  const key = found.id;
  return keptJson(deps.content.of(spec.organization_id), schema.RawContent, "openapi.raw", key, async () => ({
    text: (await readLong(deps.db.read, spec.organization_id, found.raw)).toString(),
    format: found.format,
  }));
}

/** The operations on one version: the latest one, and any by its id. */
function operationsOn(which: "Latest" | "ById"): readonly Operation[] {
  const isLatest = which === "Latest";
  const url = isLatest ? `${all}/latest` : `${all}/:versionId`;
  const what = isLatest ? "the latest version" : "a version";
  const id = (part: string) =>
    isLatest ? `getLatestOpenAPISpecVersion${part}` : `getOpenAPISpecVersion${part}ById`;
  const resource = isLatest ? "openAPISpecs.latestVersion" : "openAPISpecs.versions";
  const access = holding(noun, loadVersion, "view");
  // Readers of a site see what it shows, which is made of the latest.
  const scopes = isLatest ? ([...READING_SPECS, SITE_READER] as const) : READING_SPECS;
  const params = isLatest ? schema.SpecParams : schema.VersionParams;
  return chapter("OpenAPI", [
    op({
      method: "GET",
      url,
      operationId: id(""),
      call: `${resource}.get`,
      summary: `Get ${what} of an OpenAPI specification`,
      scopes,
      access,
      shapes: { params },
      answers: { 200: schema.OpenAPISpecVersion },
      handler: ({ deps, thing: { spec, found } }) => ok(presentVersion(found, spec, deps)),
    }),
    op({
      method: "GET",
      url: `${url}/content`,
      operationId: id("Content"),
      call: `${resource}.getContent`,
      summary: `Get the files of ${what} of an OpenAPI specification`,
      description:
        "Parsed, references kept: the list of files that libraries which read OpenAPI take, the first one marked `isEntrypoint`.",
      scopes,
      access,
      shapes: { params },
      answers: { 200: schema.VersionContent },
      handler: answerContent,
    }),
    op({
      method: "GET",
      url: `${url}/content/raw`,
      operationId: id("ContentRaw"),
      call: `${resource}.getText`,
      summary: `Get the text of ${what} of an OpenAPI specification`,
      description: "The text of the main file, unchanged.",
      scopes,
      access,
      shapes: { params },
      answers: { 200: schema.RawContent },
      handler: answerRaw,
    }),
  ]);
}

export const versionOperations = chapter("OpenAPI", [
  op({
    method: "GET",
    url: all,
    operationId: "listOpenAPISpecVersions",
    call: "openAPISpecs.versions.list",
    summary: "List the versions of an OpenAPI specification",
    description: "The oldest first. A version is made when the source says something else than before.",
    scopes: READING_SPECS,
    access: holding("The OpenAPI specification", loadSpec, "view"),
    shapes: { params: schema.SpecParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.OpenAPISpecVersion) },
    handler: async ({ deps, thing: { spec }, paging }) => {
      const page = await listVersions(deps.db.read, spec, paging);
      return pageOf(page, (row) => presentVersion(row, spec, deps));
    },
  }),
  ...operationsOn("Latest"),
  ...operationsOn("ById"),
]);
