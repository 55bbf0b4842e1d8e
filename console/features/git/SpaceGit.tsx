/** A space and a branch of a repository, kept in step: how that stands, what was done, and how it begins and ends. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteGitSyncInstallation,
  getGitSyncInstallation,
  type GitSyncInstallation,
  type UpdateGitSyncInstallation,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { gitInstallation, gitOf } from "../../api/git.ts";
import { space as spaceOf } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { gitWords } from "../../words/git.ts";
import { settingsWords } from "../../words/settings.ts";
import { SpaceArea } from "../settings/SpaceArea.tsx";
import { Connect } from "./Connect.tsx";
import { Credentials } from "./Credentials.tsx";
import { GitReviews } from "./GitReviews.tsx";
import { GitRuns } from "./GitRuns.tsx";
import { GitState } from "./GitState.tsx";
import { Ways } from "./Ways.tsx";
import { Webhook } from "./Webhook.tsx";

export default function SpaceGit({ space }: RouteParams<"spaceGit">) {
  const { data: it } = useQuery({ ...spaceOf(space), throwOnError: true });
  const { data: installation } = useQuery({
    ...gitOf(space),
    throwOnError: true,
    enabled: it?.permissions.admin === true,
  });
  return (
    <SpaceArea space={it} tab="spaceGit">
      {(within) => (
        <>
          <header className="head">
            <h1>{settingsWords.git}</h1>
          </header>
          {installation === undefined ? (
            <Skeleton />
          ) : installation === null ? (
            <Connect space={space} organization={within.organization} />
          ) : (
            <Connected id={installation} space={space} organization={within.organization} />
          )}
        </>
      )}
    </SpaceArea>
  );
}

interface ConnectedProps {
  readonly id: string;
  readonly space: string;
  readonly organization: string;
}

function Connected({ id, space, organization }: ConnectedProps) {
  const { data: it } = useQuery({ ...gitInstallation(id), throwOnError: true });
  if (it === undefined) return <Skeleton />;
  return (
    <>
      <GitState installation={it} space={space} />
      <GitReviews installation={it} space={space} />
      <GitRuns installation={it} />
      <Credentials installation={it} organization={organization} />
      <Webhook installation={it} />
      <Settings installation={it} />
      <Disconnect installation={it} space={space} />
    </>
  );
}

function Settings({ installation }: { readonly installation: GitSyncInstallation }) {
  const cache = useQueryClient();
  const { id, repository, projectDirectory } = installation;
  const draft = useDraft({
    id: `git ${id}`,
    thing: installation,
    fields: ({
      incoming,
      outgoing,
      commitMessageTemplate = "",
      previewPullRequests,
      previewExternalBranches,
      reviewPullRequests,
    }) => ({
      incoming,
      outgoing,
      previewPullRequests,
      previewExternalBranches,
      reviewPullRequests,
      commitMessageTemplate,
    }),
    write: ({ commitMessageTemplate: message, ...others }, options) => {
      const body: UpdateGitSyncInstallation = {
        ...others,
        ...(message === undefined ? {} : { commitMessageTemplate: message.trim() === "" ? null : message }),
      };
      return updateGitSyncInstallation(client, id, body, options);
    },
    read: () => getGitSyncInstallation(client, id),
    saved: (thing) => cache.setQueryData(gitInstallation(id).queryKey, thing),
  });
  const faults = faultsOf(draft.error, ["commitMessageTemplate"]);
  return (
    <Card
      title={gitWords.settings}
      draft={draft}
      saved={gitWords.settingsSaved}
      names={{
        incoming: gitWords.incoming,
        outgoing: gitWords.outgoing,
        previewPullRequests: gitWords.previews,
        previewExternalBranches: gitWords.forks,
        reviewPullRequests: gitWords.asRequests,
        commitMessageTemplate: gitWords.message,
      }}
    >
      <dl className="facts">
        <dt>{gitWords.url}</dt>
        <dd>{repository.url}</dd>
        <dt>{gitWords.branch}</dt>
        <dd>{branchName(repository.branch)}</dd>
        <dt>{gitWords.directory}</dt>
        <dd>{projectDirectory === "" ? gitWords.wholeRepository : projectDirectory}</dd>
      </dl>
      <Ways values={draft.values} set={draft.set} />
      <Previews values={draft.values} set={draft.set} />
      <TextField
        label={gitWords.message}
        help={gitWords.messageHelp}
        error={faults.of("commitMessageTemplate")}
        value={draft.values.commitMessageTemplate}
        set={(commitMessageTemplate) => draft.set({ commitMessageTemplate })}
      />
    </Card>
  );
}

interface PreviewsProps {
  readonly values: Pick<
    GitSyncInstallation,
    "previewPullRequests" | "previewExternalBranches" | "reviewPullRequests"
  >;
  readonly set: (values: Partial<PreviewsProps["values"]>) => void;
}

/** Which pull requests are shown. */
const Previews = ({
  values: { previewPullRequests, previewExternalBranches, reviewPullRequests },
  set,
}: PreviewsProps) => (
  <>
    <Check
      label={gitWords.previews}
      help={gitWords.previewsHelp}
      value={previewPullRequests}
      set={(isSet) => set({ previewPullRequests: isSet })}
    />
    <Check
      label={gitWords.forks}
      help={gitWords.forksHelp}
      value={previewExternalBranches}
      set={(isSet) => set({ previewExternalBranches: isSet })}
      isDisabled={!previewPullRequests}
    />
    <Check
      label={gitWords.asRequests}
      help={gitWords.asRequestsHelp}
      value={reviewPullRequests}
      set={(isSet) => set({ reviewPullRequests: isSet })}
      isDisabled={!previewPullRequests}
    />
  </>
);

interface DisconnectProps {
  readonly installation: GitSyncInstallation;
  readonly space: string;
}

function Disconnect({ installation: { id, repository }, space }: DisconnectProps) {
  const [isAsking, ask] = useState(false);
  const cache = useQueryClient();
  return (
    <Card title={gitWords.disconnect} text={gitWords.disconnectText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {gitWords.disconnect}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={gitWords.disconnectTitle(repository.name)}
        verb={gitWords.disconnect}
        act={async () => {
          await deleteGitSyncInstallation(client, id);
          cache.setQueryData(gitOf(space).queryKey, null);
          cache.removeQueries({ queryKey: ["git", id] });
        }}
      >
        <p>{gitWords.disconnectText}</p>
      </Ask>
    </Card>
  );
}

/** `refs/heads/main` as people call it. */
export const branchName = (branch: string): string => branch.replace(/^refs\/heads\//, "");
