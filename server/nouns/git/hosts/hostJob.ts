/** The job that asks a host's API: for the webhook of an installation, and to show what was said of commits. */
import type { DroppedHook } from "../../../content/git/leave.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { askForHook, forgetOnce, updateInstallation } from "../commands.ts";
import { findInstallation } from "../queries.ts";
import { type GitJobRun, waitAfter } from "../jobRun.ts";
import { ownerOf, targetOf } from "../owner.ts";
import { HostRefused } from "./ask.ts";
import { checkConnection } from "./checkConnection.ts";
import type { ReachedHost } from "./host.ts";
import { putProposal } from "./putProposal.ts";
import { type HostPlace, reach } from "./reach.ts";
import { openHookSecret, webhookAddress } from "./secret.ts";
import { type HostOrder, queueHostWork, statusContext } from "./work.ts";

type Installation = Row<"git_installations">;

/** Statuses that one run sends, and how often one is tried before it is forgotten. */
const MOST_STATUSES = 50;
const MOST_TRIES = 6;

/** Runs jobs of the kind `git-host`. What a host refuses is noted with the installation, and no failure of the job. */
export function gitHostJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const order = JSON.parse(run.job.payload) as HostOrder;
    const organization = run.job.organization_id ?? "";
    if ("drop" in order) await dropHook(deps, run, order.drop);
    if ("check" in order) await checkConnection(deps, run, order.check);
    if ("forget" in order)
      await run.write((tx) => forgetOnce(tx, { organization_id: organization, connection_id: order.forget }));
    if (!("installation" in order)) return {};
    const installation = await findInstallation(deps.db.read, {
      organization_id: organization,
      id: order.installation,
    });
    if (installation === undefined || installation.paused_at !== null) return {};
    // The next sync says so. What is noted waits for whoever answers for it then.
    const target = await targetOf(deps, installation);
    if (target === undefined || (await ownerOf(deps, installation, target)) === undefined) return {};
    const { provider, remote_url: url, connection_id: connection } = installation;
    const reached = await reach(deps, run, { provider, url, connection });
    if (reached === undefined) return {};
    if (installation.hook_state === "pending") await putHook(deps, run, reached, installation);
    if (installation.proposal_state === "pending") await putProposal(deps, run, reached, installation);
    await sendStatuses(deps, run, reached, installation);
    return {};
  };
}

/** Takes away the webhook that leads to us: one that leads elsewhere is that of another Lectern, whose copy this is. */
async function dropHook(
  deps: Deps,
  run: GitJobRun,
  { installation: id, ...place }: DroppedHook,
): Promise<void> {
  const key = { organization_id: run.job.organization_id ?? "", id };
  try {
    if (hears(await findInstallation(deps.db.read, key), place)) return;
    const reached = await reach(deps, run, place);
    if (reached === undefined) return;
    const { api, ask } = reached;
    const own = webhookAddress(deps.addresses, { id, provider: place.provider });
    const hook = api.findHook(await ask(api.hooks), own);
    if (hook === undefined) return;
    await ask(api.dropHook(hook));
    // Who has come back to the repository while it went gets another.
    await run.write(async (tx) => {
      const now = await findInstallation(tx, key);
      if (now === undefined || !hears(now, place)) return;
      await askForHook({ tx, now: deps.clock.now(), newId: deps.newId }, now);
    });
  } catch (error) {
    // What is refused stays there, and is told 404 from now on; the job tries again what only failed.
    if (!(error instanceof HostRefused) || error.kind === "busy" || error.kind === "failed") throw error;
  }
}

/** Whether a repository tells an installation of what happens, or will as soon as its host has been asked. */
const hears = (
  installation: Installation | undefined,
  { provider, url }: Omit<HostPlace, "connection">,
): boolean =>
  installation !== undefined &&
  installation.hook_state !== null &&
  installation.provider === provider &&
  installation.remote_url === url;

/** Makes the webhook, or changes the one that leads to us: who died after making it finds it. */
async function putHook(
  deps: Deps,
  run: GitJobRun,
  { api, ask }: ReachedHost,
  installation: Installation,
): Promise<void> {
  const secret = openHookSecret(deps.secrets, installation);
  if (secret === undefined) return;
  const url = webhookAddress(deps.addresses, installation);
  try {
    const known = api.findHook(await ask(api.hooks), url);
    const made = await ask(api.putHook(known, { url, secret }));
    const id = known ?? api.hookId(made) ?? null;
    await run.write((tx) =>
      updateInstallation(tx, installation)
        .set((eb) => ({
          hook_state: "registered",
          hook_id: id,
          hook_problem: null,
          version: eb("version", "+", 1),
        }))
        // Who has asked for another secret meanwhile has it registered by the next run.
        .where("hook_secret", "=", installation.hook_secret)
        .execute(),
    );
  } catch (error) {
    if (run.signal.aborted || !(error instanceof HostRefused)) throw error;
    await noteHookProblem(deps, run, installation, error);
  }
}

async function noteHookProblem(
  deps: Deps,
  run: GitJobRun,
  installation: Installation,
  { kind, message, after }: HostRefused,
): Promise<void> {
  const now = deps.clock.now();
  const isLasting = kind === "refused" || kind === "missing";
  await run.write(async (tx) => {
    await updateInstallation(tx, installation)
      .set((eb) => ({
        hook_problem: message,
        ...(isLasting ? { hook_state: null, version: eb("version", "+", 1) } : {}),
      }))
      .execute();
    const wish = { now, newId: deps.newId, due: after ?? now + waitAfter(3) };
    if (!isLasting) await queueHostWork(tx, installation, wish);
  });
}

/** Sends what was said of commits, the oldest first. */
async function sendStatuses(
  deps: Deps,
  run: GitJobRun,
  { api, ask }: ReachedHost,
  installation: Installation,
): Promise<void> {
  const rows = await deps.db.read
    .selectFrom("git_statuses")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .orderBy("noted_at")
    .orderBy("commit_id")
    .limit(MOST_STATUSES)
    .execute();
  const context = statusContext(installation);
  for (const row of rows) {
    const { commit_id: commit, state, description, path } = row;
    const url = deps.addresses.app + path;
    try {
      await ask(api.postStatus({ commit, state, context, description, url }));
      await endStatus(run, installation, row, null);
    } catch (error) {
      if (run.signal.aborted || !(error instanceof HostRefused)) throw error;
      const isLasting = error.kind === "refused" || error.kind === "missing" || row.tries + 1 >= MOST_TRIES;
      if (isLasting) await endStatus(run, installation, row, error.message);
      // A host that is busy or away is asked for the others later, too.
      else return waitForHost(deps, run, installation, row, error);
    }
  }
  if (rows.length === MOST_STATUSES)
    await run.write((tx) =>
      queueHostWork(tx, installation, { now: deps.clock.now() + 1, newId: deps.newId }),
    );
}

type StatusRow = Row<"git_statuses">;

const oneStatus = ({ organization_id, installation_id, commit_id }: StatusRow) => ({
  organization_id,
  installation_id,
  commit_id,
});

/** What was said since about the same commit stays. */
async function endStatus(
  run: GitJobRun,
  installation: Installation,
  row: StatusRow,
  problem: string | null,
): Promise<void> {
  const { organization_id, installation_id, commit_id } = oneStatus(row);
  await run.write(async (tx) => {
    await tx
      .deleteFrom("git_statuses")
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", installation_id)
      .where("commit_id", "=", commit_id)
      .where("state", "=", row.state)
      .where("noted_at", "=", row.noted_at)
      .execute();
    if (problem === installation.status_problem) return;
    await updateInstallation(tx, installation).set({ status_problem: problem }).execute();
  });
}

async function waitForHost(
  deps: Deps,
  run: GitJobRun,
  installation: Installation,
  row: StatusRow,
  { kind, after }: HostRefused,
): Promise<void> {
  const now = deps.clock.now();
  const { organization_id, installation_id, commit_id } = oneStatus(row);
  await run.write(async (tx) => {
    // A host that only asks for patience is no failure of what it is asked for.
    if (kind === "failed")
      await tx
        .updateTable("git_statuses")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("organization_id", "=", organization_id)
        .where("installation_id", "=", installation_id)
        .where("commit_id", "=", commit_id)
        .execute();
    const due = after ?? now + waitAfter(row.tries + 1);
    await queueHostWork(tx, installation, { now, newId: deps.newId, due });
  });
}
