import { versionFileAddress } from "../../content/computed/specs.ts";
import { SITE_READER } from "../../access/scopes.ts";
import { referencePages, referenceText } from "../../../engine/openapi/reference/pages.ts";
import { contentHash } from "../../../engine/hash.ts";
import { documentOf } from "../../http/document.ts";
import { DocumentShape } from "../../http/documentShape.ts";
import { keptJson } from "../../http/keptJson.ts";
import { invalidField } from "../../http/errors.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { presentPage } from "../revisions/present.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { branchesOf, versionOfSource } from "./computed.ts";
import * as schema from "./schema.ts";

/** What is made from a specification on the spot. */
export const computedOperations = chapter("OpenAPI", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/computed/revision",
    operationId: "getComputedRevision",
    call: "spaces.computed.getRevision",
    summary: "Make the pages of an API reference without saving them",
    description:
      "The pages that a computed page with this `source` shows: those of the latest version of the specification, or of the one " +
      "that `value.lastVersion` names. Pages have the same ids whenever `seed` is the same. Nothing is changed. The " +
      "text of a page is made by `getComputedDocument` from its `computed`.",
    scopes: ["openapi:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, body: schema.ComputeRevision },
    answers: { 200: schema.ComputedRevision },
    points: 5,
    perOrganization: { atOnce: 4, of: ({ space }) => space.organization_id },
    handler: async ({ deps, identity, thing: { space }, body: { source, seed } }) => {
      const { props, dependencies } = source;
      const { version, outline } = await versionOfSource(deps, space.organization_id, identity, dependencies);
      const pages = referencePages(outline, {
        spec: version.slug,
        seed,
        models: props.models,
        grouping: props.grouping ?? "by-tag",
        ...(props.downloadLink === true ? { downloadLink: versionFileAddress(deps, version) } : {}),
      });
      const how = { deps, space: space.id, metadata: true };
      const shown = branchesOf(pages, version, seed).map((branch) => presentPage(branch, how));
      return ok({ pages: shown, files: [], reusableContents: [] });
    },
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/computed/document",
    operationId: "getComputedDocument",
    call: "spaces.computed.getDocument",
    summary: "Make the text of an API reference page without saving it",
    description:
      "`models` is all schemas; `operations` with `page` the operations of the tag of that name, or the one operation " +
      "with that slug; `info` the text of a tag alone. Nothing is changed.",
    scopes: ["openapi:read", SITE_READER],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: schema.DocumentQuery, body: schema.ComputeDocument },
    answers: { 200: DocumentShape },
    points: 5,
    perOrganization: { atOnce: 4, of: ({ space }) => space.organization_id },
    handler: async ({ deps, identity, thing: { space }, body: { source } }) => {
      const { props, dependencies } = source;
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
