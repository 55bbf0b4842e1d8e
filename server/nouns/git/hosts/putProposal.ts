/** Asks a host for the pull request of what a space proposes: one that is open is used on. */
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { updateInstallation } from "../commands.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import type { GitJobRun } from "../jobRun.ts";
import { queueTelling } from "../telling.ts";
import { HostRefused } from "./ask.ts";
import type { Between, OpenedProposal, ReachedHost } from "./host.ts";
import { queueHostWork } from "./work.ts";

type Installation = Row<"git_installations">;

export async function putProposal(
  deps: Deps,
  run: GitJobRun,
  host: ReachedHost,
  installation: Installation,
): Promise<void> {
  try {
    const opened = await open(host, installation);
    await keep(run, installation, {
      proposal_state: "open",
      proposal_number: opened.number,
      proposal_url: opened.url,
      proposal_problem: null,
    });
  } catch (error) {
    if (run.signal.aborted || !(error instanceof HostRefused)) throw error;
    const isLasting = error.kind === "refused" || error.kind === "missing";
    const wish = { now: deps.clock.now(), newId: deps.newId };
    await keep(
      run,
      installation,
      isLasting
        ? { proposal_problem: error.message, proposal_state: null }
        : // A host that is down for a while doesn't make what it refuses news again.
          { proposal_problem: installation.proposal_problem ?? error.message },
      // People hear of it once, however often it is asked for until it goes or something else is in the way.
      (tx) =>
        isLasting && installation.proposal_problem !== error.message
          ? queueTelling(tx, installation, wish)
          : undefined,
    );
    const due = error.after ?? wish.now + RETRY_MS;
    if (!isLasting) await run.write((tx) => queueHostWork(tx, installation, { ...wish, due }));
  }
}

const RETRY_MS = 300_000;

/** Parts of a list that are looked through. */
const MOST_PARTS = 20;

/** Ours among those that are open. Anybody may open others, also from forks with a branch that is called as ours is. */
export async function findOpen(
  { api, ask }: ReachedHost,
  between: Between,
): Promise<OpenedProposal | undefined> {
  for (let part = 1; part <= MOST_PARTS; part += 1) {
    const listed = api.listProposals(await ask(api.proposals(between, part)));
    const found = api.findProposal(listed, between);
    // A host may give fewer than it is asked for: the list ends where there is nothing.
    if (found !== undefined || listed.length === 0) return found;
  }
  return undefined;
}

async function open(host: ReachedHost, installation: Installation): Promise<OpenedProposal> {
  const { api, ask } = host;
  const { branch, proposal_message: message } = installation;
  const between = { from: shortBranch(proposalBranch(installation)), to: shortBranch(branch) };
  const known = await findOpen(host, between);
  if (known !== undefined) return known;
  const [title = "", ...rest] = (message ?? "").split("\n");
  const made = await ask(api.propose({ ...between, title, body: rest.join("\n").trim() }));
  const opened = api.openedProposal(made);
  if (opened === undefined)
    throw new HostRefused("failed", "The host has answered without the pull request.");
  return opened;
}

/** Of something else that was proposed meanwhile the next run sees to it; that it isn't wanted any more stays so. */
async function keep(
  run: GitJobRun,
  installation: Installation,
  fields: Partial<Installation>,
  besides?: (tx: Write) => Promise<void> | undefined,
): Promise<void> {
  await run.write(async (tx) => {
    const kept = await updateInstallation(tx, installation)
      .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
      .where("proposal_commit", "=", installation.proposal_commit)
      .where("proposal_state", "=", "pending")
      .returning("id")
      .executeTakeFirst();
    if (kept !== undefined) await besides?.(tx);
  });
}
