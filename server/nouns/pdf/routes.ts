import { readRevision } from "../../content/commit.ts";
import { enqueue, findJob } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import { accepted, type Call, chapter, holding, ok, op, type OutcomeOf } from "../../http/operation.ts";
import { type ChangeRequestThing, loadChangeRequest } from "../change-requests/queries.ts";
import { ChangeRequestParams } from "../change-requests/schema.ts";
import { jobUrl, presentJob } from "../jobs/present.ts";
import { Job } from "../jobs/schema.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { shownFromElsewhere } from "./elsewhere.ts";
import { selectPages } from "./gather.ts";
import { PDF_JOB, type PdfPayload } from "./pdfJob.ts";
import { printContent } from "./print.ts";
import { PdfAddress, PdfQuery } from "./schema.ts";

const description =
  "Typeset with a cover, contents and links that work; conditions of visitors are not asked, so everything is in it. " +
  "Without `page` it holds all pages that are not hidden, with it that page and those below, with `only` that page " +
  "alone. The address needs no token and is good for an hour. What has not changed is not made again. With " +
  "`Prefer: respond-async` the answer is a job, whose report has the address.";

/** Documents that one organization may have in the making by each operation: some of the process's places stay free. */
const AT_ONCE = 2;

const answers = { 200: PdfAddress, 202: Job };
type PdfAnswer = OutcomeOf<typeof answers>;

type PdfCall = Pick<
  Call<SpaceThing, { readonly query: typeof PdfQuery }, typeof answers>,
  "deps" | "identity" | "query" | "wantsAsync" | "change"
>;

async function answerPdf(
  call: PdfCall,
  space: Row<"spaces">,
  head: string,
  subtitle: string,
): Promise<PdfAnswer> {
  const { deps, query, wantsAsync } = call;
  const revision = await readRevision(deps.db.read, space, head);
  if (revision === undefined) throw new Error(`space ${space.id} has no revision ${head}`);
  const elsewhere = await shownFromElsewhere(call, { space, revision });
  const paper = query.paper ?? "a4";
  const asked = { page: query.page, only: query.only, paper, subtitle, elsewhere } as const;
  if (!wantsAsync) return ok({ url: await printContent(deps, { ...asked, space, revision }) });
  // A page that is not there is told now, not by a job that failed.
  selectPages(await deps.content.of(revision.organization_id).tree(revision.root), asked);
  return queuePdf(call, space, { ...asked, revision: revision.id });
}

function queuePdf(
  { deps, identity, change }: PdfCall,
  space: Row<"spaces">,
  payload: PdfPayload,
): Promise<PdfAnswer> {
  return change(async ({ tx, now, newId, trace }) => {
    const id = newId();
    const { id: spaceId, organization_id: organization, title } = space;
    await enqueue(tx, {
      id,
      kind: PDF_JOB,
      payload,
      due: now,
      now,
      space: spaceId,
      organization,
      createdBy: identity.userId,
    });
    await trace({
      action: "space.pdf.create",
      organization,
      target: { type: "space", id: spaceId, label: title },
      after: { revision: payload.revision, page: payload.page },
    });
    const job = await findJob(tx, id);
    if (job === undefined) throw new Error(`job ${id} is not there right after it was queued`);
    return accepted(presentJob(job, deps.addresses), jobUrl(deps.addresses, id));
  });
}

function subtitleOf({ number, subject }: ChangeRequestThing["request"]): string {
  return `Change request #${number}${subject === "" ? "" : `: ${subject}`}`;
}

export const pdfOperations = chapter("Content", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/pdf",
    operationId: "getSpacePDF",
    call: "spaces.pdf.get",
    summary: "Make a PDF of a space or a page",
    description,
    scopes: ["space:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: PdfQuery },
    answers,
    points: 20,
    perOrganization: { atOnce: AT_ONCE, of: ({ space }) => space.organization_id },
    handler: (call) => answerPdf(call, call.thing.space, call.thing.space.head, ""),
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/change-requests/:changeRequestId/pdf",
    operationId: "getChangeRequestPDF",
    call: "changeRequests.pdf.get",
    tag: "Content of change requests",
    summary: "Make a PDF of a change request or one of its pages",
    description: "Works like the PDF of a space.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams, query: PdfQuery },
    answers,
    points: 20,
    perOrganization: { atOnce: AT_ONCE, of: ({ space }) => space.organization_id },
    handler: (call) => {
      const { space, request } = call.thing;
      return answerPdf(call, space, request.head, subtitleOf(request));
    },
  }),
]);
