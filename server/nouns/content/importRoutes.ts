import { Type } from "typebox";
import { enqueue, findJob } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import { invalid, invalidField, notFound } from "../../http/errors.ts";
import { accepted, type Call, holding, op, type Operation, type Outcome } from "../../http/operation.ts";
import { IdParam, Url } from "../../http/shapes.ts";
import type { Imported } from "../../content/import/importInto.ts";
import type { ImportSource } from "../../importers/files.ts";
import { readPage } from "../../engine/tree.ts";
import { readRevision } from "../../content/commit.ts";
import { jobUrl, presentJob } from "../jobs/present.ts";
import { Job } from "../jobs/schema.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { refuseLocked } from "./commands.ts";
import { importContent } from "./import.ts";
import { type ImportOrder, IMPORT_JOB } from "./importJob.ts";
import { fetchSource, type ReadableKind, uploadedSource } from "./importSource.ts";

const tag = "Content";
const points = 20;

const SOURCES = [
  "website",
  "docx",
  "markdown",
  "html",
  "zip",
  "confluence",
  "github-wiki",
  "notion",
  "google-docs",
] as const;

const ImportContent = Type.Object(
  {
    url: Url,
    source: Type.Enum([...SOURCES], {
      description: "What the address holds; today `markdown` and `zip` are read.",
    }),
  },
  { additionalProperties: false },
);

const ImportResult = Type.Object({
  revision: Type.String({ description: "The new revision; the one there was, when nothing has changed." }),
  importedResources: Type.Integer({
    description: "Pages, files and reusable contents that were taken over.",
  }),
  totalResources: Type.Integer({ description: "How many the source has." }),
});

const ImportQuery = Type.Object(
  {
    prune: Type.Optional(
      Type.Boolean({ description: "Delete what the source does not have. By default nothing is deleted." }),
    ),
  },
  { additionalProperties: false },
);

const shapes = { query: ImportQuery, body: Type.Optional(ImportContent) };
const description =
  "Adds and updates pages by their paths, in one new revision: links between them become links between pages, ids " +
  "stay. A source that changes nothing makes no revision. Fetches an archive or a Markdown file from `url`, or takes " +
  "one as `multipart/form-data` in a part named `file`, up to 100 MB. With `Prefer: respond-async` the answer is a job, " +
  "whose report names what was skipped and which links found nothing. A locked space answers 409.";

type ImportCall = Pick<Call<SpaceThing, typeof shapes>, "deps" | "identity" | "thing" | "query"> &
  Pick<Call<SpaceThing, typeof shapes>, "body" | "upload" | "wantsAsync" | "change">;

async function runImport(call: ImportCall, parentPage?: string): Promise<Outcome> {
  const { deps, thing, query, body, upload, wantsAsync, change } = call;
  const space = thing.space.id;
  refuseLocked(thing.space);
  if (parentPage !== undefined) await refuseUnknownPage(deps, thing, parentPage);
  if (upload === undefined && body === undefined)
    throw invalid("Send url and source as JSON, or a file as multipart/form-data.");
  if (upload === undefined && body !== undefined && wantsAsync) {
    const order = { ...orderOf(body), prune: query.prune, parentPage };
    return queueImport(call, order);
  }
  const source = await openSource(call);
  try {
    const request = { space, source, prune: query.prune, parentPage };
    return await importContent(deps, request, change, (imported) => answer(deps, space, imported));
  } finally {
    await source.close();
  }
}

async function openSource({ deps, body, upload }: ImportCall): Promise<ImportSource> {
  if (upload === undefined) return fetchSource(deps, orderOf(body as NonNullable<typeof body>));
  const part = await upload();
  if (part === undefined) throw invalidField("/file", "is required: a part with a file name.");
  return uploadedSource(part);
}

function orderOf({ url, source }: { url: string; source: string }): { url: string; kind: ReadableKind } {
  if (source === "markdown" || source === "zip") return { url, kind: source };
  throw invalidField("/source", `${source} is not supported yet; markdown and zip are.`);
}

async function refuseUnknownPage(deps: Deps, { space }: SpaceThing, id: string): Promise<void> {
  const head = await readRevision(deps.db.read, space.id, space.head);
  const root = head && (await deps.content.root(head.root));
  if (root === undefined || (await readPage(deps.content.nodes, root, id)) === undefined)
    throw notFound("The page");
}

function answer(
  deps: Deps,
  space: string,
  { revision, importedResources, totalResources }: Imported,
): Outcome {
  const location = `${deps.addresses.app}/v1/spaces/${space}/revisions/${revision}`;
  return { status: 201, body: { revision, importedResources, totalResources }, headers: { location } };
}

/** The job does the fetching too: an address that takes long holds up nobody. */
function queueImport({ deps, identity, thing, change }: ImportCall, order: ImportOrder): Promise<Outcome> {
  const { id: space, organization_id: organization, title } = thing.space;
  return change(async ({ tx, now, newId, trace }) => {
    const id = newId();
    const createdBy = identity.userId;
    await enqueue(tx, {
      id,
      kind: IMPORT_JOB,
      payload: order,
      due: now,
      now,
      space,
      organization,
      createdBy,
    });
    await trace({
      action: "space.content.import",
      organization,
      target: { type: "space", id: space, label: title },
      after: { url: order.url },
    });
    const job = await findJob(tx, id);
    if (job === undefined) throw new Error(`job ${id} is not there right after it was queued`);
    return accepted(presentJob(job, deps.addresses), jobUrl(deps.addresses, id));
  });
}

const importIntoSpace = op({
  method: "POST",
  url: "/spaces/:spaceId/content/import",
  operationId: "importContent",
  tag,
  summary: "Import content into a space",
  description,
  access: holding("The space", loadSpace, "edit"),
  shapes: { params: SpaceParams, ...shapes },
  answers: { 201: ImportResult, 202: Job },
  points,
  upload: true,
  handler: (call) => runImport(call),
});

const importUnderPage = op({
  method: "POST",
  url: "/spaces/:spaceId/content/page/:pageId/import",
  operationId: "importContentInPageById",
  tag,
  summary: "Import content under a page",
  description: `As importing into the space, with what is imported below a page. ${description}`,
  access: holding("The space", loadSpace, "edit"),
  shapes: { params: Type.Object({ ...SpaceParams.properties, pageId: IdParam }), ...shapes },
  answers: { 201: ImportResult, 202: Job },
  points,
  upload: true,
  handler: (call) => runImport(call, call.params.pageId),
});

export const importOperations: readonly Operation[] = [importIntoSpace, importUnderPage];
