import { Type } from "typebox";
import { type Scope, SITE_READER } from "../../access/scopes.ts";
import { isNamed } from "../../content/computed/named.ts";
import type { ShownRevision } from "../../content/computed/shown.ts";
import type { Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { sliceOfMap } from "../../../engine/mapRead.ts";
import type { FileEntry, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import { type PageBranch, pageByPath } from "../../../engine/tree.ts";
import { documentOf, type Format } from "../../http/document.ts";
import { invalidField, notFound } from "../../http/errors.ts";
import { keptJson } from "../../http/keptJson.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { type Access, type LooseOperation, ok, op } from "../../http/operation.ts";
import { given, Id, timestamp } from "../../http/shapes.ts";
import { compileAnswer } from "../../http/schemas.ts";
import { listPieces, writePieces } from "../../http/writtenJson.ts";
import { publishedUrls } from "../spaces/present.ts";
import { publishedIn } from "../spaces/queries.ts";
import { presentAlone, presentFile, presentReusable, presentTagDefinition, writtenPages } from "./present.ts";
import { listFiles } from "./fileList.ts";
import { type InRepository, presentCommit, whereInRepository } from "./inRepository.ts";
import { readBranch, readFile, type RevisionThing } from "./queries.ts";
import { audienceOf, includedTexts, readingOf } from "./evaluate.ts";
import { type ShowOptions, shownOf } from "./shownOf.ts";
import { sharedOperations } from "./reusableReading.ts";
import * as schema from "./schema.ts";
import { sealedDocument } from "./sealedBlocks.ts";

const writeFile = (file: unknown): string => compileAnswer(schema.File)(file);
const writeReusable = (content: unknown): string => compileAnswer(schema.ReusableEntry)(content);

/** A whole path is longer than an id. */
const PathParam = Type.String({ minLength: 1, maxLength: 2000 });

interface Flags extends ShowOptions {
  readonly metadata?: boolean;
}

function how(deps: Deps, { space, pagesAt, reader }: RevisionThing, query: Flags, files?: InRepository) {
  const metadata = reader === undefined && (query.metadata ?? true);
  return { deps, space: space.id, pagesAt, metadata, files, reader };
}

/** What a text about a revision depends on besides its root: where it is told and leads, with what, and what signs addresses. */
function keyOf(
  { secrets }: Deps,
  shown: ShownRevision,
  thing: RevisionThing,
  query: Flags,
  ...more: string[]
): string {
  const form = query.metadata === false ? "bare" : "full";
  return [shown.key, thing.pagesAt, form, secrets.id, thing.reader?.key ?? "", ...more].join(" ");
}

/** The change request that a revision came from by its merge, as it is answered; undefined for other revisions. */
export type MergeOrigin = (
  deps: Deps,
  thing: Pick<RevisionThing, "revision" | "member">,
) => Promise<object | undefined>;

/** The whole revision: its pages, files, reusable contents, variables and tags. */
async function revisionAnswer(deps: Deps, thing: RevisionThing, query: Flags, mergedFrom: MergeOrigin) {
  const { revision } = thing;
  const shown = await shownOf(deps, thing, query);
  // What is said of the change request changes with it: with its comments, for one.
  const merged = thing.reader === undefined ? await mergedFrom(deps, thing) : undefined;
  const urls = await urlsOf(deps, thing);
  const place = await whereInRepository(deps, thing, query);
  const commit = query.metadata === false ? undefined : await presentCommit(deps, thing);
  const told = [merged ?? null, urls, commit ?? null, place?.key ?? ""];
  const key = keyOf(deps, shown, thing, query, revision.id, contentHash(JSON.stringify(told)));
  const answer = keptJson(
    deps.content.of(thing.space.organization_id),
    schema.Revision,
    "revision",
    key,
    async () => {
      const { nodes, root } = shown;
      const { reader } = thing;
      const [pages, files, reusable, variables, tags] = [
        await shown.tree(),
        await named(thing, shown, "file", await sliceOfMap<FileEntry>(nodes, root.files)),
        await named(thing, shown, "reusable", await sliceOfMap<ReusableContent>(nodes, root.reusable)),
        // Texts are given to readers with the values in their places.
        reader === undefined ? await sliceOfMap<VariableValue>(nodes, root.variables) : [],
        await sliceOfMap<TagDefinition>(nodes, root.tags),
      ];
      const presenting = how(deps, thing, query, await place?.files());
      return {
        object: "revision" as const,
        id: revision.id,
        type: revision.type,
        ...given("mergedFrom", merged),
        parents: JSON.parse(revision.parents),
        pages: await writePieces(writtenPages(pages, presenting)),
        files: await writePieces(listPieces(files, ([, file]) => writeFile(presentFile(file, presenting)))),
        reusableContents: await writePieces(
          listPieces(reusable, ([, one]) => writeReusable(presentReusable(one, presenting))),
        ),
        variables: Object.fromEntries(variables),
        tags: tags.map(presentTagDefinition),
        createdAt: timestamp(revision.created_at),
        ...given("git", commit),
        urls,
      };
    },
  );
  return { ...answer, version: thing.revision.id };
}

/** Those of some things that the reader of a site meets on a page; all of them for everybody else. */
async function named<Thing>(
  { space, reader }: Pick<RevisionThing, "space" | "reader">,
  shown: ShownRevision,
  kind: "file" | "reusable",
  things: readonly (readonly [string, Thing])[],
): Promise<readonly (readonly [string, Thing])[]> {
  if (reader === undefined) return things;
  const found = [];
  for (const thing of things)
    if (await isNamed(space.organization_id, shown, reader, `${kind}:${thing[0]}`)) found.push(thing);
  return found;
}

/** Where a revision is: readers of a published space find the one that they see, and no other. */
async function urlsOf(deps: Deps, { revision, space, reader }: RevisionThing) {
  const published =
    revision.id === space.head ? await publishedIn(deps, space, reader?.shareKey, reader) : undefined;
  return {
    app: `${deps.addresses.app}/s/${space.id}/~/revisions/${revision.id}`,
    ...(published === undefined ? {} : publishedUrls(published)),
  };
}

/** The page tree. */
async function pagesAnswer(deps: Deps, thing: RevisionThing, query: Flags) {
  const shown = await shownOf(deps, thing, query);
  const place = await whereInRepository(deps, thing, query);
  const key = keyOf(deps, shown, thing, query, place?.key ?? "");
  const answer = keptJson(
    deps.content.of(thing.space.organization_id),
    schema.Pages,
    "pages",
    key,
    async () => {
      const presenting = how(deps, thing, query, await place?.files());
      const tree = await shown.tree();
      return { pages: await writePieces(writtenPages(tree, presenting)) };
    },
  );
  return { ...answer, version: thing.revision.id };
}

interface PageFlags extends Flags {
  readonly format?: Format;
  readonly evaluated?: schema.EvaluatedParts;
  readonly dereferenced?: schema.DereferencedParts;
}

/** One page with its Markdown and the pages below it. @throws 404 when the revision has no such page */
async function pageAnswer(deps: Deps, thing: RevisionThing, pageId: string, query: PageFlags) {
  const shown = await shownOf(deps, thing, query);
  const { reader } = thing;
  // What is written under a condition is for those for whom it holds.
  const audience = audienceOf(reader, query.evaluated);
  const isWhole = (query.dereferenced ?? false) !== false;
  if (isWhole && query.format !== "document")
    throw invalidField("/dereferenced", "is for documents. Ask with format=document, or leave it out.");
  const form = `${audience?.form ?? "written"} ${query.format ?? "markdown"} ${isWhole}`;
  const place = await whereInRepository(deps, thing, query);
  const key = keyOf(deps, shown, thing, query, pageId, form, place?.key ?? "");
  const content = deps.content.of(thing.space.organization_id);
  const answer = keptJson(content, schema.Page, "page", key, async () => {
    const branch = await readBranch(shown, pageId);
    if (branch === undefined) throw notFound("The page");
    const presenting = how(deps, thing, query, await place?.files(idsBelow(branch)));
    const presented = {
      ...presentAlone(branch, presenting),
      ...(branch.page.type === "link"
        ? {}
        : { pages: await writePieces(writtenPages(branch.pages, presenting)) }),
      version: versionOf(branch.page),
    };
    if (branch.page.type !== "document") return presented;
    const { organization } = content;
    const read = await readingOf(organization, shown, branch.page, audience);
    const markdown = await read(await shown.body(branch.page.body));
    if (query.format !== "document") return { ...presented, markdown };
    const included = isWhole ? await includedTexts(organization, shown, markdown, read) : undefined;
    const document = await documentOf(organization, markdown, included);
    return {
      ...presented,
      document: await sealedDocument(deps.secrets, { reader, space: thing.space.id }, document),
    };
  });
  // Before any header says 200: a page that is not there has no tag either.
  await answer.kept.bytes("identity");
  return { ...answer, version: thing.revision.id };
}

/** A page's id, and those of all below it. */
const idsBelow = ({ page, pages }: PageBranch): string[] => [page.id, ...pages.flatMap(idsBelow)];

async function pageAtPath(deps: Deps, thing: RevisionThing, path: string, query: PageFlags) {
  const { nodes, root } = await shownOf(deps, thing, query);
  const page = await pageByPath(nodes, root, path);
  if (page === undefined) throw notFound("The page");
  return pageAnswer(deps, thing, page.id, query);
}

async function fileAnswer(deps: Deps, thing: RevisionThing, fileId: string, query: Flags) {
  const content = deps.content.of(thing.space.organization_id);
  const root = await content.root(thing.revision.root);
  const file = await readFile(content, root, fileId);
  if (file === undefined) throw notFound("The file");
  const { reader } = thing;
  const isTheirs =
    reader === undefined ||
    (await isNamed(content.organization, await shownOf(deps, thing), reader, `file:${fileId}`));
  if (!isTheirs) throw notFound("The file");
  const place = await whereInRepository(deps, thing, query);
  const files = await place?.files([fileId]);
  return ok(presentFile(file, how(deps, thing, query, files)), thing.revision.id);
}

export interface Names {
  readonly of: string;
  readonly prefix: string;
  /** In calls. */
  readonly resource: "spaces" | "changeRequests" | "revisions";
  readonly params: Record<string, typeof Id>;
  readonly access: Access<RevisionThing>;
  readonly mergedFrom: MergeOrigin;
  /** Whether it is what sites show: then their readers read it too, each what it is to them. */
  readonly shown: boolean;
  /** In operation ids: `getPageById` of the head, `getPageInRevisionById` of another. */
  readonly ids: Record<
    | "revision"
    | "pages"
    | "page"
    | "path"
    | "files"
    | "file"
    | "reusable"
    | "reusables"
    | "variables"
    | "tags",
    string
  >;
}

const READING = ["space:read", "space:content:read"] as const;

/** What opens an operation that reads one thing of a revision. */
export function scopesOf(shown: boolean): readonly Scope[] {
  return shown ? [...READING, SITE_READER] : READING;
}

type At = (more?: Record<string, typeof Id>) => ReturnType<typeof Type.Object>;

/** The operations that read one revision, whichever way it is named. */
export function contentOperations(names: Names): LooseOperation[] {
  const at: At = (more = {}) => Type.Object({ ...names.params, ...more });
  return [
    ...wholeOperations(names, at),
    ...pageOperations(names, at),
    ...fileOperations(names, at),
    ...sharedOperations(names),
  ];
}

function wholeOperations(
  { of, prefix, resource, access, mergedFrom, ids, shown }: Names,
  at: At,
): LooseOperation[] {
  return [
    op({
      method: "GET",
      url: prefix,
      operationId: ids.revision,
      call: resource === "revisions" ? "revisions.get" : `${resource}.content.get`,
      summary: `Get ${of}`,
      scopes: scopesOf(shown),
      access,
      shapes: { params: at(), query: schema.ContentQuery },
      answers: { 200: schema.Revision },
      tagged: true,
      handler: ({ deps, thing, query }) => revisionAnswer(deps, thing, query, mergedFrom),
    }),
    op({
      method: "GET",
      url: `${prefix}/pages`,
      operationId: ids.pages,
      call: `${resource}.pages.list`,
      summary: `List the pages of ${of}`,
      description: "The whole tree at once, in order.",
      scopes: scopesOf(shown),
      access,
      shapes: { params: at(), query: schema.ContentQuery },
      answers: { 200: schema.Pages },
      tagged: true,
      handler: ({ deps, thing, query }) => pagesAnswer(deps, thing, query),
    }),
  ];
}

function pageOperations({ of, prefix, resource, access, ids, shown }: Names, at: At): LooseOperation[] {
  return [
    op({
      method: "GET",
      url: `${prefix}/page/:pageId`,
      operationId: ids.page,
      call: `${resource}.pages.get`,
      summary: `Get a page of ${of}`,
      description:
        "With its Markdown: the body without front matter and title, which are in fields of the page. With " +
        "`format=document` the answer has JSON in `document` instead.",
      scopes: scopesOf(shown),
      access,
      shapes: { params: at({ pageId: Id }), query: schema.PageQuery },
      answers: { 200: schema.Page },
      tagged: true,
      handler: ({ deps, thing, params, query }) =>
        pageAnswer(deps, thing, (params as { pageId: string }).pageId, query),
    }),
    op({
      method: "GET",
      url: `${prefix}/path/:pagePath`,
      operationId: ids.path,
      call: `${resource}.pages.getByPath`,
      summary: `Get a page of ${of} by its path`,
      description: "The path with its slashes percent-encoded.",
      scopes: scopesOf(shown),
      access,
      shapes: { params: at({ pagePath: PathParam }), query: schema.PathQuery },
      answers: { 200: schema.Page },
      tagged: true,
      handler: ({ deps, thing, params, query }) =>
        pageAtPath(deps, thing, (params as { pagePath: string }).pagePath, query),
    }),
  ];
}

function fileOperations({ of, prefix, resource, access, ids, shown }: Names, at: At): LooseOperation[] {
  return [
    op({
      method: "GET",
      url: `${prefix}/files`,
      operationId: ids.files,
      call: `${resource}.files.list`,
      summary: `List the files of ${of}`,
      description:
        "Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.",
      scopes: ["space:read", "space:content:read"],
      access,
      shapes: { params: at(), query: schema.FilesQuery },
      answers: { 200: listOf(schema.File) },
      handler: async ({ deps, thing, query, paging }) => {
        const content = deps.content.of(thing.space.organization_id);
        const root = await content.root(thing.revision.root);
        const page = await listFiles(content, root, query, paging);
        const place = await whereInRepository(deps, thing, query);
        const files = await place?.files(page.rows.map(({ id }) => id));
        return pageOf(page, (file) => presentFile(file, how(deps, thing, query, files)));
      },
    }),
    op({
      method: "GET",
      url: `${prefix}/files/:fileId`,
      operationId: ids.file,
      call: `${resource}.files.get`,
      summary: `Get a file of ${of}`,
      description: "Its `downloadURL` works for whoever has it, until the space is deleted.",
      scopes: scopesOf(shown),
      access,
      shapes: { params: at({ fileId: Id }), query: schema.ContentQuery },
      answers: { 200: schema.File },
      tagged: true,
      handler: ({ deps, thing, params, query }) =>
        fileAnswer(deps, thing, (params as { fileId: string }).fileId, query),
    }),
  ];
}
