import { Type } from "typebox";
import { enqueue, findJob } from "../../db/jobs.ts";
import { accepted, type Call, holding, op, type Operation, type Outcome } from "../../http/operation.ts";
import { IdParam } from "../../http/shapes.ts";
import { jobUrl, presentJob } from "../jobs/present.ts";
import { Job } from "../jobs/schema.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { type ImportOrder, IMPORT_JOB } from "./importJob.ts";
import {
  IMPORT_POINTS,
  type ImportCall,
  ImportResult,
  importShapes,
  orderOf,
  refuseUnknownPage,
  runImport,
} from "./importRequest.ts";
import { refuseLocked } from "./publish.ts";
import { spaceTarget } from "./target.ts";

const tag = "Content";

const description =
  "Adds and updates pages by their paths, in one new revision: links between them become links between pages, ids " +
  "stay. A source that changes nothing makes no revision. Fetches an archive or a Markdown file from `url`, or takes " +
  "one as `multipart/form-data` in a part named `file`, up to 100 MB. With `Prefer: respond-async` the answer is a job, " +
  "whose report names what was skipped and which links found nothing. A locked space answers 409.";

type SpaceCall = ImportCall &
  Pick<Call<SpaceThing, typeof importShapes>, "identity" | "thing" | "wantsAsync">;

async function importHere(call: SpaceCall, parentPage?: string): Promise<Outcome> {
  const { deps, thing, query, body, upload, wantsAsync } = call;
  refuseLocked(thing.space);
  const target = spaceTarget(deps, thing.space.id);
  if (upload !== undefined || body === undefined || !wantsAsync) return runImport(call, target, parentPage);
  if (parentPage !== undefined) await refuseUnknownPage(deps, target, parentPage);
  return queueImport(call, { ...orderOf(body), prune: query.prune, parentPage });
}

/** The job does the fetching too: an address that takes long holds up nobody. */
function queueImport({ deps, identity, thing, change }: SpaceCall, order: ImportOrder): Promise<Outcome> {
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
  shapes: { params: SpaceParams, ...importShapes },
  answers: { 201: ImportResult, 202: Job },
  points: IMPORT_POINTS,
  upload: true,
  handler: (call) => importHere(call),
});

const importUnderPage = op({
  method: "POST",
  url: "/spaces/:spaceId/content/page/:pageId/import",
  operationId: "importContentInPageById",
  tag,
  summary: "Import content under a page",
  description: `As importing into the space, with what is imported below a page. ${description}`,
  access: holding("The space", loadSpace, "edit"),
  shapes: { params: Type.Object({ ...SpaceParams.properties, pageId: IdParam }), ...importShapes },
  answers: { 201: ImportResult, 202: Job },
  points: IMPORT_POINTS,
  upload: true,
  handler: (call) => importHere(call, call.params.pageId),
});

export const importOperations: readonly Operation[] = [importIntoSpace, importUnderPage];
