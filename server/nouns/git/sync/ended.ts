/** How a sync ends that could not go on: it waits for a person, or is tried again by itself. */
import { SpaceTooLarge } from "../../../content/git/ours.ts";
import { GitError } from "../../../ports/git/error.ts";
import { ImportNotApplied } from "../../../content/import/importDeps.ts";
import { ImportRefused } from "../../../importers/refusal.ts";
import { HttpError } from "../../../http/errors.ts";
import type { Row } from "../../../db/schema.ts";
import type { StoredAttention } from "../present.ts";

/** What to do once all is mended, as the button is called and the command. */
export const SYNC_NOW = 'press "Sync now" (lectern git sync)';

/** A sync waits for a person; the message says what to do. */
export class SyncHalted extends Error {
  override readonly name = "SyncHalted";
  readonly attention: StoredAttention;
  /** @param asked what the person is asked, see `questionOf`: what they decide holds for that alone */
  constructor(
    kind: string,
    message: string,
    choices: StoredAttention["choices"] = [],
    asked: Pick<StoredAttention, "question" | "root"> = {},
  ) {
    super(message);
    this.attention = { kind, message, choices, ...asked };
  }
}

/** What docs.yaml asks for and is refused waits for a person. @param what it is about @throws SyncHalted */
export function haltOnConflict(what: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof HttpError && error.status === 409)) throw error;
    throw new SyncHalted("config", `${what}: ${error.message} Then ${SYNC_NOW}.`);
  };
}

/** Somebody has cancelled the run. */
export class SyncCancelled extends Error {
  override readonly name = "SyncCancelled";
}

/** Somebody has chosen another place meanwhile: what this run knows is not true of that. */
export class SyncMoved extends Error {
  override readonly name = "SyncMoved";
}

/** The branch has moved, or so has the space: what was made is made again. */
export class SyncOutrun extends Error {
  override readonly name = "SyncOutrun";
}

/** What waits for a person, by the kind of error, with what they are to do. */
const REMEDIES: Partial<Record<GitError["kind"], string>> = {
  unauthenticated: `Give the connection a new token, and the sync goes on. If the host lets the same token do more by now, ${SYNC_NOW}.`,
  "not-found": `Check the address and what the token may see, then ${SYNC_NOW}.`,
  refused: `Let the token push to the branch and ${SYNC_NOW}; or let changes go out as pull requests ("pull-request").`,
  "too-large": `Make the repository or the folder smaller, then ${SYNC_NOW}.`,
  unsafe: `Remove what is named from the repository's history, then ${SYNC_NOW}.`,
};

type Beginning = Pick<Row<"git_installations">, "base_commit" | "choice">;

/** What goes otherwise as a pull request than as a push, where Lectern's content was to replace what the branch has. */
const AS_PROPOSED =
  "A pull request replaces nothing at first: both sides are joined, so what only the branch has comes in here.";

/** What a person has to do about an error; undefined for what may pass by itself. @param of what was synced, where that matters */
export function attentionFor(error: unknown, of?: Beginning): StoredAttention | undefined {
  if (error instanceof SyncHalted) return error.attention;
  if (error instanceof ImportRefused && error.kind === "too-large") {
    const remedy = error.remedy === undefined ? REMEDIES["too-large"] : `Then ${SYNC_NOW}.`;
    return { kind: "too-large", message: `${error.message} ${remedy}`, choices: [] };
  }
  if (error instanceof SpaceTooLarge)
    return { kind: "too-large", message: `${error.message} Then ${SYNC_NOW}.`, choices: [] };
  if (error instanceof ImportNotApplied || error instanceof ImportRefused)
    return {
      kind: "content",
      message: `${error.message} Mend it in the repository, then ${SYNC_NOW}.`,
      choices: [],
    };
  if (!(error instanceof GitError)) return undefined;
  const remedy = REMEDIES[error.kind];
  if (remedy === undefined) return undefined;
  const kind = error.kind === "refused" ? "protected" : error.kind;
  const choices = kind === "protected" ? (["pull-request"] as const) : [];
  const replaces = kind === "protected" && of?.base_commit === null && of.choice === "lectern";
  const message = `${error.message} ${remedy}${replaces ? ` ${AS_PROPOSED}` : ""}`;
  return { kind, message, choices };
}

/** What keeps nothing but changes of Lectern waiting; of what is read of the branch each new commit is worth a look. */
const OUTWARD: ReadonlySet<string> = new Set([
  "protected",
  "proposal",
  "mass-deletion-out",
  "too-large",
  "content",
]);

/** Whether the branch is looked at further while a person is waited for: what is pushed there comes in. @param kind of the attention */
export const goesOnInward = (kind: string | undefined): boolean => kind !== undefined && OUTWARD.has(kind);

/** Whether what it says is for people: it waits for somebody, somebody has ended it, or it lies with the host. */
export function isExpected(error: unknown): error is Error {
  if (attentionFor(error) !== undefined || error instanceof SyncCancelled) return true;
  return error instanceof GitError || error instanceof SyncOutrun;
}

/** How a run ended that came to nothing. */
export const failedState = (error: unknown): "timeout" | "failure" =>
  error instanceof GitError && error.kind === "timeout" ? "timeout" : "failure";

/**
 * Why the host opens no pull request for what waits on a branch of its own, and what to do; undefined: it has, or is asked
 * again by itself.
 */
export function proposalProblem({
  proposal_problem: why,
  proposal_state: state,
}: Pick<Row<"git_installations">, "proposal_problem" | "proposal_state">): string | undefined {
  if (why === null || state !== null) return undefined;
  return `The host has opened no pull request for what has changed in Lectern: ${why} Let the token open pull requests, then ${SYNC_NOW}; or open it on the host.`;
}
