/** The document of a text alone, as JSON. */
import { Type } from "typebox";
import { keptText } from "../../content/kept.ts";
import type { Deps } from "../../deps.ts";
import { getFromMap } from "../../engine/mapRead.ts";
import type { ReusableContent } from "../../engine/page.ts";
import { readPage } from "../../engine/tree.ts";
import { documentOf, DocumentShape } from "../../http/document.ts";
import { notFound } from "../../http/errors.ts";
import { keptBytes, op, type Operation, type Outcome } from "../../http/operation.ts";
import { IdParam } from "../../http/shapes.ts";
import type { RevisionThing } from "./queries.ts";
import { JSON_TYPE, type Names } from "./reading.ts";

/** The document of a body, kept under its hash. */
function documentAnswer(deps: Deps, hash: string | undefined): Outcome {
  const key = `${hash ?? "empty"} document`;
  const bytes = keptText(deps.content, "document", key, async () =>
    JSON.stringify(documentOf(await deps.content.body(hash))),
  );
  return keptBytes({ type: JSON_TYPE, key, bytes });
}

/** @throws 404 when the revision has no such page, or it has no text */
async function pageDocument(deps: Deps, thing: RevisionThing, pageId: string): Promise<Outcome> {
  const page = await readPage(deps.content.nodes, await deps.content.root(thing.revision.root), pageId);
  if (page?.type !== "document") throw notFound("The page");
  return documentAnswer(deps, page.body);
}

/** @throws 404 when the revision has no such reusable content */
async function reusableDocument(deps: Deps, thing: RevisionThing, id: string): Promise<Outcome> {
  const { reusable } = await deps.content.root(thing.revision.root);
  const content = await getFromMap<ReusableContent>(deps.content.nodes, reusable, id);
  if (content === undefined) throw notFound("The reusable content");
  return documentAnswer(deps, content.body);
}

/** The operations that answer the document of a text alone, in a revision by its id. */
export function documentOperations({ of, tag, prefix, access, params }: Omit<Names, "ids">): Operation[] {
  const shape = (name: string) => Type.Object({ ...params, [name]: IdParam });
  return [
    op({
      method: "GET",
      url: `${prefix}/page/:pageId/document`,
      operationId: "getPageDocumentInRevisionById",
      tag,
      summary: `Get the document of a page of ${of}`,
      description: "Its text as JSON, as `format=document` answers it with the page.",
      access,
      shapes: { params: shape("pageId") },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { pageId } }) => pageDocument(deps, thing, pageId as string),
    }),
    op({
      method: "GET",
      url: `${prefix}/reusable-contents/:reusableContentId/document`,
      operationId: "getReusableContentDocumentInRevisionById",
      tag,
      summary: `Get the document of a reusable content of ${of}`,
      description: "Its text as JSON, as pages have theirs with `format=document`.",
      access,
      shapes: { params: shape("reusableContentId") },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { reusableContentId: id } }) =>
        reusableDocument(deps, thing, id as string),
    }),
  ];
}
