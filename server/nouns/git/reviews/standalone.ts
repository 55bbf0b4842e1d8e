/** A commit that whoever drives the syncs of a space wants to see: as a revision, which an event tells of. */
import { leaveTrace } from "../../../access/trail.ts";
import type { Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { credentialsFor } from "../hosts/credentials.ts";
import { tracedInstallation } from "../present.ts";
import { findConnection, findInstallation, findSpaceOf, type GitKey } from "../queries.ts";
import { attentionFor, isExpected } from "../sync/ended.ts";
import type { GitJobRun } from "../jobRun.ts";
import type { CommitAlone } from "./noteReview.ts";
import { lookAtCommit, type CommitOutcome, type PreviewScope, putPreview } from "./preview.ts";

/** Shows one commit. What can't be shown is told as well, and no failure of the job. */
export async function showAlone(deps: Deps, run: GitJobRun, key: GitKey, alone: CommitAlone): Promise<void> {
  const installation = await findInstallation(deps.db.read, key);
  const space = installation && (await findSpaceOf(deps.db.read, installation));
  if (installation === undefined || space?.deleted_at !== null)
    return run.write((tx) => forgetCredentials(tx, key, alone));
  const of = { deps, run, installation, space };
  const outcome = await look(of, alone);
  await run.write(async (tx) => {
    await forgetCredentials(tx, key, alone);
    await tell(tx, of, alone, outcome);
  });
}

async function look(of: PreviewScope, { ref, connection: id }: CommitAlone): Promise<CommitOutcome> {
  const { deps, run, installation } = of;
  const { organization_id, remote_url: url } = installation;
  try {
    const connection = id === null ? undefined : await findConnection(deps.db.read, organization_id, id);
    const remote = await run.away(async () => ({
      url,
      ...(connection && { credentials: await credentialsFor(deps, connection, url, run.signal) }),
    }));
    // Several may be asked for at once.
    const by = `alone-${run.job.id}`;
    const outcome = await lookAtCommit(of, { remote, ref, by });
    return outcome ?? { commit: "", state: "failure", description: `The host has nothing at ${ref}.` };
  } catch (error) {
    if (run.signal.aborted || !isExpected(error)) throw error;
    return { commit: "", state: "failure", description: attentionFor(error)?.message ?? error.message };
  }
}

async function tell(
  tx: Write,
  of: PreviewScope,
  { ref }: CommitAlone,
  { commit, state, description, preview }: CommitOutcome,
): Promise<void> {
  const { deps, installation, space } = of;
  const id = deps.newId();
  if (preview !== undefined) await putPreview(tx, of, preview, { id, commit, message: "", ref });
  const revisionId = preview === undefined ? "" : id;
  const origin = { identity: undefined, ip: undefined, source: "job" as const };
  await leaveTrace(tx, origin, deps.clock.now(), deps.newId, {
    action: "git.run",
    ...tracedInstallation(installation),
    after: { operation: "preview", state, ref, commit, revision: revisionId, said: description },
    event: {
      kind: "space_gitsync_completed",
      space: space.id,
      payload: { spaceId: space.id, state, revisionId, commitId: commit },
    },
  });
}

/** What was sent for this look is not kept for longer. */
async function forgetCredentials(
  tx: Write,
  { organization_id }: GitKey,
  { connection }: CommitAlone,
): Promise<void> {
  if (connection === null) return;
  await tx
    .deleteFrom("git_connections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", connection)
    .where("once", "=", 1)
    .execute();
}
