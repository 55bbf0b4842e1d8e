/**
 * A pull request as a change request: people see what it changes and talk about it here. It is written, merged and closed
 * on its host alone; the change request follows.
 */
import { repositoryName } from "../place.ts";
import { reviewUrl } from "../../../content/git/hostPlaces.ts";
import type { Read, Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { countStatus, patchChangeRequest, takeChangeRequest } from "../../change-requests/commands.ts";
import type { ShownPull } from "../../change-requests/present.ts";
import { findChangeRequest } from "../../change-requests/queries.ts";
import { commitToRequest, loadRequest, type OpenRequest } from "../../change-requests/target.ts";
import { traced } from "../../change-requests/trail.ts";
import { openGitRequest } from "../sync/held.ts";
import { changeBy, type SyncRun } from "../sync/syncRun.ts";
import type { Preview, PreviewScope } from "./preview.ts";

type Installation = Row<"git_installations">;
type Review = Row<"git_reviews">;

/** The change request that shows a pull request already, as it is; undefined: none does, or none is to. */
export async function shownRequest(
  { deps, installation, space }: PreviewScope,
  { change_request_id: id }: Review,
): Promise<OpenRequest | undefined> {
  if (installation.reviews === 0 || id === null) return undefined;
  const request = await findChangeRequest(deps.db.read, space, id);
  return request === undefined || request.status === "merged" ? undefined : loadRequest(deps, space, id);
}

/** Shows what a pull request changes; one that was closed and is open again is reopened. @throws StaleHead */
export async function showReview(
  tx: Write,
  of: PreviewScope,
  review: Review,
  { preview, shown }: { readonly preview: Preview; readonly shown: OpenRequest | undefined },
): Promise<Row<"change_requests">> {
  const { deps, installation, space } = of;
  const { organization_id } = installation;
  const { head, revision: content } = preview;
  const request =
    shown === undefined
      ? await openGitRequest(tx, { deps, space }, installation, {
          // What both sides have changed differently is decided on the host, by whoever merges it there.
          merged: { revision: content, conflicts: [], bodies: new Map() },
          head,
          subject: review.title,
          description: `Pull request #${review.number} of ${repositoryName(installation.remote_url)}.`,
        })
      : await follow(tx, of, { preview, shown });
  const url = reviewUrl(installation, review.number);
  const pull: ShownPull = {
    repository: repositoryName(installation.remote_url),
    number: review.number,
    ...(url && { url }),
  };
  const row = await tx
    .updateTable("change_requests")
    .set({ git: JSON.stringify(pull), subject: review.title, merged_ancestor: head.id })
    .where("organization_id", "=", organization_id)
    .where("id", "=", request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("git_reviews")
    .set({ change_request_id: row.id })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation.id)
    .where("number", "=", review.number)
    .execute();
  return row;
}

async function follow(
  tx: Write,
  { deps }: PreviewScope,
  { preview, shown }: { readonly preview: Preview; readonly shown: OpenRequest },
): Promise<Row<"change_requests">> {
  const change = changeBy({ deps }, tx);
  if (shown.request.status === "archived")
    await patchChangeRequest(tx, shown.request, { status: "open" }, change.now, undefined);
  const revision = change.newId();
  const row = await commitToRequest(change, shown, {
    revision,
    content: preview.revision,
    type: "update",
    takesIn: preview.head.id,
  });
  await change.trace({
    action: "change-request.content.update",
    ...traced(shown.space, shown.request),
    before: { revision: shown.base.id },
    after: { revision },
  });
  return row;
}

/** The change requests of an installation whose pull requests ended so, and which have not; archived ones may be merged. */
function openOnes(read: Read, { organization_id, id }: Installation, state: "merged" | "closed") {
  return read
    .selectFrom("git_reviews")
    .innerJoin("change_requests", (on) =>
      on
        .onRef("change_requests.organization_id", "=", "git_reviews.organization_id")
        .onRef("change_requests.id", "=", "git_reviews.change_request_id"),
    )
    .selectAll("change_requests")
    .where("git_reviews.organization_id", "=", organization_id)
    .where("git_reviews.installation_id", "=", id)
    .where("git_reviews.state", "=", state)
    .where(
      "change_requests.status",
      "in",
      state === "merged" ? ["open", "draft", "archived"] : ["open", "draft"],
    )
    .execute();
}

/** What was closed without a merge is closed here too. */
export async function closeRequests({ deps, run, installation, space }: PreviewScope): Promise<void> {
  if (installation.reviews === 0) return;
  for (const known of await openOnes(deps.db.read, installation, "closed"))
    await run.write(async (tx) => {
      const change = changeBy({ deps }, tx);
      const request = await findChangeRequest(tx, space, known.id);
      if (request === undefined || request.status !== known.status) return;
      await patchChangeRequest(tx, request, { status: "archived" }, change.now, undefined);
      await change.trace({
        action: "change-request.update",
        ...traced(space, request),
        before: { status: request.status },
        after: { status: "archived" },
      });
    });
}

/** Those whose pull requests were merged have come into the space with the branch, once that is in step. */
export async function endMerged(
  tx: Write,
  { deps, space }: Pick<SyncRun, "deps" | "space">,
  installation: Installation,
): Promise<void> {
  const { organization_id, reviews, base_revision } = installation;
  if (reviews === 0 || base_revision === null) return;
  const change = changeBy({ deps }, tx);
  for (const row of await openOnes(tx, installation, "merged")) {
    const request = await takeChangeRequest(tx, row);
    await countStatus(tx, request, "merged");
    await tx
      .updateTable("change_requests")
      .set({ status: "merged", revision_merged: base_revision, updated_at: change.now })
      .where("organization_id", "=", organization_id)
      .where("id", "=", request.id)
      .execute();
    await change.trace({
      action: "change-request.update",
      ...traced(space, request),
      before: { status: request.status },
      after: { status: "merged", revision: base_revision },
    });
  }
}
