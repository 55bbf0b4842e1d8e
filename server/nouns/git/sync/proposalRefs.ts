/** Where a host has what was proposed, and whether reviewers have gone on with it. */
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import { hostWithApi } from "../hosts/hosts.ts";
import { proposalBranch } from "../place.ts";
import type { Installation } from "./syncRun.ts";

type Proposing = Pick<
  Installation,
  "space_id" | "provider" | "outgoing" | "proposal_number" | "proposal_commit"
>;

/** On its branch, and for good where the host keeps what pull requests have said. */
export function proposalRefs(installation: Proposing): string[] {
  const { proposal_number: number, provider } = installation;
  const ref = number === null ? undefined : hostWithApi(provider)?.reviewRef(number);
  return [proposalBranch(installation), ...(ref === undefined ? [] : [ref])];
}

/** The branch to look at for what reviewers do; undefined: nothing is proposed (any more), or the host keeps all of that for good. */
export function reviewedBranch(installation: Proposing): string | undefined {
  const { provider, outgoing, proposal_number, proposal_commit } = installation;
  // A sync that proposes nothing any more doesn't look there: it would be asked for at each look, for ever.
  if (proposal_commit === null || outgoing !== "pull-request") return undefined;
  const host = hostWithApi(provider);
  // While the pull request is being opened nothing else is noted of it.
  if (host !== undefined && (proposal_number === null || host.reviewRef(proposal_number) !== undefined))
    return undefined;
  return proposalBranch(installation);
}

/** A commit that others have put on the branch of what was proposed, and that nobody has seen yet. */
export function unseenReview({ ids }: Pick<RemoteRefs, "ids">, installation: Proposing): string | undefined {
  const branch = reviewedBranch(installation);
  const tip = branch === undefined ? undefined : ids.get(branch);
  return tip === installation.proposal_commit ? undefined : tip;
}
