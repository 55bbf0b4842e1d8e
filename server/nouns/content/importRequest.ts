/** What importing takes and answers, into a space or a change request. */
import { type Static, Type } from "typebox";
import type { ImportOutcome } from "../../content/import/importInto.ts";
import type { Deps } from "../../deps.ts";
import { readPage } from "../../../engine/tree.ts";
import { invalid, invalidField, notFound } from "../../http/errors.ts";
import type { DeclaredAnswer, Call, OutcomeOf, PresentedShape } from "../../http/operation.ts";
import { Job } from "../jobs/schema.ts";
import { Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import type { ImportSource } from "../../importers/files.ts";
import { importContent } from "./import.ts";
import { SOURCE_KINDS } from "../../importers/kinds.ts";
import {
  fetchSource,
  type ImportUpload,
  sentSource,
  type SourceAddress,
  uploadedSource,
} from "./importSource.ts";
import { takingUpload } from "../uploads/commands.ts";
import { uploadFields } from "../uploads/schema.ts";
import type { ContentTarget } from "./target.ts";
import { namedUpload, uploadedPart } from "./upload.ts";

/** Imports weigh more than other writes. */
export const IMPORT_POINTS = 20;

const ImportContent = named(
  "ImportContent",
  closed({
    url: Type.Optional({ ...Url, description: "The address of the source. Send `source` with it." }),
    upload: Type.Optional(uploadFields.upload),
    name: Type.Optional({ ...uploadFields.name, description: "The name of the file in `upload`." }),
    source: Type.Optional(
      Type.Enum([...SOURCE_KINDS], {
        description:
          "The kind of source. `website` follows the links below an address, `github-wiki` reads a wiki by its address, the " +
          "others read one file: a document, a page, or an archive. For an upload, the name can tell it.",
      }),
    ),
  }),
);
type ImportContent = Static<typeof ImportContent>;

export const ImportResult = named(
  "ImportContentResult",
  Type.Object({
    revision: Type.String({ description: "The new revision; if nothing has changed, the previous one." }),
    changed: Type.Boolean({
      description: "Whether the content is another than before. Without a change no revision is made.",
    }),
    imported: Type.Object(
      { pages: Type.Integer(), files: Type.Integer(), reusableContents: Type.Integer() },
      {
        description:
          "How many of each kind were imported. Groups, links and what is made for folders count as pages.",
      },
    ),
    importedResources: Type.Integer({
      description: "The number of pages, files and reusable contents that were imported.",
    }),
    totalResources: Type.Integer({ description: "The number of resources in the source." }),
    report: Type.Object(
      {
        skipped: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
        problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
        brokenLinks: Type.Array(Type.Object({ page: Type.String(), url: Type.String() })),
        omitted: Type.Integer({ description: "The number of lines that were left out of this report." }),
      },
      {
        description: "What was skipped, what could not be imported exactly, and which links were not found.",
      },
    ),
  }),
);

const ImportQuery = closed({
  prune: Type.Optional(
    Type.Boolean({ description: "Delete what the source does not have. By default nothing is deleted." }),
  ),
  source: Type.Optional(
    Type.Enum([...SOURCE_KINDS], {
      description: "The kind of an upload, if its name doesn't tell it: `confluence`.",
    }),
  ),
});

export const importShapes = {
  query: ImportQuery,
  body: Type.Optional(ImportContent),
};

/** What an import answers: what it did, or the job that does it. */
export const importAnswers = { 201: ImportResult, 202: Job };
export type ImportAnswer = OutcomeOf<typeof importAnswers>;

type FullCall = Call<unknown, typeof importShapes, typeof importAnswers>;
export type ImportCall = Pick<FullCall, "deps" | "identity" | "query" | "body" | "upload" | "change">;

/** @throws 400 when there is neither a file nor an address */
export function refuseNoSource({ upload, body }: Pick<ImportCall, "upload" | "body">): void {
  if (upload === undefined && body === undefined)
    throw invalid("Send url and source as JSON, the id of an upload, or a file as multipart/form-data.");
}

/** Imports what a request brings or names, and answers when that is done. @throws 400, 404, 409, 413 */
export async function runImport(
  call: ImportCall,
  target: ContentTarget,
  parentPage: string | undefined,
): Promise<ImportAnswer> {
  const { deps, query, change } = call;
  refuseNoSource(call);
  if (parentPage !== undefined) await refuseUnknownPage(deps, target, parentPage);
  const upload = await uploadOf(call, target.organization);
  const source = await (upload === undefined ? openSource(call) : sentSource(deps, upload, {}));
  try {
    const request = { source, prune: query.prune, parentPage };
    const taking = upload === undefined ? change : takingUpload(deps, upload.row, change);
    return await importContent(deps, target, request, taking, (imported) =>
      answerImported(deps, target.space, imported),
    );
  } finally {
    await source.close();
  }
}

async function openSource({ deps, query, body, upload }: ImportCall): Promise<ImportSource> {
  if (body !== undefined) return fetchSource(deps, orderOf(body));
  return uploadedSource(await uploadedPart(upload), query.source);
}

/** The upload that a request names, and what it is; undefined when it names none. @throws 400 when it isn't there, or unnamed */
export async function uploadOf(
  call: Pick<ImportCall, "deps" | "identity" | "body" | "query">,
  organization: string,
): Promise<ImportUpload | undefined> {
  const { upload, name, url, source = call.query.source } = call.body ?? {};
  if (upload === undefined) return undefined;
  if (url !== undefined) throw invalidField("/upload", "can't be sent together with url; send one of them.");
  if (name === undefined) throw invalidField("/name", "is required beside upload: what the file is called.");
  return { row: await namedUpload(call, organization, upload), name, kind: source };
}

/** The address of a request, and what it holds. @throws 400 naming what is missing, or is no address of the web */
export function orderOf({ url, source, name }: ImportContent): SourceAddress {
  if (url === undefined) throw invalidField("/url", "is required, or upload.");
  if (source === undefined) throw invalidField("/source", "is required beside url: what the address holds.");
  if (name !== undefined) throw invalidField("/name", "is only allowed with upload; remove it.");
  if (!/^https?:\/\//i.test(url)) throw invalidField("/url", "has to begin with https://.");
  return { url, kind: source };
}

/** @throws 404 when the content has no such page */
export async function refuseUnknownPage(deps: Deps, target: ContentTarget, id: string): Promise<void> {
  const { base } = await target.open();
  const content = deps.content.of(base.organization_id);
  const root = await content.root(base.root);
  if ((await readPage(content.nodes, root, id)) === undefined) throw notFound("The page");
}

/** The answer of an import that has ended. */
export function answerImported(
  deps: Deps,
  space: string,
  { revision, changed, imported, importedResources, totalResources, report }: ImportOutcome,
): DeclaredAnswer<201, PresentedShape<typeof ImportResult>> {
  const location = `${deps.addresses.app}/v1/spaces/${space}/revisions/${revision}`;
  return {
    status: 201,
    body: { revision, changed, imported, importedResources, totalResources, report },
    headers: { location },
  };
}
