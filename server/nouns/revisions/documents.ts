/** The document of a text alone, as JSON. */
import { SITE_READER } from "../../access/scopes.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import { isNamed } from "../../content/computed/named.ts";
import type { ShownRevision } from "../../content/computed/shown.ts";
import type { Content } from "../../content/store.ts";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { getFromMap, sliceOfMap } from "../../../engine/mapRead.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { type PageBranch, readPage, readPages } from "../../../engine/tree.ts";
import { documentOf, type Format, FORMATS } from "../../http/document.ts";
import { DocumentShape } from "../../http/documentShape.ts";
import { notFound } from "../../http/errors.ts";
import { keptJson } from "../../http/keptJson.ts";
import { holding, keptBytes, type LooseOperation, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { Beside } from "../../memory/beside.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import { textOfDocument } from "./documentId.ts";
import type { RevisionThing } from "./queries.ts";
import { audienceOf, includedTexts, readingOf, type TextSource } from "./evaluate.ts";
import { shownOf } from "./shownOf.ts";
import { type Names, scopesOf } from "./reading.ts";
import { type DereferencedParts, dereferenced, type EvaluatedParts, evaluated } from "./schema.ts";
import { sealedDocument } from "./sealedBlocks.ts";
import { asIs, closed, named } from "../../http/named.ts";

/** The document of a body, kept under its hash. */
function documentAnswer(content: Content, hash: string | undefined) {
  return keptJson(content, DocumentShape, "document", hash ?? "empty", async () =>
    documentOf(content.organization, await content.body(hash)),
  );
}

/** How the text of a document is wanted. */
interface TextWish {
  readonly evaluated?: EvaluatedParts;
  readonly dereferenced?: DereferencedParts;
}

/** The document of a text of a revision, kept under what it depends on; for readers of a site always as they read it. */
function textAnswer(
  deps: Deps,
  { space, reader }: Pick<SpaceThing, "space" | "reader">,
  shown: ShownRevision,
  source: TextSource,
  { evaluated, dereferenced = false }: TextWish,
) {
  const content = deps.content.of(space.organization_id);
  const { organization } = content;
  const audience = audienceOf(reader, evaluated);
  const isWhole = dereferenced !== false;
  if (audience === undefined && !isWhole) return documentAnswer(content, source.body);
  // Of a space, since a block is sealed for it.
  const whose = reader === undefined ? "" : `${space.id} ${reader.key}`;
  const key = `${shown.key} ${source.id} ${audience?.form ?? "written"} ${isWhole} ${whose}`;
  return keptJson(content, DocumentShape, "document.evaluated", key, async () => {
    const read = await readingOf(organization, shown, source, audience);
    const text = await read(await shown.body(source.body));
    const included = isWhole ? await includedTexts(organization, shown, text, read) : undefined;
    const document = await documentOf(organization, text, included);
    return sealedDocument(deps.secrets, { reader, space: space.id }, document);
  });
}

/**
 * The document that a space names by an id, in whatever revision that was.
 * @throws 404 for an id that this space never answered, or whose text is kept no longer
 */
async function documentById(deps: Deps, thing: SpaceThing, id: string, format: Format) {
  const { space } = thing;
  const found = await textOfDocument(deps, space, id);
  if (found === undefined) throw notFound("The document");
  const { text, hash = "empty" } = found;
  const content = deps.content.of(space.organization_id);
  if (thing.reader !== undefined) return documentShown(deps, thing, thing.reader, found.hash, format);
  return keptJson(content, AnyText, `document.${format}`, hash, async () =>
    format === "markdown" ? { markdown: text } : documentOf(content.organization, text),
  );
}

/** What the pages of a revision have for texts, of those with the same one the first, and the reusable contents. */
interface TextSources {
  readonly pages: ReadonlyMap<string | undefined, TextSource>;
  readonly reusable: readonly ReusableContent[];
}
const sources = new Beside<TextSources, ShownRevision>();

async function sourcesOf(shown: ShownRevision): Promise<TextSources> {
  const known = sources.get(shown);
  if (known !== undefined) return known;
  const found = new Map<string | undefined, TextSource>();
  const add = (source: TextSource) => found.has(source.body) || found.set(source.body, source);
  const walk = (branches: readonly PageBranch[]): void => {
    for (const { page, pages } of branches) {
      if (page.type === "document") add(page);
      walk(pages);
    }
  };
  walk(await shown.tree());
  const reusable = await sliceOfMap<ReusableContent>(shown.nodes, shown.root.reusable);
  return sources.set(shown, { pages: found, reusable: reusable.map(([, one]) => one) });
}

/** What has a text that the reader may read: a page, or a reusable content that one names to them. */
async function sourceFor(
  organization: string,
  shown: ShownRevision,
  reader: SiteReader,
  hash: string | undefined,
): Promise<TextSource | undefined> {
  const { pages, reusable } = await sourcesOf(shown);
  const page = pages.get(hash);
  if (page !== undefined) return page;
  for (const one of reusable)
    if (one.body === hash && (await isNamed(organization, shown, reader, `reusable:${one.id}`)))
      return { ...one, isShared: true };
  return undefined;
}

/** The same for a reader of a site, to whom what it shows now is all that there is. @throws 404 */
async function documentShown(
  deps: Deps,
  { space, member, rights }: SpaceThing,
  reader: SiteReader,
  hash: string | undefined,
  format: Format,
) {
  const content = deps.content.of(space.organization_id);
  const revision = await content.revision(space.id, space.head);
  if (revision === undefined) throw notFound("The document");
  const shown = await shownOf(deps, { space, member, rights, reader, revision });
  const source = await sourceFor(content.organization, shown, reader, hash);
  if (source === undefined) throw notFound("The document");
  if (format === "document") {
    const { kept } = textAnswer(deps, { space, reader }, shown, source, {});
    // The same bytes, as what this operation declares.
    return keptBytes({ ...kept, schema: AnyText });
  }
  const read = await readingOf(content.organization, shown, source, audienceOf(reader));
  return ok({ markdown: await read(await shown.body(source.body)) });
}

/** @throws 404 when the revision has no such page, or it has no text */
async function pageDocument(deps: Deps, thing: RevisionThing, pageId: string, wish: TextWish) {
  const shown = await shownOf(deps, thing, { computed: thing.reader !== undefined });
  const page = await readPage(shown.nodes, shown.root, pageId);
  if (page?.type !== "document") throw notFound("The page");
  return textAnswer(deps, thing, shown, page, wish);
}

/** The document of a page of the space's content that was made; undefined where the caller sees none that is meant. */
export async function documentOfMade(
  deps: Deps,
  { space, member, rights, reader }: SpaceThing,
  isMeant: (page: Page) => boolean,
) {
  const revision = await deps.content.of(space.organization_id).revision(space.id, space.head);
  if (revision === undefined) return undefined;
  const shown = await shownOf(deps, { space, member, rights, reader, revision });
  const pages = await readPages(shown.nodes, shown.root, shown.made);
  const page = [...pages.values()].find(isMeant);
  return page && textAnswer(deps, { space, reader }, shown, page, { evaluated: true });
}

/** @throws 404 when the revision has no such reusable content */
async function reusableDocument(deps: Deps, thing: RevisionThing, id: string, wish: TextWish) {
  const { reader } = thing;
  const content = deps.content.of(thing.space.organization_id);
  const shown = await shownOf(deps, thing, { computed: reader !== undefined });
  const reusable = await getFromMap<ReusableContent>(shown.nodes, shown.root.reusable, id);
  const isTheirs =
    reader === undefined || (await isNamed(content.organization, shown, reader, `reusable:${id}`));
  if (reusable === undefined || !isTheirs) throw notFound("The reusable content");
  return textAnswer(deps, thing, shown, { ...reusable, isShared: true }, wish);
}

const TextQuery = closed({ evaluated, dereferenced });

const MarkdownText = named(
  "MarkdownText",
  Type.Object({ markdown: Type.String() }, { description: "A text as `format=markdown` answers it." }),
);

/** In one form or the other. */
const AnyText = asIs<unknown>(Type.Union([DocumentShape, MarkdownText]));

const DocumentQuery = closed({
  format: Type.Optional(
    Type.Enum([...FORMATS], { description: "The format of the text. The default is `document`." }),
  ),
  schema: Type.Optional(
    Type.Enum(["current", "next"], { description: "Which form of documents; both are the same." }),
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
    "The text with this id. Answers of this space have the id as `documentId` of a page, as `document` of a reusable content, or before " +
    "and after a change, also for its change requests and earlier revisions. The text is JSON, or Markdown with `format=markdown`. For everybody who can view " +
    "the space. The same text has the same id within a space, and different ids in different spaces.",
  scopes: ["space:read", SITE_READER],
  access: holding("The space", loadSpace, "view"),
  shapes: { params: Type.Object({ spaceId: Id, documentId: Id }), query: DocumentQuery },
  answers: { 200: AnyText },
  handler: ({ deps, thing, params: { documentId: id }, query: { format = "document" } }) =>
    documentById(deps, thing, id, format),
});

/** The operations that answer the document of a text alone, in a revision by its id. */
export function documentOperations({
  of,
  prefix,
  access,
  params,
  shown,
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
      scopes: scopesOf(shown),
      access,
      shapes: { params: shape("pageId"), query: TextQuery },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { pageId }, query }) =>
        pageDocument(deps, thing, pageId as string, query),
    }),
    op({
      method: "GET",
      url: `${prefix}/reusable-contents/:reusableContentId/document`,
      operationId: "getReusableContentDocumentInRevisionById",
      call: "revisions.reusableContents.getDocument",
      summary: `Get the document of a reusable content of ${of}`,
      description: "Its text as JSON, as pages have theirs with `format=document`.",
      scopes: scopesOf(shown),
      access,
      shapes: { params: shape("reusableContentId"), query: TextQuery },
      answers: { 200: DocumentShape },
      handler: ({ deps, thing, params: { reusableContentId: id }, query }) =>
        reusableDocument(deps, thing, id as string, query),
    }),
  ];
}
