/** How far a space and its branch are apart, what waits for somebody, and what to press. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type GitChoice,
  type GitSyncInstallation,
  type GitSyncStatus,
  resolveGitSync,
  syncGitInstallation,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { type ConnectedInstallation, gitInstallation, gitStatus, runId } from "../../api/git.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { gitWords } from "../../words/git.ts";
import { aheadOf, isApart } from "./apart.ts";
import { ChoiceButtons } from "./ChoiceButtons.tsx";
import { choiceWord } from "./choice.ts";
import { DryRun } from "./DryRun.tsx";
import { Held } from "./Held.tsx";
import { RequestLink } from "./RequestLink.tsx";

interface GitStateProps {
  readonly installation: ConnectedInstallation;
  /** Undefined: it is a site's. */
  readonly space: string | undefined;
}

export function GitState({ installation, space }: GitStateProps) {
  const { id } = installation;
  const cache = useQueryClient();
  // The run after this one was asked for.
  const [after, askAfter] = useState<string>();
  const { data: status } = useNeeded(gitStatus(id, after));
  const [error, fail] = useState<Error>();
  const act = (work: () => Promise<GitSyncInstallation>) => async (): Promise<void> => {
    fail(undefined);
    try {
      cache.setQueryData(gitInstallation(id).queryKey, await work());
    } catch (reason) {
      fail(reason as Error);
    }
    await cache.invalidateQueries({ queryKey: ["git", id] });
  };
  if (status === undefined) return <Skeleton />;
  const { attention } = status;
  const isPaused = status.state === "paused";
  const isBusy = status.lastRun?.state === "running" || (!isPaused && after === runId(status));
  const next = (work: () => Promise<GitSyncInstallation>) => () => {
    askAfter(runId(status));
    void act(work)();
  };
  // What is asked by now may be something else than what is read here.
  const asked = status.question === undefined ? {} : { question: status.question };
  const decide = (choice: GitChoice): (() => void) =>
    next(() => resolveGitSync(client, id, { choice, ...asked }));
  const pause = act(() => updateGitSyncInstallation(client, id, { paused: !isPaused }));
  return (
    <>
      <Card title={installation.repository.name}>
        <StateLine status={status} isBusy={isBusy} />
        <Waiting installation={installation} space={space} />
        {attention === undefined ? null : (
          <NeedsYou
            attention={attention}
            isSite={space === undefined}
            decide={isPaused ? undefined : decide}
          />
        )}
        {error === undefined ? null : <Refusal error={error} />}
        <div className="card-acts">
          <button
            type="button"
            className="button"
            disabled={isPaused || isBusy}
            onClick={next(() => syncGitInstallation(client, id))}
          >
            {gitWords.sync}
          </button>
          {installation.parentInstallationId !== undefined ? null : (
            <button type="button" className="button button-secondary" onClick={() => void pause()}>
              {isPaused ? gitWords.resume : gitWords.pause}
            </button>
          )}
        </div>
        <DryRun installation={id} isSite={space === undefined} />
      </Card>
      {status.held.length === 0 || space === undefined ? null : (
        <Held
          held={status.held}
          space={space}
          decide={attention === undefined && !isPaused ? decide : undefined}
          isBusy={isBusy}
        />
      )}
    </>
  );
}

interface NeedsYouProps {
  readonly attention: NonNullable<GitSyncStatus["attention"]>;
  readonly isSite: boolean;
  /** Undefined while it is paused: nothing is decided then. */
  readonly decide: ((choice: GitChoice) => () => void) | undefined;
}

/** What stands still, with what may be pressed. */
const NeedsYou = ({ attention, isSite, decide }: NeedsYouProps) => (
  <div className="clash" role="alert">
    <strong>{gitWords.needsYou}</strong>
    <p>{attention.message}</p>
    {decide === undefined ? null : (
      <ChoiceButtons
        of={attention.choices}
        wordOf={(choice) => choiceWord(choice, attention, isSite)}
        choose={(choice) => decide(choice)()}
      />
    )}
  </div>
);

/** What waits to be merged, on the host and here. */
const Waiting = ({ installation: { pullRequest, changeRequest: request }, space }: GitStateProps) => (
  <>
    {pullRequest === undefined ? null : <Proposal of={pullRequest} />}
    {request === undefined || space === undefined ? null : (
      <p>
        <RequestLink space={space} request={request}>
          {gitWords.waiting}
        </RequestLink>
      </p>
    )}
  </>
);

function Proposal({ of }: { readonly of: NonNullable<GitSyncInstallation["pullRequest"]> }) {
  const { branch, number, url, problem } = of;
  const said =
    number === undefined
      ? gitWords.pullRequestBranch(branch.replace(/^refs\/heads\//, ""))
      : gitWords.pullRequest(number);
  return (
    <>
      <p>
        {url === undefined ? (
          said
        ) : (
          <a href={url} target="_blank" rel="noopener">
            {said}
          </a>
        )}
      </p>
      {problem === undefined ? null : <p className="wrong">{gitWords.noPullRequest(problem)}</p>}
    </>
  );
}

/** The state in a line: what, which commit, since when. */
function StateLine({ status, isBusy }: { readonly status: GitSyncStatus; readonly isBusy: boolean }) {
  const { commitId, pagesAhead, othersAhead, isBehind, syncedAt, lastRun, state, held } = status;
  const ahead = aheadOf(status);
  const isInStep = state === "synced" && held.length === 0 && !isApart(status);
  return (
    <p className="facts-line" role="status">
      <span className="state" data-state={isInStep ? "open" : "draft"}>
        {lineOf(status, isBusy)}
      </span>
      {commitId === undefined ? null : <code>{commitId.slice(0, 7)}</code>}
      {syncedAt === undefined ? null : <Time at={syncedAt} say={gitWords.at} />}
      {ahead.pages <= 0 ? null : <span>{gitWords.ahead(pagesAhead)}</span>}
      {ahead.others <= 0 ? null : <span>{gitWords.othersAhead(othersAhead)}</span>}
      {isBehind ? <span>{gitWords.behind}</span> : null}
      {state === "failed" && lastRun?.error !== undefined ? (
        <span className="wrong">{lastRun.error}</span>
      ) : null}
    </p>
  );
}

function lineOf(status: GitSyncStatus, isBusy: boolean): string {
  const branch = status.branch.replace(/^refs\/heads\//, "");
  if (status.state === "paused") return gitWords.paused;
  if (isBusy) return gitWords.working(branch);
  if (status.state === "failed") return gitWords.failed;
  if (status.state === "new" && status.attention === undefined) return gitWords.first(branch);
  if (status.state === "synced" && !isApart(status))
    return status.held.length > 0 ? gitWords.butHeld(branch) : gitWords.inStep(branch);
  if (status.commitId === undefined && status.syncedAt === undefined) return gitWords.notYet(branch);
  return gitWords.lastInStep(branch);
}
