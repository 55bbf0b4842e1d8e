/** Imports as clients of later versions know them: runs of an organization, each of which is the job that does it. */
import { type Static, Type } from "typebox";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { cancel, findJob } from "../../db/jobs.ts";
import { conflict, forbidden, invalidField } from "../../http/errors.ts";
import { listOf, pageOf, pageQuery } from "../../http/list.ts";
import { closed, named } from "../../http/named.ts";
import { chapter, holding, type LoadCall, ok, op, type PresentedShape } from "../../http/operation.ts";
import { given, Id, ResourceUrls, Timestamp, timestamp, unsupported, Url } from "../../http/shapes.ts";
import { type ImportOrder, IMPORT_JOB } from "../content/importJob.ts";
import { IMPORT_POINTS, refuseUnknownPage } from "../content/importRequest.ts";
import { refuseLocked } from "../content/publish.ts";
import { queueImport } from "../content/queuedImport.ts";
import { spaceTarget } from "../content/target.ts";
import { listJobs, loadJob } from "../jobs/queries.ts";
import { loadMembership } from "../orgs/queries.ts";
import { loadChangeRequest } from "./queries.ts";
import { requestTarget } from "./target.ts";
import { loadSpace } from "../spaces/queries.ts";

const all = "/org/:organizationId/imports";
const one = `${all}/:importRunId`;
const noun = "The import run";

/** What a job's state is called of a run. */
const STATUS = {
  queued: "pending",
  running: "in-progress",
  done: "completed",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<Row<"jobs">["state"], string>;
const RUN_STATUSES = ["pending", "in-progress", "completed", "failed", "cancelled"] as const;

const Website = Type.Object({ type: Type.Literal("website"), url: Url });
const Target = named(
  "ContentImportTarget",
  closed({
    space: Id,
    changeRequest: Type.Optional({
      ...Id,
      description: "Into it instead of the space: its id or its number.",
    }),
    page: Type.Optional({ ...Id, description: "Below this page." }),
  }),
);

const ImportRun = named(
  "ContentImportRun",
  Type.Object(
    {
      object: Type.Literal("import-run"),
      id: Type.String({ description: "Of its job too." }),
      status: Type.Enum([...RUN_STATUSES]),
      reason: Type.Optional(Type.String({ description: "Why it failed." })),
      source: Type.Union([
        Website,
        Type.Object({ type: Type.Literal("file"), files: Type.Array(Type.String()) }),
      ]),
      target: Target,
      createdBy: Type.Optional(Type.String({ description: "The user's id." })),
      createdAt: Timestamp,
      completedAt: Type.Optional(Timestamp),
      urls: ResourceUrls,
    },
    { description: "An import that continues after its request." },
  ),
);

const StartImportRun = named(
  "StartImportRun",
  closed({
    source: Type.Union([
      closed({ type: Type.Literal("website"), url: Url }),
      closed({
        type: Type.Literal("file"),
        files: unsupported("send a file to the space or the change request that it is imported into"),
      }),
    ]),
    target: Target,
    site: Type.Optional({ ...Id, description: "Runs are listed by the sites that show their space." }),
    enhance: Type.Optional(
      Type.Literal(false, { description: "Content is imported as it is: no model rewrites it." }),
    ),
  }),
);

const ListImportRunsQuery = closed({
  ...pageQuery,
  space: Type.Optional({ ...Id, description: "Only those into this space." }),
  changeRequest: Type.Optional({ ...Id, description: "Only those into this change request." }),
  site: Type.Optional({ ...Id, description: "Only those into spaces that this site shows." }),
  status: Type.Optional(
    Type.Enum(["active", ...RUN_STATUSES], { description: "`active`: pending or in progress." }),
  ),
});

const params = Type.Object({ organizationId: Id });
const runParams = Type.Object({ organizationId: Id, importRunId: Id });

function presentRun(
  job: Row<"jobs">,
  { addresses }: Pick<Deps, "addresses">,
): PresentedShape<typeof ImportRun> {
  const order = JSON.parse(job.payload) as ImportOrder;
  const status = STATUS[job.state];
  return {
    object: "import-run",
    id: job.id,
    status,
    ...(status === "failed" ? given("reason", job.error) : {}),
    source: "url" in order ? { type: "website", url: order.url } : { type: "file", files: [order.name] },
    target: {
      space: job.space_id ?? "",
      ...given("changeRequest", order.changeRequest),
      ...given("page", order.parentPage),
    },
    ...given("createdBy", job.created_by),
    createdAt: timestamp(job.created_at),
    ...(status === "completed" && job.finished_at !== null
      ? { completedAt: timestamp(job.finished_at) }
      : {}),
    urls: { location: runUrl(job, addresses) },
  };
}

function runUrl({ id, organization_id }: Row<"jobs">, { app }: Deps["addresses"]): string {
  return `${app}/v1/org/${organization_id}/imports/${id}`;
}

/** The run that the path names: who sees its job sees it. */
async function loadRun(call: LoadCall) {
  const { organizationId = "", importRunId = "" } = call.params;
  const thing = await loadJob({ ...call, params: { jobId: importRunId } });
  const isRun = thing?.job.kind === IMPORT_JOB && thing.job.organization_id === organizationId;
  return isRun ? thing : undefined;
}

/** What a run is to write to. @throws 400 where there is no such thing that the caller sees, 403, 409 */
async function reach(
  { deps, identity }: Pick<LoadCall, "deps" | "identity">,
  organization: string,
  wanted: Static<typeof Target>,
) {
  const { space: spaceId, changeRequest, page } = wanted;
  const thing = await loadSpace({ deps, identity, params: { spaceId } });
  if (thing?.rights.view !== true || thing.space.organization_id !== organization)
    throw invalidField("/target/space", "is not a space of this organization, or you have no access to it.");
  if (!thing.rights.edit) throw forbidden("To import, you need permission to edit the space.");
  const { space } = thing;
  if (changeRequest === undefined) refuseLocked(space);
  const request =
    changeRequest === undefined
      ? undefined
      : await loadChangeRequest({ deps, identity, params: { spaceId, changeRequestId: changeRequest } });
  if (changeRequest !== undefined && request === undefined)
    throw invalidField("/target/changeRequest", "is no change request of the space.");
  const id = request?.request.id;
  const target = id === undefined ? spaceTarget(deps, space) : requestTarget(deps, space, id);
  await target.open();
  if (page !== undefined) await refuseUnknownPage(deps, target, page);
  return { space, changeRequest: id };
}

export const importRunOperations = chapter("Content", [
  op({
    method: "GET",
    url: all,
    operationId: "listImportRuns",
    call: "importRuns.list",
    summary: "List the import runs of an organization",
    description:
      "The newest first: your own, and those into spaces that you may edit. They are kept for 30 days after their end.",
    scopes: ["space:read"],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params, query: ListImportRunsQuery },
    answers: { 200: listOf(ImportRun) },
    handler: async ({ deps, identity, thing, query, paging }) => {
      const { space, changeRequest, site, status } = query;
      const states = (Object.keys(STATUS) as (keyof typeof STATUS)[]).filter((state) =>
        status === "active" ? state === "queued" || state === "running" : STATUS[state] === status,
      );
      const page = await listJobs(deps, {
        ...thing,
        ...paging,
        caller: identity.userId,
        kind: IMPORT_JOB,
        states: status === undefined ? undefined : states,
        space,
        site,
        naming: changeRequest === undefined ? undefined : { changeRequest },
      });
      return pageOf(page, (job) => presentRun(job, deps));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "startImportRun",
    call: "importRuns.start",
    summary: "Import a website",
    description: "Into a space or a change request, as an import with `Prefer: respond-async` does.",
    scopes: ["space:write"],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params, body: StartImportRun },
    answers: { 201: ImportRun },
    points: IMPORT_POINTS,
    handler: async ({ deps, identity, thing, body, change }) => {
      const { source, target } = body;
      if (source.type !== "website") throw invalidField("/source/type", "has to be website.");
      const organization = thing.organizationId;
      const order = { url: source.url, kind: "website" as const, organization, parentPage: target.page };
      const { space, changeRequest } = await reach({ deps, identity }, organization, target);
      return change(async (running) => {
        const job = await queueImport(running, space, { ...order, changeRequest });
        const headers = { location: runUrl(job, deps.addresses) };
        return { status: 201, body: presentRun(job, deps), headers };
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getImportRun",
    call: "importRuns.get",
    summary: "Get an import run",
    scopes: ["space:read"],
    access: holding(noun, loadRun, "view"),
    shapes: { params: runParams },
    answers: { 200: ImportRun },
    handler: ({ deps, thing: { job } }) => ok(presentRun(job, deps)),
  }),
  op({
    method: "POST",
    url: `${one}/cancel`,
    operationId: "cancelImportRun",
    call: "importRuns.cancel",
    summary: "Cancel an import run",
    description: "A run under way ends within moments. One that has ended is a 409.",
    scopes: ["space:write"],
    access: holding(noun, loadRun, "cancel"),
    shapes: { params: runParams },
    answers: { 200: ImportRun },
    ifMatch: "nothing",
    handler: ({ deps, thing: { job }, change }) =>
      change(async ({ tx, now, trace }) => {
        if ((await cancel(tx, job.id, now)) === undefined)
          throw conflict("job-finished", "This import has ended; nothing is left to cancel.");
        await trace({
          action: "job.cancel",
          organization: job.organization_id ?? undefined,
          target: { type: "job", id: job.id, label: job.kind },
        });
        const cancelled = (await findJob(tx, job.id)) ?? job;
        return ok(presentRun(cancelled, deps));
      }),
  }),
]);
