/** How a space or a site is kept in step, and the end of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteGitSyncInstallation,
  getGitSyncInstallation,
  type GitAgentInstructions,
  type GitSyncInstallation,
  type UpdateGitSyncInstallation,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { type ConnectedInstallation, gitInstallation } from "../../api/git.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, TextField } from "../../ui/Field.tsx";
import { gitWords } from "../../words/git.ts";
import { branchName } from "../../api/branchName.ts";
import { MovePlace } from "./MovePlace.tsx";
import { Ways } from "./Ways.tsx";

export function GitSettings({ installation }: { readonly installation: ConnectedInstallation }) {
  const cache = useQueryClient();
  const { id } = installation;
  const draft = useDraft({
    id: `git ${id}`,
    thing: installation as GitSyncInstallation,
    fields: ({
      incoming,
      outgoing,
      commitMessageTemplate = "",
      previewPullRequests,
      previewExternalBranches,
      reviewPullRequests,
      agentInstructions,
    }) => ({
      incoming,
      outgoing,
      previewPullRequests,
      previewExternalBranches,
      reviewPullRequests,
      agentInstructions,
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
        agentInstructions: gitWords.agents,
        commitMessageTemplate: gitWords.message,
      }}
    >
      <Place installation={installation} />
      <MovePlace installation={installation} />
      <Ways values={draft.values} set={draft.set} isSite={installation.target.type === "site"} />
      {installation.target.type === "site" ? null : <Previews values={draft.values} set={draft.set} />}
      <AgentFiles
        kinds={draft.values.agentInstructions}
        set={(agentInstructions) => draft.set({ agentInstructions })}
      />
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

/** Where it is kept. */
const Place = ({
  installation: { repository, projectDirectory },
}: {
  readonly installation: ConnectedInstallation;
}) => (
  <dl className="facts">
    <dt>{gitWords.url}</dt>
    <dd>{repository.url}</dd>
    <dt>{gitWords.branch}</dt>
    <dd>{branchName(repository.branch)}</dd>
    <dt>{gitWords.directory}</dt>
    <dd>{projectDirectory === "" ? gitWords.wholeRepository : projectDirectory}</dd>
  </dl>
);

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

interface AgentFilesProps {
  readonly kinds: GitAgentInstructions;
  readonly set: (kinds: GitAgentInstructions) => void;
}

/** Which files tell agents how the pages are written. */
const AgentFiles = ({ kinds, set }: AgentFilesProps) =>
  (["agents", "claude"] as const).map((kind) => (
    <Check
      key={kind}
      label={gitWords.agentFile[kind]}
      {...(kind === "agents" ? { help: gitWords.agentsHelp } : {})}
      value={kinds.includes(kind)}
      set={(isSet) => set(isSet ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
    />
  ));

interface DisconnectProps {
  readonly installation: ConnectedInstallation;
  readonly disconnected: () => void;
}

export function Disconnect({ installation: { id, repository }, disconnected }: DisconnectProps) {
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
          disconnected();
          cache.removeQueries({ queryKey: ["git", id] });
        }}
      >
        <p>{gitWords.disconnectText}</p>
      </Ask>
    </Card>
  );
}
