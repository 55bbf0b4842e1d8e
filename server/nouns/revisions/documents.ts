/** The document of a text alone, as JSON. */
import type { Row } from "../../db/schema.ts";
import type { Content } from "../../content/store.ts";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { readPage } from "../../../engine/tree.ts";
import { documentOf, DocumentShape, type Format, FORMATS } from "../../http/document.ts";
import { notFound } from "../../http/errors.ts";
import { keptJson } from "../../http/keptJson.ts";
import { holding, type LooseOperation, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadSpace } from "../spaces/queries.ts";
import { textOfDocument } from "./documentId.ts";
import type { RevisionThing } from "./queries.ts";
import { evaluate } from "./evaluate.ts";
import type { Names } from "./reading.ts";
import { evaluated } from "./schema.ts";
import { asIs, closed, named } from "../../http/named.ts";

/** The document of a body, kept under its hash. */
function documentAnswer(content: Content, hash: string | undefined) {
  return keptJson(content, DocumentShape, "document", hash ?? "empty", async () =>
    documentOf(content.organization, await content.body(hash)),
  );
}

/** The document of a text of a revision as somebody without claims reads it, kept under the hash of the revision. */
function evaluatedAnswer(
  content: Content,
  { root, hash, of }: { readonly root: RevisionRoot; readonly hash: string; readonly of: string },
  source: Pick<Page, "variables"> & { readonly body?: string | undefined },
) {
  return keptJson(content, DocumentShape, "document.evaluated", `${hash} ${of}`, async () => {
    const text = await evaluate(content, root, source, await content.body(source.body));
    return documentOf(content.organization, text);
  });
}

/**
 * The document that a space names by an id, in whatever revision that was.
 * @throws 404 for an id that this space never answered, or whose text is kept no longer
 */
async function documentById(deps: Deps, space: Row<"spaces">, id: string, format: Format) {
  const found = await textOfDocument(deps, space, id);
  if (found === undefined) throw notFound("The document");
  const { text, hash = "empty" } = found;
  const content = deps.content.of(space.organization_id);
  return keptJson(content, AnyText, `document.${format}`, hash, async () =>
    format === "markdown" ? { markdown: text } : documentOf(content.organization, text),
  );
}

/** @throws 404 when the revision has no such page, or it has no text */
async function pageDocument(deps: Deps, thing: RevisionThing, pageId: string, evaluated = false) {
  const content = deps.content.of(thing.space.organization_id);
  const root = await content.root(thing.revision.root);
  const page = await readPage(content.nodes, root, pageId);
  if (page?.type !== "document") throw notFound("The page");
  if (!evaluated) return documentAnswer(content, page.body);
  return evaluatedAnswer(content, { root, hash: thing.revision.root, of: pageId }, page);
}

/** @throws 404 when the revision has no such reusable content */
async function reusableDocument(deps: Deps, thing: RevisionThing, id: string, evaluated = false) {
  const content = deps.content.of(thing.space.organization_id);
  const root = await content.root(thing.revision.root);
  const reusable = await getFromMap<ReusableContent>(content.nodes, root.reusable, id);
  if (reusable === undefined) throw notFound("The reusable content");
  if (!evaluated) return documentAnswer(content, reusable.body);
  return evaluatedAnswer(content, { root, hash: thing.revision.root, of: id }, { body: reusable.body });
}

const EvaluatedQuery = closed({ evaluated });

const MarkdownText = named(
  "MarkdownText",
  Type.Object({ markdown: Type.String() }, { description: "A text as `format=markdown` answers it." }),
);

/** In one form or the other. */
const AnyText = asIs<unknown>(Type.Union([DocumentShape, MarkdownText]));

const DocumentQuery = closed({
  format: Type.Optional(
    Type.Enum([...FORMATS], { description: "How the text is told, `document` unless said." }),
  ),
  schema: Type.Optional(
    Type.Literal("current", { description: "Which form of documents; there is this one." }),
  ),
});

/** The document that `documentId` of a page, or `document` of a reusable content, names. */
export const getDocumentById = op({
  method: "GET",
  url: "/spaces/:spaceId/documents/:documentId",
  operationId: "getDocumentById",
  call: "spaces.documents.get",
  tag: "Content",
  summary: "Get a document by its id",
  description:
    "The text that answers of this space name as `documentId` of a page, `document` of a reusable content, or before " +
    "and after a change, as JSON, or as it is written with `format=markdown`: those of its change requests and earlier revisions too, for everybody who may view " +
    "the space. The same text has the same id in a space, and another one in each other space.",
  scopes: ["space:read"],
  access: holding("The space", loadSpace, "view"),
  shapes: { params: Type.Object({ spaceId: Id, documentId: Id }), query: DocumentQuery },
  answers: { 200: AnyText },
  handler: ({ deps, thing: { space }, params: { documentId: id }, query: { format = "document" } }) =>
    documentById(deps, space, id, format),
});

/** The operations that answer the document of a text alone, in a revision by its id. */
export function documentOperations({
  of,
  prefix,
  access,
  params,
}: Omit<Names, "ids" | "resource" | "mergedFrom">): LooseOperation[] {
  const shape = (name: string) => Type.Object({ ...params, [name]: Id });
  return [
    op({
      method: "GET",
      url: `${prefix}/page/:pageId/document`,
      operationId: "getPageDocumentInRevisionById",
      call: "revisions.pages.getDocument",
      summary: `Get the document of a page of ${of}`,
      description: "Its text as JSON, as `format=document` answers it with the page.",
      scopes: ["space:read", "space:content:read"],
      access,
      shapes: { params: shape("pageId"), query: EvaluatedQuery },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { pageId }, query }) =>
        pageDocument(deps, thing, pageId as string, query.evaluated),
    }),
    op({
      method: "GET",
      url: `${prefix}/reusable-contents/:reusableContentId/document`,
      operationId: "getReusableContentDocumentInRevisionById",
      call: "revisions.reusableContents.getDocument",
      summary: `Get the document of a reusable content of ${of}`,
      description: "Its text as JSON, as pages have theirs with `format=document`.",
      scopes: ["space:read", "space:content:read"],
      access,
      shapes: { params: shape("reusableContentId"), query: EvaluatedQuery },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { reusableContentId: id }, query }) =>
        reusableDocument(deps, thing, id as string, query.evaluated),
    }),
  ];
}
