import { versionFileAddress } from "../../content/computed/specs.ts";
import { READING_SPECS, SITE_READER } from "../../access/scopes.ts";
import { referencePages, referenceText } from "../../../engine/openapi/reference/pages.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { documentOf } from "../../http/document.ts";
import { DocumentShape } from "../../http/documentShape.ts";
import { keptJson } from "../../http/keptJson.ts";
import { invalidField } from "../../http/errors.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { presentPage } from "../revisions/present.ts";
import { pagesOfSpace } from "../revisions/queries.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { branchesOf, versionOfSource } from "./computed.ts";
import { branchesOfSource, documentOfSource, READING, requireOpenAPI } from "./computedSource.ts";
import * as schema from "./schema.ts";

const OPENAPI = "builtin:openapi";

/** What computed pages show: made from a specification on the spot, or by the script of an integration beforehand. */
export const computedOperations = chapter("OpenAPI", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/computed/revision",
    operationId: "getComputedRevision",
    call: "spaces.computed.getRevision",
    summary: "Make the pages of a computed page without saving them",
    description:
      "The pages that a computed page with this `source` shows. Of an API: those of the latest version of the specification, or of the one " +
      "that `value.lastVersion` names. Pages have the same ids whenever `seed` is the same. Nothing is changed. The " +
      "text of a page is made by `getComputedDocument` from its `computed`. Of the content source of an integration: the " +
      "pages that its script made of it for a page of this space, whose id is the `seed`.",
    scopes: [...READING_SPECS, ...READING],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, body: schema.ComputeRevision },
    answers: { 200: schema.ComputedRevision },
    points: 5,
    perOrganization: { atOnce: 4, of: ({ space }) => space.organization_id },
    handler: async ({ deps, identity, thing: { space }, body: { source, seed } }) => {
      const how = { deps, space: space.id, pagesAt: pagesOfSpace(space.id), metadata: true };
      if (source.type !== OPENAPI) {
        const made = await branchesOfSource(deps, { space, identity }, source as JsonObject, seed);
        return ok({ pages: made.map((one) => presentPage(one, how)), files: [], reusableContents: [] });
      }
      requireOpenAPI(identity);
      const { props, dependencies } = source as schema.OpenAPIRevisionSource;
      const { version, outline } = await versionOfSource(deps, space.organization_id, identity, dependencies);
      const pages = referencePages(outline, {
        spec: version.slug,
        seed,
        models: props.models,
        grouping: props.grouping ?? "by-tag",
        ...(props.downloadLink === true ? { downloadLink: versionFileAddress(deps, version) } : {}),
      });
      const shown = branchesOf(pages, version, seed).map((branch) => presentPage(branch, how));
      return ok({ pages: shown, files: [], reusableContents: [] });
    },
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/computed/document",
    operationId: "getComputedDocument",
    call: "spaces.computed.getDocument",
    summary: "Make the text of a page of a computed page without saving it",
    description:
      "`models` is all schemas; `operations` with `page` the operations of the tag of that name, or the one operation " +
      "with that slug; `info` the text of a tag alone. Of the content source of an integration: the text of the page of " +
      "this space that has this `computed`. Nothing is changed.",
    scopes: [...READING_SPECS, ...READING, SITE_READER],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: schema.DocumentQuery, body: schema.ComputeDocument },
    answers: { 200: DocumentShape },
    points: 5,
    perOrganization: { atOnce: 4, of: ({ space }) => space.organization_id },
    handler: async ({ deps, identity, thing, body: { source } }) => {
      const { space } = thing;
      if (source.type !== OPENAPI) return documentOfSource(deps, thing, identity, source as JsonObject);
      requireOpenAPI(identity);
      const { props, dependencies } = source as schema.OpenAPIDocumentSource;
      const { version, outline } = await versionOfSource(deps, space.organization_id, identity, dependencies);
      const text = referenceText(outline, version.slug, props);
      if (text === undefined)
        throw invalidField("/source/props/page", "names no tag and no operation of the specification.");
      const content = deps.content.of(space.organization_id);
      return keptJson(content, DocumentShape, "document.computed", contentHash(text), () =>
        documentOf(content.organization, text),
      );
    },
  }),
]);
