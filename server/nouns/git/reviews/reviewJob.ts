/**
 * The job that shows what pull requests would change: a revision that is nobody's head, for those who may see the
 * revisions of the space, and a status on the host that leads there.
 */
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { StaleHead } from "../../../content/commit.ts";
import type { OpenRequest } from "../../change-requests/target.ts";
import { noteStatus } from "../hosts/work.ts";
import { attentionOf } from "../present.ts";
import { updateInstallation } from "../commands.ts";
import { findInstallation, findSpaceOf } from "../queries.ts";
import { attentionFor, isExpected } from "../sync/ended.ts";
import { ownerOf } from "../owner.ts";
import { placeInConsole, placeOfPreview } from "../place.ts";
import { remoteOf } from "../sync/remote.ts";
import type { GitJobRun } from "../jobRun.ts";
import type { ReviewOrder } from "./noteReview.ts";
import { lookAtCommit, type CommitOutcome, type PreviewScope, putPreview } from "./preview.ts";
import { closeRequests, shownRequest, showReview } from "./reviewRequest.ts";
import { showAlone } from "./standalone.ts";
import { lookAtReviews } from "./lookAtReviews.ts";

type Installation = Row<"git_installations">;
type Review = Row<"git_reviews">;

/** Attempts after which the host is told that there is no preview yet: where it asks for one, nobody merges before. */
const QUIET_ATTEMPTS = 5;

/** Runs jobs of the kind `git-review`: one pull request after the other, until none waits. */
export function gitReviewJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id, alone, after } = JSON.parse(run.job.payload) as ReviewOrder;
    const key = { organization_id: run.job.organization_id ?? "", id };
    if (alone !== undefined) {
      await showAlone(deps, run, key, alone);
      return {};
    }
    if (after !== undefined) {
      await lookAtReviews(deps, run, key, after);
      return {};
    }
    for (;;) {
      run.signal.throwIfAborted();
      const installation = await findInstallation(deps.db.read, key);
      if (installation === undefined || installation.paused_at !== null) return {};
      // Nobody answers for it any more, or nothing of the repository has come in yet: the first sync asks again.
      if (attentionOf(installation)?.kind === "owner" || installation.base_commit === null) return {};
      const space = await findSpaceOf(deps.db.read, installation);
      if (space?.deleted_at !== null) return {};
      // The next sync says so, and the first after somebody else answers for it asks for these again.
      if ((await ownerOf(deps, installation, { space })) === undefined) return {};
      await closeRequests({ deps, run, installation, space });
      const review = await nextReview(deps, installation);
      if (review === undefined) return {};
      await previewOne({ deps, run, installation, space }, review);
    }
  };
}

function nextReview({ db }: Deps, { organization_id, id }: Installation): Promise<Review | undefined> {
  return db.read
    .selectFrom("git_reviews")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("wanted", "=", 1)
    .orderBy("updated_at")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
}

async function previewOne(of: PreviewScope, review: Review): Promise<void> {
  const { run } = of;
  let outcome: CommitOutcome;
  try {
    const remote = await run.away(() => remoteOf(of.deps, of.installation, run.signal));
    const { ref } = review;
    outcome = (await lookAtCommit(of, { remote, ref, by: "reviews" })) ?? {
      commit: review.commit_id,
      state: "failure",
      description: `The host doesn't give the commits of this request: ${ref} is not there.`,
    };
  } catch (error) {
    if (run.signal.aborted) throw error;
    const problem = attentionFor(error);
    // What may pass by itself is tried again by the job.
    if (problem === undefined) {
      if (run.job.attempts >= QUIET_ATTEMPTS) await sayThatItFails(of, review, error);
      throw error;
    }
    outcome = { commit: review.commit_id, state: "failure", description: problem.message };
  }
  const shown = await shownRequest(of, review);
  await run
    .write((tx) => keep(tx, of, review, { outcome, shown }))
    .catch((error: unknown) => {
      // Somebody was quicker in it: it waits still, and is looked at anew.
      if (!(error instanceof StaleHead)) throw error;
    });
}

/** Says once of a commit that its preview fails: it waits for one all the same. */
async function sayThatItFails(
  { deps, run, installation }: PreviewScope,
  review: Review,
  error: unknown,
): Promise<void> {
  const { organization_id, installation_id, number, commit_id: commit, updated_at } = review;
  if (review.problem !== null) return;
  const why = isExpected(error)
    ? error.message
    : "Something went wrong on our side; the log of the server says more.";
  // Hosts cut what is long: the reason comes first.
  const description = `No preview yet: ${why} Lectern tries again.`;
  const said = { commit, state: "failure", description, path: placeInConsole(installation) } as const;
  await run.write(async (tx) => {
    const row = await tx
      .updateTable("git_reviews")
      .set({ problem: description })
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", installation_id)
      .where("number", "=", number)
      .where("updated_at", "=", updated_at)
      .where("wanted", "=", 1)
      .returning("number")
      .executeTakeFirst();
    if (row === undefined) return;
    await noteStatus(tx, installation, said, { now: deps.clock.now(), newId: deps.newId });
  });
}

/** Writes what is to be seen; of a request that has moved on meanwhile it is made again. */
async function keep(
  tx: Write,
  of: PreviewScope,
  review: Review,
  { outcome, shown }: { readonly outcome: CommitOutcome; readonly shown: OpenRequest | undefined },
): Promise<void> {
  const { deps, space } = of;
  const { commit, state, description, preview } = outcome;
  const { organization_id, installation_id, number } = review;
  const [now, { newId }] = [deps.clock.now(), deps];
  // How it is set may have changed while the commits came: it counts as it is now, and stays so until this is written.
  const installation = await updateInstallation(tx, of.installation)
    .set((eb) => ({ version: eb.ref("version") }))
    .returningAll()
    .executeTakeFirst();
  if (installation === undefined) return;
  const isRequest = installation.reviews === 1 && preview !== undefined;
  const row = await tx
    .updateTable("git_reviews")
    .set({
      wanted: 0,
      pages: preview?.pages ?? null,
      problem: state === "failure" ? description : null,
    })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation_id)
    .where("number", "=", number)
    .where("updated_at", "=", review.updated_at)
    .where("wanted", "=", 1)
    .returning("change_request_id")
    .executeTakeFirst();
  if (row === undefined) return;
  // A change request that has ceased to follow it is its writers' own.
  if (row.change_request_id !== review.change_request_id) throw new StaleHead(space.id);
  const request = isRequest
    ? await showReview(tx, { ...of, installation }, review, { preview, shown })
    : undefined;
  const revision = request?.head ?? (preview && newId());
  if (preview !== undefined && request === undefined) {
    const named = { id: revision ?? "", commit, message: review.title, ref: review.ref };
    await putPreview(tx, { deps, installation, space }, preview, named);
  }
  await tx
    .updateTable("git_reviews")
    .set({ revision_id: revision ?? null })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation_id)
    .where("number", "=", number)
    .execute();
  const path =
    request === undefined
      ? revision === undefined
        ? placeInConsole(installation)
        : placeOfPreview(installation, revision)
      : `/s/${space.id}/~/changes/${request.number}`;
  await noteStatus(tx, installation, { commit, state, description, path }, { now, newId });
}
